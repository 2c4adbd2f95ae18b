"""One can follow what happens: why a trick was won, what a cell would do, and why something is not possible."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from page.table_play import View, asks_for
from page.visitor import Visitor

Visit = Callable[..., Visitor]
WHY_WON = re.compile(
    r"takes? the trick: (red \d beats (blue|yellow|green) \d: red beats all"
    r"|red \d is the highest red"
    r"|(\w+) \d is the highest \3"
    r"|(\w+) \d is the only \4)$"
)
TAKEN_CELL_OF_PLAYABLE_CARD = """() => {
  const playable = [...document.querySelectorAll('button.lit')].map((cell) => cell.dataset.cell.slice(1));
  const taken = [...document.querySelectorAll('.board .cell:has(.token) button')];
  return taken.find((cell) => playable.includes(cell.dataset.cell.slice(1)))?.dataset.cell ?? null;
}"""


def completes_a_trick(view: View) -> bool:
    return asks_for("play")(view) and len(view["table"]["trick"]) == view["players"] - 1 and len(view["hand"]) > 3


def has_a_finished_trick(view: View) -> bool:
    return asks_for("play")(view) and len(view["table"]["finished_tricks"]) > 0


PLAY_AND_SEE_WHERE_THE_TRICK_GOES = """() => new Promise(done => {
  const centre = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];
  const look = () => {
    const cards = [...document.querySelectorAll('.trick.leaves div.card')];
    const areAimed = cards.length && cards.every(card => card.style.getPropertyValue('--down'));
    if (!areAimed) return requestAnimationFrame(look);
    const told = document.querySelector('.won').textContent;
    const isOwn = told.startsWith('You');
    const panel = [...document.querySelectorAll('.panel')]
      .find(each => isOwn ? each.matches('.below') : told.startsWith(each.ariaLabel));
    const wanted = centre(panel.getBoundingClientRect());
    done(cards.map(card => ['--across', '--down'].map((name, axis) =>
      centre(card.getBoundingClientRect())[axis] + parseFloat(card.style.getPropertyValue(name)) - wanted[axis])));
  };
  document.querySelector('button.lit').click();
  look();
})"""


def test_the_cards_of_a_trick_go_to_the_panel_of_whoever_won_it(visit: Visit) -> None:
    visitor = visit().sit_at(moment=completes_a_trick)
    missed_by = visitor.page.evaluate(PLAY_AND_SEE_WHERE_THE_TRICK_GOES)
    assert len(missed_by) == 3
    assert all(abs(pixels) <= 2 for card in missed_by for pixels in card)


CROWN_IS_IN_FRONT = """() => {
  const crown = document.querySelector('.trick.leaves .crown');
  const {left, right, top, bottom} = crown.getBoundingClientRect();
  return [left + 4, right - 4].every((x) => crown.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}"""


def test_the_crown_of_a_finished_trick_is_in_front_of_the_card(visit: Visit) -> None:
    visitor = visit().sit_at(moment=completes_a_trick)
    visitor.page.locator("button.lit").first.dispatch_event("click")
    visitor.page.locator(".trick.leaves .crown").wait_for()
    assert visitor.page.evaluate(CROWN_IS_IN_FRONT)


def test_a_trick_says_who_won_it_and_why(visit: Visit) -> None:
    visitor = visit().sit_at(moment=has_a_finished_trick)
    page, again = visitor.page, visitor.button("Last trick")
    again.click()  # it stays, since nobody can finish another one before this player has moved
    expect(page.locator(".won")).to_have_text(WHY_WON)


def test_a_cell_says_what_it_would_do_before_it_is_played(visit: Visit) -> None:
    visitor = visit().sit_at(moment=asks_for("play"))
    visitor.page.locator("button.lit").first.hover()
    said = visitor.page.locator(".prompt p[aria-hidden]")
    expect(said).to_have_text(re.compile(r"^(red|blue|yellow|green) \d: (leads the trick|wins so far|loses so far)"))


def test_what_cannot_be_played_says_why_and_by_which_rule(visit: Visit) -> None:
    visitor = visit().sit_at("cat-in-the-box", 2, moment=has_a_finished_trick)
    page = visitor.page
    assert page.get_by_label(re.compile(r"^Turned up: \d, \d, \d$")).count() == 1
    assert page.get_by_label(re.compile("6: an observed token")).count() == 4
    assert page.get_by_label(re.compile("a neutral token$")).count() == 3

    can_play = page.locator("button.lit")
    visitor.play_until(lambda: can_play.count() > 0 and page.evaluate(TAKEN_CELL_OF_PLAYABLE_CARD) is not None)
    taken = page.evaluate(TAKEN_CELL_OF_PLAYABLE_CARD)
    page.keyboard.press(taken[1])  # chooses the card
    why = re.compile(r"(is covered by a neutral token|is taken by .+|is already yours)\.")
    told = page.locator(".prompt p[aria-hidden]")
    page.locator('[data-cell="R6"]').hover()
    expect(told).to_have_text("Covered by an observed token: out of play.")
    page.locator(f'[data-cell="{taken}"]').hover()
    expect(told).to_have_text(why)
    page.locator(f'[data-cell="{taken}"]').dispatch_event("click")  # it is dimmed, and answers
    refusal, rule = page.locator(".prompt .no"), page.get_by_text("only if its cell for that value is empty")
    expect(refusal).to_have_text(why)
    refusal.get_by_role("button", name="Rule CB10").click()
    expect(rule).to_be_visible()
    assert visitor.accessibility_faults() == []
    page.keyboard.press("Escape")  # closes the rule, and nothing else
    expect(rule).to_be_hidden()
    expect(page.locator(".hand .chosen")).to_have_count(1)
