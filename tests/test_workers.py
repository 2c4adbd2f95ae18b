"""Processes that play games: they end with their parent, and an interrupt ends them all."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from game_helpers import RESTORE_INTERRUPTS

from purrlab.arena import ArenaError, Match, play_in_processes
from purrlab.bots import workers
from purrlab.bots.workers import WorkerEnded, in_order, run_tasks, worker_pool


@pytest.mark.parametrize(
    "command",
    [["arena", "random", "heuristic", "--deals", "2000"], ["simulate", "cat-in-the-box", "--games", "100000"]],
    ids=["arena", "simulate"],
)
def test_workers_end_when_their_parent_is_killed(tmp_path: Path, command: list[str]) -> None:
    """They share its output, so that comes to an end only when all of them have."""
    out = tmp_path / "games"
    code = "from purrlab.cli import main; main()"
    process = subprocess.Popen(  # noqa: S603  # ourselves
        [sys.executable, "-c", code, *command, "--out", str(out), "--jobs", "2"], stderr=subprocess.PIPE
    )
    try:
        for _ in range(6000):
            if process.poll() is not None or (out.exists() and out.read_bytes().count(b"\n") > 1):
                break
            sleep(0.01)
        assert process.poll() is None
    finally:
        process.kill()
    process.communicate(timeout=60)


def _ended(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("cat-in-the-box", ("random", "random"), 3, "seed")
    monkeypatch.setattr(sys.modules["purrlab.arena.parallel"], "play_match_game", _ended)
    with pytest.raises(ArenaError, match="the same command goes on"):
        list(play_in_processes(match, list(match.games()), 2))


def test_an_interrupt_waits_for_no_game(tmp_path: Path) -> None:
    """These would think for days."""
    out = tmp_path / "match.jsonl"
    code = f"{RESTORE_INTERRUPTS}; from purrlab.cli import main; main()"
    bots = ["search@99999999ms", "random", "--game", "rascal-kittens"]
    process = subprocess.Popen(  # noqa: S603  # ourselves
        [sys.executable, "-c", code, "arena", *bots, "--out", str(out), "--jobs", "2"], stderr=subprocess.PIPE
    )
    try:
        for _ in range(6000):
            if process.poll() is not None or (len(_children(process.pid)) >= 2 and _sleeps(process.pid)):
                break
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert told.decode().strip() == f"Stopped: what was played is in {out}, and the same command goes on there."


def _wait_for(awaited: Path | None) -> None:
    while awaited is not None and not awaited.exists():
        sleep(0.01)


def _nap(seconds: float) -> float:
    sleep(seconds)
    return seconds


def _fail(_: object) -> None:
    raise ZeroDivisionError


def test_results_come_as_they_are_finished_each_with_the_index_of_its_task(tmp_path: Path) -> None:
    """The first task can be finished only when the results of the others are here."""
    others_are_done = tmp_path / "done"
    with worker_pool(2, _wait_for) as pool:
        results = pool.run([(others_are_done,), (None,), (None,)])
        assert [next(results), next(results)] == [(1, None), (2, None)]
        others_are_done.touch()
        assert list(results) == [(0, None)]
        assert list(pool.run([])) == []


@pytest.mark.parametrize("processes", [1, 3])
def test_tasks_are_run_here_or_in_processes(processes: int) -> None:
    tasks = [(0.2,), (0.0,), (0.1,)]
    assert sorted(run_tasks(_nap, tasks, processes)) == [(0, 0.2), (1, 0.0), (2, 0.1)]
    assert list(in_order(run_tasks(_nap, tasks, processes))) == [0.2, 0.0, 0.1]
    assert list(run_tasks(_nap, [], processes)) == []


def test_results_come_in_order_as_early_as_they_can() -> None:
    coming = in_order(iter([(1, "b"), (0, "a"), (3, "d"), (2, "c")]))
    assert list(coming) == ["a", "b", "c", "d"]


def test_what_goes_wrong_in_a_worker_is_raised_here_with_where_it_was() -> None:
    with worker_pool(1, _fail) as pool, pytest.raises(ZeroDivisionError) as raised:
        list(pool.run([(0,)]))
    assert "in _fail" in raised.value.__notes__[0]


def test_a_worker_killed_in_the_middle_of_a_result_holds_nobody_up() -> None:
    """A result of many megabytes does not fit into the pipe, so the worker waits in the middle of it."""
    with worker_pool(1, bytes) as pool:
        (worker,) = pool._workers
        worker.start_next(iter([(0, (100_000_000,))]))
        assert worker.pipe.poll(30)
        worker.process.kill()
        with pytest.raises(WorkerEnded):
            worker.result()


@pytest.fixture
def restored_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("restored_interrupts")
class TestInterruptedTwice:
    def test_at_once_is_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workers, "REPEATED_INTERRUPT_SECONDS", 60.0)
        with worker_pool(1, sleep):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_the_clean_up_is_not_broken_into(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kill = multiprocessing.Process.kill

        def kill_slowly(worker: multiprocessing.Process) -> None:
            signal.raise_signal(signal.SIGINT)
            kill(worker)

        monkeypatch.setattr(workers, "REPEATED_INTERRUPT_SECONDS", 0.0)
        monkeypatch.setattr(multiprocessing.process.BaseProcess, "kill", kill_slowly)
        with pytest.raises(ZeroDivisionError), worker_pool(2, sleep) as pool:
            _fail(next(pool.run([(0,), (9999,)])))


def _sleeps(pid: int) -> bool:
    """Waiting for its workers, and not in the middle of a fork, where Python loses an interrupt."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def _children(pid: int) -> list[str]:
    """Where the system says; elsewhere, none for as long as the test waits."""
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return file.read_text().split() if file.exists() else []
