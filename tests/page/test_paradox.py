"""CB15: a paradox ends a round, and often the game. One sees the trick before it, and what nobody wins."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from page.table_play import View, at_the_end
from page.test_following import completes_a_trick
from page.visitor import Visitor
from purrlab.server.patch import patched

Visit = Callable[..., Visitor]


def ended_by_paradox(view: View, seat: int) -> View:
    """The same view once this seat could not go on, with the next round dealt."""
    table, nobody = view["table"], [0] * view["players"]
    course = {name: table[name] for name in ("opening", "boards", "plays", "marker_losses", "finished_tricks")}
    result = course | {
        "bids": [board["bid"] for board in table["boards"]],
        "paradox": seat,
        "revealed": None,
        "tricks": nobody,
        "bonus": nobody,
        "scores": nobody,
        "plays_per_trick": view["players"],
        "bonus_reasons": ["paradox"] * view["players"],
        "groups": [[]] * view["players"],
        "misfits": [],
    }
    own = {"hand": view["hand"], "discard": view["discard"]}
    dealt = table | {"plays": [], "trick": [], "finished_tricks": [], "marker_losses": [], "winning": None, "led": None}
    return view | {
        "expects": "discard",
        "to_act": list(range(view["players"])),
        "legal": [f"discard {value}" for value in view["hand"]],
        "ahead": None,
        "rounds": [*view["rounds"], result],
        "own_rounds": [*view["own_rounds"], own],
        "table": dealt,
    }


class ParadoxAfterTrick:
    """Between browser and server: whoever wins the next trick cannot go on, and everybody is told so at once."""

    def __init__(self, visitor: Visitor) -> None:
        self._view: View = {}
        self._is_over = False
        visitor.page.route_web_socket("**/live", self._pass_on)

    def _pass_on(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def tell(text: str | bytes) -> None:
            told: dict[str, Any] = json.loads(text)
            if self._is_over and told["type"] == "event":
                return
            browser.send(text)
            before = self._finished_tricks
            self._view = told.get("view", self._view)
            patched(self._view, told.get("changes", []))
            if told["type"] == "event" and self._finished_tricks > before:
                self._is_over = True
                winner = self._view["table"]["finished_tricks"][-1]["winner"]
                paradox = {"seq": told["seq"] + 1, "view": ended_by_paradox(self._view, winner)}
                browser.send(json.dumps({"type": "event", "at": told["at"], "kind": "acted", "seat": winner} | paradox))

        server.on_message(tell)

    @property
    def _finished_tricks(self) -> int:
        return len(self._view["table"]["finished_tricks"]) if self._view else 0


NOTE_WHAT_IS_TOLD_AT_SOUNDS = """
  window.toldAtSounds = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    toldAtSounds.push(document.querySelector('.won')?.textContent);
    return start.apply(this, at);
  };
"""


def test_the_trick_before_a_paradox_is_seen_first(visit: Visit) -> None:
    visitor = visit()
    ParadoxAfterTrick(visitor)
    visitor.page.add_init_script(NOTE_WHAT_IS_TOLD_AT_SOUNDS)
    page = visitor.sit_at(moment=completes_a_trick).page
    page.mouse.click(1, 400)  # without which no page is heard
    told, scores = page.locator(".won"), page.get_by_role("dialog")
    page.locator("button.lit").first.dispatch_event("click")
    page.locator(".trick.leaves").wait_for()
    visitor.screenshot("the trick before a paradox")
    assert "the trick: " in told.inner_text()
    assert scores.count() == 0
    expect(told).to_contain_text("Paradox! ")  # after it, by itself
    visitor.screenshot("a paradox after its trick")
    page.wait_for_function("() => toldAtSounds.some(told => told?.startsWith('Paradox! '))")
    expect(page.locator(".trick li div.empty")).to_have_count(3)
    assert scores.count() == 0
    page.locator(".trick").click()
    scores.wait_for()


def was_ended_by_a_paradox(view: View) -> bool:
    return at_the_end(view) and view["rounds"][-1]["paradox"] is not None and len(view["table"]["trick"]) > 0


def test_nobody_wins_the_trick_in_which_a_paradox_ends_the_game(visit: Visit) -> None:
    player = visit().sit_at(moment=was_ended_by_a_paradox)
    stranger = visit(viewport={"width": 390, "height": 844}, color_scheme="dark").go(player.path)
    stranger.button("See the result").click()
    for each in (player, stranger):
        expect(each.page.locator(".won")).to_contain_text("Paradox! ")
        expect(each.page.locator(".trick div.card").first).to_be_attached()
        expect(each.page.locator(".trick .wins")).to_have_count(0)
    player.screenshot("the end by a paradox", whole=True)
    stranger.screenshot("the end by a paradox, told to a stranger", whole=True)
    player.button("Last trick").click()
    expect(player.page.locator(".trick .wins")).to_have_count(1)
