"""Fuzz the targets one after the other, from the kept corpus: ``python -m fuzz --seconds 600 --keep [TARGET ...]``."""

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

from fuzz.corpus import read_corpus, write_corpus
from fuzz.coverage_of_inputs import worth_keeping
from fuzz.targets import TARGETS

FINDINGS = Path("fuzz-findings")
INPUT_SECONDS = 25  # that one input may take
MAX_RSS_MB = 2_048
MAX_INPUT_BYTES = 6_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="fuzz", description="Fuzz what parses, with coverage.")
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], help="all of them unless named")
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together")
    parser.add_argument("--keep", action="store_true", help="keep the inputs that reach something new")
    chosen = parser.parse_args()
    targets = chosen.targets or list(TARGETS)
    failed = [name for name in targets if not _fuzz(name, max(1, chosen.seconds // len(targets)), keep=chosen.keep)]
    sys.exit(f"findings in {FINDINGS}: {', '.join(failed)}" if failed else 0)


def _fuzz(name: str, seconds: int, *, keep: bool) -> bool:
    """Whether nothing was found."""
    FINDINGS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for data in read_corpus(name):
            (Path(folder) / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
        options = {
            "max_total_time": seconds,
            "timeout": INPUT_SECONDS,
            "rss_limit_mb": MAX_RSS_MB,
            "max_len": MAX_INPUT_BYTES,
            "print_final_stats": 1,
            "verbosity": 0,
            "artifact_prefix": f"{FINDINGS}/{name}-",
        }
        flags = [f"-{option}={value}" for option, value in options.items()]
        sys.stdout.write(f"{name}: {seconds} s\n")
        sys.stdout.flush()
        command = [sys.executable, "-m", "fuzz.fuzz_target", name, folder, *flags]
        passed = subprocess.run(command, check=False).returncode == 0  # noqa: S603
        if keep and passed:
            write_corpus(name, worth_keeping(TARGETS[name], [file.read_bytes() for file in Path(folder).iterdir()]))
    return passed


if __name__ == "__main__":
    main()
