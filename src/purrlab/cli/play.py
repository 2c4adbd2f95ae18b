"""``purrlab play``: a game in the terminal, one person against bots."""

import shutil
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

import click

from purrlab.bots import UnknownBot, find_bot, play_game
from purrlab.cli.game_command import LocalizedGameCommand
from purrlab.cli.options import (
    DEFAULT_GAME,
    file_to_write,
    game_names,
    game_options,
    language_option,
    new_seed,
    players_for,
    players_option,
    seed_option,
)
from purrlab.cli.prompt import Quit, prompt
from purrlab.cli.spoken_errors import spoken_bot_error, spoken_setup_error
from purrlab.games.game import Action, Game, GameError, IllegalAction, InvalidSetup, NotationError, State, View
from purrlab.games.registry import find_game
from purrlab.records import encode, record_of
from purrlab.terminal import TEXT_VIEWS, TextView
from purrlab.terminal.language import knows, say, spoken_language
from purrlab.terminal.spoken_choice import spoken_choice

BOT_NAMES = [
    "Luna",
    "Milo",
    "Nala",
    "Figaro",
    "Simba",
    "Mochi",
    "Pixel",
    "Tofu",
    "Biscuit",
    "Figa",
    "Murko",
    "Nutka",
    "Olive",
    "Kvark",
    "Pepper",
    "Hazel",
]
MAX_NAME_LENGTH = 20


def _checked_name(_ctx: click.Context, _param: click.Parameter, name: str | None) -> str:
    if name is None:
        return say("player.you")
    if not 1 <= len(name.strip()) <= MAX_NAME_LENGTH:
        raise click.BadParameter(say("play.name-length", longest=MAX_NAME_LENGTH))
    return name.strip()


@click.command("play", cls=LocalizedGameCommand)
@click.argument("game", type=game_names, default=DEFAULT_GAME)
@players_option
@click.option(
    "--bot", "-b", default="heuristic", show_default=True, metavar="NAME", help="Who the others are; see below."
)
@click.option("--name", default=None, show_default="you", callback=_checked_name, help="What you are called.")
@click.option("--seat", "-s", type=int, default=0, show_default=True, help="Where you sit.")
@seed_option
@game_options
@click.option("--out", type=file_to_write, help="Add the record of the game to this file.")
@language_option
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
    """Play GAME against bots; without GAME, the first one."""
    seed = new_seed() if seed is None else seed
    try:
        state = find_game(game).new(players_for(game, players), seed, options)
    except InvalidSetup as error:
        raise spoken_setup_error(error, find_game(game)) from None
    if seat not in range(state.players):
        raise click.BadParameter(say("replay.seats", last=state.players - 1), param_hint="--seat")
    names = [other for other in BOT_NAMES if other.lower() != name.lower()][: state.players - 1]
    names.insert(seat, name)
    terminal = Terminal(seat, names, TEXT_VIEWS[game])
    try:
        bots = [None if each == seat else find_bot(game, bot) for each in range(state.players)]
    except UnknownBot as error:
        raise spoken_bot_error(error, game, bot) from None
    with out.open("ab") if out else nullcontext() as file:
        try:
            click.echo(say("play.welcome", title=title_of(state.game), help=say("play.help")) + "\n")
            state = play_game(state, bots, Random(seed), ask=terminal.ask, observe=terminal.narrate)
        except Quit:
            click.echo("\n" + say("play.goodbye"))
            return
        click.echo(say("play.seed", seed=repr(seed)))
        if file:
            file.write(encode(record_of(state, names)) + b"\n")
            click.echo(say("play.record", file=out))


