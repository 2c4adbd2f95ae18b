"""Both games for OpenSpiel, registered when this is imported.

``pyspiel.load_game("purrlab_cat_in_the_box(players=4,rounds=1)")``, where ``rounds=0`` is a whole game, and
``pyspiel.load_game("purrlab_rascal_kittens(players=2)")``. Cards, tiles, stacks, rooms and the start player come from
chance nodes. ``resample`` is for ``set_resampler`` of OpenSpiel's ISMCTSBot. docs/environments.md describes the
tensors.
"""

import pyspiel

from purrlab.envs.openspiel_cat_in_the_box import CAT_IN_THE_BOX, CatInTheBoxGame
from purrlab.envs.openspiel_rascal_kittens import RASCAL_KITTENS, RascalKittensGame
from purrlab.envs.openspiel_states import resample

__all__ = ["CAT_IN_THE_BOX", "RASCAL_KITTENS", "CatInTheBoxGame", "RascalKittensGame", "resample"]

pyspiel.register_game(CAT_IN_THE_BOX, CatInTheBoxGame)
pyspiel.register_game(RASCAL_KITTENS, RascalKittensGame)
