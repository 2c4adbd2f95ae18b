"""The client's types are those of the server's structs and of the games' views."""

from pathlib import Path

import pytest
from msgspec import defstruct

from purrlab.games.registry import BUILT_IN, find_game
from purrlab.server import typescript
from purrlab.server.accounts.passwords import MAX_PASSWORD_LENGTH

FOLDER = Path(__file__).parents[2] / "web" / "src"


DRAWINGS = [f"games/{game}/drawings.ts" for game in BUILT_IN]


@pytest.mark.parametrize("name", ["protocol.ts", "views.ts", "art/drawings.ts", "art/colours.css", *DRAWINGS])
def test_the_clients_types_are_not_stale(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == typescript.files()[name], "run: python -m purrlab.server.typescript"


def test_the_command_writes_all_of_them(tmp_path: Path) -> None:
    typescript.main(tmp_path)
    written = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert {str(file.relative_to(tmp_path)): file.read_text("utf-8") for file in written} == typescript.files()


def test_every_message_is_there() -> None:
    text = typescript.protocol_types()
    for name in ("Watch", "Act", "Mute", "TableMessage", "EventMessage", "ErrorMessage", "NewTable", "ScoreSheet"):
        assert f"export interface {name} {{" in text
    assert 'type: "watch"' in text
    assert 'kind: "correspondence"' in text


def test_the_page_learns_limits_and_paths_from_the_server() -> None:
    text = "".join(typescript.protocol_types().split())
    assert '"days":{"lowest":1,"highest":30,"default":3}' in text
    assert '"chat":{"shortest":1,"longest":300}' in text
    assert f'"longest":{MAX_PASSWORD_LENGTH}' in text
    assert '"characters":"a-z0-9_.\\\\-"' in text
    assert 'exportconstSOCKET_PATH="/live"' in text


def test_every_route_says_what_is_sent_and_what_is_answered() -> None:
    text = typescript.protocol_types()
    assert '  "GET /api/tables": { body: null; answer: Array<TableInfo> }\n' in text
    assert '  "PUT /api/me/password": { body: NewPassword; answer: Me }\n' in text
    assert '  "GET /api/tutorials/{name}": { body: null; answer: TutorialGame }\n' in text  # documented alone
    assert "/health" not in text


def test_the_view_of_every_game_is_there() -> None:
    text = typescript.view_types()
    for game in map(find_game, BUILT_IN):
        assert f"export interface {game.view_type.__name__} {{" in text
        assert f'  game: "{game.name}"\n' in text
        assert f'  "{game.name}": {game.view_type.__name__}\n' in text


def test_the_actions_of_every_game_are_there_with_their_words() -> None:
    text = typescript.view_types()
    assert '  | { verb: "play"; value: number; colour: CardColour }\n' in text
    assert '  | { verb: "lay"; tile: Tile }\n' in text
    assert '"play":["value","colour"]' in "".join(text.split())


def test_tuples_words_and_what_may_be_missing() -> None:
    text = typescript.view_types()
    assert "export type CellPlace = [value: number, colour: CardColour]\n" in text
    assert 'export const CARD_COLOURS = ["red", "blue", "yellow", "green"] as const\n' in text
    assert "  notches: [number, number]\n" in text
    assert "  hands?: Array<Array<number>>\n" in text
    assert "  stacks: Record<ToyKind, number>\n" in text
    assert '  layout: "purple" | "white" | Layout\n' in text  # from what the option declares
    assert "unknown" not in text


def test_two_types_of_one_name_are_refused() -> None:
    one, other = (defstruct("Room", [(part, int)]) for part in ("door", "window"))
    with pytest.raises(TypeError, match="the same name"):
        typescript._declarations([one, other], {})
