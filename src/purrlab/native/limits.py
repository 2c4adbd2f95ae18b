"""The most and the fewest that callers may ask for. The compiled core has them from here (core/limits.hpp)."""

MOST_COUNTED = 999_999_999  # playouts, or rounds
FEWEST_NODES = 64  # of a tree
MOST_NODES = 2**30
DEFAULT_NODES = 2**20
