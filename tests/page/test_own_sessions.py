"""Where somebody is known stands on their account page, and can be ended there."""

import random
from collections.abc import Callable

from page.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_session_elsewhere_is_listed_and_can_be_ended(visit: Visit) -> None:
    login = f"cat-{random.getrandbits(40):x}"
    here = visit()
    here.guest.play_at_table()
    here.go("/games")
    here.page.locator("summary").click()
    here.page.get_by_label("Login").fill(login)
    here.page.get_by_label("Password").fill("nine lives")
    here.button("Save my account").click()
    assert here.sees(f"On other devices, log in as {login}")
    assert here.sees("this browser")
    assert here.page.get_by_role("button", name="End:").count() == 0

    elsewhere = visit().go("/games")
    elsewhere.page.locator("summary").click()
    elsewhere.page.get_by_label("Login").fill(login)
    elsewhere.page.get_by_label("Password").fill("nine lives")
    elsewhere.button("Log in").click()
    elsewhere.page.locator("li.sheet a").first.wait_for()

    here.go("/games")
    here.page.locator("summary").click()
    here.page.get_by_role("button", name="End: Chrome").click()
    here.page.get_by_role("button", name="End: Chrome").wait_for(state="detached")
    assert here.sees("this browser")
    assert elsewhere.go("/games").sees("You haven\N{RIGHT SINGLE QUOTATION MARK}t played here yet")
