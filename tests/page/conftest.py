"""A real Chromium and a real server for the tests of the page."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from get_chromium import find
from playwright.sync_api import Browser, sync_playwright
from server.clients import Server

from page.chromium import CHROMIUM_FLAGS
from page.visitor import ROOT, Visitor


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed after the tests of the page: while its event loop runs, others in the same process can start none."""
    if not (ROOT / "src" / "purrlab" / "server" / "static" / "index.html").is_file():
        pytest.skip("the page is not built: make page")
    if not (chromium := find()):
        pytest.skip("there is no Chromium, and none could be fetched")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


VISITORS = pytest.StashKey[list[Visitor]]()


@pytest.fixture
def visit(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, each with a browser of their own."""
    visitors = request.node.stash[VISITORS] = []
    with ExitStack() as stack:

        def make(**settings: Any) -> Visitor:
            visitor = stack.enter_context(Visitor(browser, server.url, **settings))
            visitors.append(visitor)
            return visitor

        yield make


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells what its visitors see."""
    report = yield
    if report.when == "call" and report.failed:
        visitors: list[Visitor] = item.stash.get(VISITORS, [])
        for number, visitor in enumerate(visitors, 1):
            report.sections.append((f"visitor {number}", visitor.describe()))
    return report
