"""What a declared type looks like to the compiled core, which compares values and writes them as JSON: nested tuples.

("plain",)                  a number, a text, true, false or None
("notation",)               an action, written as its notation
("numbers",)                a set of numbers, written as a sorted list
("optional", shape)         None, or a value of this shape
("parts", (part, …))        an object; a part is its name, its index or attribute, what converts it, its shape
("items", shape, grows)     a list of any length; where it grows, changes tell only what is new
("places", (shape, …))      a list of so many items
("bits", (text, …))         a set written as a number: its bits, as what each is in JSON
("any",)                    whatever it is, Python looks
"""

import json
from typing import Any, get_args, get_origin

from purrlab.games.encoding import (
    EncodedAs,
    Part,
    has_parts,
    is_always_plain,
    mark_of,
    optional_of,
    parts_of,
    plain,
    unmarked,
)

Shape = tuple[Any, ...]
ANY: Shape = ("any",)


def shape_of_fields(kind: Any, names: tuple[str, ...]) -> Shape:
    """Of a tuple of some fields of a named tuple."""
    fields = [part._replace(getter=f"{{}}[{names.index(part.name)}]") for part in parts_of(kind) if part.name in names]
    return ("parts", tuple(map(_part, fields)))


def shape_of(kind: Any) -> Shape:
    if mark_of(kind, EncodedAs):
        return ANY  # inside of another type nothing converts it
    kind = unmarked(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if is_always_plain(kind):
        return ("plain",)
    if optional := optional_of(kind):
        return ("optional", shape_of(optional))
    if origin is frozenset and arguments == (int,):
        return ("numbers",)
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return ("items", shape_of(arguments[0]), _tells_growth(unmarked(arguments[0])))
    if origin is tuple:
        return ("places", tuple(map(shape_of, arguments)))
    if origin is None and hasattr(kind, "as_plain"):
        return ("notation",)
    if has_parts(kind):
        return ("parts", tuple(map(_part, parts_of(kind))))
    return ANY


def _part(part: Part) -> tuple[str, int | str, Any, Shape]:
    where = part.getter.removeprefix("{}")
    getter = int(where.strip("[]")) if where.startswith("[") else where.removeprefix(".")
    encoding = part.encoding
    if encoding and encoding.bits:
        texts = (json.dumps(plain(each), separators=(",", ":")) for each in encoding.bits)
        return part.name, getter, None, ("bits", tuple(texts))
    return part.name, getter, encoding and encoding.convert, shape_of(encoding.kind if encoding else part.kind)


def _tells_growth(item: Any) -> bool:
    """Whether items are compared by what is declared: they have parts, or none at all."""
    return bool(has_parts(item) or is_always_plain(item) or get_origin(item) is tuple or hasattr(item, "as_plain"))
