"""``purrlab arena``: bots against bots, and who is better."""

import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import msgspec

from purrlab.arena import (
    Estimate,
    GameResult,
    Match,
    PoolLine,
    Summary,
    check_match,
    load_figure_class,
    open_match_file,
    play_in_processes,
    play_on_ray,
    plot_summaries,
    pool_matches,
    read_match,
    summarise,
    worst_first,
)
from purrlab.arena.summary import MIN_DEALS_FOR_INTERVAL
from purrlab.bots import BOTS
from purrlab.cli.game_command import GameCommand
from purrlab.cli.options import (
    DEFAULT_GAME,
    file_to_write,
    game_names,
    game_options,
    new_seed,
    players_for,
    players_option,
    seed_option,
)
from purrlab.native import describe_core

INTERRUPTED_EXIT_CODE = 130  # what shells say of a command that was ended by Ctrl-C
Results = Generator[GameResult, None, None]


@click.command("arena", cls=GameCommand)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT …")
@click.option("--game", "-g", type=game_names, default=DEFAULT_GAME, show_default=True, help="What they play.")
@click.option("--pool", metavar="NAME", help="Play one bot against all of a pool, such as quick or strong.")
@players_option
@click.option("--deals", "-n", type=click.IntRange(min=1), default=25, show_default=True, help="How many deals.")
@seed_option
@game_options
@click.option("--out", type=file_to_write, help="Keep every game here; go on where it ends.")
@click.option("--json", "summary", type=file_to_write, help="Write the result as JSON.")
@click.option("--plot", "picture", type=file_to_write, help="Draw the result as a PNG.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=os.cpu_count(), help="Processes; all cores by default."
)
@click.option("--ray", "address", metavar="ADDRESS", help="Play on a Ray cluster, such as auto or ray://host:10001.")
def arena_command(
    *,
    bots: tuple[str, ...],
    game: str,
    pool: str | None,
    players: int | None,
    deals: int,
    seed: str | None,
    options: dict[str, Any],
    out: Path | None,
    summary: Path | None,
    picture: Path | None,
    jobs: int,
    address: str | None,
) -> None:
    """Let bots meet, one for each seat, and say who is better.

    Every deal is played with the bots in every order that makes a difference. A match that was stopped goes on with
    the same command, where that has --out.

    \b
      purrlab arena search@100ms heuristic heuristic heuristic --deals 100 --seed 1 --out match.jsonl
      purrlab arena search@2000 --pool strong --players 4 --deals 63 --seed 1
    """
    _check_different(out, summary, picture)
    play = partial(_play, jobs=jobs, address=address)
    if pool:
        if len(bots) != 1 or picture:
            raise click.UsageError("--pool takes one bot, and draws no picture")
        matches = pool_matches(game, bots[0], pool, players_for(game, players), deals, seed or new_seed(), options)
        return _play_pool(matches, play, out, summary)
    if players is not None:
        raise click.UsageError("--players goes with --pool; else there is a bot for each seat")
    if seed is None:
        there = read_match(out) if out else None
        seed = there.seed if there else new_seed()
    match = check_match(Match(game, bots, deals, seed, options))
    if picture:
        load_figure_class()
    _report(match, play(match, out), summary, picture)
    return None


def _play(match: Match, out: Path | None, *, jobs: int, address: str | None) -> list[GameResult]:
    bots = BOTS[match.game]
    if bots.compiled is False and any(map(bots.is_search, match.bots)):
        click.echo(describe_core(), err=True)
    with open_match_file(out, match) as (before, write):
        played = {(each.deal, each.seating) for each in before}
        games = [each for each in match.games() if each not in played]
        results = play_on_ray(match, games, address) if address else play_in_processes(match, games, jobs)
        return [*before, *_collect(results, len(games), write, out)]


def _play_pool(
    matches: Mapping[str, Match],
    play: Callable[[Match, Path | None], list[GameResult]],
    out: Path | None,
    summary: Path | None,
) -> None:
    """The table has the opponent that the candidate does worst against on top. Every match has a file of its own."""
    checked = {opponent: check_match(match) for opponent, match in matches.items()}
    lines = []
    for opponent, match in checked.items():
        games = play(match, out and out.with_stem(f"{out.stem}-{opponent}"))
        found = next(each for each in summarise(match, games) if each.bot == match.bots[0])
        lines.append(PoolLine(opponent, found))
    lines = worst_first(lines)
    match = next(iter(checked.values()))
    click.echo(f"{match.game}, {match.bots[0]} against {len(match.bots) - 1} of each, {_counted(match)}\n")
    head = ["against", f"points a {lines[0].candidate.unit}", "ahead by", "wins"]
    for line in _in_columns(head, [(each.opponent, each.candidate) for each in lines]):
        click.echo(line)
    if summary:
        summary.write_bytes(msgspec.json.format(msgspec.json.encode(lines)) + b"\n")


