"""``python -m purrlab.native`` says whether the core is compiled."""

import sys

from purrlab.native import in_words

sys.stdout.write(in_words() + "\n")
