"""Limits: how much and how often."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil

MAX_BUCKETS = 10_000  # addresses or people


class TokenBucket:
    """Lets so many through at once, and then so many a second."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> bool:
        self._refill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_spent(self, now: float) -> bool:
        self._refill(now)
        return self._tokens < 1

    def seconds_until(self, cost: float, now: float) -> float:
        """Take so many, and say how long to wait for them: 0 where they were there."""
        self._refill(now)
        self._tokens -= cost
        return max(0.0, -self._tokens / self._rate)

    def _refill(self, now: float) -> None:
        if now > self._at:
            self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now

    def spent(self, now: float) -> float:
        """What is missing of the burst."""
        self._refill(now)
        return self._burst - self._tokens

    @property
    def is_empty(self) -> bool:
        """As far as one knows without looking at the clock."""
        return self._tokens < 1

    def charge(self, more: float) -> None:
        """Something that was let through cost more than it looked: the next ones wait for it."""
        self._tokens -= more


class RateLimiter:
    """A bucket for everybody. Who was not seen for longest is forgotten first."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self.spent: Callable[[str], None] = lambda _who: None  # told whom something was allowed

    def allow(self, who: str) -> bool:
        now = self._clock()
        allowed = self._bucket(who, now).take(now)
        if allowed:
            self.spent(who)
        return allowed

    def is_spent(self, who: str) -> bool:
        """Whether the next time would be refused. It does not count."""
        bucket = self._buckets.get(who)
        return bucket is not None and bucket.is_spent(self._clock())

    @property
    def retry_seconds(self) -> int:
        """After which somebody who was refused is let through once more, unless they went on trying."""
        return ceil(1 / self._rate)

    def spend(self, who: str) -> None:
        """Another server has allowed it."""
        now = self._clock()
        self._bucket(who, now).seconds_until(1, now)

    def seconds_until(self, who: str, cost: float) -> float:
        """For those who are not refused but have to wait: how long, for so much."""
        now = self._clock()
        return self._bucket(who, now).seconds_until(cost, now)

    def _bucket(self, who: str, now: float) -> TokenBucket:
        bucket = self._buckets.pop(who, None) or TokenBucket(self._rate, self._burst, now)
        self._buckets[who] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


class ConnectionLimiter:
    """How many are open, in all and from one address."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        if self._open.total() >= self._most or self._open[address] >= self._most_per_address:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
