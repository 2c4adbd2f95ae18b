"""What the page has of the server: types, routes, limits and drawings. ``python -m purrlab.server.typescript``."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from operator import itemgetter
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK
from msgspec import UNSET, Meta, inspect

from purrlab.coach import find_coach
from purrlab.drawings import cats, table, tokens
from purrlab.drawings.drawing import PageArt
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.games.game import Game
from purrlab.games.registry import BUILT_IN, find_game
from purrlab.server import protocol
from purrlab.server.accounts.names import MAX_NAME_LENGTH, MIN_NAME_LENGTH
from purrlab.server.accounts.passwords import (
    LOGIN_CHARACTERS,
    MAX_LOGIN_LENGTH,
    MAX_PASSWORD_LENGTH,
    MIN_LOGIN_LENGTH,
    MIN_PASSWORD_LENGTH,
)
from purrlab.server.errors import ErrorCode
from purrlab.server.http.error_responses import Problem
from purrlab.server.http.past_games import shown_view_type
from purrlab.server.http.routes import ROUTES
from purrlab.server.http.static_files import PAGE_PATHS
from purrlab.server.patch import Change
from purrlab.server.socket.endpoint import SOCKET_PATH
from purrlab.server.tables.terms import Speed

API_PATH = "/api/"
UNIONS = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage, "Speed": Speed}
GENERATED_NOTE = "// Made from the {} by `python -m purrlab.server.typescript`; do not edit.\n"
CSS_NOTE = "/* Made from the drawings in Python by `python -m purrlab.server.typescript`; do not edit. */\n"
IMPORT_VIEWS = "import type { GameView, RefusalCause } from './views'\n"
DEFAULT_FOLDER = "web/src"
COMMON_ART = (tokens.PAGE_ART, cats.PAGE_ART, table.PAGE_ART)

Named = inspect.StructType | inspect.TypedDictType | inspect.NamedTupleType  # types that get a name in TypeScript
Words = dict[frozenset[Any], str]  # the names of literal types, by their values

_PLAIN: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "Blob",
    inspect.AnyType: "unknown",
}


def files() -> dict[str, str]:
    """What stands in each generated file, by its name."""
    return {
        "protocol.ts": protocol_types(),
        "views.ts": view_types(),
        "art/drawings.ts": drawing_constants(COMMON_ART),
        "art/colours.css": drawing_colours(),
    } | {f"games/{game}/drawings.ts": drawing_constants([art]) for game, art in _game_art().items()}


def protocol_types() -> str:
    """Interfaces for every struct that goes over the wire, the unions of the messages, and the routes."""
    routes = [_route(handler) for handler in ROUTES if _path(handler).startswith(API_PATH)]
    bodies = [part for route in routes for part in (route.body, route.answer)]
    unions = [f"export type {name} = {_spell(inspect.type_info(union), {})}\n" for name, union in UNIONS.items()]
    advice = [coach.advice for coach in map(find_coach, BUILT_IN) if coach]
    unions.append(f"export type GameAdvice = {' | '.join(each.__name__ for each in advice)}\n")
    declared = _declarations((*UNIONS.values(), *advice, *bodies, Problem), {})
    note = GENERATED_NOTE.format("server's structs and routes")
    parts = (*_constants(), *unions, _changes(), _error_codes(), _declared_routes(routes), *declared)
    return "\n".join([note, IMPORT_VIEWS, *parts])


def _constants() -> Iterator[str]:
    """What the page has to know of the server besides its types."""
    yield _words("PagePath", PAGE_PATHS)
    yield f"export const SOCKET_PATH = {_json(SOCKET_PATH)}\n"
    yield _constant("BOT_SEAT_NAMES", protocol.BOT_SEAT_NAMES)
    yield _constant("CLOCK_LIMITS", _clock_limits())
    yield _constant("TEXT_LIMITS", _text_limits())


def _clock_limits() -> dict[Any, dict[str, dict[str, Any]]]:
    """What can be agreed about time, by the kind of clock."""
    clocks: list[Any] = [inspect.type_info(kind) for kind in get_args(Speed)]
    return {
        clock.tag: {
            field.name: {"lowest": field.type.ge, "highest": field.type.le, "default": field.default}
            for field in clock.fields
        }
        for clock in clocks
    }


def _text_limits() -> dict[str, dict[str, Any]]:
    """How long texts may be; and of which characters, inside of the brackets of a regular expression."""
    chat: Meta = get_args(protocol.ChatText)[1]
    return {
        "name": {"shortest": MIN_NAME_LENGTH, "longest": MAX_NAME_LENGTH},
        "chat": {"shortest": chat.min_length, "longest": chat.max_length},
        "login": {"shortest": MIN_LOGIN_LENGTH, "longest": MAX_LOGIN_LENGTH, "characters": LOGIN_CHARACTERS},
        "password": {"shortest": MIN_PASSWORD_LENGTH, "longest": MAX_PASSWORD_LENGTH},
    }


def _constant(name: str, value: object) -> str:
    return f"export const {name} = {msgspec.json.format(_json(value))} as const\n"


def _changes() -> str:
    kinds = " | ".join(_spell(inspect.type_info(kind), {}) for kind in get_args(Change))
    return f"export type Change = {kinds}\n"


def _error_codes() -> str:
    codes = "".join(f"\n  | {_json(code)}" for code in sorted(ErrorCode))
    return f"export type {ErrorCode.__name__} ={codes}\n"


class _Route(NamedTuple):
    name: str  # its method and its path
    body: Any
    answer: Any


def _route(handler: HTTPRouteHandler) -> _Route:
    hints, (method,) = get_type_hints(handler.fn), handler.http_methods
    return _Route(f"{method} {_path(handler)}", hints.get("data", NoneType), _answer(handler, hints["return"]))


def _path(handler: HTTPRouteHandler) -> str:
    """With the names of what is to be filled in, and without their types."""
    (path,) = handler.paths
    return re.sub(r":\w+}", "}", path)


def _answer(handler: HTTPRouteHandler, returned: Any) -> Any:
    """What a route answers, also where it was encoded before."""
    if documented := (handler.responses or {}).get(HTTP_200_OK):
        return documented.data_container
    return get_args(returned)[0] if get_origin(returned) is Response else returned


def _declared_routes(routes: list[_Route]) -> str:
    """What can be asked of the server: by method and path, what is sent and what is answered."""
    lines = [
        f"  {_json(name)}: {{ body: {_spell(inspect.type_info(body), {})}; "
        f"answer: {_spell(inspect.type_info(answer), {})} }}\n"
        for name, body, answer in routes
    ]
    return f"export interface Routes {{\n{''.join(lines)}}}\n"


def view_types() -> str:
    """The views of the games that the page shows, what they consist of, and the words that they use."""
    games = [find_game(name) for name in BUILT_IN]
    views = {game.name: shown_view_type(game) for game in games}
    literals = {values: name for game in games for name, values in _literals(game)}
    union = " | ".join(view.__name__ for view in views.values())
    by_name = "\n".join(f"  {_json(name)}: {view.__name__}" for name, view in views.items())
    causes = {cause.__name__: cause for game in games for cause in game.cause_types}
    refusals = f"export type RefusalCause = {' | '.join(causes)}\n"
    unions = [f"export type GameView = {union}\n", refusals, f"export interface GameViews {{\n{by_name}\n}}\n"]
    rules = {game.name: {action.verb: action.rule for action in game.actions} for game in games}
    by_cause = {game.name: dict(game.cause_rules) for game in games}
    constants = [_constant("ACTION_RULES", rules), _constant("CAUSE_RULES", by_cause)]
    words = [_words(name, values) for values, name in sorted(literals.items(), key=itemgetter(1))]
    by_values = {frozenset(values): name for values, name in literals.items()}
    actions = [part for game in games for part in _actions(game, by_values)]
    note = GENERATED_NOTE.format("games' views")
    declared = _declarations((*views.values(), *causes.values()), by_values)
    return "\n".join([note, *unions, *constants, *words, *actions, *declared])


def _actions(game: Game, words: Words) -> Iterator[str]:
    """What can be done in a game, taken apart; and which words follow a verb in its notation."""
    name = type(game).__name__
    kinds: dict[Any, None] = dict.fromkeys(map(type, game.actions))  # as they are declared
    parts = {kind: {part.name: get_type_hints(kind)[part.name] for part in fields(kind) if part.init} for kind in kinds}
    yield _constant(f"{_upper(name)}_NOTATION", {kind.verb: list(parts[kind]) for kind in kinds})
    yield f"export type {name}Action =\n" + "".join(
        f"  | {{ verb: {_json(kind.verb)}"
        + "".join(f"; {part}: {_spell(inspect.type_info(hint), words)}" for part, hint in parts[kind].items())
        + " }\n"
        for kind in kinds
    )


def _game_art() -> dict[str, PageArt]:
    """Each in a file of its own, so that a table loads nothing of other games."""
    return {game: BOARD_DRAWINGS[game].page_art for game in BUILT_IN if game in BOARD_DRAWINGS}


def drawing_constants(arts: Iterable[PageArt]) -> str:
    """The shapes and sizes that pictures and the page share."""
    constants = [_constant(name, value) for art in arts for name, value in art.constants.items()]
    return "\n".join([GENERATED_NOTE.format("drawings in Python"), *constants])


def drawing_colours() -> str:
    """The colours that pictures and the page share; the page may have others in the dark."""
    arts = (*COMMON_ART, *_game_art().values())
    lines = [f"  --art-{name}: {colour};\n" for art in arts for name, colour in art.colours.items()]
    return f"{CSS_NOTE}\n:root {{\n{''.join(lines)}}}\n"


def _literals(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The literal types that the modules of a game name, and its verbs."""
    yield f"{type(game).__name__}Verb", game.verbs
    package = type(game).__module__
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]:
        for name, value in vars(module).items():
            if get_origin(value) is Literal:
                yield name, get_args(value)


