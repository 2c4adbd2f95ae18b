"""The sessions of a person: the browsers in which they are known."""

from typing import Annotated

from litestar import Response, delete, get
from litestar.params import PathParameter
from msgspec import Struct

from purrlab.server.http.error_responses import ERROR_RESPONSES
from purrlab.server.http.routes.accounts import Goodbye
from purrlab.server.http.routes.context import ApiRequest, known_visit, no_cookies, services_of

SessionId = Annotated[str, PathParameter(max_length=40)]


class OwnSession(Struct, kw_only=True):
    id: str
    issued: int
    seen: int  # to the hour
    browser: str | None  # None: none that we know
    system: str | None
    current: bool  # the one that asks


@get("/api/me/sessions", responses=ERROR_RESPONSES)
async def my_sessions(request: ApiRequest) -> list[OwnSession]:
    """Where you are known: the browsers that came in as you, the one seen last first."""
    visit = await known_visit(request)
    return [
        OwnSession(
            id=session.id,
            issued=session.issued,
            seen=session.seen,
            browser=session.browser,
            system=session.system,
            current=session.id == visit.session,
        )
        for session in await services_of(request).sessions.of(visit.person)
    ]


@delete("/api/me/sessions/{session_id:str}", responses=ERROR_RESPONSES, status_code=200)
async def end_session(request: ApiRequest, session_id: SessionId) -> Response[Goodbye]:
    """This browser is nobody from now on."""
    services, visit = services_of(request), await known_visit(request)
    await services.sessions.end(visit.person, session_id)
    return Response(Goodbye(), cookies=no_cookies(services) if session_id == visit.session else [])


ROUTES = [my_sessions, end_session]
