"""Bots. They see views only."""

from purrlab.bots.bot import Bot
from purrlab.bots.budget import Budget
from purrlab.bots.game_bots import GameBots
from purrlab.bots.play_game import play_game
from purrlab.bots.registry import BOTS, UnknownBot, find_bot

__all__ = ["BOTS", "Bot", "Budget", "GameBots", "UnknownBot", "find_bot", "play_game"]
