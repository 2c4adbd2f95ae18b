"""Somebody in front of the page, in a real browser: what they see, and what they do."""

import os
import random
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    ViewportSize,
    WebSocket,
    expect,
)

from page.table_play import Guest, Moment, at_once

ROOT = Path(__file__).parents[2]
SCREENSHOTS = Path(__file__).parent / "shots"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 320, "height": 640}
TIMEOUT_MS = 40_000  # for what is to come, on a machine that has other things to do
LANGUAGES = ("en", "pl", "uk", "cs")
GAME_TIMEOUT_SECONDS = 240  # seconds for a whole game, on a machine that has other things to do
MOVE_SELECTORS = [  # what can be clicked in turn, the first that there is
    ".bids button",
    "button.lit",
    ".act button",  # put the chosen card away
    ".lay button",
    ".sides button",
    ".tiles.stock button",
    ".tiles button.can",
    ".hand button.active",
    ".trick.held",  # a finished trick that stays until it is seen
]
FIRST_WITH_COUNT = """selectors => {
  for (const selector of selectors) {
    const count = document.querySelectorAll(selector).length;
    if (count) return [selector, count];
  }
  return null;
}"""

# No route of Playwright's, since with one the browser would load everything again at every visit.
BOTS_PLAY_AT_ONCE = """
  const ask = window.fetch;
  window.fetch = (path, request) => {
    if (path !== '/api/tables' || request?.method !== 'POST') return ask(path, request);
    return ask(path, { ...request, body: JSON.stringify({ ...JSON.parse(request.body), pace: 0 }) });
  };
"""
NO_COACH = "localStorage.getItem('purrlab.coach') ?? localStorage.setItem('purrlab.coach', 'no')"

expect.set_options(timeout=TIMEOUT_MS)


