"""Records: what is wrong with one is said with its place and its rule."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from game_helpers import GOLDEN, TABLE_IDS, TABLES, random_end, random_moments, some_moment
from hypothesis import given
from hypothesis import strategies as st

from purrlab import Game, find_game
from purrlab.records import RecordError, decode, encode, read_records, record_of, replay, verify
from purrlab.records.replay import FORMATS

CHECKED_KEYS = {"rounds", "setup", "totals", "winners", "options"}
# Another one may be legal as well.
CHOICE_KEYS = {"discards", "bids", "plays", "draws", "anchors", "tile", "entry", "guesses"}

tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=TABLE_IDS)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@cache
def finished(game: Game, players: int) -> bytes:
    end = random_end(game.new(players, "a finished game"), 1)
    return encode(record_of(end, [f"player {seat}" for seat in range(players)]))


def data_of(game: Game, players: int) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(finished(game, players))
    return data


def golden() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((GOLDEN / "cat-in-the-box-4.jsonl").read_text("utf-8").splitlines()[0])
    return data


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path


def changed(data: dict[str, Any], path: tuple[str | int, ...], item: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    inner: Any = data
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = item
    return data


def check(data: object) -> None:
    verify(decode(json.dumps(data)))


class TestOrder:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_cb6_the_cards_of_a_hand_may_stand_in_any_order(self, players: int) -> None:
        game = find_game("cat-in-the-box")
        data = data_of(game, players)
        for each in data["rounds"]:
            for hand in each["hands"]:
                hand.reverse()
        assert verify(decode(json.dumps(data))) == verify(decode(finished(game, players)))

    @tables
    def test_the_record_that_is_checked_stays_as_it_is(self, game: Game, players: int) -> None:
        record, again = decode(finished(game, players)), decode(finished(game, players))
        verify(record)
        assert record == again


class TestTampering:
    @tables
    @given(data=st.data())
    def test_anything_changed_that_is_not_a_players_own_choice_is_noticed(
        self, game: Game, players: int, data: st.DataObject
    ) -> None:
        record = data_of(game, players)
        checked = [path for path in leaves(record) if path[0] in CHECKED_KEYS and not CHOICE_KEYS.intersection(path)]
        path = data.draw(st.sampled_from(checked))
        old: Any = record
        for part in path:
            old = old[part]
        new = old + 1 if isinstance(old, int | float) else 0 if old is None else f"{old}x"
        with pytest.raises(RecordError):
            check(changed(record, path, new))

    @tables
    @given(data=st.data(), item=json_values)
    def test_whatever_stands_anywhere_the_answer_is_a_record_error_or_none(
        self, game: Game, players: int, data: st.DataObject, item: Any
    ) -> None:
        record = data_of(game, players)
        path = data.draw(st.sampled_from(list(leaves(record))))
        cut = data.draw(st.integers(1, len(path)))
        try:
            check(changed(record, path[:cut], item))
        except RecordError as error:
            assert str(error)  # noqa: PT017  # any other exception fails the test

    @tables
    @given(data=st.data())
    def test_a_truncated_line_is_noticed(self, game: Game, players: int, data: st.DataObject) -> None:
        line = finished(game, players)
        with pytest.raises(RecordError, match="not a record"):
            decode(line[: data.draw(st.integers(0, len(line) - 1))])

    @given(line=st.binary(max_size=200))
    def test_no_line_breaks_the_reader(self, line: bytes) -> None:
        with pytest.raises(RecordError):
            decode(line)

    @tables
    def test_another_seed_is_noticed(self, game: Game, players: int) -> None:
        with pytest.raises(RecordError):
            check(data_of(game, players) | {"seed": "another seed"})

    @given(data=st.data(), item=json_values)
    def test_the_same_for_records_with_legal_sets(self, data: st.DataObject, item: Any) -> None:
        record = golden()
        path = data.draw(st.sampled_from([path for path in leaves(record) if "legal" in path]))
        with pytest.raises(RecordError):
            check(changed(record, path[: data.draw(st.integers(3, len(path)))], [item, item]))

    @pytest.mark.parametrize(
        ("key", "spoil"),
        [
            ("discards", lambda made: made.append(1)),
            ("discards", lambda made: made.append(None)),
            ("bids", lambda made: made.append(1)),
            ("legal", lambda made: made.clear()),
            ("legal", lambda made: made.pop()),
            ("legal", lambda made: made.append(made[0])),
            ("legal", lambda made: made.__setitem__(0, None)),
            ("legal", lambda made: made.__setitem__(0, 5)),
            ("legal", lambda made: made.__setitem__(0, [0, "discard", 5])),
            ("legal", lambda made: made[0].__setitem__(0, 3)),
        ],
    )
    def test_lists_that_are_too_long_too_short_or_no_lists(self, key: str, spoil: Any) -> None:
        record = golden()
        spoil(record["rounds"][0][key])
        with pytest.raises(RecordError) as wrong:
            check(record)
        assert key in str(wrong.value)

    @pytest.mark.parametrize("bids", [[], [None, None], [1, 1]])
    def test_two_players_have_no_bids_at_all(self, bids: list[Any]) -> None:
        with pytest.raises(RecordError, match=r"CB8|CB9"):
            check(changed(data_of(find_game("cat-in-the-box"), 2), ("rounds", 0, "bids"), bids))

    @pytest.mark.parametrize("nonsense", [None, 5, [], {}], ids=repr)
    def test_what_is_no_line(self, nonsense: Any) -> None:
        with pytest.raises(RecordError):
            decode(nonsense)

    @tables
    def test_a_missing_key_is_named(self, game: Game, players: int) -> None:
        for key in ("game", "players", "options", "rounds", "totals", "winners"):
            record = data_of(game, players)
            del record[key]
            with pytest.raises(RecordError, match=key):
                check(record)


class TestWhereItSaysTheFaultIs:
    """Cat in the Box, four players: record, round and rule."""

    def record(self) -> dict[str, Any]:
        return data_of(find_game("cat-in-the-box"), 4)

    @pytest.mark.parametrize(
        ("path", "item", "rule", "number"),
        [
            (("rounds", 1, "start"), 3, "CB4", 2),
            (("rounds", 1, "hands", 0, 0), 8, "CB6", 2),
            (("rounds", 2, "paradox"), None, "CB15", 3),
            (("rounds", 0, "tricks", 0), 7, "CB13", 1),
            (("rounds", 0, "bonus", 0), 7, "CB17", 1),
            (("rounds", 3, "scores", 0), 77, "CB16", 4),
            (("totals", 0), 77, "CB19", None),
            (("winners",), [0, 1, 2, 3], "CB19", None),
            (("rounds", 0, "bids", 1), 4, "CB8", 1),
            (("rounds", 0, "bids", 1), 9, "CB8", 1),
            (("rounds", 0, "discards", 1), 9, "CB7", 1),
            (("rounds", 0, "plays", 0, 2), "pink", "CB9", 1),
            (("rounds", 0, "plays", 1, 0), 3, "CB9", 1),
        ],
    )
    def test_round_and_rule(self, path: tuple[str | int, ...], item: Any, rule: str, number: int | None) -> None:
        with pytest.raises(RecordError) as wrong:
            check(changed(self.record(), path, item))
        assert (wrong.value.rule, wrong.value.round) == (rule, number)
        assert rule in str(wrong.value)

    def test_a_play_too_many_and_a_round_too_few(self) -> None:
        record = self.record()
        record["rounds"][0]["plays"].append(record["rounds"][0]["plays"][0])
        with pytest.raises(RecordError, match="round 1") as wrong:
            check(record)
        assert wrong.value.path[:3] == ("rounds", 0, "plays")
        record = self.record()
        del record["rounds"][3]
        with pytest.raises(RecordError, match="the record ends, but the game waits for seat"):
            check(record)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"format": "purrlab/2"}, "format: expected 'purrlab/1', not 'purrlab/2'"),
            ({"game": "chess"}, "game: there is no game 'chess'"),
            ({"options": {"layout": "pink", "start": 0}}, "options.layout"),
            ({"options": {"layout": "purple", "start": 0, "speed": 9}}, "options.speed"),
            ({"players": ["ann"]}, "players: Cat in the Box is for 2 to 5 players"),
            ({"players": "ann"}, r"\$.players"),
            ({"rounds": {}}, r"\$.rounds"),
        ],
    )
    def test_the_field_is_named(self, change: dict[str, Any], message: str) -> None:
        with pytest.raises(RecordError, match=message):
            check(self.record() | change)

    @tables
    def test_options_left_out_hold_by_their_defaults_but_what_was_drawn_is_named(
        self, game: Game, players: int
    ) -> None:
        """So records stay good when a game gets an option more."""
        data = data_of(game, players)
        by_default = [option.name for option in game.options if option.default is not None]
        drawn = {name: value for name, value in data["options"].items() if name not in by_default}
        check(data | {"options": drawn})
        for name in drawn:
            with pytest.raises(RecordError, match=f"options.{name}: the record says None"):
                check(data | {"options": {other: value for other, value in drawn.items() if other != name}})

    def test_a_wrong_legal_set_is_noticed(self) -> None:
        record = golden()
        record["rounds"][1]["legal"][9][2].pop()
        with pytest.raises(RecordError, match="round 2") as wrong:
            check(record)
        assert wrong.value.rule == "CB9"


class TestRunningGames:
    @tables
    def test_what_is_hidden_is_left_out(self, game: Game, players: int) -> None:
        for state, _seat, _action in random_moments(game.new(players, "any"), 1):
            record = record_of(state, ["x"] * players)
            with pytest.raises(RecordError, match="hidden"):
                verify(decode(encode(record)))

    def test_no_hand_no_discard_no_seed(self) -> None:
        game = find_game("cat-in-the-box")
        for players in game.seats:
            record = json.loads(encode(record_of(some_moment(game, players, 1, 30), ["x"] * players)))
            assert record["seed"] is record["winners"] is record["totals"] is None
            for each in record["rounds"]:
                assert each["hands"] is each["table"] is each["discards"] is None

    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 150))
    def test_a_scripted_game_can_be_kept_and_continued(self, game: Game, players: int, seed: int, moves: int) -> None:
        deals = FORMATS[game.name].deals(decode(finished(game, players)))
        state = game.new(players, deals=deals, options=data_of(game, players)["options"])
        for before, seat, action in islice(random_moments(state, seed), moves):
            state = before.apply(seat, action)
        assert verify(decode(encode(record_of(state, ["x"] * players, secrets=True)))) == state

    @tables
    def test_as_many_names_as_seats(self, game: Game, players: int) -> None:
        for names in (["only one"], [1] * players):
            with pytest.raises(RecordError, match=f"players: expected {players} names"):
                record_of(game.new(players, "any"), names)  # type: ignore[arg-type]


class TestFiles:
    def test_lines_are_read_one_by_one_and_empty_ones_passed_over(self, tmp_path: Path) -> None:
        game = find_game("cat-in-the-box")
        file = tmp_path / "games.jsonl"
        file.write_bytes(finished(game, 2) + b"\n\n" + finished(game, 5) + b"\n")
        assert [(line, len(record.players)) for line, record in read_records(file)] == [(1, 2), (3, 5)]

    def test_keys_that_nobody_knows_do_no_harm(self) -> None:
        record = data_of(find_game("cat-in-the-box"), 3) | {"place": "the sofa"}
        assert verify(decode(json.dumps(record))).outcome is not None

    def test_an_own_layout_travels_with_the_record(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.toml"
        rows = ["Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9", *(" ".join(f"{c}{v}" for v in range(1, 10)) for c in "RGB")]
        file.write_text(f'name = "mine"\ngrid = {json.dumps(rows)}', "utf-8")
        game = find_game("cat-in-the-box")
        line = encode(record_of(random_end(game.new(4, "s", {"layout": file}), 1), list("abcd")))
        file.unlink()
        assert [moment.state for moment in replay(decode(line))][-1].outcome is not None
