"""One can follow what happens: why a trick was won, what a cell would do, and why something is not possible."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from page.table_play import View, asks_for
from page.test_confirmation import actions_of
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


PLAY_AND_FOLLOW_THE_TRICK = """() => new Promise(done => {
  const centre = (shown) => {
    const {left, right, top, bottom} = shown.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const look = () => {
    const cards = [...document.querySelectorAll('.trick.leaves div.card')];
    const areAimed = cards.length && cards.every(card => card.style.getPropertyValue('--down'));
    if (!areAimed) return requestAnimationFrame(look);
    const told = document.querySelector('.won').textContent;
    const isOwn = told.startsWith('You');
    const panel = [...document.querySelectorAll('.panel')]
      .find(each => isOwn ? each.matches('.below') : told.startsWith(each.ariaLabel));
    const [across, down] = centre(panel);
    const moves = cards.map(card => card.getAnimations().find(({animationName}) => animationName.endsWith('leave')));
    for (const move of moves) move.pause();
    done([0, 0.25, 0.5, 0.75, 1].map(part => {
      for (const move of moves) {
        const {delay, duration} = move.effect.getTiming();
        move.currentTime = delay + part * duration;
      }
      return cards.map(card => {
        const [x, y] = centre(card);
        return [Math.hypot(x - across, y - down), Number(getComputedStyle(card).opacity)];
      });
    }));
  };
  document.querySelector('button.lit').click();
  look();
})"""


def test_the_cards_of_a_trick_slide_to_the_panel_of_whoever_won_it(visit: Visit) -> None:
    """One sees each on most of its way."""
    visitor = visit(reduced_motion="no-preference").sit_at(moment=completes_a_trick)
    course = visitor.page.evaluate(PLAY_AND_FOLLOW_THE_TRICK)
    assert len(course[0]) == 3
    for way in zip(*course, strict=True):
        distances = [distance for distance, _ in way]
        assert distances == sorted(distances, reverse=True)
        assert distances[0] > 100
        assert distances[-1] <= 2
        assert distances[3] < distances[0] / 2
        assert min(opacity for _, opacity in way[:4]) > 0.7


def test_a_trick_is_a_small_fan_with_the_winner_raised(visit: Visit) -> None:
    visitor = visit().sit_at(moment=has_a_finished_trick)
    visitor.button("Last trick").click()
    cards = visitor.page.locator(".trick li")
    expect(visitor.page.locator(".trick .wins")).to_have_count(1)
    tilts = cards.locator("div.card").evaluate_all("all => all.map(card => getComputedStyle(card).rotate)")
    assert tilts == ["-4deg", "0deg", "4deg"]
    top = "each => each.getBoundingClientRect().top"
    assert visitor.page.locator(".trick .wins").evaluate(top) < visitor.page.locator(".trick .lost").first.evaluate(top)


def come_to_the_next_turn_while_a_trick_still_lies_there(visit: Visit) -> Page:
    page = visit().sit_at(moment=completes_a_trick).page
    page.locator("button.lit").first.dispatch_event("click")
    page.locator(".trick.leaves").wait_for()
    page.locator(".prompt.mine").wait_for()
    return page


def test_who_is_to_play_while_a_trick_still_lies_there_is_told_what_was_led(visit: Visit) -> None:
    page = come_to_the_next_turn_while_a_trick_still_lies_there(visit)
    asked = page.locator(".prompt p").first.inner_text()
    assert re.match(r"You lead\.|Your turn\. .+ led (red|blue|yellow|green)\.$", asked)


def test_whoever_chooses_a_card_sees_the_trick_in_play_and_no_longer_the_one_before(visit: Visit) -> None:
    page = come_to_the_next_turn_while_a_trick_still_lies_there(visit)
    page.locator(".hand button").first.dispatch_event("click")
    assert page.locator(".trick.leaves").count() == 0


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
    """The view tells it, so the server is not asked; it stays until something possible is aimed at."""
    visitor = visit()
    sent = actions_of(visitor)
    page = visitor.sit_at("cat-in-the-box", 2, moment=has_a_finished_trick).page
    assert page.get_by_label(re.compile(r"^Turned up: \d, \d, \d$")).count() == 1
    assert page.get_by_label(re.compile("6: an observed token")).count() == 4
    assert page.get_by_label(re.compile("a neutral token$")).count() == 3

    can_play = page.locator("button.lit")
    visitor.play_until(lambda: can_play.count() > 0 and page.evaluate(TAKEN_CELL_OF_PLAYABLE_CARD) is not None)
    taken = page.evaluate(TAKEN_CELL_OF_PLAYABLE_CARD)
    acted = len(sent)
    page.keyboard.press(taken[1])  # chooses the card
    why = re.compile(r"(is covered by a neutral token|is taken by .+|is already yours)\.")
    told = page.locator(".prompt p[aria-hidden]")
    page.locator('[data-cell="R6"]').hover()
    expect(told).to_have_text("Covered by an observed token: out of play.")
    page.locator('[data-cell="R6"]').dispatch_event("click")
    expect(page.get_by_role("button", name="Rule CB1")).to_be_visible()  # also where the page says it by itself
    page.keyboard.press("Escape")
    page.keyboard.press(taken[1])
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

    expect(refusal).to_be_visible()
    can_play.first.hover()
    expect(told).to_have_text(re.compile(r"^\w+ \d: (leads the trick|wins so far|loses so far)"))
    expect(refusal).to_have_count(0)
    visitor.screenshot("what is possible after a refusal")
    assert len(sent) == acted


def test_while_one_bids_the_board_says_when_cards_are_played(visit: Visit) -> None:
    visitor = visit().sit_at(moment=asks_for("bid"))
    visitor.page.locator("[data-cell=R1]").click(force=True)
    expect(visitor.page.locator(".prompt .no")).to_contain_text("Not yet. Cards are played once everybody has bid.")
    visitor.screenshot("the board while one bids")
