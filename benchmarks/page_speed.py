"""The page on a throttled mid-range phone: bytes of script for the first table, time to the first card, frames.

    .venv/bin/python benchmarks/page_speed.py

Writes benchmarks/PAGE.md. Needs the built page (``make page``) and a Chromium.
"""

import os
import sys
import tempfile
import time
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
    with Visitor(browser, url) as host:
        host.page.unroute("**/api/tables")  # bots take their time, as they do with people
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
        assert not any(name.endswith(".woff2") for name, _ in entries), "the font came before the first card"
    late = sum(gap > 1.5 * FRAME_MS for gap in gaps) / len(gaps)
    return {
        "playable": playable,
        "script": script,
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


def main() -> None:
    chromium = find()
    assert chromium, "there is no Chromium"
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        runs = [first_table(browser, server.url) for _ in range(RUNS)]
        version = browser.version
        browser.close()
    middle = {name: median(run[name] for run in runs) for name in runs[0]}
    text = f"""# The page on a phone

Made by `.venv/bin/python benchmarks/page_speed.py`: Chromium {version}, a processor {CPU_SLOWDOWN} times slower,
1.6 Mbit/s with 150 ms of latency, nothing kept from before; medians of {RUNS} runs.
The machine had {os.cpu_count()} cores and a load of {os.getloadavg()[0]:.1f} from this and other work meanwhile.

| what | measured | wanted |
|---|---|---|
| script for the first table, gzipped | {middle["script"] / 1000:.0f} kB | at most 150 kB |
| from the link to the first playable card | {middle["playable"]:.2f} s | at most 2 s |
| layout shift until then and two seconds more | {middle["shift"]:.3f} | at most 0.1 |
| frames a second while cards move | {middle["frames"]:.0f} | 60 |
| frames that came late (after more than {1.5 * FRAME_MS:.0f} ms) | {middle["late"]:.1%} | |
| longest gap between two frames | {middle["longest"]:.0f} ms | |
"""
    RESULTS_FILE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
