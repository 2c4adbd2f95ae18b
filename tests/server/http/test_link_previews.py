"""What messengers show of a link to a table."""

import asyncio
import gzip
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from server.clients import Person, Server
from server.in_process import in_process_server
from server.in_process_api import open_api

from purrlab.drawings.table import HEIGHT_PIXELS, WIDTH_PIXELS
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.link_previews import MAX_ACCEPTED_LANGUAGES, LinkPreviews, _locale
from purrlab.server.http.page_file import PageFile
from purrlab.server.protocol import FairDeal, Seat, TableInfo
from purrlab.server.rate_limiter import TokenBucket
from purrlab.server.tables.terms import Relaxed, Status

PAGE = (
    b'<head><!-- link preview -->\n<meta property="og:title" content="Purrlab" />\n<!-- end of link preview --></head>'
)
WORDS = {
    "en": {
        "cat-in-the-box.title": "Cat in the Box",
        "invite.title": "{name} invites you to {game}",
        "invite.title.nobody": "Come and play {game}",
        "preview.waiting": "Play",
        "preview.playing": "Watch",
        "preview.over": "Look back",
    }
}
WORDS["pl"] = WORDS["en"] | {"invite.title": "{name} zaprasza do gry: {game}"}
FILES = {
    "/": PageFile(PAGE, gzip.compress(PAGE), b"text/html; charset=utf-8", b"no-cache"),
    "/link-previews.json": PageFile(json.dumps(WORDS).encode(), None, b"application/json", b"no-cache"),
}


def table(
    status: Status = "waiting", *, host: str | None = "Ada", guest: str | None = None, game: str = "cat-in-the-box"
) -> TableInfo:
    seats = [
        Seat(name=host, bot=None, person=host is not None, bot_stays=False, entropy="secret share"),
        Seat(name=guest, bot=None, person=guest is not None, bot_stays=False, entropy=None),
        Seat(name="cat", bot="cat", person=False, bot_stays=False, entropy=None),
    ]
    return TableInfo(
        id="abc",
        game=game,
        options={},
        speed=Relaxed(),
        listed=False,
        coach=False,
        pace=1,
        status=status,
        host=None if host is None else 0,
        seats=seats,
        fair=FairDeal(commitment="c0ffee"),
        created=0,
        next=None,
    )


def preview(
    found: TableInfo | None,
    path: str = "/t/abc",
    query: str = "",
    *,
    secure: bool = False,
    **headers: str,
) -> PageFile | None:
    async def find(_scope: Any, table_id: str) -> TableInfo:
        if found is None or table_id != found.id:
            raise Refused(ErrorCode.UNKNOWN_TABLE, "there is no such table")
        return found

    sent = {"host": "play.example"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http",
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }
    return asyncio.run(LinkPreviews(FILES, find, secure=secure).page_for(scope))


def tags(page: PageFile | None) -> dict[str, str]:
    assert page is not None
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', page.content.decode())
    return {key: unescape(value) for key, value in found}


def test_an_invitation_names_the_host_and_the_game() -> None:
    assert tags(preview(table())) == {
        "og:title": "Ada invites you to Cat in the Box",
        "og:description": "Play",
        "og:url": "http://play.example/t/abc",
        "og:image": "http://play.example/api/tables/abc/picture.png",
        "og:image:width": str(WIDTH_PIXELS),
        "og:image:height": str(HEIGHT_PIXELS),
        "twitter:card": "summary_large_image",
        "og:type": "website",
        "og:site_name": "Purrlab",
        "og:locale": "en_GB",
    }
    assert tags(preview(table(host=None)))["og:title"] == "Come and play Cat in the Box"


@pytest.mark.parametrize(("status", "text"), [("playing", "Watch"), ("over", "Look back")])
def test_a_game_that_has_begun_is_told_by_its_people(status: Status, text: str) -> None:
    told = tags(preview(table(status, guest="Bo"), "/replay/abc"))
    assert (told["og:title"], told["og:description"]) == ("Cat in the Box: Ada, Bo", text)


def test_one_who_played_against_bots_alone_does_not_look_like_the_winner() -> None:
    assert tags(preview(table("over")))["og:title"] == "Cat in the Box"


