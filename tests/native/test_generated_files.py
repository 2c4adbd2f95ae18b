"""Files that are made from others are up to date. If not: ``python tools/generate_core_files.py``."""

import generate_core_files
import generate_rascal_kittens_files
import pytest

from purrlab.native import cat_in_the_box, rascal_kittens


def test_the_constants_of_an_observation() -> None:
    assert generate_core_files.HEADER.read_text("utf-8") == generate_core_files.header()


def test_the_constants_of_the_limits() -> None:
    assert generate_core_files.LIMITS_HEADER.read_text("utf-8") == generate_core_files.limits_header()


def test_the_weights_of_the_heuristic() -> None:
    assert generate_core_files.WEIGHTS_HEADER.read_text("utf-8") == generate_core_files.weights_header()


def test_the_numbers_of_the_game() -> None:
    assert generate_core_files.NUMBERS_HEADER.read_text("utf-8") == generate_core_files.numbers_header()


def test_the_documented_table_of_an_observation() -> None:
    assert generate_core_files.PAGE.read_text("utf-8") == generate_core_files.page()


@pytest.mark.skipif(not cat_in_the_box.COMPILED, reason="only the compiled core has a stub")
def test_the_stub_of_the_compiled_core() -> None:
    assert generate_core_files.STUB.read_text("utf-8") == generate_core_files.stub()


def test_the_headers_of_rascal_kittens() -> None:
    made = generate_rascal_kittens_files
    assert made.NUMBERS_HEADER.read_text("utf-8") == made.numbers_header()
    assert made.WEIGHTS_HEADER.read_text("utf-8") == made.weights_header()
    assert made.OBSERVATION_HEADER.read_text("utf-8") == made.observation_header()


@pytest.mark.skipif(not rascal_kittens.COMPILED, reason="only the compiled core has a stub")
def test_the_stub_of_the_compiled_core_of_rascal_kittens() -> None:
    made = generate_rascal_kittens_files
    assert made.STUB.read_text("utf-8") == made.stub()
