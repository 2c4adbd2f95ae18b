"""How often somebody may ask, and how many may be connected."""

from purrlab.server.rate_limiter import ConnectionLimiter, RateLimiter, TokenBucket


def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second() -> None:
    bucket = TokenBucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1) for _ in range(3)] == [True, True, False]


def test_everybody_has_a_bucket_of_their_own() -> None:
    rates = RateLimiter(1, 1, clock=lambda: 0.0)
    assert [rates.allow(who) for who in ("ann", "ann", "bo")] == [True, False, True]


def test_who_is_not_refused_waits_for_what_was_taken_before() -> None:
    seconds = iter([0.0, 0.0, 0.0, 1.0])
    rates = RateLimiter(2, 3, clock=lambda: next(seconds))
    assert [rates.seconds_until(who, 3) for who in ("ann", "ann", "bo", "ann")] == [0, 1.5, 0, 2]


def test_connections_are_counted_by_address_and_in_all() -> None:
    connections = ConnectionLimiter(most=3, most_per_address=2)
    assert [connections.enter(where) for where in ("a", "a", "a", "b", "c")] == [True, True, False, True, False]
    connections.leave("a")
    assert connections.enter("c")
