"""The coach of Cat in the Box counts from the view alone, as the rules would; who heeds it causes fewer paradoxes."""

from collections.abc import Iterator
from random import Random

import pytest

from purrlab import find_game
from purrlab.bots import BOTS, play_game
from purrlab.bots.bot import choices_in
from purrlab.bots.random_bot import RandomBot
from purrlab.coach import COACHES, advise
from purrlab.coach.cat_in_the_box import CatInTheBoxAdvice
from purrlab.games.cat_in_the_box.cells import COLOURS, hand_of, values_in
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.game import Action, IllegalAction, View
from purrlab.games.registry import BUILT_IN

GAME = find_game("cat-in-the-box")
BOTS_OF_GAME = BOTS["cat-in-the-box"]

table_sizes = pytest.mark.parametrize("players", GAME.seats)


def advice_on(view: View) -> CatInTheBoxAdvice:
    advice = advise(view)
    assert isinstance(advice, CatInTheBoxAdvice)
    return advice


def positions(players: int, games: int) -> Iterator[tuple[CatInTheBoxState, int]]:
    """Every moment of games between bots that do not play too well, and who is to act."""
    for seed in range(games):
        yield from ((state, min(state.to_act)) for state in moments(players, seed))


def moments(players: int, seed: int) -> list[CatInTheBoxState]:
    found: list[CatInTheBoxState] = []
    state = GAME.new(players, f"coach {seed}")
    assert isinstance(state, CatInTheBoxState)
    bots = [BOTS_OF_GAME["kitten"]] * players
    play_game(state, bots, Random(seed), observe=lambda before, _: found.append(before))
    return found


def refusing_rule(state: CatInTheBoxState, seat: int, play: Play) -> str | None:
    try:
        state.verify(seat, play)
    except IllegalAction as error:
        return error.rule
    return None


def cells_by_trying(state: CatInTheBoxState, seat: int, value: int) -> int:
    """That red cannot be led yet (CB11) takes no cell away."""
    return sum(refusing_rule(state, seat, Play(value, colour)) in (None, "CB11") for colour in COLOURS)


@table_sizes
def test_safe_plays_are_those_that_the_rules_allow(players: int) -> None:
    """Brute force: every card is tried in every colour."""
    tried = 0
    for state, seat in positions(players, games=12):
        if state.expects is Play:
            counts = {each.value: each.cells for each in advice_on(state.view(seat)).safe_plays}
            assert counts == {value: cells_by_trying(state, seat, value) for value in values_in(state.hands[seat])}
            tried += len(counts)
    assert tried > 1000


@table_sizes
def test_what_finds_a_cell_after_a_play_is_what_can_be_put_there(players: int) -> None:
    """Brute force: the cards that are left are put on open cells one after another, as if nobody else played."""
    compared = 0
    for state, seat in positions(players, games=6):
        for risky in advice_on(state.view(seat)).risky if state.expects is Play else ():
            play = GAME.parse(risky.action)
            assert isinstance(play, Play)
            after = state.apply(seat, play)
            if after.round.past == state.round.past:
                assert risky.placeable == placed_alone(after, seat)
                assert risky.needed == len(values_in(after.hands[seat])) - 1
                compared += 1
    assert compared > 100


def placed_alone(state: CatInTheBoxState, seat: int) -> int:
    board, taken, placed = state.boards[seat], state.declared | state.round.opening.covered, 0
    for value in values_in(state.hands[seat]):
        for colour in COLOURS:
            cell = Play(value, colour).cell
            if not cell & taken and board.markers & 1 << COLOURS.index(colour):
                taken |= cell
                placed += 1
                break
    return placed


@table_sizes
def test_it_knows_the_view_and_nothing_else(players: int) -> None:
    """What the others hold and have put away is dealt among them anew: the same advice."""
    changed = 0
    for number, (state, seat) in enumerate(positions(players, games=4)):
        other = with_others_redealt(state, seat, Random(number))
        changed += other.hands != state.hands
        assert advise(other.view(seat)) == advise(state.view(seat))
    assert changed > 50


