"""SVG to PNG, on any machine with the same letters: the fonts come with the package.

``python -m purrlab.drawings.png WIDTH HEIGHT`` reads SVG and writes PNG.
"""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import resvg_py

FONT_FOLDER = Path(__file__).with_name("fonts")  # made by tools/build_page.py
FONT_FAMILY = "Nunito ExtraLight"  # as the files name it, whatever their weight
NO_FONTS = "in a checkout, make page makes them"
RENDER_TIMEOUT_SECONDS = 20
PROCESS_NICENESS = 10  # of a process that renders: a server has more urgent work


def render_png(svg: str, width_pixels: int, height_pixels: int) -> bytes:
    """No other thread of this process runs meanwhile. Without the fonts it warns, and draws no letters."""
    fonts = sorted(map(str, FONT_FOLDER.glob("*.ttf")))
    if not fonts:
        warnings.warn(f"pictures have no letters and digits: no fonts in {FONT_FOLDER}; {NO_FONTS}", stacklevel=2)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width_pixels,
            height=height_pixels,
            skip_system_fonts=True,
            font_files=fonts,
            font_family=FONT_FAMILY,
        )
    )


def render_png_in_process(svg: str, width_pixels: int, height_pixels: int) -> bytes:
    """In a process of its own, for threads of a server. Raises subprocess.SubprocessError."""
    command = [sys.executable, "-m", "purrlab.drawings.png", str(width_pixels), str(height_pixels)]
    done = subprocess.run(  # noqa: S603  # our own module
        command, input=svg.encode(), capture_output=True, timeout=RENDER_TIMEOUT_SECONDS, check=True
    )
    return done.stdout


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(PROCESS_NICENESS)
    sys.stdout.buffer.write(render_png(sys.stdin.buffer.read().decode(), int(sys.argv[1]), int(sys.argv[2])))
