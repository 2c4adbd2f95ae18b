"""Files that are made from others are up to date. If not: ``python tools/generate_core_files.py``."""

import generate_core_files


def test_the_constants_of_an_observation() -> None:
    assert generate_core_files.HEADER.read_text("utf-8") == generate_core_files.header()


def test_the_documented_table_of_an_observation() -> None:
    assert generate_core_files.PAGE.read_text("utf-8") == generate_core_files.page()
