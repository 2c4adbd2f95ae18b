"""Games that look the same to a seat: what its view leaves open is dealt anew."""

from collections.abc import Iterator, Mapping

from purrlab.games.game import Action
from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOYS, Tile, ToyKind, in_order
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.scoring import final_outcome
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS, Deal, RascalKittensSetup
from purrlab.games.rascal_kittens.table import Ran, RascalKittensRound, Taken
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.games.registry import find_game
from purrlab.games.values import frozen
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.history import Stack, TakenToken, possible_stacks, tokens_taken
from purrlab.native.rascal_kittens.numbers import string_of

ACTION_BY_VERB: dict[str | None, type[Action] | None] = {kind.verb: kind for kind in (Draw, Anchor, Lay, Run)}
ACTION_BY_VERB[None] = None  # the game is over


def redeal(view: RascalKittensView, rng: Rng) -> RascalKittensState:
    """A state that looks the same to the seat of the view: any stacks that show what was seen, any tiles that fit."""
    known = {toy: [_own(token, view) for token in tokens] for toy, tokens in tokens_taken(view).items()}
    stacks = tuple(rng.pick(possible_stacks(view.players, tuple(known.get(toy, ())))) for toy in TOYS)
    hands, tiles = _hands(view, rng)
    taken = _taken(view, stacks)
    strings = tuple(place.string for place in view.places)
    setup = RascalKittensSetup(
        game=find_game(view.game),
        players=view.players,
        numbers=RULES_BY_PLAYERS[view.players],
        options=view.options,
        rooms=view.rooms,
        start=view.options["start"],
        string=string_of(view),
        by_lot=(),
        seed=None,
        deal=Deal(stacks, view.middle[0], frozen(tiles)),
    )
    return RascalKittensState(
        setup=setup,
        draws=tuple(place.draws for place in view.places),
        anchors=tuple(place.anchor for place in view.places),
        rounds=_uncovered(view, stacks),
        courses=tuple(place.course for place in view.places),
        ends=tuple(place.end.number if place.end else None for place in view.places),
        strings=strings,
        left=tuple(view.stacks[toy] for toy in TOYS),
        taken=taken,
        hands=hands,
        turn=min(view.to_act, default=0),
        expects=ACTION_BY_VERB[view.expects],
        outcome=final_outcome(taken, strings, older=setup.older) if view.outcome else None,
    )


def _own(token: TakenToken, view: RascalKittensView) -> int | None:
    return token.value if token.seat == view.seat else None


def _hands(view: RascalKittensView, rng: Rng) -> tuple[tuple[tuple[Tile, ...], ...], dict[str, tuple[Tile, ...]]]:
    """RK6: everybody's tiles, of the colours that lie open, and the stacks with those that nobody drew last."""
    assert view.hand is not None
    hands: list[list[Tile]] = [[] for _ in view.places]
    stacks: dict[str, tuple[Tile, ...]] = {}
    for colour in COLOURS:
        own = [tile for tile in view.hand if COLOUR_OF_TILE[tile] == colour]
        laid = [tile for tile in view.middle[1:] if COLOUR_OF_TILE[tile] == colour]
        unseen = [
            tile for tile in TILES if COLOUR_OF_TILE[tile] == colour and tile not in own and tile not in view.middle
        ]
        rng.shuffle(unseen)
        for seat, place in enumerate(view.places):
            hands[seat] += own if seat == view.seat else [unseen.pop() for _ in range(place.colours[colour])]
        drawn = [tile for hand in hands for tile in hand if COLOUR_OF_TILE[tile] == colour]
        stacks[colour] = (*laid, *drawn, *unseen)
    return tuple(in_order(hand) for hand in hands), stacks


def _taken(view: RascalKittensView, stacks: tuple[Stack, ...]) -> tuple[Taken, ...]:
    """RK11: what everybody has taken."""
    takers: Mapping[ToyKind, list[TakenToken]] = tokens_taken(view)
    return tuple(
        tuple(
            tuple(value for token, value in zip(takers.get(toy, ()), stack, strict=False) if token.seat == seat)
            for toy, stack in zip(TOYS, stacks, strict=True)
        )
        for seat in range(view.players)
    )


def _uncovered(view: RascalKittensView, stacks: tuple[Stack, ...]) -> tuple[RascalKittensRound, ...]:
    """RK11: the rounds with the values of all tokens."""
    rest = {toy: iter(stack) for toy, stack in zip(TOYS, stacks, strict=True)}
    return tuple(
        RascalKittensRound(leader, tile, tuple([_shown(run, rest) for run in runs]))
        for leader, tile, runs in view.rounds
    )


def _shown(run: Ran, rest: Mapping[ToyKind, Iterator[int]]) -> Ran:
    tokens = [0 if value == 0 else next(rest[toy]) for toy, value in zip(run.toys, run.tokens, strict=True)]
    return run._replace(tokens=tuple(tokens))
