"""Bots that do not think, or not always."""

from random import Random

from purrlab.bots.bot import Bot, choices_in
from purrlab.games.game import Action, View


class RandomBot:
    """Every legal action is as likely as any other."""

    def choose(self, view: View, random: Random) -> Action:
        return random.choice(choices_in(view))


class NoisyBot:
    """Plays like another bot, but a share of its moves at random."""

    def __init__(self, bot: Bot, random_share: float = 1 / 3) -> None:
        self.bot = bot
        self.random_share = random_share

    def choose(self, view: View, random: Random) -> Action:
        if random.random() < self.random_share:
            return random.choice(choices_in(view))
        return self.bot.choose(view, random)
