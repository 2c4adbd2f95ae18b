"""Plays for as long as SOAK_SECONDS say, in rounds with seeds that follow SOAK_SEED (``make soak``)."""

import asyncio
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from random import Random

from server.postgres_server import run_postgres
from server.start_and_kill import Starter
from soak.checks import WARM_UP_ROUNDS
from soak.rounds import play_round
from soak.server_process import LIBFAKETIME
from soak.starts import Databases, create_database, kill_starts
from soak.world import World, open_world

TABLES = int(os.environ.get("SOAK_TABLES", "40"))  # of one round
FAULTS = int(os.environ.get("SOAK_FAULTS", "15"))  # of one round, unless all games end before
STEADY_PARTS = WARM_UP_ROUNDS + 2  # of a round of a server that is not killed: what it needs is compared after each
TRIALS = 10  # databases of one round of starts
SEED_BITS = 32
FAKETIME = None if os.environ.get("SOAK_LIBFAKETIME") == "0" else LIBFAKETIME


class Soak:
    """Rounds of all kinds, one after the other. The seed of a round says which kind it is."""

    def __init__(self, worlds: dict[str, World], starter: Starter, databases: dict[str, Databases]) -> None:
        killed = "SQLite, killed", "PostgreSQL, killed"
        self.kinds = [*killed, "SQLite", *killed, "PostgreSQL", *databases]
        self.counts: Counter[str] = Counter()  # kills of starts, by kind
        self._worlds = worlds
        self._starter = starter
        self._databases = databases

    def kind(self, seed: int) -> str:
        return self.kinds[seed % len(self.kinds)]

    def first_seed(self) -> int:
        """Of a round on a server that is not killed: however short a soak is, it sees whether one grows."""
        steady = {name for name, world in self._worlds.items() if not world.is_killed}
        return next(seed for seed in iter(lambda: secrets.randbits(SEED_BITS), None) if self.kind(seed) in steady)

    def play(self, seed: int) -> None:
        kind, chance = self.kind(seed), Random(seed)
        if kind in self._databases:
            self.counts[kind] += kill_starts(self._starter, self._databases[kind], TRIALS, chance)
            return
        world = self._worlds[kind]
        parts = 1 if world.is_killed else STEADY_PARTS
        for _ in range(parts):
            asyncio.run(play_round(world, ceil(TABLES / parts), ceil(FAULTS / parts), chance))

    @property
    def kills(self) -> int:
        return sum(world.server.kills for world in self._worlds.values()) + self.counts.total()

    def summary(self) -> Iterator[str]:
        for name, world in self._worlds.items():
            counts = ", ".join(f"{count:,} {what}" for what, count in world.counts.items())
            faults = ", ".join(f"{what} {count}" for what, count in sorted(world.faults.items()))
            yield f"{name}: {counts}; {world.server.kills} kills of the server; {faults}; clock: {world.server.clock}"
            if world.resources:
                yield f"{name}: at first {world.resources[0]}, in the end {world.resources[-1]}"
        for kind, kills in self.counts.items():
            yield f"{kind}: {kills} kills"
        total = sum((world.counts for world in self._worlds.values()), Counter[str]())
        totals = ", ".join(f"{total[what]:,} {what}" for what in ("tables", "moves", "asks"))
        yield f"in all {self.kills:,} kills, {totals}"


@contextmanager
def open_soak(folder: Path) -> Iterator[Soak]:
    with (
        Starter.running() as starter,
        run_postgres() as postgres,
        create_database(postgres, "killed") as first,
        create_database(postgres, "steady") as second,
        open_world(folder / "a", "SQLite, killed", None, is_killed=True) as a,
        open_world(folder / "b", "PostgreSQL, killed", first, is_killed=True) as b,
        open_world(folder / "c", "SQLite", None, is_killed=False, libfaketime=FAKETIME) as c,
        open_world(folder / "d", "PostgreSQL", second, is_killed=False, libfaketime=FAKETIME) as d,
    ):
        databases = {
            "SQLite, starts": Databases(folder / "e", None),
            "PostgreSQL, starts": Databases(folder / "f", postgres),
        }
        yield Soak({world.name: world for world in (a, b, c, d)}, starter, databases)


def main() -> int:
    seconds = float(os.environ.get("SOAK_SECONDS", "300"))
    folder = Path(tempfile.mkdtemp(prefix="purrlab-soak-"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing it started is left behind
    with open_soak(folder) as soak:
        seed = int(os.environ.get("SOAK_SEED") or soak.first_seed())
        say(f"a soak of {seconds:.0f} seconds; SOAK_SEED={seed}")
        first, failed, began = seed, False, time.monotonic()
        while not failed and (seed == first or time.monotonic() - began < seconds):
            at = time.monotonic()
            try:
                soak.play(seed)
            except Exception as error:  # noqa: BLE001  # whatever it is, it names its seed
                failed = True
                say(f"FAILED: {type(error).__name__}: {error}")
                say(f"in a round on {soak.kind(seed)}; to repeat it: SOAK_SEED={seed} make soak; its data: {folder}")
            else:
                say(f"{soak.kind(seed)}, seed {seed}: {time.monotonic() - at:.0f} seconds; {soak.kills:,} kills so far")
            seed += 1
        for line in soak.summary():
            say(line)
        end = "FAILED" if failed else "all is well"
        say(f"{time.monotonic() - began:.0f} seconds, seeds {first} to {seed - 1}: {end}")
    if not failed:
        shutil.rmtree(folder)
    return int(failed)


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
