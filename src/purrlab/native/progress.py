"""What a step of a batch came to. Rascal Kittens is one game without rounds of their own.

The compiled core has these numbers from here (core/progress.hpp).
"""

GOES_ON, ROUND_OVER, GAME_OVER = range(3)
