"""How every game looks."""

from purrlab.terminal import cat_in_the_box, rascal_kittens
from purrlab.terminal.face import Face

FACES: dict[str, Face] = {"cat-in-the-box": cat_in_the_box.FACE, "rascal-kittens": rascal_kittens.FACE}
