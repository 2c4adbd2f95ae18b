"""A real Chromium and a real server for the tests of the page."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from get_chromium import find
from playwright.sync_api import Browser, sync_playwright
from server.clients import Server
from visitor import ROOT, Visitor

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each file of tests: while its event loop runs, other tests of the process can start none."""
    if not (ROOT / "src" / "purrlab" / "server" / "static" / "index.html").is_file():
        pytest.skip("the page is not built: make page")
    if not (chromium := find()):
        pytest.skip("there is no Chromium, and none could be fetched")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, each with a browser of their own."""
    with ExitStack() as stack:

        def make(**settings: Any) -> Visitor:
            return stack.enter_context(Visitor(browser, server.url, **settings))

        yield make
