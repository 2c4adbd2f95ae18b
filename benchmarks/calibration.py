"""What searches of Cat in the Box expect against what they get: ``python benchmarks/calibration.py search@2000 20``."""

import sys

from purrlab.bots import find_bot
from purrlab.bots.cat_in_the_box.calibration import calibrate
from purrlab.bots.cat_in_the_box.search import CatInTheBoxSearch


def main(name: str, games: int) -> None:
    bot = find_bot("cat-in-the-box", name)
    if not isinstance(bot, CatInTheBoxSearch):
        raise SystemExit(f"{name} is no search")
    print(f"{name} in its own company, {games} games for each number of players, points a round ahead")
    for players in (2, 3, 4, 5):
        for phase, found in calibrate(bot, players, games, "calibration").items():
            print(f"{players} players, {phase}: expects {found.expected:+.2f}, gets {found.got:+.2f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
