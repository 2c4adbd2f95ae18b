"""Advice for somebody who learns a game, counted from the own view and nothing else (docs/tutorials.md)."""

from purrlab.coach.coach import Coach
from purrlab.coach.registry import COACHES, advise, find_coach

__all__ = ["COACHES", "Coach", "advise", "find_coach"]