def test_a_server_behind_https_names_its_own_address() -> None:
    told = tags(preview(table(), secure=True))
    assert told["og:image"] == "https://play.example/api/tables/abc/picture.png"


@pytest.mark.parametrize(("language", "expected"), [("en", "en_GB"), ("pl", "pl_PL"), ("uk", "uk_UA"), ("cs", "cs_CZ")])
def test_a_language_is_told_with_its_country(language: str, expected: str) -> None:
    assert _locale(language) == expected


@pytest.mark.parametrize(
    ("query", "accepted", "locale"),
    [
        ("lang=pl", "en", "pl_PL"),
        ("lang=xx", "de, pl-PL;q=0.9", "pl_PL"),
        ("", "", "en_GB"),
        ("lang=%00&lang", "*;q=0.1", "en_GB"),
        ("a=b&lang=PL", "", "pl_PL"),
        ("slang=pl", "", "en_GB"),
        ("", "xx," * (MAX_ACCEPTED_LANGUAGES - 1) + "pl", "pl_PL"),
        ("", "xx," * MAX_ACCEPTED_LANGUAGES + "pl", "en_GB"),
    ],
)
def test_the_sender_chooses_the_language(query: str, accepted: str, locale: str) -> None:
    assert tags(preview(table(), query=query, accept_language=accepted))["og:locale"] == locale


@pytest.mark.parametrize(
    "name", ['"><script>alert(1)</script>', "{game} {name} \\1 \\g<0>", "<!-- end of link preview -->"]
)
def test_no_name_is_more_than_text(name: str) -> None:
    page = preview(table(host=name))
    assert tags(page)["og:title"] == f"{name} invites you to Cat in the Box"
    assert page is not None
    assert page.content.count(b"<") == PAGE.count(b"<") + len(tags(page)) - 3  # the tags of before and both comments


def test_an_odd_host_is_not_repeated() -> None:
    told = tags(preview(table(), host='evil.example/"><b>'))
    assert not told.keys() & {"og:url", "og:image"}


@pytest.mark.parametrize(
    ("found", "path"),
    [
        (None, "/t/abc"),
        (table(), "/t/other"),
        (table("closed"), "/t/abc"),
        (table(game="coin-flip"), "/t/abc"),
        (table(), "/lobby"),
        (table(), "/t/"),
    ],
)
def test_where_there_is_nothing_to_tell_the_page_stays_as_it_is(found: TableInfo | None, path: str) -> None:
    assert preview(found, path) is None


def test_nothing_else_of_the_table_is_told_and_the_page_is_sent_as_before() -> None:
    page = preview(table())
    assert page is not None
    assert not any(word in page.content for word in (b"c0ffee", b"secret share"))
    body, headers = page.answer("gzip")
    assert gzip.decompress(body) == page.content
    assert dict(headers)[b"cache-control"] == b"no-cache"
    assert dict(headers)[b"vary"] == b"accept-encoding, accept-language"


def test_previews_count_as_requests_and_the_page_itself_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A preview is made anew for everybody who asks; who asks too often gets the page as it is."""
    monkeypatch.setattr("purrlab.server.http.api.load_files", lambda: FILES)
    monkeypatch.setattr(TokenBucket, "_refill", lambda *_: None)  # no time passes

    async def ask() -> list[bool]:
        async with in_process_server(tmp_path, request_burst=3) as server:
            api = await open_api(server)
            ann = await server.new_person("Ann")
            path = "/t/" + await server.new_table(ann, bots=["random"], start=True)
            answers = [await api.request("GET", each) for each in (*["/lobby"] * 4, *[path] * 4)]
            assert {answer.status for answer in answers} == {200}
            return [b'og:title" content="Cat in the Box"' in answer.body for answer in answers]

    assert asyncio.run(ask()) == [False] * 4 + [True] * 3 + [False]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_whoever_asks_for_the_page_of_a_table_gets_no_session(server: Server, method: str) -> None:
    path = "/t/" + Person(server, "Ann").new_table(players=2)["id"]
    answer = server.visit().request(method, path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert (len(answer.content) == 0) == (method == "HEAD")
