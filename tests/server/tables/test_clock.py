"""Clocks: how long each seat may still think."""

from purrlab.server.tables.clock import DAY_MS, Clock, Reading
from purrlab.server.tables.terms import Correspondence, Relaxed, Timed


def test_time_is_taken_only_from_who_is_to_act() -> None:
    clock = Clock(Timed(bank=60, increment=5), 3)
    clock.ask([0, 2], 1_000)
    assert [clock.remaining(seat, 11_000) for seat in range(3)] == [50_000, 60_000, 50_000]
    assert clock.after_move(0, 11_000) == 55_000


def test_whoever_goes_on_thinking_is_not_given_new_time() -> None:
    clock = Clock(Timed(bank=60, increment=5), 2)
    clock.ask([0, 1], 0)
    clock.set(0, 60_000)
    clock.ask([1], 30_000)
    assert clock.remaining(1, 40_000) == 20_000


def test_a_restart_costs_nobody_time_and_in_a_correspondence_game_not_the_last_day() -> None:
    live, mail = Clock(Timed(bank=60, increment=0), 2), Clock(Correspondence(days=3), 2)
    for clock in (live, mail):
        clock.ask([0], 0)
        clock.excuse_downtime(30_000, 30_000)
    assert live.remaining(0, 30_000) == 60_000
    assert mail.remaining(0, 30_000) == 3 * DAY_MS - 30_000
    mail.excuse_downtime(8 * DAY_MS, 8 * DAY_MS)
    assert mail.remaining(0, 8 * DAY_MS) == DAY_MS
    mail.excuse_downtime(8 * DAY_MS + 5, 8 * DAY_MS)  # the same again, of another who looks
    assert mail.remaining(0, 8 * DAY_MS + 5) == DAY_MS - 5


def test_nobody_gains_time_when_the_clock_of_the_machine_is_set_back() -> None:
    live, mail = Clock(Timed(bank=60, increment=5), 2), Clock(Correspondence(days=1), 2)
    for clock in (live, mail):
        clock.ask([0], 600_000)
    assert (live.remaining(0, 0), live.after_move(0, 0)) == (60_000, 65_000)
    mail.excuse_downtime(700_000, 700_000)
    assert mail.read(0) == Reading([DAY_MS, DAY_MS], [0], 0)


def test_without_a_clock_nothing_is_shown() -> None:
    clock = Clock(Relaxed(), 2)
    clock.ask([0], 0)
    assert clock.read(5) is None
    assert clock.after_move(0, 5) is None
