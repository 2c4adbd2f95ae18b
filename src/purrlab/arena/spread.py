"""Games of a match played by many processes on this machine, or on a Ray cluster."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from logging import WARNING
from typing import Any

from purrlab.arena.match import Match, Played, play
from purrlab.arena.results import ArenaError
from purrlab.bots.workers import end_with_parent


def spread(match: Match, games: Sequence[tuple[int, int]], jobs: int) -> Iterator[Played]:
    """The games as they are finished."""
    if jobs == 1:
        yield from (play(match, *game) for game in games)
        return
    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as pool:
        try:
            for done in as_completed([pool.submit(play, match, *game) for game in games]):
                yield done.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def spread_on_ray(match: Match, games: Sequence[tuple[int, int]], address: str) -> Iterator[Played]:
    """The same on a Ray cluster, whose machines have Purrlab installed."""
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  # an extra
    except ImportError:
        raise ArenaError("--ray needs Ray: pip install 'purrlab[ray]'") from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level=WARNING)
    except (ConnectionError, RuntimeError, ValueError):
        raise ArenaError(f"--ray {address}: no Ray cluster answers there") from None
    try:
        yield from _as_finished(ray, match, games)
    finally:
        ray.shutdown()


def _as_finished(ray: Any, match: Match, games: Sequence[tuple[int, int]]) -> Iterator[Played]:
    remote = ray.remote(play)
    waiting = [remote.remote(match, *game) for game in games]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)
