"""A match on a Ray cluster of two workers: the games are those of one machine, also where a worker dies."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from arena.arena_helpers import timeless
from click.testing import CliRunner
from server.clients import free_port

from purrlab.arena import Match, play_in_processes, play_on_ray
from purrlab.cli import main

pytestmark = pytest.mark.heavy

RAY = Path(sys.executable).with_name("ray")
WORKERS = 2
GAME_TASK = b"ray::play_match_game"  # as Ray names the process that plays
MATCH = Match("cat-in-the-box", ("ismcts@200", "heuristic", "heuristic"), 6, "ray")
GAMES = list(MATCH.games())


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster on this machine, with as many processes for games."""
    port, folder = free_port(), mkdtemp(prefix="ray-")  # of its own: elsewhere it would be found by "auto"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"}
    arguments = [
        str(RAY), "start", "--head", "--block", f"--port={port}", f"--num-cpus={WORKERS}",
        "--node-ip-address=127.0.0.1", "--include-dashboard=false", "--disable-usage-stats",
        f"--temp-dir={folder}",
        "--object-store-memory=100000000",
    ]  # fmt: skip
    quiet = subprocess.DEVNULL
    head = subprocess.Popen(arguments, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)  # noqa: S603
    address = f"127.0.0.1:{port}"
    try:
        asking = [str(RAY), "health-check", "--address", address]
        while subprocess.run(asking, stdout=quiet, stderr=quiet, check=False).returncode:  # noqa: S603
            assert head.poll() is None, "Ray did not start"
        yield address
    finally:
        os.killpg(head.pid, signal.SIGTERM)
        head.wait(60)
        rmtree(folder, ignore_errors=True)


def game_workers(port: str) -> set[int]:
    """The processes of this cluster that play."""
    commands = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(folder.name)] = ((folder / "cmdline").read_bytes(), parent)
        except OSError:
            continue  # it has ended
    daemons = {pid for pid, (command, _) in commands.items() if b"raylet" in command and port.encode() in command}
    return {pid for pid, (command, parent) in commands.items() if command.startswith(GAME_TASK) and parent in daemons}


def test_two_workers_play_the_same_games_though_one_dies(cluster: str) -> None:
    results = play_on_ray(MATCH, GAMES, cluster)
    played = list(islice(results, 2))
    before = game_workers(cluster.rpartition(":")[2])
    assert len(before) == WORKERS
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    played += results
    assert len(played) == len(GAMES)
    assert timeless(played) == timeless(play_in_processes(MATCH, GAMES, 1))


def test_the_command_plays_there_and_goes_on_on_one_machine(cluster: str, tmp_path: Path) -> None:
    """What was begun on the cluster is finished without it."""
    file = tmp_path / "match.jsonl"
    arguments = ["arena", "heuristic", "random", "--seed", "ray", "--out", str(file)]
    first = CliRunner().invoke(main, [*arguments, "--deals", "2", "--ray", cluster])
    assert first.exit_code == 0, first.output
    begun = file.read_text().splitlines()
    second = CliRunner().invoke(main, [*arguments, "--deals", "4", "--jobs", "1"])
    assert second.exit_code == 0, second.output
    assert file.read_text().splitlines()[: len(begun)] == begun
    assert len(file.read_text().splitlines()) > len(begun)
