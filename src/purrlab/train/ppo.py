"""Proximal policy optimisation on rounds in lockstep, against opponents that are unlike each other.

Some tables have heuristic opponents, some past selves or other nets, some searches; at all others everybody learns.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any, NamedTuple

from purrlab.bots.cat_in_the_box.tunings import FIRST, RIVAL, TUNED, Tuning
from purrlab.native.cat_in_the_box.weights import Weights
from purrlab.train.lockstep import Lockstep
from purrlab.train.networks import ILLEGAL_LOGIT, OUTPUTS, Layer, copy_into, forward, load_layers, new_layers, width_of
from purrlab.train.recipe import Recipe

LEARNER, HEURISTIC, FROZEN, SEARCHER = range(4)  # who has a seat
TUNINGS = (TUNED, FIRST, RIVAL)
UNLIKE_TUNINGS, UNLIKE_SPREAD = (
    9,
    0.5,
)  # more heuristics, whose weights are these, each e to a random power times as large
REWARD_SCALE = 0.2  # of points
LAST_RATE_SHARE = 0.02
WARM_UP_ITERATIONS = 20
MAX_GRADIENT_NORM = 0.5
ITERATIONS_PER_SEATING, ITERATIONS_PER_FROZEN_NET, ITERATIONS_PER_PAST_SELF = 10, 2, 25
MAX_PAST_SELVES = 40
MIN_FROZEN_WIDTH = 512  # nets of other widths can be among the opponents
CERTAINTY = 20.0  # so many times as large, the numbers of a net leave nothing to chance


class Lead(NamedTuple):
    """How far a learner is ahead of others in the mean, in so many rounds, and how far that may be off (95 %)."""

    mean: float
    reach: float
    rounds: int


def tunings_for(players: int, seed: int) -> list[Tuning]:
    """Those of the bots, and others that play unlike them."""
    chance, named = random.Random(seed), [each[players] for each in TUNINGS]
    return named + [_unlike(chance.choice(named), chance) for _ in range(UNLIKE_TUNINGS)]


def _unlike(tuning: Tuning, chance: random.Random) -> Tuning:
    weights = (weight * math.exp(chance.gauss(0, UNLIKE_SPREAD)) for weight in astuple(tuning.weights))
    return Tuning(Weights(*weights), tuning.bid_limits)


class Trainer:
    """Everything on one device. ``iterate`` plays one batch of rounds and learns from it."""

    def __init__(self, torch: Any, recipe: Recipe, lockstep: Lockstep) -> None:
        self.torch, self.recipe, self.lockstep, self.device = torch, recipe, lockstep, lockstep.device
        torch.manual_seed(recipe.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self._random = random.Random(recipe.seed)
        seen, everything = 32 * lockstep.words, 32 * lockstep.all_words
        middle = [recipe.width] * (recipe.blocks + 1)
        self.actor = new_layers(torch, [seen, *middle, OUTPUTS], self.device)
        self.critic = new_layers(torch, [everything, *[recipe.critic_width] * 3, 1], self.device)
        opponents = [load_layers(torch, file, recipe.players, self.device) for file in recipe.opponents]
        versus = recipe.versus and load_layers(torch, recipe.versus, recipe.players, self.device)
        widths = [width_of(layers) for layers in (*opponents, *([versus] if versus else []))]
        frozen = [max(recipe.width, *widths, MIN_FROZEN_WIDTH if lockstep.on_gpu else 0)] * (recipe.blocks + 1)
        self._frozen = new_layers(torch, [seen, *frozen, OUTPUTS], self.device)
        self._given: list[list[Layer]] = []
        self._past: list[list[Layer]] = []
        for layers in opponents:
            self.add_opponent(layers)
        if versus:
            copy_into(torch, self._frozen, versus)
        self._frozen_count = self._share(1.0 if recipe.versus else recipe.frozen_tables)
        self.searcher_count = self._share(0.0 if recipe.versus else recipe.searcher_tables)
        self._rate = torch.tensor(recipe.learning_rate, device=self.device)
        self._factors = torch.tensor([recipe.entropy, 0.0, 1.0], device=self.device)
        self.parameters = [each for layer in (*self.actor, *self.critic) for each in layer]
        self.optimiser = torch.optim.Adam(
            self.parameters, lr=self._rate, betas=(0.9, 0.99), eps=1e-5, fused=True, capturable=lockstep.on_gpu
        )
        self.iterations = self.decisions = 0
        self._make_arrays()
        self._play, self._play_best, self._judge = (
            self._recorded(call) for call in (self._roll_out, lambda: self._roll_out(best_only=True), self._set_values)
        )
        self._learn = self._recorded_learning()

    def _share(self, share: float) -> int:
        return int(self.recipe.tables * share)

    def _make_arrays(self) -> None:
        torch, n, steps, batch = self.torch, self.recipe.tables, self.lockstep.steps, self.recipe.minibatch
        precision = torch.bfloat16 if self.lockstep.on_gpu else torch.float32

        def array(*shape: int, kind: Any = torch.float32) -> Any:
            return torch.zeros(shape, dtype=kind, device=self.device)

        seats = (n, self.recipe.players)
        self._rounds = array(n * self.lockstep.round_bytes, kind=torch.uint8)
        self._seen = array(steps, n, self.lockstep.all_words, kind=torch.int32)
        self._legal = array(steps, n, kind=torch.int64)
        self._seat, self._action, self._learns = (array(steps, n, kind=torch.uint8) for _ in range(3))
        self._likelihood, self._value, self._advantage, self._target = (array(steps, n) for _ in range(4))
        self._lead = array(*seats)
        self._players, self._variants = (array(*seats, kind=torch.uint8) for _ in range(2))
        self._searches = array(self.searcher_count * self.lockstep.search_bytes, kind=torch.uint8)
        self._found = array(self.searcher_count, kind=torch.uint8)
        self._seed = torch.tensor([self.recipe.seed * 10**9], dtype=torch.int64, device=self.device)
        self._inputs = array(n, 32 * self.lockstep.words, kind=precision)
        self._critic_inputs = array(n, 32 * self.lockstep.all_words, kind=precision)
        self._batch_inputs = array(batch, 32 * self.lockstep.all_words, kind=precision)
        self._batch_rows = array(batch, kind=torch.int64)
        self._actions = torch.arange(OUTPUTS, device=self.device)

    def _expand(self, seen: Any, rows: Any, used: int, out: Any) -> None:
        count, wide = len(out), out.dtype == self.torch.float32
        self.lockstep.expand(seen, rows, count, self.lockstep.all_words, used, wide, out)

    def _roll_out(self, *, best_only: bool = False) -> None:
        """Every table from the deal to the end of the round."""
        n, frozen_from = self.recipe.tables, self.recipe.tables - self._frozen_count
        with self.torch.no_grad():
            self.lockstep.next_seed(self._seed)
            self.lockstep.deal(self._rounds, n, self.recipe.players, self._seed)
            for step in range(self.lockstep.steps):
                seen = self._seen[step]
                self.lockstep.observe(self._rounds, n, seen, self._legal[step], self._seat[step])
                self._expand(seen, None, self.lockstep.words, self._inputs)
                own = forward(self.torch, self.actor, self._inputs)
                others = forward(self.torch, self._frozen, self._inputs[frozen_from:]) if self._frozen_count else own
                if self.searcher_count:
                    searching = (self.recipe.searcher_playouts, self._seed, step, self._searches, self._found)
                    self.lockstep.search(self._rounds, self.searcher_count, self._players, *searching)
                made = (self._action[step], self._likelihood[step], self._learns[step])
                nets, tables = (own, others, frozen_from), (self._players, self._variants)
                how = (self._seed, step, best_only, bool(self.recipe.versus))
                self.lockstep.act(self._rounds, n, nets, tables, self._found, *how, *made)
            paradox_cost = 0.0 if best_only or self.recipe.versus else self.recipe.paradox_cost
            self.lockstep.leads(self._rounds, n, paradox_cost, self._lead)

    def _set_values(self) -> None:
        """What the critic, who sees all hands, expects; and how much better each action came out."""
        n, steps, players = self.recipe.tables, self.lockstep.steps, self.recipe.players
        with self.torch.no_grad():
            for step in range(steps):
                self._expand(self._seen[step], None, self.lockstep.all_words, self._critic_inputs)
                self._value[step] = forward(self.torch, self.critic, self._critic_inputs).squeeze(-1)
        made = (self._seat, self._learns, self._value, self._lead, REWARD_SCALE, self.recipe.lambda_)
        self.lockstep.advantages(n, steps, players, *made, self._advantage, self._target)

    def _update(self) -> None:
        """One step of the optimiser, on the rows that were chosen."""
        torch, rows, clip = self.torch, self._batch_rows, self.recipe.clip
        self._expand(self._seen, rows, self.lockstep.all_words, self._batch_inputs)
        legal = self._legal.view(-1)[rows, None] >> self._actions & 1
        logits = forward(torch, self.actor, self._batch_inputs[:, : 32 * self.lockstep.words])
        chances = torch.log_softmax(logits + (1 - legal) * ILLEGAL_LOGIT, -1)
        chosen = chances.gather(1, self._action.view(-1)[rows, None].long()).squeeze(1)
        ratio = torch.exp(chosen - self._likelihood.view(-1)[rows])
        advantage = (self._advantage.view(-1)[rows] - self._factors[1]) * self._factors[2]
        gain = torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        entropy = -(chances.exp() * chances).sum(-1).mean()
        values = forward(torch, self.critic, self._batch_inputs).squeeze(-1)
        loss = (values - self._target.view(-1)[rows]).square().mean() - gain - self._factors[0] * entropy
        self.optimiser.zero_grad(set_to_none=False)
        loss.backward()
        actor = 2 * len(self.actor)
        for part in (self.parameters[:actor], self.parameters[actor:]):
            torch.nn.utils.clip_grad_norm_(part, MAX_GRADIENT_NORM, foreach=True)
        self.optimiser.step()

    def iterate(self, progress: float) -> None:
        """``progress`` goes from 0 to 1 in the time that there is."""
        recipe = self.recipe
        warm = min(1.0, (self.iterations + 1) / WARM_UP_ITERATIONS)
        self._rate.fill_(recipe.learning_rate * warm * max(LAST_RATE_SHARE, 1 - progress))
        self._factors[0] = recipe.entropy + (recipe.last_entropy - recipe.entropy) * progress
        if self.iterations % ITERATIONS_PER_SEATING == 0:
            self._seat_players()
        if self.iterations % ITERATIONS_PER_FROZEN_NET == 0:
            self._choose_frozen_net()
        self._play()
        self._judge()
        rows = self._learns.view(-1).nonzero().squeeze(1)
        advantages = self._advantage.view(-1)[rows]
        self._factors[1], self._factors[2] = advantages.mean(), 1 / (advantages.std() + 1e-6)
        order, batch = rows[self.torch.randperm(len(rows), device=self.device)], recipe.minibatch
        for at in range(0, len(order) - batch + 1, batch):
            self._batch_rows.copy_(order[at : at + batch])
            self._learn()
        self.iterations += 1
        self.decisions += len(rows)
        if self.iterations % ITERATIONS_PER_PAST_SELF == 0:
            self._past.append([(weights.detach().clone(), added.detach().clone()) for weights, added in self.actor])
            if len(self._past) > MAX_PAST_SELVES:
                self._past.pop(self._random.randrange(MAX_PAST_SELVES // 2))

    def add_opponent(self, layers: list[Layer]) -> None:
        """It plays what it finds best. At random by its numbers, an imitation is far weaker than what it imitates."""
        *others, (weights, added) = layers
        self._given.append([*others, (CERTAINTY * weights, CERTAINTY * added)])

    def _choose_frozen_net(self) -> None:
        if self.recipe.versus or not (self._given or self._past):
            return
        given = self._given and (not self._past or self._random.random() < self.recipe.opponent_share)
        copy_into(self.torch, self._frozen, self._random.choice(self._given if given else self._past))

    def _seat_players(self) -> None:
        """Searchers are first, frozen nets last, and heuristics before those. Somebody learns at every table."""
        torch, recipe, n = self.torch, self.recipe, self.recipe.tables
        alike = torch.rand(n, 1, device=self.device) < recipe.first_tuning
        others = torch.randint(1, self.lockstep.policies[1], self._variants.shape, device=self.device)
        self._variants.copy_(torch.where(alike, 0, others))
        self._players.fill_(LEARNER)
        if recipe.versus:
            return self._seat_learner_among(FROZEN, n)
        end = n - self._frozen_count
        if self._given or self._past:
            self._seat_others(end, n, FROZEN, recipe.frozen_seats)
        self._seat_others(end - self._share(recipe.heuristic_tables), end, HEURISTIC, recipe.heuristic_seats)
        self._seat_others(0, self.searcher_count, SEARCHER, recipe.searcher_seats)
        return None

    def _seat_others(self, begin: int, end: int, kind: int, share: float) -> None:
        torch, size = self.torch, end - begin
        taken = torch.rand(size, self.recipe.players, device=self.device) < share
        tables = torch.arange(size, device=self.device)
        taken[tables, torch.randint(self.recipe.players, (size,), device=self.device)] = False
        self._players[begin:end] = taken.to(torch.uint8) * kind

    def _seat_learner_among(self, kind: int, count: int) -> None:
        """At the first tables, so many; at the others everybody learns."""
        tables = self.torch.arange(count, device=self.device)
        self._players.fill_(LEARNER)
        self._players[:count] = kind
        self._players[tables, tables % self.recipe.players] = LEARNER

    def lead_over(self, kind: int, variant: int = 0) -> Lead:
        """Of one learner, playing its best, over others of a kind."""
        count = self.searcher_count if kind == SEARCHER else self.recipe.tables
        self._seat_learner_among(kind, count)
        self._variants.fill_(variant)
        self._play_best()
        leads = self._lead[:count][self._players[:count] == LEARNER]
        self._seat_players()
        return Lead(float(leads.mean()), float(1.96 * leads.std() / count**0.5), count)

    def _recorded(self, call: Callable[[], None]) -> Callable[[], None]:
        """On a GPU the calls are recorded once, and then replayed without Python."""
        if not self.lockstep.on_gpu:
            return call
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            call()
            call()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            call()
        replay: Callable[[], None] = graph.replay
        return replay

    def _recorded_learning(self) -> Callable[[], None]:
        """What is learned while it is recorded is forgotten. From then on the optimiser has all that it keeps."""
        before = [each.detach().clone() for each in self.parameters]
        self._update()
        learn = self._recorded(self._update)
        self.restore(before, {})
        return learn

    def restore(self, parameters: Sequence[Any], optimiser: dict[int, dict[str, Any]]) -> None:
        """In place, as recorded calls know where everything is."""
        with self.torch.no_grad():
            for each, value in zip(self.parameters, parameters, strict=True):
                each.copy_(value)
            for number, state in enumerate(self.optimiser.state[each] for each in self.parameters):
                for name, value in state.items():
                    value.copy_(optimiser[number][name]) if optimiser else value.zero_()

    def checkpoint(self) -> dict[str, Any]:
        kept = [{name: value.cpu() for name, value in self.optimiser.state[each].items()} for each in self.parameters]
        return {
            "parameters": [each.detach().cpu() for each in self.parameters],
            "optimiser": dict(enumerate(kept)),
            "iterations": self.iterations,
            "decisions": self.decisions,
        }
