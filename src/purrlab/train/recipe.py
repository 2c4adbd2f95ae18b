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
    teachers: tuple[Teacher, ...] = (
        Teacher("search", 2000),
        Teacher("ismcts", 5000),
    )  # imitations of them are opponents
    recording_begins: float = 0.04  # the share of the time after which the first teacher begins
    recording: float = 0.11  # the share of the time in which each plays
    imitating: float = 0.012  # the share of the time in which each is imitated
    paradox_cost: float = 0.5  # in points, beyond what the rules take
    versus: Path | None = None  # best response: one seat learns, all others are this net


def recipe_for(players: int, minutes: float, *, on_gpu: bool, from_nothing: bool = True) -> Recipe:
    found = Recipe(players=players, minutes=minutes, width=WIDTH_BY_PLAYERS[players])
    if not from_nothing:
        found = replace(
            found,
            learning_rate=1e-3,
            entropy=0.01,
            heuristic_tables=0.3,
            frozen_tables=0.5,
            opponent_share=0.75,
            teachers=(Teacher("search", 8000), Teacher("ismcts", 5000)),
            recording_begins=0.0,
            recording=0.18,
            imitating=0.015,
            paradox_cost=1.2,
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
