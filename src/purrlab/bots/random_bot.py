"""Bots that do not think, or not always."""

from random import Random

from purrlab.bots.bot import Bot, choices_in
from purrlab.games.game import Action, View


class RandomBot:
    """Every legal action is as likely as any other."""

    def choose(self, view: View, random: Random) -> Action:
        return random.choice(choices_in(view))


class NoisyBot:
    """Plays like another bot, but now and then whatever comes to its paws."""

    def __init__(self, bot: Bot, often: float = 1 / 3) -> None:
        self.bot = bot
        self.often = often

    def choose(self, view: View, random: Random) -> Action:
        if random.random() < self.often:
            return random.choice(choices_in(view))
        return self.bot.choose(view, random)
