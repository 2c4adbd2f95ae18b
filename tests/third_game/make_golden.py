"""Write the golden playthroughs of Coin Flip anew: scripted games at random, with the legal set at every decision."""

from pathlib import Path
from random import Random

from coin_flip import GAME
from coin_flip.records import CoinFlipRecord
from coin_flip.setup import ROUNDS, SIDES

from purrlab.records import encode, record_of

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = 8  # for each number of players


def playthrough(players: int, number: int) -> bytes:
    random = Random(number)
    deals = [{"coins": [random.choice(SIDES) for _ in range(players)]} for _ in range(ROUNDS)]
    options = {"numbers": "any" if number % 4 == 3 else "different", "start": number % players}
    state = GAME.new(players, deals=deals, options=options)
    legal: list[list[tuple[int, str, list[int]]]] = [[] for _ in deals]
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
