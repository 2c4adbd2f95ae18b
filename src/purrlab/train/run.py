"""One training from its beginning, or from where it was stopped, to a net that the bot can play with."""

import csv
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from purrlab.bots.cat_in_the_box import HEURISTICS
from purrlab.native.cat_in_the_box.net_file import read_net
from purrlab.native.compiler import compile_library
from purrlab.train.errors import TrainingError
from purrlab.train.imitation import Imitations
from purrlab.train.lockstep import Lockstep
from purrlab.train.networks import export_layers, load_layers, widen_into
from purrlab.train.ppo import FROZEN, HEURISTIC, SEARCHER, Lead, Trainer, tunings_for
from purrlab.train.recipe import Recipe

REPORT_SECONDS, CHECKPOINT_SECONDS = 15.0, 60.0
Say = Callable[[str], None]


def load_torch() -> Any:
    try:
        import torch  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  # an extra
    except ImportError:
        raise TrainingError("training needs PyTorch: pip install 'purrlab[train]'") from None
    return torch


def device_of(torch: Any) -> str:
    """The GPU where there is one and a compiler for it."""
    return "cuda" if torch.cuda.is_available() and shutil.which("nvcc") else "cpu"


def train(recipe: Recipe, folder: Path, device: str, say: Say, begin_with: Path | None = None) -> Path:
    """The net. The folder keeps checkpoints, from which the same call goes on, and the curve."""
    torch = load_torch()
    if begin_with and (width := read_net(begin_with).width) > recipe.width:
        raise TrainingError(f"{begin_with} is {width} wide, and does not fit into a net of width {recipe.width}")
    folder.mkdir(parents=True, exist_ok=True)
    library = compile_library(Path(__file__).with_name("lockstep.cpp"), folder, on_gpu=device != "cpu")
    tunings = tunings_for(recipe.players, recipe.seed)
    trainer = Trainer(torch, recipe, Lockstep(torch, library, recipe.players, tunings, device))
    if begin_with:
        widen_into(torch, trainer.actor, load_layers(torch, begin_with, recipe.players, device))
    spent = _resume(torch, trainer, folder / "checkpoint.pt", say)
    if not spent:
        (folder / "curve.csv").unlink(missing_ok=True)
    _iterate(trainer, folder, spent, say)
    file = folder / f"{recipe.players}.net"
    export_layers(trainer.actor, recipe.players, file)
    for opponent, lead in _leads(trainer).items():
        say(f"ahead of {opponent} by {lead.mean:+.3f} ± {lead.reach:.3f} a round, in {lead.rounds} rounds")
    return file


def _iterate(trainer: Trainer, folder: Path, spent: float, say: Say) -> None:
    seconds, imitations = 60 * trainer.recipe.minutes, Imitations(trainer, folder, say)
    begin, reported, kept = monotonic() - spent, spent - REPORT_SECONDS, spent
    while (now := monotonic() - begin) < seconds:
        imitations.advance(now / seconds)
        trainer.iterate(now / seconds)
        now = monotonic() - begin
        if now - reported >= REPORT_SECONDS:
            reported = now
            _report(trainer, folder / "curve.csv", now, say)
        if now - kept >= CHECKPOINT_SECONDS:
            kept = now
            _keep(trainer, folder / "checkpoint.pt", now)
    imitations.wait()
    _report(trainer, folder / "curve.csv", seconds, say)
    _keep(trainer, folder / "checkpoint.pt", seconds)


def _leads(trainer: Trainer) -> dict[str, Lead]:
    if trainer.recipe.versus:
        return {str(trainer.recipe.versus): trainer.lead_over(FROZEN)}
    leads = {name: trainer.lead_over(HEURISTIC, variant) for variant, name in enumerate(HEURISTICS)}
    if trainer.searcher_count:
        leads[f"searchers@{trainer.recipe.searcher_playouts}"] = trainer.lead_over(SEARCHER)
    return leads


def _report(trainer: Trainer, file: Path, seconds: float, say: Say) -> None:
    leads = _leads(trainer)
    said = ", ".join(f"{name} {lead.mean:+.2f} ± {lead.reach:.2f}" for name, lead in leads.items())
    say(f"{seconds / 60:5.2f} min, {trainer.decisions / 1e6:,.1f} million decisions; ahead of {said}")
    new = not file.exists()
    with file.open("a", newline="") as out:
        rows = csv.writer(out)
        if new:
            rows.writerow(["minutes", "decisions", *leads])
        rows.writerow([f"{seconds / 60:.3f}", trainer.decisions, *(f"{lead.mean:.4f}" for lead in leads.values())])


def _keep(trainer: Trainer, file: Path, seconds: float) -> None:
    made = {**trainer.checkpoint(), "seconds": seconds, "recipe": str(_comparable(trainer.recipe))}
    trainer.torch.save(made, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)


def _comparable(recipe: Recipe) -> Recipe:
    return replace(recipe, minutes=0.0)  # more time can be given to what was begun


def _resume(torch: Any, trainer: Trainer, file: Path, say: Say) -> float:
    """The seconds that were spent already."""
    if not file.exists():
        return 0.0
    made = torch.load(file, map_location=trainer.device)
    if made["recipe"] != str(_comparable(trainer.recipe)):
        raise TrainingError(f"{file} is of another recipe: use another folder, or remove it")
    trainer.restore(made["parameters"], made["optimiser"])
    trainer.iterations, trainer.decisions = made["iterations"], made["decisions"]
    say(f"goes on from {file}, after {made['seconds'] / 60:.2f} minutes")
    return float(made["seconds"])


def plot_curve(folder: Path) -> Path | None:
    """The leads by time, as a picture, where matplotlib is installed."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  # an extra
    except ImportError:
        return None
    with (folder / "curve.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for column in range(2, len(head)):
        axes.plot([float(row[0]) for row in rows], [float(row[column]) for row in rows], label=head[column])
    axes.set_xlabel("minutes")
    axes.set_ylabel("points a round ahead")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(folder / "curve.png", dpi=120, format="png")
    return folder / "curve.png"
