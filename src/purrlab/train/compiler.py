"""Sources of this package, compiled where training runs."""

import os
import shutil
import subprocess
from pathlib import Path

from purrlab.train.errors import TrainingError

CORE = Path(__file__).parents[1] / "native" / "core"
FLAGS = ("-std=c++20", "-O3", "-shared", f"-I{CORE}")
GPU_FLAGS = ("-x", "cu", "-arch=native", "--extended-lambda", "--expt-relaxed-constexpr", "-Xcompiler", "-fPIC")
CPU_FLAGS = ("-x", "c++", "-fPIC", "-pthread", "-ffp-contract=off")


def compile_library(name: str, folder: Path, *, on_gpu: bool) -> Path:
    """The library of the source of this name, in this folder."""
    source = Path(__file__).with_name(f"{name}.cpp")
    compiler = "nvcc" if on_gpu else os.environ.get("CXX", "c++")
    if shutil.which(compiler) is None:
        raise TrainingError(f"training needs {compiler}, and there is none on this machine")
    library = folder / f"{name}_{'gpu' if on_gpu else 'cpu'}.so"
    command = [compiler, *(GPU_FLAGS if on_gpu else CPU_FLAGS), *FLAGS, str(source), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # a compiler
    if done.returncode:
        raise TrainingError(f"{compiler} could not compile {source.name}:\n{done.stderr[-2000:]}")
    return library
