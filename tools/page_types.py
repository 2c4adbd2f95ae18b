"""Writes the client's types, web/src/lib/protocol.ts, from the messages of the server."""

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from purrlab.server import afterwards, making, protocol, routes

TARGET = Path(__file__).parents[1] / "web" / "src" / "lib" / "protocol.ts"
TITLE = "// Made by tools/page_types.py from the messages of the server: change them there, not here.\n"
ROOTS: dict[str, Any] = {
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
    "GameInfo": routes.GameInfo,
    "Me": routes.Me,
    "OwnTable": routes.OwnTable,
    "NewTable": making.NewTable,
    "ScoreSheet": afterwards.ScoreSheet,
    "Replay": afterwards.Replay,
}
PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


class Page:
    """The types found so far, by name."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def text(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.Metadata(type=inner):
                return self.text(inner)
            case inspect.StructType():
                return self._struct(kind)
            case inspect.UnionType(types=types):
                return " | ".join(dict.fromkeys(map(self.text, types)))
            case inspect.LiteralType(values=values):
                return " | ".join(f"'{value}'" for value in values)
            case inspect.ListType(item_type=item):
                each = self.text(item)
                return f"({each})[]" if "|" in each else f"{each}[]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.text(value)}>"
            case _:
                return PLAIN[type(kind)]

    def _struct(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        if name not in self.written:
            self.written[name] = ""
            lines = [f"  {kind.tag_field}: '{kind.tag}';"] if kind.tag_field else []
            lines += [f"  {field.encode_name}{_mark(kind, field)}: {self.text(field.type)};" for field in kind.fields]
            self.written[name] = f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
        return name


def _mark(kind: inspect.StructType, field: inspect.Field) -> str:
    """What a client may leave out, and what the server does leave out."""
    asked = kind.cls.__module__ == making.__name__ or issubclass(kind.cls, protocol.Ask)
    return "?" if not field.required and (asked or field.default is msgspec.NODEFAULT) else ""


def types() -> str:
    page = Page()
    unions: list[str] = []
    for name, root in ROOTS.items():
        text = page.text(inspect.type_info(root))
        if text != name:
            unions.append(f"export type {name} =\n  | " + text.replace(" | ", "\n  | ") + ";\n")
    return "\n".join([TITLE, *page.written.values(), *unions])


def main() -> None:
    TARGET.write_text(types(), "utf-8")
    sys.stdout.write(f"{TARGET.name} is written\n")


if __name__ == "__main__":
    main()
