"""Whole games in the browser: against bots, and with each other."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from server.clients import Server

from page.table_play import Guest, Moment, View, asks_for, is_late_in_round, own_runs, play_together_by_socket
from page.visitor import Visitor, play_together

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("game", ["Cat in the Box", "Rascal Kittens"])
def test_a_visitor_finishes_a_game_against_bots(visit: Visit, game: str) -> None:
    visitor = visit().play_now(game)
    visitor.finish()
    assert re.search("You win| wins?$", visitor.page.locator(".over h2").inner_text())
    assert "points" in visitor.page.locator(".over").inner_text()
    expect(visitor.page.locator(".over")).to_be_focused()  # whoever listens hears how it ended
    assert visitor.page.evaluate("scrollY") == 0  # what happened last is in sight
    visitor.screenshot(f"{game} over", whole=True)
    old = visitor.page.url
    visitor.button("Play again").click()
    visitor.page.locator(".prompt.mine").wait_for()
    assert visitor.page.url != old


def test_a_round_is_explained_and_kept_on_the_score_sheet(visit: Visit) -> None:
    visitor = visit().sit_at(moment=is_late_in_round(1))
    text = visitor.play_to_the_end_of_a_round().inner_text()
    assert "Round 1 is over" in text
    assert text.count("total ") == 3
    assert re.search(r"tricks? won", text)
    assert re.search("no bonus|largest group counts", text, re.IGNORECASE)
    assert visitor.page.locator("dialog .rim").count() >= 3  # everybody has a largest group
    for width in (320, 740, 1366):
        visitor.page.set_viewport_size({"width": width, "height": 360 if width == 740 else 640})
        last = visitor.page.locator("dialog .sum").last.bounding_box()
        foot = visitor.page.locator("dialog .foot").bounding_box()
        assert last is not None
        assert foot is not None
        assert last["y"] + last["height"] <= (360 if width == 740 else foot["y"]), width
    visitor.screenshot("round over")
    visitor.button("Continue").click()
    visitor.page.reload()
    visitor.open_tab("Score").get_by_role("button", name="Explain the last round").click()
    expect(visitor.page.locator("dialog[open]")).to_have_text(text, use_inner_text=True)


def has_three_plays(view: View) -> bool:
    return asks_for("play")(view) and len(view["table"]["plays"]) >= 3


def is_in_the_last_round(view: View) -> bool:
    """Of twelve in Rascal Kittens."""
    return own_runs(view) >= 11


def friends(visit: Visit, game: str, count: int) -> list[Visitor]:
    """One opens a table and sends the link; the others follow it."""
    host = visit().go(f"/new/{game}")
    host.page.get_by_label(re.compile("^Players")).select_option(str(count))
    host.button("Open the table").click()
    link = host.page.locator("#link")
    link.wait_for()
    guests = [visit().join("/t/" + link.input_value().rpartition("/")[2]) for _ in range(count - 1)]
    host.sees("Everybody is here")
    host.button("Start the game").click()
    for each in (host, *guests):
        each.page.locator(".prompt").wait_for()
    return [host, *guests]


def two_at_a_table(visit: Visit, **wanted: Any) -> list[Visitor]:
    """Two at a table of Cat in the Box whose game has just begun."""
    host, guest = visit(), visit()
    path = host.guest.open_table(players=2, **wanted)
    guest.guest.ask(path, "sit")
    host.guest.ask(path, "start")
    return [each.open_table(path) for each in (host, guest)]


def play_without_browsers(players: list[Visitor], moment: Moment) -> None:
    path = players[0].path
    for each in players:
        each.go_on("/rules/cat-in-the-box")
    play_together_by_socket([each.guest for each in players], path, moment)
    for each in players:
        each.open_table(path)


@pytest.mark.parametrize(("game", "count"), [("cat-in-the-box", 3), ("rascal-kittens", 2)])
def test_friends_finish_a_game_and_one_drops_and_comes_back(visit: Visit, game: str, count: int) -> None:
    """The network fails and heals without a reload; later the browsers open the page anew, and still have their seats.

    All between is played without browsers, but for the last tricks or runs.
    """
    players = friends(visit, game, count)
    host, dropping = players[0], players[-1]
    begun = ".board .token" if game == "cat-in-the-box" else ".others .string"
    play_together(players, lambda: host.page.locator(begun).count() > 0)
    dropping.context.set_offline(offline=True)
    dropping.sees("Connection lost")
    dropping.screenshot("connection broken")
    assert host.sees("away")
    dropping.context.set_offline(offline=False)
    dropping.page.get_by_text("Connection lost").wait_for(state="detached")
    more = host.page.locator(begun).count() + count
    play_together(players, lambda: host.page.locator(begun).count() >= more)  # so that all have done something
    play_without_browsers(players, is_late_in_round(count) if game == "cat-in-the-box" else is_in_the_last_round)
    play_together(players, lambda: all(each.is_over for each in players))
    assert len({each.page.locator(".over ol").inner_text() for each in players}) == 1


RUNS_TO = """([where, seconds]) => {
  const [minutes, rest] = document.querySelector(`${where} [role=timer]`).innerText.split(":");
  return Number(minutes) * 60 + Number(rest) <= seconds;
}"""


def left(visitor: Visitor, where: str) -> int:
    """Seconds on the clock that is shown there."""
    minutes, seconds = visitor.page.locator(f"{where} [role=timer]").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_clock_runs_for_whoever_is_to_act(visit: Visit) -> None:
    players = two_at_a_table(visit, speed={"kind": "live", "bank": 600, "increment": 10})

    def asked() -> list[Visitor]:
        return [each for each in players if each.page.locator("button.lit").count()]  # none while a play is on its way

    play_together(players, lambda: len(asked()) == 1)
    (acting,) = asked()
    (waiting,) = (each for each in players if each is not acting)
    before = left(acting, ".below"), left(acting, ".seat"), left(waiting, ".seat")
    acting.page.wait_for_function(RUNS_TO, arg=[".below", before[0] - 2])
    waiting.page.wait_for_function(RUNS_TO, arg=[".seat", before[2] - 1])
    after = left(acting, ".below"), left(acting, ".seat"), left(waiting, ".seat")
    assert 1 <= before[0] - after[0] <= 10
    assert before[1] == after[1]
    assert 1 <= before[2] - after[2] <= 10
    acting.screenshot("clock")


def test_whoever_reads_how_a_round_ended_sees_the_own_clock_run(visit: Visit) -> None:
    clock = {"kind": "live", "bank": 600, "increment": 10}
    shown = visit().sit_at(moment=is_late_in_round(1), speed=clock).play_to_the_end_of_a_round()
    expect(shown.get_by_role("timer")).to_have_count(1)
    shown.page.locator("dialog .foot .main").click()
    expect(shown.page.locator(".below [role=timer]")).to_have_count(1)


def test_that_a_bot_plays_for_somebody_is_told_in_the_prompt_and_moves_nothing(visit: Visit) -> None:
    visitor = visit().sit_at(moment=asks_for("play"), pace=1)
    board, prompt = visitor.page.locator(".board"), visitor.page.locator(".prompt")
    before = board.bounding_box()
    visitor.leave_to_bot()
    expect(prompt).to_contain_text("A bot is playing for you.")
    assert board.bounding_box() == before
    visitor.screenshot("a bot plays")
    prompt.get_by_role("button", name="I\N{RIGHT SINGLE QUOTATION MARK}m back").click()
    expect(prompt).not_to_contain_text("A bot is playing for you.")


def test_quick_start_takes_a_seat_where_somebody_waits(browser: Browser, tmp_path: Path) -> None:
    """On a server where nobody else waits."""
    with (
        Server(tmp_path) as server,
        Visitor(browser, server.url) as host,
        Visitor(browser, server.url) as guest,
    ):
        host.go("/lobby").page.get_by_label("Game").select_option("rascal-kittens")
        host.button("Quick start").click()
        host.sees("1 free seat")
        guest.go("/lobby").page.get_by_label("Game").select_option("rascal-kittens")
        guest.page.get_by_role("link", name="Join").first.wait_for()
        guest.button("Quick start").click()
        guest.button("Leave the table").wait_for()
        assert host.sees("Everybody is here")
        assert guest.page.url == host.page.url
        guest.button("Leave the table").click()
        assert host.sees("1 free seat")
        guest.button("Sit here").wait_for()


def test_they_talk(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    guest.page.set_viewport_size({"width": 320, "height": 640})
    host.say("Good luck!")
    announcement = guest.page.locator(".news")  # a phone shows the table, and the talk is far below
    assert "Good luck!" in announcement.inner_text()
    announcement.click()
    announcement.wait_for(state="detached")
    heard = guest.page.locator("aside li").filter(has_text="Good luck!")
    heard.wait_for()
    guest.button("Hide messages from").click()
    heard.wait_for(state="detached")
    host.say("Nobody hears me")
    host.page.locator("aside li").filter(has_text="Nobody hears me").wait_for()
    guest.button("Show again").click()
    heard.wait_for()
    guest.page.locator("aside li").filter(has_text="Nobody hears me").wait_for()


def test_what_is_said_while_the_line_is_broken_is_sent_once(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    host.context.set_offline(offline=True)
    host.sees("Connection lost")
    host.say("Hello?")
    assert host.sees("Not sent yet: Hello?")
    host.page.set_viewport_size({"width": 320, "height": 640})
    told, header = host.page.locator(".broken").bounding_box(), host.page.locator("header").bounding_box()
    assert told is not None
    assert header is not None
    assert told["height"] <= header["height"]  # it hides nothing of the table
    host.context.set_offline(offline=False)
    host.page.get_by_text("Not sent yet").wait_for(state="detached")
    heard = guest.open_tab("Chat").get_by_role("listitem").filter(has_text="Hello?")
    heard.wait_for()
    assert heard.count() == 1


def test_a_late_spectator_is_told_what_happened_and_sees_the_table_and_no_hand(visit: Visit) -> None:
    watcher = visit()
    watcher.watch(Guest(watcher.url).play_at_table(moment=has_three_plays))
    assert watcher.sees("bids")
    assert watcher.sees("You are watching.")
    assert watcher.page.locator(".board").count() == 1
    assert watcher.page.locator(".hand").count() == 0


def test_a_refused_move_is_refused_in_words(visit: Visit) -> None:
    """A cell that is not lit, of a card in hand: the server says why not, and the page says it in words."""
    visitor = visit().sit_at(moment=has_three_plays)
    page = visitor.page

    def refusable() -> list[str]:
        held = {label[-1] for label in page.locator(".hand button").evaluate_all("all => all.map(b => b.ariaLabel)")}
        cells = page.locator("[data-cell][aria-disabled]").evaluate_all("all => all.map(b => b.dataset.cell)")
        return [cell for cell in cells if cell[1] in held]

    def some_refusable() -> bool:
        if page.locator("button.lit").count() == 0:
            return False
        page.keyboard.press("Escape")  # lets go of a card that was picked ahead
        return refusable() != []

    visitor.play_until(some_refusable)
    page.locator(f'[data-cell="{refusable()[0]}"]').click(force=True)
    alert = page.get_by_role("alert")
    alert.wait_for()
    cause = r"is taken by \w+|is already yours|You gave up \w+ in trick \d|Red may be led once somebody has played it"
    assert re.search(rf"({cause})\.", alert.inner_text())
    assert alert.get_by_role("button", name=re.compile("^Rule CB1[01]$")).is_visible()


def test_two_play_without_bids_and_whoever_waits_is_told_for_what(visit: Visit) -> None:
    """A board that only three and four can choose is not sent for two."""
    host = visit().go("/new/cat-in-the-box")
    page = host.page
    page.get_by_label(re.compile("^Players")).select_option("4")
    page.get_by_label(re.compile("^Research board")).select_option("purple")
    page.get_by_label(re.compile("^Players")).select_option("2")
    page.get_by_label(re.compile("^Time")).select_option("live")
    page.get_by_label(re.compile("^Minutes")).fill("7")
    host.button("Open the table").click()
    page.locator("#link").wait_for()
    guest = visit().go("/t/" + page.url.rpartition("/")[2])
    assert guest.sees("2 players · 7 minutes each, plus 10 s per move · Research board: white side")
    guest.button("Join the game").click()
    guest.page.get_by_label("Say something").fill("Hello")
    guest.button("Send").click()
    assert host.sees("Hello")
    host.button("Start the game").click()
    assert host.sees("four tricks or fewer")
    assert "bid" not in host.open_tab("Help").inner_text().replace("nobody bids", "")
    page.locator("[data-cell=R1]").click(force=True)
    assert host.sees("Not yet. Cards are played once everybody has put one away.")
    play_together([host, guest], lambda: any(each.page.locator("button.lit").count() for each in (host, guest)))
    (waiting,) = (each for each in (host, guest) if not each.page.locator("button.lit").count())
    waiting.page.locator(".hand button").first.click(position={"x": 10, "y": 20})
    assert waiting.sees("is ready for your turn")
    keys, picked = waiting.page.keyboard, waiting.page.locator(".hand .chosen")
    keys.press("Escape")
    picked.wait_for(state="detached")
    keys.press((waiting.page.locator(".hand button").first.get_attribute("aria-label") or "")[-1])
    waiting.page.locator(".hand .chosen:focus").wait_for()
    keys.press("Enter")  # by accident
    assert picked.count() == 1
    acting = guest if waiting is host else host
    acting.play_until(lambda: waiting.page.locator("button.lit").count() > 0)
    assert picked.count() == 1
    keys.press("Enter")
    waiting.page.locator("button.lit:focus").wait_for()


def test_an_unknown_table_says_so(visit: Visit) -> None:
    assert visit().go("/t/nothing-here").sees("There is no such table")


def test_own_games_are_kept(visit: Visit) -> None:
    visitor = visit()
    visitor.guest.play_at_table()
    visitor.go("/games")
    assert visitor.sees("in progress")
    visitor.page.get_by_role("link", name="Open").click()
    visitor.page.locator(".prompt").wait_for()


def test_a_chosen_card_stays_chosen_while_others_choose(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    expect(guest.page).to_have_title("● Your turn · Cat in the Box · Purrlab")
    guest.page.locator(".hand button").first.click()
    host.page.locator(".hand button").first.click()
    host.page.locator(".act button").click()
    assert guest.sees("puts a card away")
    guest.page.locator(".act button").click()
    guest.page.locator(".act button").wait_for(state="detached")
