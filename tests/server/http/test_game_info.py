"""What the server tells of the games before one is played."""

from typing import cast

import pytest

from purrlab.bots import BOTS
from purrlab.games.registry import GAMES
from purrlab.server.http.routes.games import GameInfo, games

GAME_INFO: dict[str, GameInfo] = {info.name: info for info in cast("list[GameInfo]", games.fn())}


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_is_told_as_it_declares_itself(name: str) -> None:
    game, info = GAMES[name], GAME_INFO[name]
    assert (info.title, info.seats) == (game.title, list(game.seats))
    assert info.recommended_players in info.seats
    assert info.round_counts == {players: game.new(players, "any").view(None).round_count for players in game.seats}
    assert [option.name for option in info.options] == list(game.new(game.seats[0], "any").options)
    assert info.bots == list(BOTS[name])
    assert info.levels == [level for level in ("kitten", "cat", "tiger", "lion") if level in BOTS[name]]
    assert info.default_bot in info.levels


def test_cb1_which_boards_can_lie_there_depends_on_how_many_play() -> None:
    layout = GAME_INFO["cat-in-the-box"].options[0]
    assert (layout.name, layout.kind, layout.own_file, layout.each_seat) == ("layout", "choice", True, False)
    assert layout.choices == {2: ["white"], 3: ["white", "purple"], 4: ["white", "purple"], 5: ["purple"]}
    assert layout.default == {2: "white", 3: "white", 4: "white", 5: "purple"}


def test_seats_rooms_and_numbers() -> None:
    rooms, _, start, string = GAME_INFO["rascal-kittens"].options
    assert start.choices == {2: [0, 1], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
    assert start.default == rooms.default == {2: None, 3: None, 4: None}  # by lot
    assert rooms.each_seat
    assert rooms.choices[2] == ["attic", "nursery", "library", "conservatory"]
    assert (string.lowest, string.highest, string.decimals) == (0.001, 100_000, 3)
    assert string.choices == {2: [], 3: [], 4: []}
