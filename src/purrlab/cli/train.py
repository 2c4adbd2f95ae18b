"""``purrlab train``: a net learns by playing."""

from dataclasses import replace
from pathlib import Path

import click

from purrlab.cli.options import DEFAULT_PLAYERS

GAME = "cat-in-the-box"
net_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("train")
@click.argument("game", type=click.Choice([GAME]))
@click.option(
    "--players", "-p", type=click.IntRange(2, 5), default=DEFAULT_PLAYERS, show_default=True, help="How many play."
)
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), default=8.0, show_default=True, help="For how long."
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="The seed of all chance.")
@click.option("--width", type=click.IntRange(1, 1024), help="Of the net; by default as is good for so many players.")
@click.option(
    "--paradox-cost", type=click.FloatRange(min=0), help="Points that causing the paradox costs beyond the rules."
)
@click.option("--opponent", "opponents", type=net_file, multiple=True, help="A net to play against; can be repeated.")
@click.option(
    "--searchers",
    type=click.IntRange(1, 1_000_000),
    metavar="PLAYOUTS",
    help="Play against searches of so many playouts too, which takes most of the time.",
)
@click.option("--begin-with", type=net_file, help="Begin with this net rather than with nothing.")
@click.option("--versus", type=net_file, help="Find what beats this net: one seat learns, and it has all others.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("training"),
    show_default=True,
    help="The folder of the net, the curve and the checkpoints.",
)
def train_command(
    *,
    game: str,
    players: int,
    minutes: float,
    seed: int,
    width: int | None,
    paradox_cost: float | None,
    opponents: tuple[Path, ...],
    searchers: int | None,
    begin_with: Path | None,
    versus: Path | None,
    out: Path,
) -> None:
    """Train a net by letting it play against itself, past selves, heuristics and imitations of searches.

    On a GPU where nvcc and one are there, else on the CPU, slowly. Training that was stopped goes on with the same
    command; so does one that is over, when it is given more minutes.

    \b
      purrlab train cat-in-the-box --players 4 --minutes 8 --out four
    """
    from purrlab.native.cat_in_the_box.net_file import read_net  # noqa: PLC0415
    from purrlab.train.recipe import recipe_for  # noqa: PLC0415  # NumPy, which this needs, is an extra
    from purrlab.train.run import device_of, load_torch, plot_curve, train  # noqa: PLC0415

    torch = load_torch()
    device = device_of(torch)
    on_gpu, from_nothing = device != "cpu", begin_with is None
    recipe = recipe_for(players, minutes, on_gpu=on_gpu, from_nothing=from_nothing, searcher_playouts=searchers or 0)
    cost = recipe.paradox_cost if paradox_cost is None else paradox_cost
    width = width or max(recipe.width, read_net(begin_with).width if begin_with else 0)
    recipe = replace(recipe, seed=seed, width=width, paradox_cost=cost, opponents=opponents, versus=versus)
    click.echo(f"{game} with {players} players, {minutes:g} minutes on the {'GPU' if on_gpu else 'CPU'}")
    file = train(recipe, out, device, click.echo, begin_with)
    picture = plot_curve(out)
    click.echo(f"The net is {file}" + (f", its curve {picture}" if picture else ""))
