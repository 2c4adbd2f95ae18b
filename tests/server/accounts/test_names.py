"""Names that people may have."""

import pytest

from purrlab.server.accounts.names import checked_name
from purrlab.server.errors import Refused


@pytest.mark.parametrize("name", ["Ann", "Łucja", "Їжак", "猫", "Ann Bo", "🐈", "❤️", "O'Neill; DROP TABLE x"])
def test_names_of_all_kinds_are_fine(name: str) -> None:
    assert checked_name(f" {name} ") == name


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "a\u202eb", "a\u2028b", "\u00a0", "a\x85b", "a\nb", "\ud800", "x" * 25], ids=ascii
)
def test_names_that_nobody_can_read_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert (refused.value.code, refused.value.field) == ("bad-name", "name")


def test_names_that_look_the_same_are_the_same() -> None:
    assert checked_name("e\u0301va  x") == "\u00e9va x"
