"""Tutorials: records with words, played on the real rules (docs/tutorials.md)."""

from purrlab.tutorials.tutorial import TUTORIALS, Step, Tutorial, WrongChoice, find_tutorial, tutorials_of

__all__ = ["TUTORIALS", "Step", "Tutorial", "WrongChoice", "find_tutorial", "tutorials_of"]
