"""The limits of what callers may ask for. The compiled core has those that it needs from here (core/limits.hpp)."""

MAX_COUNT = 999_999_999  # of playouts or rounds
MIN_NODES = 64  # of a tree
MAX_NODES = 2**30
DEFAULT_NODES = 2**20
MAX_NET_WIDTH = 1024
MAX_NET_BLOCKS = 16
MAX_MOVES = 47  # bids and plays of a round before its last decision
