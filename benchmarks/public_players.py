"""Our bots against public players of Cat in the Box: ``python benchmarks/public_players.py CLONE --deals 112``.

CLONE is the path of a clone of one of these, of which nothing is kept here (it was tried with these commits):

\b
  https://github.com/cschubiner/quantum_-cat_openspiel (ce6ee6f6): three players, champion, champion-shielded and
      heuristic_safe14
  https://github.com/ambarish-prakash/citb-web (42a968a8): four players, citb-web-dqn

The public player has all other seats. Deals are duplicate, in every seating; intervals have 95 % and are clustered by
deal. What a public player chooses against our rules is replaced by its next best choice, and counted. On a busy machine
OPENBLAS_NUM_THREADS=1 makes it much faster.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import citb_web
import click
import quantum_cat_players as quantum_cat
from public_player import CloneError, PublicPlayer
from public_player_checks import compare

from purrlab.arena import ArenaError, GameResult, Match, check_match, open_match_file, play_match_game, summarise
from purrlab.bots import Bot, UnknownBot, find_bot
from purrlab.cli.arena import format_table

GAME = "cat-in-the-box"
BOTS = ("net", "lion", "search@2000", "heuristic")
Players = dict[str, PublicPlayer]


def players_of(clone: Path) -> Players:
    """Those of the repository that this is a clone of."""
    if (clone / citb_web.MODEL).is_file():
        return {"citb-web-dqn": citb_web.CitbWebDqn(clone)}
    if (clone / quantum_cat.MODULES["quantum_cat_ai"]).is_file():
        theirs = quantum_cat.TheirModules(clone)
        return {
            "champion": quantum_cat.QuantumCatChampion(theirs, clone),
            "champion-shielded": quantum_cat.QuantumCatChampion(theirs, clone, shield=True),
            "heuristic_safe14": quantum_cat.QuantumCatHeuristic(theirs, "heuristic_safe14"),
        }
    wanted = (f"https://github.com/{each.REPOSITORY} (tried with {each.COMMIT})" for each in (quantum_cat, citb_web))
    raise CloneError(f"{clone} is no clone of {' or '.join(wanted)}")


def chosen(players: Players, name: str) -> PublicPlayer:
    if name not in players:
        raise CloneError(f"no player {name} there; there is {', '.join(players)}")
    return players[name]


def finder(players: Mapping[str, Bot]) -> Callable[[str, str], Bot]:
    """Finds these, and our own."""
    return lambda game, name: players[name] if name in players else find_bot(game, name)


def play(match: Match, players: Players, out: Path | None) -> list[GameResult]:
    """All games of a match, those in the file first."""
    find = finder(players)
    match = check_match(match, find)
    with open_match_file(out, match) as (before, write):
        played = {(each.deal, each.seating) for each in before}
        games = list(before)
        for deal, seating in match.games():
            if (deal, seating) not in played:
                games.append(play_match_game(match, deal, seating, find))
                write(games[-1])
    return games


def report(match: Match, players: Players, out: Path | None) -> Iterator[str]:
    opponent = players[match.bots[1]]
    opponent.choices.clear()
    opponent.replaced.clear()
    games = play(match, players, out)
    yield f"{sum(game.rounds for game in games)} rounds, {match.deals} deals, seed {match.seed!r}"
    yield from format_table(summarise(match, games))
    told = (f"{opponent.replaced[kind]} of {count} {kind}s" for kind, count in opponent.choices.items())
    yield f"replaced of {match.bots[1]}: {', '.join(told)}\n"


@click.command(help=__doc__)
@click.argument("clone", type=click.Path(path_type=Path))
@click.option("--player", "names", multiple=True, help="Which of its players; all by default.")
@click.option("--bot", "bots", multiple=True, default=BOTS, show_default=True, help="Which of ours.")
@click.option("--deals", type=click.IntRange(min=1), default=112, show_default=True)
@click.option("--seed", default="public", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Keep the games in MATCH-BOT-PLAYER.jsonl; go on there.")
@click.option("--check", "rounds", type=int, help="Compare in so many rounds what it chooses here and in its own game.")
def main(
    clone: Path,
    names: tuple[str, ...],
    bots: tuple[str, ...],
    deals: int,
    seed: str,
    out: Path | None,
    rounds: int | None,
) -> None:
    try:
        players = players_of(clone)
        for name in names or players:
            player = chosen(players, name)
            if rounds is not None:
                for (asked, what), count in sorted(compare(player, clone, rounds, seed).items()):
                    click.echo(f"{name}, {asked}: {count} {what}")
                continue
            for bot in bots:
                match = Match(GAME, (bot, *(name,) * (player.seats - 1)), deals, seed)
                for line in report(match, players, out and out.with_stem(f"{out.stem}-{bot}-{name}")):
                    click.echo(line)
    except (CloneError, ArenaError, UnknownBot) as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main()
