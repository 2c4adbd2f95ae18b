"""The core on a GPU: ``python benchmarks/gpu.py`` where nvcc and a GPU are. It fails where a round is not the same."""

import subprocess
import sys
import tempfile
from dataclasses import astuple
from pathlib import Path

from purrlab.bots.cat_in_the_box.tunings import TUNED
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.cat_in_the_box import neighbours_of

HERE = Path(__file__).parent
CORE = HERE.parent / "src" / "purrlab" / "native" / "core" / "cat_in_the_box"


def main() -> int:
    """Without contraction of floating-point operations, as the core itself is built."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "gpu")
        flags = ["-std=c++20", "-O3", "-arch=native", "-fmad=false", "--expt-relaxed-constexpr", f"-I{CORE}"]
        subprocess.run(["nvcc", *flags, str(HERE / "gpu.cu"), "-o", program], check=True)  # noqa: S603, S607
        return subprocess.run([program], input=_tables(), text=True, check=False).returncode  # noqa: S603


def _tables() -> str:
    """For 2 to 5 players: the limits of bids, the weights, and the neighbours of every cell."""
    numbers: list[float] = []
    for players in sorted(RULES_BY_PLAYERS):
        layout = neighbours_of(RULES_BY_PLAYERS[players].layouts[0])
        weights, bid_limits = TUNED[players]
        numbers += [*bid_limits, *astuple(weights), *layout]
    return " ".join(map(str, numbers))


if __name__ == "__main__":
    sys.exit(main())
