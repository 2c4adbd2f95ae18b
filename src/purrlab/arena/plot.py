"""A match as a picture: points of each bot with their confidence intervals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from purrlab.arena.match import Match
from purrlab.arena.match_file import ArenaError
from purrlab.arena.summary import Summary


def load_figure_class() -> Any:
    """What draws; to be asked for before a long match, because it is an extra."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise ArenaError("--plot needs matplotlib: pip install 'purrlab[arena]'") from None
    return Figure


def plot_summaries(match: Match, summaries: Sequence[Summary], file: Path) -> None:
    Figure = load_figure_class()  # noqa: N806
    figure = Figure(figsize=(7, 1.4 + 0.6 * len(summaries)), layout="constrained")
    axes = figure.subplots()
    for place, each in enumerate(reversed(summaries)):
        points = each.points
        reach = 0.0 if points.highest is None else points.highest - points.mean
        axes.errorbar(points.mean, place, xerr=reach, fmt="o", capsize=4, color="black")
        axes.annotate(
            f"{points.mean:.2f}", (points.mean, place), xytext=(0, 7), textcoords="offset points", ha="center"
        )
    axes.set_yticks(range(len(summaries)), [each.bot for each in reversed(summaries)])
    axes.set_ylim(-0.6, len(summaries) - 0.3)
    axes.set_xlabel(f"points a {summaries[0].unit}, 95 % intervals clustered by deal")
    axes.set_title(f"{match.game}: {match.deals} deals, {len(match.seatings)} seatings of each")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(file, dpi=120, format="png")
