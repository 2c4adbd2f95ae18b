"""Bots for Coin Flip."""

from random import Random

from coin_flip.rules import Guess
from coin_flip.view import CoinFlipView
from purrlab.bots.bot import choices_in
from purrlab.bots.game_bots import GameBots
from purrlab.games.game import Action


class CoinFlipHeuristic:
    """Says what is most likely: the own coin, and heads under every other cup but one in two."""

    def choose(self, view: CoinFlipView, random: Random) -> Action:
        del random  # it has no doubts
        expected = (view.coin == "heads") + (view.players - 1) / 2
        return min(choices_in(view), key=lambda guess: abs(guess.heads - expected) if isinstance(guess, Guess) else 0)


BOTS = GameBots(heuristic=CoinFlipHeuristic())