class Visitor:
    """A browser of one's own. Bots at tables made here take no time to think, and no coach is wanted, unless told."""

    def __init__(
        self, browser: Browser, url: str, *, coach: bool = False, patient: bool = False, **settings: Any
    ) -> None:
        wanted = {"viewport": LAPTOP, "locale": "en", "reduced_motion": "reduce"} | settings
        self.context: BrowserContext = browser.new_context(**wanted)
        self.context.set_default_timeout(TIMEOUT_MS)
        self.page: Page = self.context.new_page()
        if not patient:
            self.page.add_init_script(BOTS_PLAY_AT_ONCE)
        if not coach:
            self.page.add_init_script(NO_COACH)
        self.url = url
        self._came = time.monotonic()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.events: list[str] = []  # of the line to the server, told where a test fails
        self.page.on("requestfailed", self._note_failure)
        self.page.on("console", self._note_console)
        self.page.on("websocket", self._note_socket)
        self.chance = random.Random(7)
        self.reads_on = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert self.faults == []

    @property
    def path(self) -> str:
        """Of the place where the page is."""
        return self.page.url.removeprefix(self.url)

    def describe(self) -> str:
        """Where this visitor is, what is to be read there, and how the line to the server fared."""
        try:
            shown = self.page.locator("body").inner_text(timeout=1_000)
        except Error as error:
            shown = str(error)
        return "\n".join([self.page.url, shown, *self.events])

    def _note(self, event: str) -> None:
        self.events.append(f"{time.monotonic() - self._came:.2f} s: {event}")

    def _note_failure(self, request: Request) -> None:
        self._note(f"{request.method} {request.url} failed: {request.failure}")

    def _note_console(self, message: ConsoleMessage) -> None:
        self._note(f"{message.type}: {message.text}")

    def _note_socket(self, socket: WebSocket) -> None:
        self._note("a socket is opened")
        socket.on("socketerror", lambda error: self._note(f"a socket failed: {error}"))
        socket.on("close", lambda _: self._note("a socket is closed"))

    def go(self, path: str = "/") -> Self:
        self.page.goto(self.url + path)
        self.page.locator("h1").first.wait_for(state="attached")
        return self

    def go_on(self, path: str) -> Self:
        """To another place of the page without loading it anew, as its links do."""
        self.page.evaluate(
            "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
        )
        return self

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def sees(self, text: str) -> bool:
        self.page.get_by_text(text).first.wait_for()
        return True

    def play_now(self, game: str = "Cat in the Box") -> Self:
        self.go()
        self.page.get_by_role("radio", name=game).check()
        self.button("Play now").click()
        self.page.locator(".prompt").wait_for()
        return self

    @property
    def guest(self) -> Guest:
        """Whom the server knows this browser as; somebody new at first."""
        cookies = [each for each in self.context.cookies(self.url) if each["name"] == "purrlab"]
        return Guest(self.url, cookies[0]["value"]) if cookies else self.come_as(Guest(self.url))

    def come_as(self, guest: Guest) -> Guest:
        self.context.add_cookies([{"name": "purrlab", "value": guest.cookie, "url": self.url}])
        return guest

    def sit_at(
        self, game: str = "cat-in-the-box", players: int = 0, *, moment: Moment = at_once, **wanted: Any
    ) -> Self:
        """At a table against bots, played without the page until it is the own turn and the moment has come."""
        return self.open_table(self.guest.play_at_table(game, players, moment=moment, **wanted))

    def open_table(self, path: str) -> Self:
        """Whose game has begun."""
        self.go(path).page.locator(".prompt, .over").first.wait_for()
        return self

    def play_at(self, game: str, players: int) -> Self:
        """A table against bots for so many."""
        self.go(f"/new/{game}")
        self.page.get_by_label(re.compile("^Players")).select_option(str(players))
        self.page.get_by_label(re.compile("^How many are bots")).select_option(str(players - 1))
        self.button("Start now").click()
        self.page.locator(".prompt").wait_for()
        return self

    def join(self, path: str, name: str | None = None) -> Self:
        """By the link to a table, in one step: with this name, or with the one that is suggested."""
        self.go(path)
        if name is not None:
            self.page.get_by_label("Your name").fill(name)
        self.button("Join the game").click()
        self.button("Leave the table").wait_for()
        return self

    def watch(self, path: str) -> Self:
        """By the link to a table whose game has begun, or is over."""
        self.go(path).page.get_by_role("button", name=re.compile("Watch|See the result")).click()
        self.page.locator(".prompt, .over").first.wait_for()
        return self

    def open_tab(self, name: str) -> Locator:
        """Beside the table; gives what is there."""
        self.page.get_by_role("tab", name=name).click()
        return self.page.get_by_role("tabpanel", name=name)

    def in_languages(self, look: Callable[[str], object], languages: Iterable[str] = LANGUAGES[::-1]) -> None:
        """Looks at what is shown in each, as chosen in the settings; English should come last."""
        gear = self.page.locator("[aria-controls=settings]")
        gear.dispatch_event("click")  # below a dialog, too
        for language in languages:
            self.page.locator(f"#settings select:has([lang={language}])").select_option(language)
            self.page.locator(f"html[lang={language}]").wait_for(state="attached")
            look(language)
        gear.dispatch_event("click")

    def say(self, text: str) -> None:
        self.open_tab("Chat").get_by_label("Say something").fill(text)
        self.button("Send").click()

    def screenshot(self, name: str, *, whole: bool = False) -> None:
        """For people to look at, where they ask for it."""
        if os.environ.get("SCREENSHOTS"):
            SCREENSHOTS.mkdir(exist_ok=True)
            self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=whole)

    @property
    def is_over(self) -> bool:
        return self.page.locator(".over").count() > 0

    def play_to_the_end_of_a_round(self) -> Locator:
        """What is shown when the round is over."""
        shown = self.page.locator("dialog[open]")
        self.reads_on = False
        self.play_until(lambda: shown.count() > 0)
        self.reads_on = True
        return shown

    def next_step(self) -> Locator | None:
        """Something to click that would do what is asked, if anything is. It stays so until somebody acts."""
        found = self.page.evaluate(FIRST_WITH_COUNT, ["dialog[open]", *MOVE_SELECTORS])
        if found is None:
            return None
        selector, count = found
        if selector == "dialog[open]":  # a round is over
            return self.page.locator("dialog[open] .foot button") if self.reads_on else None
        return self.page.locator(selector).nth(self.chance.randrange(count))

    def play_until(self, done: Callable[[], bool]) -> None:
        play_together([self], done)

    def play_until_there_is(self, selector: str) -> None:
        self.play_until(lambda: self.page.locator(selector).count() > 0)

    def let_bots_finish(self) -> None:
        """For those who only want the game to be over: a bot takes the seat, and all that is left takes a moment."""
        self.leave_to_bot()
        self.finish()

    def leave_to_bot(self) -> None:
        """Asked once, it is said again."""
        self.button("Let a bot take over").click()
        self.button("Yes, let it play").click()

    def finish(self) -> None:
        """Until the game is over, and what was shown of its last trick and round has been read."""
        self.play_until(lambda: self.is_over and not self.page.locator("dialog[open], .trick.held").count())

    def accessibility_faults(self, within: str = "html") -> list[str]:
        """What axe finds on what is shown now, or in a part of it that alone has changed."""
        return self._axe({"resultTypes": ["violations"]}, within)

    def faults_in_both_schemes(self) -> list[str]:
        """The same in light and in dark; between these only colours differ."""
        self.page.emulate_media(color_scheme="dark")
        only_colours = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
        faults = [f"dark {fault}" for fault in self._axe(only_colours)]
        self.page.emulate_media(color_scheme="light")
        return faults + self.accessibility_faults()

    def _axe(self, options: dict[str, Any], within: str = "html") -> list[str]:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        run = "([within, options]) => axe.run(within, {...options, preload: false})"
        found = self.page.evaluate(run, [within, options])
        return [f"{each['id']}: {[node['target'] for node in each['nodes']]}" for each in found["violations"]]


def play_together(visitors: list[Visitor], done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + GAME_TIMEOUT_SECONDS
    while True:
        steps = [step for visitor in visitors if (step := visitor.next_step()) is not None]
        if done():
            return
        assert time.monotonic() < deadline, visitors[0].page.locator("main").inner_text()
        for step in steps:
            _click(step)
        if not steps:
            visitors[0].page.wait_for_timeout(15)


def _click(button: Locator) -> None:
    """It may be gone in the same moment, because the table went on. Cards of a hand may overlap to the right."""
    with suppress(Error):
        button.click(timeout=700, position={"x": 10, "y": 20})
