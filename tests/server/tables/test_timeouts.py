"""Games in which somebody came back after the time had run out twice, as earlier versions allowed."""

from purrlab.server.tables.events import BotSeated, CameBack, Sat, Started, TakenOver
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Terms, Timed

TERMS = Terms(
    id="T",
    game="cat-in-the-box",
    players=2,
    options={"start": 0},
    speed=Timed(bank=60, increment=0),
    listed=False,
    pace=1,
    host="ann",
    server_seed="s",
    created=0,
)


def test_whoever_came_back_plays_on_until_the_time_runs_out_once_more() -> None:
    table = Table(TERMS)
    table.apply(Sat(seq=1, at=0, seat=0, person="ann"))
    table.apply(BotSeated(seq=2, at=0, seat=1, bot="random"))
    table.apply(Started(seq=3, at=0))
    for seq in (4, 6):
        table.apply(TakenOver(seq=seq, at=seq, seat=0, reason="clock", bot="heuristic", left=60_000))
        table.apply(CameBack(seq=seq + 1, at=seq, seat=0))
    assert not table.seats[0].bot_stays
    table.apply(TakenOver(seq=8, at=8, seat=0, reason="clock", bot="heuristic", left=0))
    assert table.seats[0].bot_stays
