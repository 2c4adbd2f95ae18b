"""What every registered game keeps when it is set up: players, seeds and options."""

import pytest
from game_helpers import RULE_NUMBER, games, tables

from purrlab import Game, InvalidSetup, UnknownGame, find_game
from purrlab.games.encoding import plain


class TestSetup:
    @games
    @pytest.mark.parametrize("players", [0, 1, 6, -4, 4.0, "4", None, True], ids=repr)
    def test_how_many_may_play(self, game: Game, players: object) -> None:
        with pytest.raises(InvalidSetup, match=game.players_rule) as refused:
            game.new(players, "any")  # type: ignore[arg-type]
        assert refused.value.field == "players"

    @tables
    @pytest.mark.parametrize("seed", [None, "", 5, b"bytes", "\ud800"], ids=repr)
    def test_seeds_that_are_no_text(self, game: Game, players: int, seed: object) -> None:
        with pytest.raises(InvalidSetup) as refused:
            game.new(players, seed)  # type: ignore[arg-type]
        assert refused.value.field == "seed"

    @tables
    def test_a_seed_or_deals_but_not_both(self, game: Game, players: int) -> None:
        with pytest.raises(InvalidSetup, match="either a seed or scripted deals"):
            game.new(players, "any", deals=[])

    @tables
    @pytest.mark.parametrize(
        ("options", "field"),
        [
            ({"colour": "pink"}, "options.colour"),
            ({"start": 9}, "options.start"),
            ({"start": -1}, "options.start"),
            ({"start": True}, "options.start"),
            ({"start": "0"}, "options.start"),
            ([], "options"),
            ("start=0", "options"),
        ],
    )
    def test_options_are_checked(self, game: Game, players: int, options: object, field: str) -> None:
        with pytest.raises(InvalidSetup) as refused:
            game.new(players, "any", options)  # type: ignore[arg-type]
        assert refused.value.field == field

    @tables
    def test_a_named_start_player_starts(self, game: Game, players: int) -> None:
        state = game.new(players, "any", {"start": players - 1})
        assert state.options["start"] == players - 1
        assert "start" not in state.by_lot

    @tables
    def test_else_the_lot_decides(self, game: Game, players: int) -> None:
        states = [game.new(players, f"seed {number}") for number in range(60)]
        assert {state.options["start"] for state in states} == set(range(players))
        assert all("start" in state.by_lot for state in states)

    def test_unknown_games(self) -> None:
        with pytest.raises(UnknownGame, match="cat-in-the-box"):
            find_game("cat-in-the-hat")


class TestOptions:
    """What a game declares of its options is what it does."""

    @tables
    def test_every_choice_is_taken(self, game: Game, players: int) -> None:
        for option in game.options:
            for choice in option.choices_for(players):
                given = [choice] * players if option.each_seat else choice
                state = game.new(players, "any", {option.name: given})
                assert plain(state.options[option.name]) == given
                assert option.name not in state.by_lot

    @tables
    def test_what_nobody_names_is_the_default_or_left_to_the_lot(self, game: Game, players: int) -> None:
        for options in (None, {}, {option.name: None for option in game.options}):
            state = game.new(players, "any", options)
            assert list(state.options) == [option.name for option in game.options]
            assert state.by_lot == tuple(option.name for option in game.options if option.default is None)
            for option in game.options:
                if option.default is not None:
                    assert state.options[option.name] == option.default_for(players)

    @tables
    @pytest.mark.parametrize("value", ["none such", -1, 99.5, True, [], {}, float("nan"), 10**400], ids=repr)
    def test_all_else_is_refused_with_the_option_and_its_rule(self, game: Game, players: int, value: object) -> None:
        for option in game.options:
            if option.kind == "number" and value == 99.5:
                continue
            with pytest.raises(InvalidSetup) as refused:
                game.new(players, "any", {option.name: [value] * players if option.each_seat else value})
            assert refused.value.field.startswith(f"options.{option.name}")
            if value != {}:  # of a file of one's own the fault is named
                assert f"({option.rule})" in refused.value.message

    @tables
    def test_a_list_has_a_value_for_each_seat(self, game: Game, players: int) -> None:
        for option in game.options:
            if option.each_seat:
                choice = option.choices_for(players)[0]
                for given in (choice, [choice] * (players - 1), [choice] * (players + 1)):
                    with pytest.raises(InvalidSetup, match=f"{players} {option.name}, one for each seat") as refused:
                        game.new(players, "any", {option.name: given})
                    assert refused.value.field == f"options.{option.name}"

    @tables
    def test_the_limits_of_a_number_are_within_them(self, game: Game, players: int) -> None:
        for option in game.options:
            if option.kind != "number":
                continue
            assert option.lowest is not None
            assert option.highest is not None
            for value in (option.lowest, option.highest):
                assert game.new(players, "any", {option.name: value}).options[option.name] == value
            for value in (option.lowest / 2, option.highest * 2):
                with pytest.raises(InvalidSetup, match="expected a number from") as refused:
                    game.new(players, "any", {option.name: value})
                assert refused.value.field == f"options.{option.name}"

    @games
    def test_an_option_belongs_to_a_rule_and_every_number_of_players_has_its_choices(self, game: Game) -> None:
        for option in game.options:
            assert RULE_NUMBER.fullmatch(option.rule)
            if option.kind == "choice":
                assert sorted(option.choices) == list(game.seats)
            if option.default is not None:
                assert sorted(option.default) == list(game.seats)
        assert game.recommended_players in game.seats
        assert sorted(game.round_counts) == list(game.seats)
