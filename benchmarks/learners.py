"""What the coach and the tutorials are worth to somebody who knows nothing else: ``python benchmarks/learners.py``.

Scripted learners play three games each against kittens, at random, or at random but nothing that the coach warns of. A
scripted newcomer reads the first tutorial of each game, and does what it says.
"""

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

from purrlab import find_game
from purrlab.bots import BOTS, Bot, play_game
from purrlab.bots.bot import choices_in
from purrlab.bots.random_bot import RandomBot
from purrlab.coach import COACHES
from purrlab.games.game import Action, View
from purrlab.tutorials import find_tutorial

GAMES_EACH = 3
OPPONENT = "kitten"
NORMAL_95 = 1.96
READ_WORDS_PER_MINUTE = 200
TAP_SECONDS = 1.0  # to find what was read about, and to tap it
BOT_MOVE_SECONDS = 1.0  # the pace of the page, unless somebody changes it
WORDS_FOLDER = Path(__file__).parents[1] / "web" / "src" / "learn" / "words"
WARNINGS = {"cat-in-the-box": "risky", "rascal-kittens": "poor"}  # the field of the advice


class Heeding:
    """Chooses at random what the coach does not warn of."""

    def __init__(self, game: str) -> None:
        self._advise, self._field = COACHES[game].advise, WARNINGS[game]

    def choose(self, view: View, random: Random) -> Action:
        warned = {each.action for each in getattr(self._advise(view), self._field)}
        return random.choice([action for action in choices_in(view) if str(action) not in warned])


def final_views(game: str, players: int, learner: Bot, learners: int) -> list[tuple[int, Any]]:
    """The seat of the learner and how the game ended, for every game. All kinds of learners get the same deals."""
    ended = []
    for number in range(learners):
        for at in range(GAMES_EACH):
            seat = (number + at) % players
            bots = [learner if each == seat else BOTS[game][OPPONENT] for each in range(players)]
            state = find_game(game).new(players, f"learner {number} game {at}")
            ended.append((seat, play_game(state, bots, Random(f"{number} {at}")).view(None)))
    return ended


def mean_with_interval(values: Sequence[float]) -> str:
    half = NORMAL_95 * stdev(values) / math.sqrt(len(values))
    return f"{fmean(values):.1f} ± {half:.1f}"


def share_with_interval(successes: int, count: int) -> str:
    """By Wilson's interval."""
    share, square = successes / count, NORMAL_95**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL_95 * math.sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return f"{share:.0%} ({middle - half:.0%} to {middle + half:.0%}) of {count}"


def paradoxes(ended: list[tuple[int, Any]]) -> str:
    caused = [result.paradox == seat for seat, view in ended for result in view.rounds]
    return share_with_interval(sum(caused), len(caused))


def points(ended: list[tuple[int, Any]]) -> str:
    return mean_with_interval([view.outcome.totals[seat] for seat, view in ended])


def wins(ended: list[tuple[int, Any]]) -> str:
    """A shared win counts in part."""
    won = [(seat in view.outcome.winners) / len(view.outcome.winners) for seat, view in ended]
    return f"{fmean(won):.0%}"


def report_learners(learners: int) -> None:
    for game in find_game("cat-in-the-box"), find_game("rascal-kittens"):
        print(f"\n{game.title}: {learners} learners of each kind, {GAMES_EACH} games each against {OPPONENT}s\n")
        print("| players | learner | points a game | games won | rounds with a paradox of their own |")
        print("|---|---|---|---|---|")
        for players in game.seats:
            for kind, learner in (("at random", RandomBot()), ("heeds the coach", Heeding(game.name))):
                ended = final_views(game.name, players, learner, learners)
                paradox = paradoxes(ended) if game.name == "cat-in-the-box" else "-"
                print(f"| {players} | {kind} | {points(ended)} | {wins(ended)} | {paradox} |", flush=True)


def report_reading_time() -> None:
    print(f"\nThe first tutorials, read at {READ_WORDS_PER_MINUTE} words a minute, {TAP_SECONDS:g} s a tap\n")
    print("| tutorial | language | words | taps | moves of others | seconds to read and tap | with the others' moves |")
    print("|---|---|---|---|---|---|---|")
    for name in ("cat-in-the-box", "rascal-kittens"):
        steps = find_tutorial(name).steps
        moves = sum(len(step.then) for step in steps)
        taps = sum(_taps(step.action) for step in steps)
        for file in sorted(WORDS_FOLDER.glob("*.json")):
            texts = json.loads(file.read_text("utf-8"))
            words = sum(len(texts[f"{name}.{step.words}"].split()) for step in steps)
            seconds = 60 * words / READ_WORDS_PER_MINUTE + TAP_SECONDS * taps
            whole = seconds + BOT_MOVE_SECONDS * moves
            print(f"| {name} | {file.stem} | {words} | {taps} | {moves} | {seconds:.0f} | {whole:.0f} |")


def _taps(action: str | None) -> int:
    """A card and its cell, or a tile and the button; anything else is one tap."""
    return 2 if action and action.startswith(("play", "discard", "lay")) else 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--learners", type=int, default=25, help="of each kind")
    report_reading_time()
    report_learners(parser.parse_args().learners)


if __name__ == "__main__":
    main()
