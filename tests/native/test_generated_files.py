"""Files that are made from others are up to date. If not: ``python tools/generate_core_files.py``."""

from collections.abc import Callable
from pathlib import Path

import generate_core_files
import generate_rascal_kittens_files
import pytest

from purrlab.native import cat_in_the_box, rascal_kittens

FILES = generate_core_files.FILES | generate_rascal_kittens_files.FILES


@pytest.mark.parametrize(("path", "made"), FILES.items(), ids=[f"{path.parent.name}/{path.name}" for path in FILES])
def test_a_file_is_as_it_is_made(path: Path, made: Callable[[], str]) -> None:
    assert path.read_text("utf-8") == made()


@pytest.mark.skipif(not cat_in_the_box.COMPILED, reason="only the compiled core has a stub")
def test_the_stub_of_the_compiled_core() -> None:
    assert generate_core_files.STUB.read_text("utf-8") == generate_core_files.stub()


@pytest.mark.skipif(not rascal_kittens.COMPILED, reason="only the compiled core has a stub")
def test_the_stub_of_the_compiled_core_of_rascal_kittens() -> None:
    made = generate_rascal_kittens_files
    assert made.STUB.read_text("utf-8") == made.stub()
