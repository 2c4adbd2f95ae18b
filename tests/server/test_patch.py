"""Patches lead from one view to the next."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from purrlab.server.patch import patch_between, patched

json_values = st.recursive(
    st.none() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=12,
)


views = st.fixed_dictionaries({"a": json_values, "b": json_values, "c": json_values})


@given(views, views)
def test_they_lead_from_one_view_to_the_next(before: dict[str, Any], after: dict[str, Any]) -> None:
    changes = msgspec.json.decode(msgspec.json.encode(patch_between(before, after)))
    copy = msgspec.json.decode(msgspec.json.encode(before))
    assert patched(copy, changes) == after


@given(views)
def test_nothing_changes_when_nothing_changes(view: dict[str, Any]) -> None:
    assert patch_between(view, view) == []


def test_a_list_that_grows_tells_only_what_is_new() -> None:
    assert patch_between({"plays": [1, 2]}, {"plays": [1, 2, 3]}) == [(["plays"], 2, [3])]


def test_deep_changes_are_told_by_their_path() -> None:
    before = {"boards": [{"cards": 9, "bid": None}, {"cards": 9, "bid": None}]}
    after = {"boards": [{"cards": 9, "bid": None}, {"cards": 8, "bid": None}]}
    assert patch_between(before, after) == [(["boards", 1, "cards"], 8)]
