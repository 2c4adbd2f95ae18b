"""``purrlab simulate``: bots play whole games, quickly, and their records are kept."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path
from random import Random
from typing import IO, Any

import click

from purrlab.bots import find_bot, play_game
from purrlab.bots.workers import WorkerEnded, in_order, run_tasks
from purrlab.cli.game_command import GameCommand
from purrlab.cli.options import (
    file_to_write,
    game_names,
    game_options,
    new_seed,
    players_for,
    players_option,
    seed_option,
)
from purrlab.games.registry import find_game
from purrlab.records import encode, record_of

GAMES_PER_TASK = 16  # games that a process plays before it reports


@click.command("simulate", cls=GameCommand)
@click.argument("game", type=game_names)
@players_option
@click.option("--games", "-n", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@seed_option
@click.option(
    "--bot",
    "-b",
    "bots",
    multiple=True,
    default=("random",),
    show_default=True,
    metavar="NAME",
    help="Who plays: one for all seats, or repeated, one for each seat.",
)
@game_options
@click.option("--out", type=file_to_write, help="Where to write; without it, to the screen.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=os.cpu_count(), help="Processes; all cores by default."
)
def simulate_command(
    *,
    game: str,
    players: int | None,
    games: int,
    seed: str | None,
    bots: tuple[str, ...],
    options: dict[str, Any],
    out: Path | None,
    jobs: int,
) -> None:
    """Let bots play GAME, and write one record a line.

    Game number I of the seed S has the seed "S/I", so every game can be played again alone.
    """
    names = seated(bots, players_for(game, players))
    for name in names:
        find_bot(game, name)
    base = new_seed() if seed is None else seed
    find_game(game).new(len(names), base, options)  # refuses what is wrong before a file is opened
    seeds = [f"{base}/{number}" for number in range(1, games + 1)]
    records = _simulate_games(partial(simulate_game, game, names, options), seeds, jobs)
    hidden = not sys.stderr.isatty()
    bar = click.progressbar(records, length=games, label="Playing", hidden=hidden, file=sys.stderr)
    with _opened(out) as file, bar as progress:
        for record in progress:
            file.write(record + b"\n")
    if out:
        click.echo(f"{games} games of {find_game(game).title} with the seed {base!r} are in {out}", err=True)


def seated(bots: tuple[str, ...], players: int) -> list[str]:
    """A bot for each seat."""
    if len(bots) == 1:
        return list(bots) * players
    if len(bots) != players:
        raise click.BadParameter(f"{players} players need one bot or {players}, not {len(bots)}", param_hint="--bot")
    return list(bots)


def simulate_game(game: str, bots: list[str], options: Mapping[str, Any], seed: str) -> bytes:
    """One game from its seed alone: the deals come from it, and what the bots choose at random."""
    state = find_game(game).new(len(bots), seed, options)
    end = play_game(state, [find_bot(game, name) for name in bots], Random(seed))
    return encode(record_of(end, [f"{name} {seat}" for seat, name in enumerate(bots)]))


def _simulate_games(simulate: "partial[bytes]", seeds: list[str], jobs: int) -> Iterator[bytes]:
    """The records in the order of the seeds. A few games are not worth a second process."""
    processes, size = (1, 1) if len(seeds) <= GAMES_PER_TASK or jobs == 1 else (jobs, GAMES_PER_TASK)
    tasks = [(simulate, seeds[at : at + size]) for at in range(0, len(seeds), size)]
    try:
        with closing(run_tasks(_play_all, tasks, processes)) as results:
            for records in in_order(results):
                yield from records
    except WorkerEnded as ended:
        raise click.ClickException(str(ended)) from None


def _play_all(simulate: "partial[bytes]", seeds: list[str]) -> list[bytes]:
    return list(map(simulate, seeds))


def _opened(out: Path | None) -> AbstractContextManager[IO[bytes]]:
    if out is None:
        return nullcontext(sys.stdout.buffer)
    return out.open("wb")
