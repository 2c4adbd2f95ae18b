"""Many games stepped on a GPU: ``python benchmarks/gpu_batch.py``. It fails where a step is not as on the processor.

``python benchmarks/gpu_batch.py cpu`` tries out the same program on the processor, on few games.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.cat_in_the_box import neighbours_of

HERE = Path(__file__).parent
CORE = HERE.parent / "src" / "purrlab" / "native" / "core" / "cat_in_the_box"
GPU = ["nvcc", "-arch=native", "--expt-relaxed-constexpr", "--extended-lambda"]
CPU = ["c++", "-x", "c++"]


def main() -> int:
    on_gpu = sys.argv[1:] != ["cpu"]
    games, checked, steps = ("1048576", "2000", "200") if on_gpu else ("1000", "200", "20")
    tables = " ".join(
        str(cell)
        for players in sorted(RULES_BY_PLAYERS)
        for cell in neighbours_of(RULES_BY_PLAYERS[players].layouts[0])
    )
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "gpu_batch")
        flags = ["-std=c++20", "-O3", f"-I{CORE}"]
        compiler = GPU if on_gpu else CPU
        subprocess.run([*compiler, *flags, str(HERE / "gpu_batch.cu"), "-o", program], check=True)  # noqa: S603
        return subprocess.run([program, games, checked, steps], input=tables, text=True, check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
