"""How a net is trained: everything that can be chosen, with what is good on a GPU and on a CPU."""

from dataclasses import dataclass, replace
from pathlib import Path

from purrlab.train.teacher import Teacher

WIDTH_BY_PLAYERS = {2: 384, 3: 448, 4: 512, 5: 448}  # so that all nets together stay below 6 MB


@dataclass(frozen=True, slots=True)
class Recipe:
    players: int
    minutes: float
    seed: int = 1
    tables: int = 65_536  # rounds that are played at once
    minibatch: int = 65_536
    width: int = 512
    critic_width: int = 512
    blocks: int = 2
    learning_rate: float = 2e-3  # falls to LAST_RATE_SHARE of it
    entropy: float = 0.08
    last_entropy: float = 0.001
    lambda_: float = 0.8
    clip: float = 0.2
    heuristic_tables: float = 0.38  # share of tables with heuristic opponents
    heuristic_seats: float = 0.75  # of the seats at these
    first_tuning: float = 0.7  # share of these tables where all of them play by the weights of the bot itself
    frozen_tables: float = 0.45  # share of tables with past selves, or with the opponents that were given
    frozen_seats: float = 0.6
    opponents: tuple[Path, ...] = ()  # nets that stay in the pool
    opponent_share: float = 0.6  # how often the frozen seats have one of these, or an imitation
    searcher_tables: float = 0.0  # share of tables with searches that play themselves
    searcher_seats: float = 0.8
    searcher_playouts: int = 0
    teachers: tuple[Teacher, ...] = (
        Teacher("search", 2000),
        Teacher("ismcts", 5000),
    )  # imitations of them are opponents
    recording_begins: float = 0.04  # the share of the time after which the first teacher begins
    recording: float = 0.11  # the share of the time in which each plays
    paradox_cost: float = 0.5  # in points, beyond what the rules take
    versus: Path | None = None  # best response: one seat learns, all others are this net


def recipe_for(
    players: int, minutes: float, *, on_gpu: bool, from_nothing: bool = True, searcher_playouts: int = 0
) -> Recipe:
    found = Recipe(players=players, minutes=minutes, width=WIDTH_BY_PLAYERS[players])
    if not from_nothing:
        found = replace(
            found,
            learning_rate=1e-3,
            entropy=0.015,
            heuristic_tables=0.25,
            heuristic_seats=0.85,
            frozen_tables=0.6,
            frozen_seats=0.8,
            opponent_share=0.85,
            recording_begins=0.0,
            recording=0.18,
            paradox_cost=1.5,
        )
    if searcher_playouts:  # these take most of the time, so there are fewer tables, and more of them have searches
        found = replace(
            found,
            searcher_playouts=searcher_playouts,
            searcher_tables=0.4,
            frozen_tables=0.2,
            tables=16_384,
            minibatch=32_768,
        )
    if on_gpu:
        return found
    return replace(
        found,
        tables=1024,
        minibatch=4096,
        width=128,
        critic_width=128,
        entropy=min(found.entropy, 0.03),
        teachers=(),  # the cores have enough to do
    )
