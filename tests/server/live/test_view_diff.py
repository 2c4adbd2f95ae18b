"""What is shown of a move is the difference of two views, whoever looks, comes and goes."""

import random

import msgspec
import pytest

from purrlab import GAMES
from purrlab.server.live.view_diff import ViewDiff
from purrlab.server.patch import patched

CASES = [(name, players) for name, game in GAMES.items() for players in game.seats]


@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_place_is_told_the_difference_of_its_own_views(game: str, players: int) -> None:
    chance = random.Random(f"{game}/{players}")
    state = GAMES[game].new(players, "view_diff")
    view_diff, viewers = ViewDiff(), list[int | None]()
    moves = 0
    while state.to_act:
        if chance.random() < 0.2:
            viewers = chance.sample([None, *range(players)], chance.randrange(players + 2))
        seat = min(state.to_act)
        before, state = state, state.apply(seat, chance.choice(state.legal(seat)))
        for_all, with_own = view_diff.advance(before, state, viewers)
        assert set(with_own) <= set(viewers)
        for viewer in viewers:
            changes = with_own.get(viewer, for_all)
            shown = patched(before.view(viewer).as_dict(), msgspec.json.decode(b"[" + changes + b"]"))
            assert shown == state.view(viewer).as_dict()
        moves += 1
    assert moves > 10
