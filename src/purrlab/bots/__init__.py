"""Bots. They see views only."""

from purrlab.bots.bot import Bot
from purrlab.bots.registry import BOTS, UnknownBot, find_bot

__all__ = ["BOTS", "Bot", "UnknownBot", "find_bot"]
