"""The page on a throttled mid-range phone: bytes of script for the first table, time to the first card, frames.

    .venv/bin/python benchmarks/page_speed.py [/path/to/another/checkout]

Another checkout, with its .venv and its page built, is measured beside this one: by turns, so that both suffer alike
from whatever else the machine does. Writes benchmarks/PAGE.md. Needs the built page (``make page``) and a Chromium.
"""

import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests", "tools")]

from get_chromium import find  # noqa: E402  # the path is set above
from page.chromium import CHROMIUM_FLAGS  # noqa: E402
from page.visitor import Visitor  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from server.clients import Server  # noqa: E402

RESULTS_FILE = Path(__file__).with_name("PAGE.md")
RUNS = 5
PLAYS_PER_RUN = 5
FRAME_MS = 1000 / 60
PLAYABLE_WANTED = "at most 1.4 s on an idle machine"
CPU_SLOWDOWN = 4  # what Lighthouse takes for a mid-range phone
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 800},
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "no-preference",
}
MEASURE_FRAME_GAPS = """() => new Promise(done => {
  const gaps = [], began = performance.now();
  let last = began, moved = false, running = [];
  const name = event => event.animationName ?? event.propertyName;
  const ended = event => running = running.filter(each => each.target !== event.target || name(each) !== name(event));
  const begun = event => { ended(event); running.push(event); };
  const events = {animationstart: begun, transitionrun: begun};
  for (const kind of ['animation', 'transition']) events[kind + 'end'] = events[kind + 'cancel'] = ended;
  for (const [kind, listen] of Object.entries(events)) addEventListener(kind, listen);
  const step = now => {
    const moving = running.some(each => each.target.isConnected);
    if (moving || moved) gaps.push(now - last);
    [last, moved] = [now, moving];
    if (now - began < 3000) return requestAnimationFrame(step);
    for (const [kind, listen] of Object.entries(events)) removeEventListener(kind, listen);
    done(gaps);
  };
  document.querySelector('button.lit').click();
  requestAnimationFrame(step);
})"""
MEASURE_LAYOUT_SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => sum += entry.value))
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 2000); // the font comes meanwhile
})"""


def first_table(browser: Browser, url: str) -> dict[str, float]:
    """Open a table by its link, as a friend would, with nothing kept from before."""
    with Visitor(browser, url, patient=True) as host:  # bots take a second, as they do with people
        host.play_now()
        link = host.page.url
        state = host.context.storage_state()
    with Visitor(browser, url, storage_state=state, **PHONE) as phone:
        session = phone.context.new_cdp_session(phone.page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        began = time.perf_counter()
        phone.page.goto(link, wait_until="commit")
        phone.page.locator(".hand button.active").first.wait_for()
        playable = time.perf_counter() - began
        entries = phone.page.evaluate("performance.getEntriesByType('resource').map(e => [e.name, e.encodedBodySize])")
        shift = phone.page.evaluate(MEASURE_LAYOUT_SHIFT)
        gaps = frames_while_cards_move(phone)
        script = sum(size for name, size in entries if name.endswith(".js"))
        font = sum(size for name, size in entries if name.endswith(".woff2"))
    late = sum(gap > 1.5 * FRAME_MS for gap in gaps) / len(gaps)
    return {
        "playable": playable,
        "script": script,
        "font": font,
        "shift": shift,
        "frames": 1000 * len(gaps) / sum(gaps),
        "late": late,
        "longest": max(gaps),
    }


def frames_while_cards_move(phone: Visitor) -> list[float]:
    """Milliseconds from frame to frame while anything moves, for three seconds after each of some plays."""
    gaps: list[float] = []
    for _ in range(PLAYS_PER_RUN):
        phone.play_until_there_is("button.lit")
        gaps += phone.page.evaluate(MEASURE_FRAME_GAPS)
    return gaps


def serve(folder: Path, checkout: Path) -> Server:
    folder.mkdir()
    return Server(folder, program=(str(checkout / ".venv" / "bin" / "python"), "-m", "purrlab"))


def commit(checkout: Path) -> str:
    command = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


def measure(checkouts: list[Path]) -> tuple[list[dict[str, float]], str]:
    """The medians of each checkout, and which Chromium it was."""
    chromium = find()
    assert chromium, "there is no Chromium"
    runs: list[list[dict[str, float]]] = [[] for _ in checkouts]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack, sync_playwright() as playwright:
        servers = [
            stack.enter_context(serve(Path(folder) / str(number), each)) for number, each in enumerate(checkouts)
        ]
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        for _ in range(RUNS):
            for server, found in zip(servers, runs, strict=True):
                found.append(first_table(browser, server.url))
                print(server.url, found[-1], flush=True)
        version = browser.version
        browser.close()
    return [{name: median(run[name] for run in found) for name in found[0]} for found in runs], version


def main() -> None:
    others = [Path(each).resolve() for each in sys.argv[1:2]]
    found, version = measure([ROOT, *others])
    here = found[0]
    assert here["font"] == 0, "the font came before the first card"
    rows = [
        ("script for the first table, gzipped", "at most 150 kB", lambda run: f"{run['script'] / 1000:.0f} kB"),
        ("from the link to the first playable card", PLAYABLE_WANTED, lambda run: f"{run['playable']:.2f} s"),
        ("layout shift until then and two seconds more", "at most 0.1", lambda run: f"{run['shift']:.3f}"),
        ("frames a second while cards move", "60", lambda run: f"{run['frames']:.0f}"),
        (f"frames that came late (after more than {1.5 * FRAME_MS:.0f} ms)", "", lambda run: f"{run['late']:.1%}"),
        ("longest gap between two frames", "", lambda run: f"{run['longest']:.0f} ms"),
    ]
    heads = ["what", "measured", *(f"commit {commit(each)}" for each in others), "wanted"]
    lines = [heads, ["---"] * len(heads), *([what, *map(show, found), wanted] for what, wanted, show in rows)]
    table = "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)
    beside = ", by turns with an earlier commit" if others else ""
    text = f"""# The page on a phone

Made by `.venv/bin/python benchmarks/page_speed.py`{beside}: Chromium {version},
a processor {CPU_SLOWDOWN} times slower, 1.6 Mbit/s with 150 ms of latency, nothing kept from before;
medians of {RUNS} runs.
The machine had {os.cpu_count()} cores and a load of {os.getloadavg()[0]:.1f} from this and other work meanwhile;
this ran with niceness {os.nice(0)}.

{table}
"""
    RESULTS_FILE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
