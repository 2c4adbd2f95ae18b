from random import Random

from purrlab.games.game import Action, View


class CatInTheBoxHeuristic:
    def choose(self, view: View, random: Random) -> Action:
        return random.choice(view.legal)
