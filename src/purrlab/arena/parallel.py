"""Games of a match played by many processes on this machine, or on a Ray cluster."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from logging import WARNING
from typing import Any

from purrlab.arena.match import GameResult, Match, play_match_game
from purrlab.arena.match_file import ArenaError
from purrlab.bots.workers import WorkerEnded, run_tasks

MAX_RETRIES = 10  # of one game, whose workers die


def play_in_processes(match: Match, games: Sequence[tuple[int, int]], jobs: int) -> Generator[GameResult, None, None]:
    """The games as they are finished."""
    try:
        with closing(run_tasks(partial(play_match_game, match), games, jobs)) as results:
            for _, result in results:
                yield result
    except WorkerEnded as ended:
        raise ArenaError(f"{ended}; with --out, the same command goes on where this stopped") from None


def play_on_ray(match: Match, games: Sequence[tuple[int, int]], address: str) -> Generator[GameResult, None, None]:
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


def _as_finished(ray: Any, match: Match, games: Sequence[tuple[int, int]]) -> Iterator[GameResult]:
    """A game whose worker or machine dies is played again, elsewhere; the same game comes of it."""
    remote = ray.remote(max_retries=MAX_RETRIES)(play_match_game)
    waiting = [remote.remote(match, *game) for game in games]
    while waiting:
        done, waiting = ray.wait(waiting)
        try:
            yield from ray.get(done)
        except ray.exceptions.RayTaskError:  # what went wrong in the game itself
            raise
        except ray.exceptions.RayError as error:
            reason = str(error).partition("\n")[0]
            hint = "with --out, the same command goes on where this stopped"
            raise ArenaError(f"--ray: a game could not be finished: {reason}; {hint}") from None
