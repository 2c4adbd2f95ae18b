"""How every game looks."""

from purrlab.terminal import cat_in_the_box, rascal_kittens
from purrlab.terminal.text_view import TextView

TEXT_VIEWS: dict[str, TextView] = {
    "cat-in-the-box": cat_in_the_box.TEXT_VIEW,
    "rascal-kittens": rascal_kittens.TEXT_VIEW,
}
