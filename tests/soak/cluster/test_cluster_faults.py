"""Several servers under faults in small: fixed seeds and fixed work. And what it measures."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from soak.cluster import rounds
from soak.cluster.cluster_faults import FAULTS
from soak.cluster.cluster_world import open_cluster_world
from soak.cluster.interruptions import longest_pause
from soak.cluster.rounds import Round

LEASE_SECONDS = 0.6
IN_SMALL = ("kill -9", "SIGSTOP beyond the lease", "link to NATS cut", "announced stop")


def test_nothing_is_lost_doubled_or_told_to_the_wrong_people(
    postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on the bus: what is forwarded for a viewer holds only what that viewer may know."""
    assert set(IN_SMALL) < FAULTS.keys()
    monkeypatch.setattr(rounds, "CALM_SECONDS", 0.1)
    with open_cluster_world(tmp_path, LEASE_SECONDS, postgres_server) as world:
        played = Round(world, Random(5))
        asyncio.run(played.play(2, IN_SMALL))
    assert world.faults.total() == len(IN_SMALL)
    assert world.counts["moves"] > 10
    assert world.counts["messages to viewers on the bus"] > 10
    assert played.tap.frames["TableMoved"] + played.tap.frames["ServerLeaving"] > 0


@pytest.mark.parametrize(("began", "ended", "expected"), [(3.5, 3.5, 2.0), (1.0, 1.2, 1.0), (9.0, 9.0, 0.0)])
def test_a_pause_is_the_longest_that_touches_a_fault(began: float, ended: float, expected: float) -> None:
    assert longest_pause([0.0, 1.0, 2.0, 3.0, 5.0, 5.1], began, ended) == expected
