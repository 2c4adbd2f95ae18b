"""``make bench``: ours and the peers in the same run, as ratios. Writes benchmarks/RESULTS.md."""

from pathlib import Path

import core_speed
import rules_speed
from timing import Comparison, machine, versions

from purrlab.native.cat_in_the_box import OBSERVATION

RESULTS_FILE = Path(__file__).with_name("RESULTS.md")


def row(what: str, unit: str, measured: Comparison) -> str:
    spread = f"{measured.lowest:.2f} to {measured.highest:.2f}"
    return f"| {what} | {unit} | {measured.ours:,.0f} | {measured.theirs:,.0f} | {measured.ratio:.2f} ({spread}) |"


def core_alone() -> list[str]:
    """What has no peer of the same kind."""
    steps, playouts = core_speed.alone(core_speed.batched_steps, 800), core_speed.alone(core_speed.searched, 4000)
    stepped = core_speed.alone(core_speed.stepped, 20_000)
    whole, rules, core = map(
        core_speed.import_time, ("purrlab", "purrlab.games.cat_in_the_box", "purrlab.native.cat_in_the_box")
    )
    return [
        "The core alone, 4 players, one core:",
        "",
        "| what | |",
        "|---|---|",
        f"| Decisions of a round stepped from Python | {stepped:,.0f} a second |",
        f"| Steps of 1,024 games at once, each observed as {OBSERVATION.size} numbers | {steps:,.0f} a second |",
        f"| Playouts of the search bot, at every decision of a round | {playouts:,.0f} a second |",
        f"| Loading the core, beyond the rules in Python | {1000 * (core - rules):.0f} ms |",
        f"| `import purrlab.native.cat_in_the_box` in all | {1000 * core:.0f} ms |",
        f"| `import purrlab` in all: the contract and the rules of both games | {1000 * whole:.0f} ms |",
    ]


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
        row(
            "Random play of dealt rounds inside the core, 4 players; peer: OpenSpiel `oh_hell` rollouts inside C++",
            "decisions/s",
            core_speed.rollouts(),
        ),
        row(
            "Tree search (ISMCTS) with uniform playouts, from the first bid; peer: OpenSpiel's C++ ISMCTS on `oh_hell`",
            "simulations/s",
            core_speed.tree_search(),
        ),
        "",
        *core_alone(),
    ]
    text = "\n".join(lines) + "\n"
    RESULTS_FILE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
