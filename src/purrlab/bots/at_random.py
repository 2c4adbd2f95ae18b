"""A bot that does not think."""

from random import Random

from purrlab.games.game import Action, View


class RandomBot:
    """Every legal action is as likely as any other."""

    def choose(self, view: View, random: Random) -> Action:
        return random.choice(view.legal)
