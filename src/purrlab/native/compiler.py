"""Sources that use the core's headers, compiled where they are needed: by nvcc for a GPU, or for the CPU."""

import os
import shutil
import subprocess
from pathlib import Path

CORE_FOLDER = Path(__file__).parent / "core"
COMPILER_FLAGS = ("-std=c++20", "-O3", "-shared", f"-I{CORE_FOLDER}")
GPU_FLAGS = ("-x", "cu", "-arch=native", "--extended-lambda", "--expt-relaxed-constexpr", "-Xcompiler", "-fPIC")
CPU_FLAGS = ("-x", "c++", "-fPIC", "-pthread", "-ffp-contract=off")


class CompilerError(RuntimeError):
    """There is no compiler, or it could not compile a source."""


def compile_library(source: Path, folder: Path, *, on_gpu: bool) -> Path:
    """The library made of this source, in this folder."""
    compiler = "nvcc" if on_gpu else os.environ.get("CXX", "c++")
    if shutil.which(compiler) is None:
        raise CompilerError(f"{source.name} has to be compiled here, and there is no {compiler} on this machine")
    library = folder / f"{source.stem}_{'gpu' if on_gpu else 'cpu'}.so"
    command = [compiler, *(GPU_FLAGS if on_gpu else CPU_FLAGS), *COMPILER_FLAGS, str(source), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # a compiler
    if done.returncode:
        raise CompilerError(f"{compiler} could not compile {source.name}:\n{done.stderr[-2000:]}")
    return library
