"""Bots against bots: duplicate deals, every seating, confidence intervals, ratings."""

from purrlab.arena.match import Match, Played, check, play
from purrlab.arena.plot import figure_class, plot
from purrlab.arena.results import ArenaError, begun, opened, read
from purrlab.arena.spread import spread, spread_on_ray
from purrlab.arena.summary import Estimate, Summary, summarise

__all__ = [
    "ArenaError",
    "Estimate",
    "Match",
    "Played",
    "Summary",
    "begun",
    "check",
    "figure_class",
    "opened",
    "play",
    "plot",
    "read",
    "spread",
    "spread_on_ray",
    "summarise",
]
