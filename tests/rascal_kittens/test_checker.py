"""Records of many simulated games agree with a second reading of the rules."""

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from game_helpers import GOLDEN
from rascal_kittens.checker import RuleBroken, check
from rascal_kittens.positions import GAME, plain_room

from purrlab.bots import find_bot, play_game
from purrlab.records import decode, encode, record_of, verify

sizes = pytest.mark.parametrize("players", [2, 3, 4])


def simulated(players: int, number: int, bot: str, **options: Any) -> dict[str, Any]:
    state = GAME.new(players, f"checked {number}", options)
    end = play_game(state, [find_bot(GAME.name, bot)] * players, Random(number))
    record: dict[str, Any] = json.loads(encode(record_of(end, [f"player {seat}" for seat in range(players)])))
    return record


def golden(players: int) -> list[dict[str, Any]]:
    lines = (GOLDEN / f"rascal-kittens-{players}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


class TestAgreement:
    @sizes
    @pytest.mark.parametrize("variant", ["basic", "older"])
    @pytest.mark.parametrize(("bot", "games"), [("random", 25), ("heuristic", 8)])
    def test_simulated_games_pass_the_checker(self, players: int, variant: str, bot: str, games: int) -> None:
        seen = set()
        for number in range(games):
            record = simulated(players, number, bot, variant=variant)
            check(record)
            seen.add(tuple(record["totals"]))
        assert len(seen) > games // 2

    @sizes
    def test_games_with_short_strings_and_rooms_of_ones_own_pass_it_too(self, players: int) -> None:
        short = 0
        for number in range(16):
            record = simulated(players, number, "random", string=650.5, rooms=[plain_room(ball=[50, 50, 30])] * players)
            check(record)
            short += any(run["entry"] is None for each in record["rounds"] for run in each["runs"])
        assert short > 8

    @pytest.mark.soak
    @pytest.mark.parametrize("bot", ["random", "heuristic"])
    def test_ever_new_games_pass_it(self, bot: str, soak_seeds: Iterator[int]) -> None:
        for seed in soak_seeds:
            check(simulated(2 + seed % 3, seed, bot, variant=("basic", "older")[seed // 3 % 2]))

    @sizes
    def test_the_golden_games_pass_it_with_all_their_legal_sets(self, players: int) -> None:
        records = golden(players)
        assert len(records) >= 8
        assert {record["options"]["variant"] for record in records} == {"basic", "older"}
        assert any(run["entry"] is None for record in records for each in record["rounds"] for run in each["runs"])
        for record in records:
            assert record["setup"]["legal"]
            assert all(each["legal"] for each in record["rounds"])
            check(record)


def first_catch(record: dict[str, Any]) -> dict[str, Any]:
    """The first run that touches something."""
    catch: dict[str, Any] = next(run for each in record["rounds"] for run in each["runs"] if run["toys"])
    return catch


SPOILED: dict[str, Callable[[dict[str, Any]], object]] = {
    "winners": lambda record: record.update(winners=[1 - record["winners"][0]]),
    "totals": lambda record: record.update(totals=[total + 1 for total in record["totals"]]),
    "stacks": lambda record: record["setup"]["stacks"]["ball"].reverse(),
    "hands": lambda record: record["setup"]["hands"][0].pop(),
    "leader": lambda record: record["rounds"][5].update(leader=1 - record["rounds"][5]["leader"]),
    "tile": lambda record: record["rounds"][5].update(tile=record["rounds"][4]["tile"]),
    "toys": lambda record: first_catch(record).update(toys=[], tokens=[]),
    "tokens": lambda record: first_catch(record).update(tokens=[5] * len(first_catch(record)["toys"])),
    "string": lambda record: first_catch(record).update(string=first_catch(record)["string"] + 0.00001),
    "entry": lambda record: first_catch(record).update(entry=None),
}


class TestDisagreement:
    """What one of the two readings refuses, the other refuses as well, by the same rule or a near one."""

    @pytest.mark.parametrize("where", SPOILED)
    def test_both_notice_what_is_wrong(self, where: str) -> None:
        record = simulated(2, 3, "random")
        check(record)
        assert verify(decode(json.dumps(record))).outcome is not None
        spoiled = copy.deepcopy(record)
        SPOILED[where](spoiled)
        assert spoiled != record
        with pytest.raises(RuleBroken):
            check(spoiled)
        with pytest.raises(ValueError, match="RK"):
            verify(decode(json.dumps(spoiled)))
