"""Write the golden playthroughs of Coin Flip anew: scripted games at random, with the legal set at every decision."""

from pathlib import Path
from random import Random

from coin_flip import GAME
from coin_flip.records import CoinFlipRecord

from purrlab.records import encode, record_of

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = 8  # for each number of players


def playthrough(players: int, number: int) -> bytes:
    random = Random(number)
    rounds = 1 + number % 4
    deals = [{"coins": [random.choice(["heads", "tails"]) for _ in range(players)]} for _ in range(rounds)]
    state = GAME.new(players, deals=deals, options={"rounds": rounds, "start": number % players})
    legal: list[list[tuple[int, str, list[int]]]] = [[] for _ in range(rounds)]
    while state.to_act:
        (seat,) = state.to_act
        choices = state.legal(seat)
        legal[len(state.past)].append((seat, "guess", [int(choice.words[0]) for choice in choices]))
        state = state.apply(seat, random.choice(choices))
    record = record_of(state, [f"p{seat}" for seat in range(players)])
    assert isinstance(record, CoinFlipRecord)
    for each, sets in zip(record.rounds, legal, strict=True):
        each.legal = sets
    return encode(record)


if __name__ == "__main__":
    for players in GAME.seats:
        lines = [playthrough(players, number) for number in range(GAMES)]
        (GOLDEN / f"{GAME.name}-{players}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
