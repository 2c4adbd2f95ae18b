"""How a game of Rascal Kittens is written down."""

import json
from typing import Any

import pytest
from game_helpers import random_end, random_moments, some_moment
from rascal_kittens.positions import GAME

from purrlab.records import RecordError, decode, encode, record_of, verify
from purrlab.records.rascal_kittens import RascalKittensRecord

sizes = pytest.mark.parametrize("players", [2, 3, 4])


def finished(players: int) -> dict[str, Any]:
    end = random_end(GAME.new(players, "a finished game"), 1)
    data: dict[str, Any] = json.loads(encode(record_of(end, ["x"] * players)))
    return data


class TestShape:
    @sizes
    def test_the_shape_that_tools_rely_on(self, players: int) -> None:
        record = finished(players)
        assert list(record["options"]) == ["rooms", "variant", "start", "string"]
        assert {"stacks", "middle", "hands", "anchors", "draws"} <= set(record["setup"])
        assert len(record["rounds"]) == 12
        for each in record["rounds"]:
            assert list(each) == ["leader", "tile", "runs"]
            assert all(list(run) == ["seat", "entry", "toys", "tokens", "string"] for run in each["runs"])
        assert [len(hand) for hand in record["setup"]["hands"]] == [{2: 7, 3: 5, 4: 4}[players]] * players

    @sizes
    def test_rk6_extra_draws_need_not_be_written(self, players: int) -> None:
        """Whoever writes records by hand may leave them out: the hands show them."""
        record = finished(players) | {"seed": None, "by_lot": []}
        del record["setup"]["draws"]
        end = verify(decode(json.dumps(record)))
        assert end.outcome is not None
        assert list(end.outcome.totals) == record["totals"]

    @sizes
    def test_an_open_record_of_a_running_game_hides_what_a_spectator_may_not_know(self, players: int) -> None:
        state = some_moment(GAME, players, 1, 30)
        record = json.loads(encode(record_of(state, ["x"] * players)))
        assert record["seed"] is record["setup"]["stacks"] is record["setup"]["hands"] is None
        tokens = [value for each in record["rounds"] for run in each["runs"] for value in run["tokens"]]
        assert tokens
        assert set(tokens) <= {None, 0}
        assert record["setup"]["middle"]

    @sizes
    def test_every_moment_can_be_kept_with_its_secrets(self, players: int) -> None:
        kept = 0
        for state, _seat, _action in random_moments(GAME.new(players, "any"), 2):
            record = record_of(state, ["x"] * players, secrets=True)
            assert verify(decode(encode(record))) == state
            record.seed, record.by_lot = None, []
            assert verify(decode(encode(record))).view(0) == state.view(0)
            kept += 1
        assert kept > 40


class TestHowStrict:
    """What others may write in another way, and what they may not."""

    @sizes
    def test_tiles_and_toys_with_their_tokens_in_any_order(self, players: int) -> None:
        record = finished(players)
        for hand in record["setup"]["hands"]:
            hand.reverse()
        runs = [run for each in record["rounds"] for run in each["runs"]]
        assert any(len(run["toys"]) > 1 for run in runs)
        for run in runs:
            run["toys"].reverse()
            run["tokens"].reverse()
        assert verify(decode(json.dumps(record))) == verify(decode(json.dumps(finished(players))))

    def test_rk11_tokens_stay_with_their_toys(self) -> None:
        record = finished(3)
        run = next(run for each in record["rounds"] for run in each["runs"] if len(set(run["tokens"])) > 1)
        run["tokens"].reverse()
        with pytest.raises(RecordError) as wrong:
            verify(decode(json.dumps(record)))
        assert wrong.value.rule == "RK11"

    def test_rk13_a_string_may_be_rounded(self) -> None:
        record = finished(3)
        for each in record["rounds"]:
            for run in each["runs"]:
                run["string"] = round(run["string"], 6)
        assert verify(decode(json.dumps(record))).outcome is not None

    @pytest.mark.parametrize("off", [2e-6, -2e-6, float("nan")])
    def test_rk13_but_not_by_more(self, off: float) -> None:
        record = decode(json.dumps(finished(3)))
        assert isinstance(record, RascalKittensRecord)
        record.rounds[4].runs[1].string += off
        with pytest.raises(RecordError) as wrong:
            verify(record)
        assert (wrong.value.rule, wrong.value.path) == ("RK13", ("rounds", 4, "runs", 1, "string"))


class TestWhereItSaysTheFaultIs:
    @pytest.mark.parametrize(
        ("path", "item", "rule", "number"),
        [
            (("setup", "middle"), "red-bed", "RK6", None),
            (("setup", "stacks", "ball"), [2, 2, 2], "RK5", None),
            (("setup", "hands", 0), [], "RK6", None),
            (("setup", "draws", 0, 0), "pink", "RK6", None),
            (("setup", "anchors", 1), "up", "RK7", None),
            (("rounds", 2, "leader"), 0, "RK9", 3),
            (("rounds", 2, "tile"), "pink-sofa", "RK9", 3),
            (("rounds", 1, "runs", 0, "entry"), "up", "RK10", 2),
            (("rounds", 1, "runs", 0, "entry"), None, "RK10", 2),
            (("rounds", 1, "runs", 0, "seat"), 0, "RK10", 2),
            (("rounds", 1, "runs", 0, "toys"), ["ball"] * 3, "RK11", 2),
            (("rounds", 1, "runs", 0, "tokens"), [4, 4, 4], "RK11", 2),
            (("rounds", 3, "runs", 0, "string"), 1.0, "RK13", 4),
            (("totals", 0), 99, "RK14", None),
            (("winners",), [], "RK14", None),
        ],
    )
    def test_round_and_rule(self, path: tuple[str | int, ...], item: Any, rule: str, number: int | None) -> None:
        record = finished(3)
        inner: Any = record
        for part in path[:-1]:
            inner = inner[part]
        assert inner[path[-1]] != item
        inner[path[-1]] = item
        with pytest.raises(RecordError) as wrong:
            verify(decode(json.dumps(record)))
        assert (wrong.value.rule, wrong.value.round) == (rule, number)

    def test_a_hand_and_its_draws_may_not_be_missing(self) -> None:
        record = finished(3)
        record["setup"]["hands"].pop()
        del record["setup"]["draws"]
        with pytest.raises(RecordError):
            verify(decode(json.dumps(record)))

    def test_a_wrong_legal_set_is_noticed(self) -> None:
        record = finished(4)
        start = record["options"]["start"]
        record["setup"]["legal"] = [[(start + turn) % 4, "anchor", ["left"]] for turn in range(4)]
        with pytest.raises(RecordError) as wrong:
            verify(decode(json.dumps(record)))
        assert wrong.value.rule == "RK7"
