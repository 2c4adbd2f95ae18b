"""Purrlab's server whose processes pass no connections to each other, but forward what is said as between machines.

The processes that it starts run this file too, as multiprocessing does.
"""

from purrlab.cli import main
from purrlab.server.cluster import passing

passing.is_possible = lambda: False

if __name__ == "__main__":
    main()
