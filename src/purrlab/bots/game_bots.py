"""The bots of one game: by what they do, and as levels that a person can choose."""

from collections.abc import Callable, Iterator, Mapping

from purrlab.bots.bot import Bot
from purrlab.bots.budget import Budget
from purrlab.bots.random_bot import NoisyBot, RandomBot

LEVELS = ("kitten", "cat", "tiger", "lion")  # weakest first
DEFAULT_LEVEL = "cat"  # which every game has

QUICK_POOL = ("random", "heuristic", "search")  # where a game names no pool of its own

DESCRIPTIONS = {  # for people, in one line each
    "kitten": "the easiest level: it sees what a sensible player sees, and often takes the second best",
    "cat": "wins more often than kitten",
    "tiger": "wins more often than cat",
    "lion": "the strongest level",
    "search": "looks ahead for as long as you say: search@100ms, or search@5000 for 5000 playouts",
    "random": "takes any legal move",
    "heuristic": "weighs each move as a sensible player would",
}


class GameBots(Mapping[str, Bot]):
    """The bots that play a game, by name. All of it is made of a heuristic; a game may have a search, and others."""

    def __init__(
        self,
        *,
        heuristic: Bot,
        levels: Mapping[str, Bot] | None = None,
        search: Bot | None = None,
        by_budget: Mapping[str, Callable[[Budget], Bot]] | None = None,
        others: Mapping[str, Bot] | None = None,
        descriptions: Mapping[str, str] | None = None,
        by_temperature: Mapping[str, Callable[[float], Bot]] | None = None,
        compiled: bool | None = None,
        pools: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        named = {
            **(levels or {"kitten": NoisyBot(heuristic), "cat": heuristic}),
            "search": search,
            "random": RandomBot(),
            "heuristic": heuristic,
            **(others or {}),
        }
        self._bots = {name: bot for name, bot in named.items() if bot is not None}
        self.by_budget = by_budget or {}  # those that search for as long as they are told, as in ``search@100ms``
        self.by_temperature = by_temperature or {}  # those that err as much as they are told, as in ``net@t=7``
        self.descriptions = {name: words for name, words in DESCRIPTIONS.items() if name in self._bots}
        self.descriptions.update(descriptions or {})
        self.compiled = compiled  # whether the core of this game is, and so the searches quick; None: they use none
        # Opponents that play unlike each other: who is ahead of one of them may lose to the next.
        self.pools = pools or {"quick": tuple(name for name in QUICK_POOL if name in self._bots)}

    def __getitem__(self, name: str) -> Bot:
        return self._bots[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._bots)

    def __len__(self) -> int:
        return len(self._bots)

    @property
    def levels(self) -> tuple[str, ...]:
        """Those of the levels that this game has, weakest first."""
        return tuple(level for level in LEVELS if level in self)

    def is_search(self, name: str) -> bool:
        """Whether the bot of this name takes its time."""
        kinds = tuple(kind for kind in self.by_budget.values() if isinstance(kind, type))
        return name.partition("@")[0] in self.by_budget or isinstance(self.get(name), kinds)
