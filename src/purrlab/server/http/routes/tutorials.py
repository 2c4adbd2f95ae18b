"""Tutorials: which there are, and each with all that the page needs to play it."""

from typing import Annotated

from litestar import get
from litestar.params import PathParameter
from msgspec import Struct

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import RESPONSES
from purrlab.server.http.tutorial_messages import TutorialGame, tutorial_game
from purrlab.tutorials import TUTORIALS, find_tutorial


class TutorialInfo(Struct, kw_only=True):
    name: str
    game: str


@get("/api/tutorials", sync_to_thread=False)
def tutorials() -> list[TutorialInfo]:
    """The tutorials, in the order in which they are best read."""
    return [TutorialInfo(name=name, game=find_tutorial(name).game) for name in TUTORIALS]


@get("/api/tutorials/{name:str}", responses=RESPONSES, sync_to_thread=True)
def tutorial(name: Annotated[str, PathParameter(description="The name of a tutorial", max_length=40)]) -> TutorialGame:
    """A tutorial with its game, worked out ahead for every choice of the learner."""
    if name not in TUTORIALS:
        raise Refused(ErrorCode.NOT_FOUND, f"there is no tutorial {name}")
    return tutorial_game(name)


ROUTES = [tutorials, tutorial]
