"""Past games, move by move."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator
from server.clients import Server

from page.table_play import Guest, at_the_end
from page.visitor import Visitor

Visit = Callable[..., Visitor]


def place(visitor: Visitor) -> tuple[int, int]:
    """Which moment of how many is shown."""
    at, last = re.findall(r"\d+", visitor.page.locator(".count").inner_text())
    return int(at), int(last)


def numbers(row: Locator) -> list[int]:
    return [int(cell.replace("\N{MINUS SIGN}", "-").strip("* ")) for cell in row.locator("td").all_inner_texts()]


@pytest.fixture(scope="module")
def past_game(server: Server) -> str:
    """The path of a finished game of Cat in the Box."""
    return Guest(server.url).play_at_table(moment=at_the_end).replace("/t/", "/replay/")


def look_back(visitor: Visitor, past_game: str) -> None:
    visitor.go(past_game).page.locator(".controls").wait_for()


@pytest.mark.parametrize(("game", "rounds"), [("cat-in-the-box", 3), ("rascal-kittens", 12)])
def test_a_past_game_is_replayed_move_by_move(visit: Visit, game: str, rounds: int) -> None:
    visitor = visit()
    visitor.guest.play_at_table(game, moment=at_the_end)
    visitor.go("/games").page.get_by_role("link", name="Replay").click()
    visitor.page.locator(".controls").wait_for()
    page, keys = visitor.page, visitor.page.keyboard
    assert place(visitor)[0] == 0
    assert visitor.sees("All hands are shown")
    assert visitor.accessibility_faults() == []
    begin = page.locator("main").inner_text()
    for _ in range(3):
        keys.press("ArrowRight")
    assert place(visitor)[0] == 3
    visitor.button("Back one move").click()
    visitor.button("To the start").click()
    assert page.locator("main").inner_text() == begin
    page.get_by_label("Round").select_option(str(rounds))
    assert f"Round {rounds} of {rounds}" in page.locator("main").inner_text()
    assert visitor.accessibility_faults() == []
    keys.press("End")
    at, last = place(visitor)
    assert at == last
    assert re.search(r" wins?$", page.locator(".news").inner_text())
    rows = [numbers(row) for row in page.locator("aside tbody tr").all()]
    assert len(rows) == rounds
    assert [sum(column) for column in zip(*rows, strict=True)] == numbers(page.locator("aside tfoot"))
    assert visitor.accessibility_faults() == []
    visitor.screenshot(f"replay {game}")


def test_it_plays_by_itself_until_it_is_stopped(visit: Visit, past_game: str) -> None:
    visitor = visit()
    visitor.page.clock.install()
    look_back(visitor, past_game)
    visitor.button("Autoplay").click()
    visitor.page.locator(".count").filter(has_text=re.compile("^2 of")).wait_for()
    visitor.button("Pause").click()
    at = place(visitor)
    visitor.page.clock.run_for(10_000)
    assert place(visitor) == at


def test_all_hands_are_open_and_shrink_with_every_play(visit: Visit, past_game: str) -> None:
    visitor = visit()
    look_back(visitor, past_game)
    hands = visitor.page.locator(".held")
    cards = visitor.page.locator(".held .chip, .hand li")
    assert hands.count() == 2
    before = cards.count()
    for moves in range(1, 4):
        visitor.page.keyboard.press("ArrowRight")
        assert cards.count() == before - moves


def test_a_round_ends_with_its_scores(visit: Visit, past_game: str) -> None:
    visitor = visit()
    look_back(visitor, past_game)
    visitor.page.get_by_label("Round").select_option("2")
    assert visitor.sees("Round 2 of 3")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.get_by_role("heading", name="Round 1 is over").wait_for()
    assert visitor.page.locator(".why").count() == 3
    assert visitor.accessibility_faults() == []
    visitor.page.keyboard.press("ArrowRight")
    assert visitor.sees("Round 2 of 3")
    assert "Score sheet" in visitor.page.locator("aside").inner_text()


def test_a_running_game_says_why_it_cannot_be_replayed(visit: Visit) -> None:
    visitor = visit()
    visitor.go(visitor.guest.play_at_table().replace("/t/", "/replay/"))
    assert visitor.sees("This game is still on")