def _words(name: str, values: tuple[str, ...]) -> str:
    """A literal type, also as a list in its own order."""
    constant = f"{_upper(name)}S"
    listed = ", ".join(map(_json, values))
    return f"export const {constant} = [{listed}] as const\nexport type {name} = (typeof {constant})[number]\n"


def _upper(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


def _declarations(roots: Any, words: Words) -> list[str]:
    found: dict[str, Named] = {}
    for root in roots:
        _collect(inspect.type_info(root), found)
    return [_declaration(found[name], words) for name in sorted(found)]


def _collect(kind: inspect.Type, found: dict[str, Named]) -> None:
    """All types in a type that get a name."""
    if isinstance(kind, Named):
        name = kind.cls.__name__
        if name in found:
            if found[name].cls is not kind.cls:
                raise TypeError(f"{kind.cls} and {found[name].cls} would have the same name in TypeScript")
            return
        found[name] = kind
    for part in _parts(kind):
        _collect(part, found)


def _parts(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(kind, Named):
        return tuple(field.type for field in kind.fields)
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.ListType):
        return (kind.item_type,)
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    if isinstance(kind, inspect.DictType):
        return kind.key_type, kind.value_type
    return ()


def _declaration(kind: Named, words: Words) -> str:
    name = kind.cls.__name__
    if isinstance(kind, inspect.NamedTupleType):
        items = ", ".join(f"{field.name}: {_spell(field.type, words)}" for field in kind.fields)
        return f"export type {name} = [{items}]\n"
    lines = [f"export interface {name} {{"]
    if isinstance(kind, inspect.StructType) and kind.tag is not None:
        lines.append(f"  {kind.tag_field}: {_json(kind.tag)}")
    for field in _in_order(kind):
        optional = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{optional}: {_spell(field.type, words)}")
    return "\n".join([*lines, "}", ""])


def _in_order(kind: inspect.StructType | inspect.TypedDictType) -> list[inspect.Field]:
    """The fields as they were declared; those of a TypedDict are inspected in the order of the alphabet."""
    if isinstance(kind, inspect.StructType):
        return list(kind.fields)
    declared = list(kind.cls.__annotations__)
    return sorted(kind.fields, key=lambda field: declared.index(field.name))


def _spell(kind: Any, words: Words) -> str:
    if isinstance(kind, inspect.Metadata):
        title = (kind.extra_json_schema or {}).get("title")
        return str(title) if title else _spell(kind.type, words)
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)]
    if isinstance(kind, Named):
        return kind.cls.__name__
    if isinstance(kind, inspect.UnionType):
        return " | ".join(dict.fromkeys(_spell(each, words) for each in kind.types if not _is_unset(each)))
    if isinstance(kind, inspect.EnumType):
        return kind.cls.__name__
    if isinstance(kind, inspect.LiteralType):
        return words.get(frozenset(kind.values)) or " | ".join(map(_json, kind.values))
    if isinstance(kind, inspect.ListType):
        return f"Array<{_spell(kind.item_type, words)}>"
    if isinstance(kind, inspect.TupleType):
        return f"[{', '.join(_spell(each, words) for each in kind.item_types)}]"
    if isinstance(kind, inspect.DictType):
        return f"Record<{_spell(kind.key_type, words)}, {_spell(kind.value_type, words)}>"
    raise TypeError(f"no TypeScript is known for {kind}")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _is_unset(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.CustomType) and kind.cls is type(UNSET)


def main(folder: Path) -> None:
    for name, text in files().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or [DEFAULT_FOLDER]))
