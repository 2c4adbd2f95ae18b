"""The names that tools outside the project use."""

import subprocess
import sys

import purrlab
from purrlab import records


def test_the_contract_is_exported() -> None:
    assert set(purrlab.__all__) == {
        "GAMES",
        "Action",
        "Game",
        "GameError",
        "IllegalAction",
        "InvalidSetup",
        "NotationError",
        "Option",
        "Outcome",
        "State",
        "UnknownGame",
        "View",
        "find_game",
    }
    assert all(hasattr(purrlab, name) for name in purrlab.__all__)


def test_records_are_exported() -> None:
    assert set(records.__all__) == {
        "Moment",
        "Record",
        "RecordError",
        "Step",
        "decode",
        "encode",
        "read_records",
        "record_of",
        "replay",
        "verify",
    }


def test_the_contract_as_the_documentation_shows_it() -> None:
    game = purrlab.find_game("cat-in-the-box")
    state = game.new(players=4, seed="any text", options={"layout": "white", "start": 0})
    assert state.to_act == frozenset({0, 1, 2, 3})
    action = state.legal(0)[0]
    assert state.verify(0, action) is None  # type: ignore[func-returns-value]
    assert state.apply(0, action).to_act == frozenset({1, 2, 3})
    assert game.parse(str(action)) == action
    assert state.outcome is None
    assert state.view(None).seat is None
    refused = purrlab.IllegalAction(rule="CB11", message="no")
    assert (refused.rule, refused.message, str(refused)) == ("CB11", "no", "CB11: no")


def test_the_rules_load_nothing_but_the_standard_library() -> None:
    code = "import sys, purrlab; print([name for name in ('msgspec', 'click', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_the_same_game_in_another_process_with_another_hash_seed() -> None:
    """Neither the order of sets nor the hashes of texts may decide anything."""
    code = (
        "from purrlab import find_game\n"
        "from purrlab.records import encode, record_of\n"
        "for name, players in (('cat-in-the-box', 4), ('cat-in-the-box', 2), ('rascal-kittens', 3)):\n"
        "    state = find_game(name).new(players, 'everywhere the same')\n"
        "    while state.to_act:\n"
        "        seat = max(state.to_act)\n"
        "        legal = state.legal(seat)\n"
        "        state = state.apply(seat, legal[len(legal) // 2])\n"
        "    print(encode(record_of(state, list('abcd')[:players])).decode())\n"
    )
    outputs = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b'"winners"') == 3
