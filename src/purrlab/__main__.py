"""``python -m purrlab`` is the same as ``purrlab``."""

from purrlab.cli import main

main()
