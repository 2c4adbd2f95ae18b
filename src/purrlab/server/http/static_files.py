"""The page: what tools/build_page.py made of web/, kept in memory and served as it is."""

import mimetypes
import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from purrlab.server.asgi import ASGIApp, Receive, Scope, Send, header
from purrlab.server.http.link_previews import LinkPreviews
from purrlab.server.http.page_file import PageFile

# Where the page finds its own way
PAGE_PATHS = ("play", "lobby", "new", "t", "replay", "games", "rulebook", "rules", "aid", "learn")
PROGRAM_PATHS = ("api", "assets", "health")  # where programs look
PATHS_THAT_NEED_A_NAME = ("/t/", "/play")  # where nothing can begin before the page knows who comes
CACHE_FOR_EVER = b"public, max-age=31536000, immutable"  # files whose names change with their content
CACHE_AND_ASK = b"no-cache"
MEDIA_TYPES = {"woff2": "font/woff2"}  # that not every Python knows
PRELOAD_NAME = b"</api/me>; rel=preload; as=fetch; crossorigin"  # asked for while the script is on its way
SCRIPTS_IN_PAGE = re.compile(rb'<script[^>]* src="([^"]+)"')
STYLES_IN_PAGE = re.compile(rb'<link rel="stylesheet"[^>]* href="([^"]+)"')
PAGE_NOT_BUILT = (
    b"<!doctype html><html lang='en'><meta charset='utf-8'><title>Purrlab</title><h1>Purrlab</h1>"
    b"<p>The server is running, but the page has not been built: run <code>make page</code>. The API is described in "
    b"<a href='/api/schema/openapi.json'>/api/schema/openapi.json</a>.</p></html>"
)


def load_files() -> Mapping[str, PageFile]:
    """Every file of the page by its path; the page itself is at ``/``."""
    found: dict[str, PageFile] = {}
    static = files("purrlab.server").joinpath("static")
    if static.is_dir():
        _collect(found, static, "/")
    found["/"] = found.pop("/index.html", PageFile(PAGE_NOT_BUILT, None, b"text/html; charset=utf-8", CACHE_AND_ASK))
    return found


def _collect(found: dict[str, PageFile], folder: Traversable, path: str) -> None:
    entries = {entry.name: entry for entry in folder.iterdir()}
    for name, entry in entries.items():
        if entry.is_dir():
            _collect(found, entry, f"{path}{name}/")
        elif not name.endswith(".gz"):
            small = entries.get(f"{name}.gz")
            kind = (
                MEDIA_TYPES.get(name.rpartition(".")[2]) or mimetypes.guess_type(name)[0] or "application/octet-stream"
            )
            kind += "; charset=utf-8" if kind.startswith("text/") else ""
            cache = CACHE_FOR_EVER if path == "/assets/" else CACHE_AND_ASK
            found[path + name] = PageFile(
                entry.read_bytes(), small.read_bytes() if small else None, kind.encode(), cache
            )


def _preloads(page: bytes) -> list[bytes]:
    """What the page needs, for its header: a browser reads that before the page itself."""
    scripts = [b"<%b>; rel=modulepreload" % name for name in SCRIPTS_IN_PAGE.findall(page)]
    return scripts + [b"<%b>; rel=preload; as=style; crossorigin" % name for name in STYLES_IN_PAGE.findall(page)]


class StaticFiles:
    """Answers for the page; the app behind it gets the rest."""

    def __init__(self, app: ASGIApp, files: Mapping[str, PageFile], previews: LinkPreviews) -> None:
        self._app = app
        self._files = files
        self._previews = previews
        self._preloads = _preloads(files["/"].content)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        file, status = self._find(scope["path"], header(scope, b"accept") or "") if asked else (None, 404)
        if file is None:
            await self._app(scope, receive, send)
            return
        is_page = file is self._files["/"]
        if is_page:
            file = await self._previews.page_for(scope) or file
        body, headers = file.answer(header(scope, b"accept-encoding") or "")
        headers.append((b"content-length", str(len(body)).encode()))
        if is_page:
            needs_name = scope["path"].startswith(PATHS_THAT_NEED_A_NAME)
            preloads = [PRELOAD_NAME, *self._preloads] if needs_name else self._preloads
            headers += [(b"link", b", ".join(preloads))] if preloads else []
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _find(self, path: str, accepted: str) -> tuple[PageFile | None, int]:
        """What is there. To a person who looks where nothing is, the page itself says so."""
        first = path[1:].partition("/")[0]
        if path in self._files:
            return self._files[path], 200
        if (not first or first in PAGE_PATHS) and path.count("/") <= 2:
            return self._files["/"], 200
        person_looks = "text/html" in accepted and first not in PROGRAM_PATHS
        return self._files["/"] if person_looks else None, 404
