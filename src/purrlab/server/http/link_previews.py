"""What messengers show of a link to a table: who invites to what, in Open Graph tags of the page.

They tell what everybody may know who has the link. The words come with the page, in all its languages.
"""

import asyncio
import gzip
import locale
import re
from collections.abc import Awaitable, Callable, Container, Mapping
from html import escape

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from purrlab.drawings.table import HEIGHT_PIXELS, WIDTH_PIXELS
from purrlab.server.asgi import Scope, header
from purrlab.server.errors import Refused
from purrlab.server.http.page_file import PageFile
from purrlab.server.protocol import TableInfo

LINKS_TO_TABLES = re.compile(r"/(?:t|replay)/([^/]+)")
PREVIEW_IN_PAGE = re.compile(rb"<!-- link preview -->.*<!-- end of link preview -->", re.DOTALL)
WORDS_PATH = "/link-previews.json"
DEFAULT_LANGUAGE, DEFAULT_LOCALE = "en", "en_GB"
LANGUAGE_IN_QUERY = re.compile(rb"(?:^|&)lang=([A-Za-z]+)")
MAX_ACCEPTED_LANGUAGES = 20  # that are looked at
HOST_PATTERN = re.compile(r"[A-Za-z0-9.:\[\]-]+")
TABLE_TIMEOUT_SECONDS = 1  # that a table is waited for; the page is more urgent than its preview

Words = dict[str, dict[str, str]]  # by language and key
FindTable = Callable[[Scope, str], Awaitable[TableInfo]]


class LinkPreviews:
    """``find_table`` gives a table by its id, or raises Refused; also to whoever asks too often."""

    def __init__(self, files: Mapping[str, PageFile], find_table: FindTable, *, secure: bool) -> None:
        self._page = files["/"]
        self._words = _words(files.get(WORDS_PATH))
        self._find_table = find_table
        self._secure = secure

    async def page_for(self, scope: Scope) -> PageFile | None:
        """The page with a preview of the table that the path leads to; None where there is nothing to tell."""
        link = LINKS_TO_TABLES.fullmatch(scope["path"])
        if link is None or not self._words:
            return None
        try:
            async with asyncio.timeout(TABLE_TIMEOUT_SECONDS):
                table = await self._find_table(scope, link[1])
        except (Refused, TimeoutError, SQLAlchemyError):
            return None
        language = _language(scope, self._words)
        if table.status == "closed" or f"{table.game}.title" not in self._words[language]:
            return None
        tags = _tags(self._describe(table, self._words[language]) | self._address(scope, table) | _place(language))
        content = PREVIEW_IN_PAGE.sub(lambda _: tags, self._page.content)
        return self._page._replace(
            content=content, compressed=gzip.compress(content, mtime=0), vary=b"accept-encoding, accept-language"
        )

    def _describe(self, table: TableInfo, words: Mapping[str, str]) -> dict[str, str]:
        game = words[f"{table.game}.title"]
        host = table.seats[table.host].name if table.host is not None else None
        people = [seat.name for seat in table.seats if seat.person and seat.name]
        if table.status != "waiting":  # the name of one alone would look like that of the winner
            title = f"{game}: {', '.join(people)}" if len(people) > 1 else game
        elif host is not None:
            title = _fill(words["invite.title"], name=host, game=game)
        else:
            title = _fill(words["invite.title.nobody"], game=game)
        return {"og:title": title, "og:description": words[f"preview.{table.status}"]}

    def _address(self, scope: Scope, table: TableInfo) -> dict[str, str]:
        """Messengers want whole addresses. Whoever asks for an odd host gets none."""
        host = header(scope, b"host") or ""
        if not HOST_PATTERN.fullmatch(host):
            return {"twitter:card": "summary"}
        origin = f"{'https' if self._secure else scope['scheme']}://{host}"
        return {
            "og:url": origin + scope["path"],
            "og:image": f"{origin}/api/tables/{table.id}/picture.png",
            "og:image:width": str(WIDTH_PIXELS),
            "og:image:height": str(HEIGHT_PIXELS),
            "twitter:card": "summary_large_image",
        }


def _words(file: PageFile | None) -> Words:
    return msgspec.json.decode(file.content, type=Words) if file else {}


def _place(language: str) -> dict[str, str]:
    return {"og:type": "website", "og:site_name": "Purrlab", "og:locale": _locale(language)}


def _locale(language: str) -> str:
    """With the country, as in pl_PL."""
    return DEFAULT_LOCALE if language == DEFAULT_LANGUAGE else locale.normalize(language).partition(".")[0]


def _language(scope: Scope, spoken_here: Container[str]) -> str:
    """That of whoever sent the link, or else the first that is asked for and spoken here."""
    named = LANGUAGE_IN_QUERY.search(scope["query_string"])
    accepted = (header(scope, b"accept-language") or "").split(",", MAX_ACCEPTED_LANGUAGES)[:MAX_ACCEPTED_LANGUAGES]
    asked = [named[1].decode()] if named else []
    asked += [each.partition(";")[0].strip() for each in accepted]
    languages = (each.lower().partition("-")[0] for each in asked)
    return next((each for each in languages if each in spoken_here), DEFAULT_LANGUAGE)


def _fill(text: str, **values: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda blank: values[blank[1]], text)


def _tags(values: Mapping[str, str]) -> bytes:
    """Names are written by strangers: all that means something in HTML is escaped."""
    return "\n    ".join(
        f'<meta {"name" if key.startswith("twitter:") else "property"}="{key}" content="{escape(value)}" />'
        for key, value in values.items()
    ).encode()
