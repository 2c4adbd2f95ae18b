"""What a round and a game are worth (CB16, CB17, CB19)."""

from collections.abc import Sequence

from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.setup import CatInTheBoxSetup
from purrlab.games.cat_in_the_box.table import CatInTheBoxTable, PlayerBoard, RoundResult
from purrlab.games.game import Outcome

MAX_BONUS_TRICKS_FOR_TWO = 4


def score_round(
    setup: CatInTheBoxSetup, table: CatInTheBoxTable, paradox: int | None, revealed: int | None
) -> RoundResult:
    """CB16 and CB17 for everybody."""
    boards = table.boards
    tricks, bonus, scores = [], [], []
    for seat, board in enumerate(boards):
        won, earned = board.tricks, seat != paradox and earns_bonus(board)
        tricks.append(won)
        bonus.append(setup.layout.largest_group(board.tokens).bit_count() if earned else 0)
        # CB16: a point a trick; the paradox player loses it instead.
        scores.append(-won if seat == paradox else won + bonus[seat])
    return RoundResult(
        opening=table.opening,
        boards=boards,
        bids=tuple([board.bid for board in boards if board.bid is not None]) or None,
        plays=table.plays,
        marker_losses=table.marker_losses,
        finished_tricks=table.finished_tricks,
        paradox=paradox,
        revealed=None if revealed is None else values_in(revealed),
        tricks=tuple(tricks),
        bonus=tuple(bonus),
        scores=tuple(scores),
        layout=setup.layout,
    )


def earns_bonus(board: PlayerBoard) -> bool:
    """CB17: won exactly as many tricks as bid; without bids, with two players, four or fewer."""
    if board.bid is None:
        return board.tricks <= MAX_BONUS_TRICKS_FOR_TWO
    return board.tricks == board.bid


def totals(rounds: Sequence[RoundResult], players: int) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(result.scores for result in rounds), strict=True))) or (0,) * players


def final_outcome(rounds: Sequence[RoundResult], players: int) -> Outcome:
    """CB19: the highest total; then whoever of these scored more in the last round; then they share the win."""
    total = totals(rounds, players)
    tied = [seat for seat in range(players) if total[seat] == max(total)]
    last = rounds[-1].scores
    winners = tuple(seat for seat in tied if last[seat] == max(last[other] for other in tied))
    reason = "total" if len(tied) == 1 else "last-round" if len(winners) == 1 else "shared"
    return Outcome(reason, total, winners)
