"""The limits of what callers may ask for. The compiled core has them from here (core/limits.hpp)."""

MAX_COUNT = 999_999_999  # of playouts or rounds
MIN_NODES = 64  # of a tree
MAX_NODES = 2**30
DEFAULT_NODES = 2**20
