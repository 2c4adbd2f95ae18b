"""``purrlab play``: a game in the terminal, one person against bots."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import click

from purrlab.bots import Bot, find_bot
from purrlab.cli.options import game_names, game_options, new_seed, players_for, players_option, seed_option
from purrlab.games.game import Action, GameError, State, View
from purrlab.games.registry import find_game
from purrlab.records import encode, record_of

BOT_NAMES = ("Luna", "Milo", "Nala", "Figaro")

AnyState = TypeVar("AnyState", bound=State)


class Quit(Exception):
    """The person has had enough."""


@click.command("play")
@click.argument("game", type=game_names, default="cat-in-the-box")
@players_option
@click.option("--bot", "-b", default="heuristic", show_default=True, metavar="NAME", help="Who the others are.")
@click.option("--name", default="you", show_default=True, help="What you are called.")
@click.option("--seat", "-s", type=int, default=0, show_default=True, help="Where you sit.")
@seed_option
@game_options
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Add the record of the game to this file.")
def play_command(
    *,
    game: str,
    players: int | None,
    bot: str,
    name: str,
    seat: int,
    seed: str | None,
    options: dict[str, Any],
    out: Path | None,
) -> None:
    """Play GAME against bots."""
    seed = new_seed() if seed is None else seed
    state = find_game(game).new(players_for(game, players), seed, options)
    state.check_seat(seat)
    names = [*BOT_NAMES[: state.players - 1]]
    names.insert(seat, name)
    try:
        state = Terminal(seat, names, find_bot(game, bot), Random(seed)).play(state)
    except Quit:
        click.echo("\nGoodbye! The cats will wait for you.")
        return
    click.echo(f"The seed of this game was {seed!r}: the deals can be recomputed from it.")
    if out:
        with out.open("ab") as file:
            file.write(encode(record_of(state, names)) + b"\n")
        click.echo(f"The record is in {out}. Look at it again: purrlab replay {out}")


class Terminal:
    """One person's seat at a table of bots."""

    def __init__(self, seat: int, names: Sequence[str], bot: Bot, random: Random) -> None:
        self.seat = seat
        self.names = names
        self.bot = bot
        self.random = random

    def play(self, state: AnyState) -> AnyState:
        click.echo(f"Welcome to {state.game.title}! {HELP}\n")
        while state.to_act:
            before = state.view(self.seat)
            state = self._turn(state)
            for line in state.game.tell(before, state.view(self.seat), self.names):
                click.echo(line)
        return state

    def _turn(self, state: AnyState) -> AnyState:
        """One action: the person's where the person is to act, else a bot's."""
        if self.seat in state.to_act:
            return self._ask(state)
        seat = min(state.to_act)
        return state.apply(seat, self.bot.choose(state.view(seat), self.random))

    def _ask(self, state: AnyState) -> AnyState:
        view = state.view(self.seat)
        click.echo("\n" + "─" * 60)
        click.echo(state.game.draw(view, self.names))
        choices = numbered(view.legal)
        assert state.expects is not None
        while True:
            click.echo(f"\n  {state.expects.asks}\n{columns(choices)}")
            text = _line("> ")
            if text in ("?", "h", "help"):
                click.echo(f"\n{state.game.primer}\n\n{HELP}")
                continue
            try:
                return state.apply(self.seat, read(state, view, choices, text))
            except GameError as error:
                click.echo(click.style(f"\n{error}", bold=True))


HELP = "Type a choice by its number or in words, ? for help, q to leave."


def numbered(legal: Sequence[Action]) -> dict[str, Action]:
    """Each choice with its number. Where every choice is a number anyway, such as a bid, it keeps its own."""
    own = [action.words[0] for action in legal if len(action.words) == 1]
    if len(own) == len(legal) and all(isinstance(word, int) for word in own):
        return dict(zip(map(str, own), legal, strict=True))
    return {str(number): action for number, action in enumerate(legal, start=1)}


def columns(choices: dict[str, Action]) -> str:
    cells = [f"{number:>3}  {action}" for number, action in choices.items()]
    width = max(map(len, cells)) + 3
    in_row = max(1, min(4, (shutil.get_terminal_size().columns - 1) // width))
    rows = [cells[at : at + in_row] for at in range(0, len(cells), in_row)]
    return "\n".join("".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows)


def read(state: State, view: View, choices: dict[str, Action], text: str) -> Action:
    """What the person typed: a number, the notation, or the notation without its verb."""
    if text in ("q", "quit", "exit"):
        raise Quit
    if text in choices:
        return choices[text]
    verb = text.partition(" ")[0]
    known = {action.verb for action in state.game.actions}
    return state.game.parse(text if verb in known else f"{view.expects} {text}")


def _line(prompt: str) -> str:
    try:
        text: str = click.prompt(prompt, prompt_suffix="", default="", show_default=False)
    except click.Abort:
        raise Quit from None
    return " ".join(text.lower().split())
