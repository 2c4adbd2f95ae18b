"""Tutorials: which there are, and each with all that the page needs to play it."""

import gzip
from functools import cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter
from msgspec import Struct

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import ERROR_RESPONSES
from purrlab.server.http.routes.context import ApiRequest
from purrlab.server.http.tutorial_messages import TutorialGame, tutorial_game
from purrlab.tutorials import TUTORIALS, find_tutorial


class TutorialInfo(Struct, kw_only=True):
    name: str
    game: str


@get("/api/tutorials", sync_to_thread=False)
def tutorials() -> list[TutorialInfo]:
    """The tutorials, in the order in which they are best read."""
    return [TutorialInfo(name=name, game=find_tutorial(name).game) for name in TUTORIALS]


@get("/api/tutorials/{name:str}", responses=ERROR_RESPONSES | {200: ResponseSpec(TutorialGame)}, sync_to_thread=True)
def tutorial(
    request: ApiRequest, name: Annotated[str, PathParameter(description="The name of a tutorial", max_length=40)]
) -> Response[bytes]:
    """A tutorial with its game, worked out ahead for every choice of the learner."""
    if name not in TUTORIALS:
        raise Refused(ErrorCode.NOT_FOUND, f"there is no tutorial {name}")
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(_encoded(name), media_type="application/json", headers=headers)
    return Response(_compressed(name), media_type="application/json", headers=headers | {"content-encoding": "gzip"})


def _encoded(name: str) -> bytes:
    return msgspec.json.encode(tutorial_game(name))


@cache
def _compressed(name: str) -> bytes:
    """An eighth of it: the same cards and reasons come again and again."""
    return gzip.compress(_encoded(name), mtime=0)


ROUTES = [tutorials, tutorial]
