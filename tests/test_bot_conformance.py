"""What every registered bot keeps: legal moves, and the same ones for the same view and seed."""

import copy
from collections.abc import Iterator
from random import Random

import pytest
from game_helpers import TABLES, some_moment

from purrlab import GAMES, Action, Game, State
from purrlab.bots import BOTS, UnknownBot, find_bot

games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

BotTable = tuple[Game, int, str]
BOT_TABLES: list[BotTable] = [(game, players, name) for game, players in TABLES for name in BOTS[game.name]]
SEARCHES = [table for table in BOT_TABLES if BOTS[table[0].name].is_search(table[2])]
SMALL_SEARCHES = [(game, players, f"{name}@4") for game, players in TABLES for name in BOTS[game.name].by_budget]
PROMPT_BOTS = [table for table in BOT_TABLES if table not in SEARCHES] + SMALL_SEARCHES


def at_tables(tables: list[BotTable]) -> pytest.MarkDecorator:
    ids = [f"{game.name}-{players}-{name}" for game, players, name in tables]
    return pytest.mark.parametrize(("game", "players", "name"), tables, ids=ids)


def check_choice(name: str, state: State, seed: int) -> Action:
    """Legal, and the same for the same view and seed."""
    view = state.view(min(state.to_act))
    bot = find_bot(view.game, name)
    action = bot.choose(view, Random(seed))
    assert action in view.legal
    assert bot.choose(copy.deepcopy(view), Random(seed)) == action
    return action


def check_game(name: str, state: State, seed: int) -> None:
    while state.to_act:
        state = state.apply(min(state.to_act), check_choice(name, state, seed))
        seed += 1
    assert state.outcome is not None


@games
def test_every_game_has_a_random_and_a_heuristic_bot(game: Game) -> None:
    assert {"random", "heuristic"} <= BOTS[game.name].keys()


@at_tables(PROMPT_BOTS)
def test_a_bot_finishes_a_game_and_the_same_seed_gives_the_same_moves(game: Game, players: int, name: str) -> None:
    check_game(name, game.new(players, "any"), 1)


@at_tables(SEARCHES)
def test_a_search_of_full_size_makes_legal_moves_and_the_same_for_the_same_seed(
    game: Game, players: int, name: str
) -> None:
    for moves in (0, 4 * players):
        check_choice(name, some_moment(game, players, 1, moves), 1)


@pytest.mark.soak
@pytest.mark.parametrize("games", [SEARCHES, PROMPT_BOTS], ids=["searches", "prompt bots"])
def test_bots_finish_ever_new_games(games: list[BotTable], soak_seeds: Iterator[int]) -> None:
    for seed in soak_seeds:
        game, players, name = games[seed % len(games)]
        check_game(name, game.new(players, f"soak {seed}"), seed)


@at_tables(BOT_TABLES)
def test_a_bot_has_nothing_to_choose_for_a_spectator(game: Game, players: int, name: str) -> None:
    with pytest.raises(ValueError, match="view of a seat that is to act"):
        find_bot(game.name, name).choose(game.new(players, "any").view(None), Random(1))


def test_unknown_bots() -> None:
    with pytest.raises(UnknownBot, match="random, heuristic"):
        find_bot("cat-in-the-box", "clever hans")
    with pytest.raises(UnknownBot, match="no bot plays 'chess'; bots play cat-in-the-box"):
        find_bot("chess", "cat")
