"""``python -m purrlab.native`` says whether the core is compiled."""

import sys

from purrlab.native import describe_core

sys.stdout.write(describe_core() + "\n")