def _counted(match: Match) -> str:
    seatings = "rotations only, as there are too many orders" if match.rotates else "every order"
    deals = "1 deal" if match.deals == 1 else f"{match.deals} deals"
    return f"{deals} in {len(match.seatings)} seatings each ({seatings}), seed {match.seed!r}"


def _is_same(one: Path, other: Path) -> bool:
    return one.samefile(other) if one.exists() and other.exists() else one.resolve() == other.resolve()


def _check_different(*files: Path | None) -> None:
    named = [file for file in files if file]
    if any(_is_same(one, other) for one, other in combinations(named, 2)):
        raise click.UsageError("--out, --json and --plot need a file each")


def _collect(results: Results, games: int, write: Callable[[GameResult], None], out: Path | None) -> list[GameResult]:
    """All of them, unless somebody has seen enough."""
    try:
        with closing(results):
            return list(_with_progress_bar(results, games, write))
    except KeyboardInterrupt:
        rest = (
            f"what was played is in {out}, and the same command goes on there"
            if out
            else "without --out nothing is kept"
        )
        click.echo(f"\nStopped: {rest}.", err=True)
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None


def _with_progress_bar(results: Results, games: int, write: Callable[[GameResult], None]) -> Iterator[GameResult]:
    """The results, kept as they come, with a bar that shows how many."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(results, length=games, label="Playing", hidden=hidden, file=sys.stderr) as bar:
        for played in bar:
            write(played)
            yield played


def _report(match: Match, games: Sequence[GameResult], summary: Path | None, picture: Path | None) -> None:
    summaries = summarise(match, games)
    click.echo(f"{match.game}, {_counted(match)}")
    few = f"Means alone: fewer than {MIN_DEALS_FOR_INTERVAL} deals are too few for confidence intervals.\n"
    click.echo(
        few if match.deals < MIN_DEALS_FOR_INTERVAL else "Means with 95 % confidence intervals, clustered by deal.\n"
    )
    for line in format_table(summaries):
        click.echo(line)
    if len(summaries) > 1 and not any(each.rating for each in summaries):
        click.echo("\nRatings need openskill: pip install 'purrlab[arena]'", err=True)
    if summary:
        summary.write_bytes(msgspec.json.format(msgspec.json.encode({"match": match, "bots": summaries})) + b"\n")
    if picture:
        plot_summaries(match, summaries, picture)


def format_table(summaries: Sequence[Summary]) -> list[str]:
    """One line a bot, in columns; those that say nothing about this game are left out."""
    head = ["bot", f"points a {summaries[0].unit}", "ahead by", "wins"]
    return _in_columns(head, [(each.bot, each) for each in summaries])


def _in_columns(head: Sequence[str], named: Sequence[tuple[str, Summary]]) -> list[str]:
    counts = list(dict.fromkeys(name for _, each in named for name in each.counts))
    rows = [[*head, *counts, "ms a move", "rating"], *([name, *_cells(each, counts)] for name, each in named)]
    kept = [column for column in zip(*rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in kept]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*kept, strict=True)
    ]


def _cells(each: Summary, counts: Sequence[str]) -> list[str]:
    return [
        _number(each.points),
        _number(each.lead),
        _share(each.won),
        *(_share(each.counts.get(name)) for name in counts),
        "" if each.milliseconds is None else f"{each.milliseconds:.2f}",
        "" if each.rating is None else f"{each.rating.mu:.1f} ± {each.rating.sigma:.1f}",
    ]


def _number(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return f"{estimate.mean:+.2f}{_interval(estimate, '{:+.2f}')}"


def _share(estimate: Estimate | None) -> str:
    return "" if estimate is None else f"{estimate.mean:.0%}{_interval(estimate, '{:.0%}')}"


def _interval(estimate: Estimate, form: str) -> str:
    if estimate.lowest is None or estimate.highest is None:
        return ""
    return f" ({form.format(estimate.lowest)} to {form.format(estimate.highest)})"
