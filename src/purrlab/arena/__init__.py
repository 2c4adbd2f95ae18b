"""Bots against bots: duplicate deals, every seating, confidence intervals, ratings."""

from purrlab.arena.match import GameResult, Match, check_match, play_match_game
from purrlab.arena.match_file import ArenaError, open_match_file, read_match, read_results
from purrlab.arena.opponent_pools import PoolLine, pool_matches, worst_first
from purrlab.arena.parallel import play_in_processes, play_on_ray
from purrlab.arena.plot import load_figure_class, plot_summaries
from purrlab.arena.summary import Estimate, Summary, summarise

__all__ = [
    "ArenaError",
    "Estimate",
    "GameResult",
    "Match",
    "PoolLine",
    "Summary",
    "check_match",
    "load_figure_class",
    "open_match_file",
    "play_in_processes",
    "play_match_game",
    "play_on_ray",
    "plot_summaries",
    "pool_matches",
    "read_match",
    "read_results",
    "summarise",
    "worst_first",
]
