"""Levels: bots that err as people do, each less than the one below."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest
from game_helpers import some_moment

from purrlab import Action, find_game
from purrlab.arena import Match, play_match_game
from purrlab.bots import BOTS, UnknownBot, find_bot
from purrlab.bots.cat_in_the_box import levels
from purrlab.bots.game_bots import LEVELS
from purrlab.bots.temperature import choose_by_worth, parse_temperature
from purrlab.native import cat_in_the_box as native

GAMES = ("cat-in-the-box", "rascal-kittens")


def lead(game: str, bots: tuple[str, ...], deals: int) -> float:
    """How far the first bot is ahead of the others, in points a game."""
    match, leads = Match(game, bots, deals, "levels"), []
    for played in (play_match_game(match, *each) for each in match.games()):
        seat = played.bots.index(bots[0])
        leads.append(played.points[seat] - fmean(played.points[:seat] + played.points[seat + 1 :]))
    return fmean(leads)


class TestTemperature:
    view = some_moment(find_game("cat-in-the-box"), 3, 1, 0).view(0)

    def worth(self, action: Action) -> float:
        """Each legal action is worth one less than the one before."""
        return -float(self.view.legal.index(action))

    def test_without_one_the_best_is_chosen(self) -> None:
        assert choose_by_worth(self.view, self.worth, 0, Random(1)) == self.view.legal[0]

    def test_what_is_worth_a_temperature_less_is_chosen_e_times_less_often(self) -> None:
        random, times = Random(1), 4000
        chosen = Counter(choose_by_worth(self.view, self.worth, 1, random) for _ in range(times))
        first, second, third = (chosen[action] for action in self.view.legal[:3])
        assert first / second == pytest.approx(2.718, rel=0.1)
        assert second / third == pytest.approx(2.718, rel=0.15)

    def test_worths_may_be_far_apart(self) -> None:
        assert choose_by_worth(self.view, lambda action: 1e9 * self.worth(action), 1, Random(1)) == self.view.legal[0]

    @pytest.mark.parametrize(("text", "temperature"), [("t=7", 7), ("t=0.5", 0.5), ("t=0", 0), ("t=12.25", 12.25)])
    def test_it_is_part_of_a_name(self, text: str, temperature: float) -> None:
        assert parse_temperature(text) == temperature

    @pytest.mark.parametrize("text", ["", "7", "t=", "t=-1", "t=1e3", "t=inf", "t=\u0667", "t=7.", "100ms", "T=7"])
    def test_whatever_else_is_refused(self, text: str) -> None:
        with pytest.raises(UnknownBot, match="a temperature such as t=7"):
            find_bot("cat-in-the-box", f"net@{text}")

    def test_at_0_a_net_is_the_net(self) -> None:
        for moves in range(0, 30, 3):
            state = some_moment(find_game("cat-in-the-box"), 3, 1, moves)
            view = state.view(min(state.to_act))
            chosen = {find_bot("cat-in-the-box", name).choose(view, Random(1)) for name in ("net", "net@t=0", "lion")}
            assert len(chosen) == 1


@pytest.mark.parametrize("game", GAMES)
def test_both_games_have_all_levels(game: str) -> None:
    assert BOTS[game].levels == LEVELS


@pytest.mark.skipif(not native.COMPILED, reason="slow on the rules in Python")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_errs_less_is_ahead_in_cat_in_the_box(players: int) -> None:
    assert lead("cat-in-the-box", ("tiger", *("kitten",) * (players - 1)), 2) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_errs_less_is_ahead_in_rascal_kittens(players: int) -> None:
    assert lead("rascal-kittens", ("tiger", *("kitten",) * (players - 1)), 2) > 0


def test_where_no_net_can_run_the_levels_are_heuristics_and_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "can_run", lambda: False)
    view = find_game("cat-in-the-box").new(2, "any").view(0)
    bots = levels.all_levels()
    assert tuple(bots) == LEVELS
    assert all(bots[level].choose(view, Random(1)) in view.legal for level in LEVELS)
