"""``make bench``: ours and the peers in the same run, as ratios. Writes benchmarks/RESULTS.md."""

from pathlib import Path

import rules_speed
from timing import Comparison, machine, versions

RESULTS = Path(__file__).with_name("RESULTS.md")


def row(what: str, unit: str, measured: Comparison) -> str:
    spread = f"{measured.lowest:.2f} to {measured.highest:.2f}"
    return f"| {what} | {unit} | {measured.ours:,.0f} | {measured.theirs:,.0f} | {measured.ratio:.2f} ({spread}) |"


def main() -> None:
    lines = [
        "# Results",
        "",
        "Made by `make bench`: CPU time on one core, medians of seven paired runs, ratios with their extremes.",
        "",
        f"Machine: {machine()}. Versions: {versions('purrlab', 'open_spiel')}.",
        "",
        "| what | unit | ours | peer | ours / peer |",
        "|---|---|---|---|---|",
        row(
            "Random play through the contract, Python rules, 4 players; peer: OpenSpiel `oh_hell` (C++) from Python",
            "decisions/s",
            rules_speed.run(),
        ),
    ]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
