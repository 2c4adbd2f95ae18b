"""The client's types, made from the structs: ``python -m purrlab.server.typescript > web/src/protocol.ts``."""

import sys
from typing import Any

import msgspec
from msgspec import UNSET, inspect

from purrlab.server import protocol
from purrlab.server.errors import ErrorCode
from purrlab.server.http.error_responses import Problem
from purrlab.server.http.routes.accounts import Credentials, Me, NewName, OwnTable, Visitor
from purrlab.server.http.routes.games import GameInfo
from purrlab.server.http.routes.server import Reach
from purrlab.server.live.table_factory import NewTable
from purrlab.server.tables.history import Replay, ScoreSheet
from purrlab.server.tables.terms import Speed

REST = (Reach, GameInfo, Me, Visitor, NewName, Credentials, NewTable, OwnTable, Problem, ScoreSheet, Replay)
UNIONS = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage, "Speed": Speed}
HEAD = "// Made from the server's structs by `python -m purrlab.server.typescript`; do not edit.\n"

_PLAIN: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """Interfaces for every struct that goes over the wire, and the unions of the messages."""
    found: dict[str, inspect.StructType] = {}
    for root in (*UNIONS.values(), *REST):
        _collect(inspect.type_info(root), found)
    interfaces = [_interface(found[name]) for name in sorted(found)]
    unions = [f"export type {name} = {_spell(inspect.type_info(union))}\n" for name, union in UNIONS.items()]
    return "\n".join([HEAD, *unions, _error_codes(), *interfaces])


def _error_codes() -> str:
    codes = "".join(f"\n  | {msgspec.json.encode(code).decode()}" for code in sorted(ErrorCode))
    return f"export type {ErrorCode.__name__} ={codes}\n"


def _collect(kind: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    """All structs in a type."""
    if isinstance(kind, inspect.StructType) and kind.cls.__name__ not in found:
        found[kind.cls.__name__] = kind
        for field in kind.fields:
            _collect(field.type, found)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            _collect(each, found)
    elif isinstance(kind, inspect.ListType):
        _collect(kind.item_type, found)


def _interface(struct: inspect.StructType) -> str:
    lines = [f"export interface {struct.cls.__name__} {{"]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {msgspec.json.encode(struct.tag).decode()}")
    for field in struct.fields:
        optional = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{optional}: {_spell(field.type)}")
    return "\n".join([*lines, "}", ""])


def _spell(kind: Any) -> str:
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)]
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, inspect.UnionType):
        return " | ".join(dict.fromkeys(_spell(each) for each in kind.types if not _is_unset(each)))
    if isinstance(kind, inspect.EnumType):
        return kind.cls.__name__
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
    if isinstance(kind, inspect.ListType):
        return f"Array<{_spell(kind.item_type)}>"
    if isinstance(kind, inspect.DictType):
        return f"Record<{_spell(kind.key_type)}, {_spell(kind.value_type)}>"
    raise TypeError(f"no TypeScript is known for {kind}")


def _is_unset(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.CustomType) and kind.cls is type(UNSET)


if __name__ == "__main__":
    sys.stdout.write(typescript())