def with_others_redealt(state: CatInTheBoxState, seat: int, random: Random) -> CatInTheBoxState:
    others = [each for each in range(state.players) if each != seat]
    sizes = [len(values_in(state.hands[each])) for each in others]
    hidden = [value for each in others for value in values_in(state.hands[each])]
    hidden += [value for each in others if (value := state.discards[each]) is not None]
    hidden += state.round.deal.table[3:]  # CB20: the cards that stay unknown
    random.shuffle(hidden)
    hands = list(state.hands)
    for each, size in zip(others, sizes, strict=True):
        hands[each] = hand_of(hidden.pop() for _ in range(size))
    discards = [value if value is None or each == seat else hidden.pop() for each, value in enumerate(state.discards)]
    return state._replace(hands=tuple(hands), discards=tuple(discards))


@table_sizes
def test_after_a_paradox_every_card_has_a_reason_in_every_colour(players: int) -> None:
    """CB10: the cell was covered or taken, else the colour was given up."""
    found = 0
    for seed in range(12):
        end = play_game(GAME.new(players, f"paradox {seed}"), [RandomBot()] * players, Random(seed))
        assert isinstance(end, CatInTheBoxState)
        for result in end.round.results:
            assert bool(result.misfits) == (result.paradox is not None)
            for misfit in result.misfits:
                assert result.paradox is not None
                cell, markers = Play(misfit.value, misfit.colour).cell, result.boards[result.paradox].markers
                taken_by = [seat for seat, board in enumerate(result.boards) if board.tokens & cell]
                assert taken_by == ([] if misfit.holder is None else [misfit.holder])
                assert bool(cell & result.opening.covered) == (misfit.reason == "covered")
                if misfit.reason == "given-up":
                    assert not markers & 1 << COLOURS.index(misfit.colour)
                found += 1
            values = {misfit.value for misfit in result.misfits}
            assert values == set(result.revealed or ())
            assert len(result.misfits) == 4 * len(values)
    assert found > 20


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_player_has_a_coach_and_a_spectator_has_none(game: str) -> None:
    state = find_game(game).new(2, "any")
    assert isinstance(advise(state.view(0)), COACHES[game].advice)
    assert advise(state.view(None)) is None


def test_a_game_without_a_coach_gives_no_advice() -> None:
    assert advise(find_game("coin-flip").new(2, "any").view(0)) is None


def test_a_bid_is_explained_while_it_is_asked_for() -> None:
    state = GAME.new(3, options={"start": 0}, deals=[EASY_DEAL] * 3)
    assert advice_on(state.view(0)).bid is None
    for seat in range(3):
        state = state.apply(seat, state.legal(seat)[0])
    bid = advice_on(state.view(0)).bid
    assert bid is not None
    assert (bid.tricks, bid.high_cards) == (8, 4)
    assert bid.suggested in (1, 3, 4)


EASY_DEAL = {
    "hands": [[1, 1, 2, 2, 3, 4, 5, 5, 6, 6], [1, 2, 2, 3, 3, 4, 4, 5, 5, 6], [1, 1, 2, 3, 3, 4, 4, 5, 6, 6]],
}


class CoachedBot:
    """Plays at random what the coach does not warn of."""

    def choose(self, view: View, random: Random) -> Action:
        warned = {risky.action for risky in advice_on(view).risky}
        return random.choice([action for action in choices_in(view) if str(action) not in warned])


def test_who_follows_the_coach_causes_clearly_fewer_paradoxes() -> None:
    """Three games each against kittens, as a newcomer plays them, by many learners who know nothing else."""
    assert paradox_share(CoachedBot(), 12) < 0.6 * paradox_share(RandomBot(), 12)


def paradox_share(learner: CoachedBot | RandomBot, learners: int) -> float:
    rounds = [
        (result.paradox, game)
        for number in range(learners)
        for game in range(3)
        for result in play_game(
            GAME.new(4, f"learner {number} game {game}"),
            [learner if seat == game else BOTS_OF_GAME["kitten"] for seat in range(4)],
            Random(f"{number} {game}"),
        )
        .view(None)
        .rounds
    ]
    caused: int = sum(paradox == seat for paradox, seat in rounds)
    return caused / len(rounds)
