"""The client's types are those of the server's structs."""

from pathlib import Path

from purrlab.server.typescript import typescript

FILE = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


def test_the_clients_types_are_not_stale() -> None:
    assert FILE.read_text("utf-8") == typescript(), "run: python -m purrlab.server.typescript > web/src/protocol.ts"


def test_every_message_is_there() -> None:
    text = typescript()
    for name in ("Watch", "Act", "Mute", "TableMessage", "EventMessage", "ErrorMessage", "NewTable", "ScoreSheet"):
        assert f"export interface {name} {{" in text
    assert 'type: "watch"' in text
    assert 'kind: "correspondence"' in text