class Terminal:
    """One person's seat at a table of bots."""

    def __init__(self, seat: int, names: Sequence[str], text_view: TextView) -> None:
        self.seat = seat
        self.names = names
        self.text_view = text_view

    def narrate(self, before: State, after: State) -> None:
        """What the person saw happen."""
        for line in self.text_view.narrate(before.view(self.seat), after.view(self.seat), self.names):
            click.echo(line)

    def ask(self, state: State, seat: int) -> Action:
        """Until something legal is typed. After every mistake all is shown again, so that it stays in sight."""
        view, choices = state.view(seat), numbered(state.legal(seat))
        reply = ""
        while True:
            click.echo("\n" + "─" * 60)
            click.echo(self.text_view.draw(view, self.names))
            click.echo(f"\n{reply}{question(state)}\n{columns(choices, self._choice_text)}")
            text = prompt(">")
            if looked := self._look(view, text):
                reply = f"{looked}\n\n"
                continue
            try:
                action = read(state, choices, text, self.text_view.describe)
                state.verify(seat, action)
            except GameError as error:
                reply = click.style(f"{click.wrap_text(self._why_not(error, state.game), width())}\n\n", bold=True)
            except HelpRequested:
                reply = f"{self.text_view.how_to_play()}\n\n{say('play.help')}\n\n"
            else:
                return action

    def _choice_text(self, action: Action) -> str:
        """A choice as it is typed and, for whoever does not read English, in words."""
        describe = self.text_view.describe
        return str(action) if describe is None or spoken_language() == "en" else f"{action} · {describe(action)}"

    def _why_not(self, error: GameError, game: Game) -> str:
        """What is wrong: in English as the rules say it, else in short."""
        if spoken_language() == "en" or not isinstance(error, IllegalAction):
            return str(error)
        explained = self.text_view.explain(error.cause, self.names, self.seat)
        rule = f"{game.name}.rule.{error.rule}"
        return f"{error.rule}: {explained or (say(rule) if knows(rule) else error.message)}"

    def _look(self, view: View, text: str) -> str | None:
        """``look bo``: what lies open at that player's place, where the game has such places."""
        word, _, name = text.partition(" ")
        called = [" ".join(each.lower().split()) for each in self.names]
        draw_seat = self.text_view.draw_seat
        if draw_seat is None or word != "look" or name not in called:
            return None
        return draw_seat(view, self.names, called.index(name))


class HelpRequested(Exception):
    """The player asked how to play."""


def title_of(game: Game) -> str:
    """The name of the game; one from another package has only its own."""
    title = f"{game.name}.title"
    return say(title) if knows(title) else game.title


def numbered(legal: Sequence[Action]) -> dict[str, Action]:
    """Each choice with its number. Where every choice is a number anyway, such as a bid, it keeps its own."""
    own = [action.words[0] for action in legal if len(action.words) == 1]
    if len(own) == len(legal) and all(isinstance(word, int) for word in own):
        return dict(zip(map(str, own), legal, strict=True))
    return {str(number): action for number, action in enumerate(legal, start=1)}


def width() -> int:
    return shutil.get_terminal_size().columns - 1


def question(state: State) -> str:
    assert state.expects is not None
    asks = f"{state.game.name}.asks.{state.expects.verb}"
    return click.wrap_text(say(asks) if knows(asks) else state.expects.asks, width())


def columns(choices: dict[str, Action], text_of: Callable[[Action], str] = str) -> str:
    cells = [f"{number:>3}  {text_of(action)}" for number, action in choices.items()]
    widest = max(map(len, cells)) + 2
    in_row = max(1, min(4, width() // widest))
    rows = [cells[at : at + in_row] for at in range(0, len(cells), in_row)]
    return "\n".join("".join(f"{cell:<{widest}}" for cell in row).rstrip() for row in rows)


def read(
    state: State, choices: dict[str, Action], text: str, describe: Callable[[Action], str] | None = None
) -> Action:
    """What the person typed: a number, the notation, the notation without its verb, or a choice in words."""
    if text in ("q", "quit", "exit"):
        raise Quit
    if text in ("?", "h", "help"):
        raise HelpRequested
    if text in choices:
        return choices[text]
    assert state.expects is not None
    for notation in (text, f"{state.expects.verb} {text}"):
        with suppress(NotationError):
            return state.game.parse(notation)
    possible = [action for action in state.game.actions if action.verb == state.expects.verb]
    if describe and (meant := spoken_choice(state.game.name, possible, describe, text)):
        return meant
    raise NotationError(say("play.not-a-choice", text=repr(text), form=repr(state.expects.form)))
