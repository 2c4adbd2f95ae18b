// Single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012). With uniform playouts it is the
// usual way to search such a game, here as a yardstick. With playouts by the policy it is a stronger one: every seat decides for
// itself in the tree, so nobody is trusted to play by the policy where it matters.
#pragma once
#include "search.hpp"

namespace purr::cat {
struct Ismcts {
  static constexpr double NOISE = 0.05;  // how often a playout leaves the policy
  static constexpr int MAX_KEPT_LOGARITHMS = 16384;

  struct Node {
    float sum = 0;
    int visits = 0, available = 1, child = -1, sibling = -1;
    i8 action = -1, player = -1;
  };

  const Known& known;
  const Layout& layout;
  const Policy* policy;  // of the playouts; null for uniform ones
  float explore;
  Rng rng;
  std::vector<Node> nodes{Node{}};
  std::size_t most_nodes = 0;
  std::vector<float> logarithms{0.0f};  // of whole numbers: asked for far too often to compute them each time

  Ismcts(const Known& known_, const Layout& layout_, const Policy* policy_, u64 seed, float explore_ = 7.0f)
      : known(known_), layout(layout_), policy(policy_), explore(explore_), rng{seed} {}

  Found run(const Budget& budget) {
    Clock clock(budget);
    most_nodes = budget.nodes;
    Belief belief(known, nullptr, Trust{}, rng);
    Found found{};
    do {
      Round round = belief.next(rng);
      simulate(round);
      found.playouts++;
    } while (!clock.is_over(found.playouts, 1.0));
    found.action = lowest(known.now.legal);
    for (int at = nodes[0].child; at >= 0; at = nodes[at].sibling) {
      const Node& node = nodes[at];
      found.visits[node.action] = node.visits;
      found.values[node.action] = static_cast<double>(node.sum) / node.visits;
      if (node.visits > found.visits[found.action]) found.action = node.action;
    }
    return found;
  }

  void simulate(Round& round) {
    int path[MAX_MOVES + MAX_PLAYERS], depth = 0, at = 0;
    bool grown = false;
    while (round.legal && !grown) {
      if (round.phase == DISCARDING && round.turn != known.seat) {  // nobody sees it, so it is no branch of the tree
        round.step(choose_outside(round));
        continue;
      }
      const auto size = nodes.size();
      at = descend(at, round);
      if (at < 0) break;
      grown = nodes.size() > size;
      path[depth++] = at;
      round.step(nodes[at].action);
    }
    while (round.legal) round.step(choose_outside(round));
    double gains[MAX_PLAYERS];
    for (int seat = 0; seat < round.players; seat++) gains[seat] = lead(round, seat, layout);
    for (int i = 0; i < depth; i++) {
      nodes[path[i]].visits++;
      nodes[path[i]].sum += static_cast<float>(gains[nodes[path[i]].player]);
    }
  }

  int choose_outside(const Round& round) {
    return policy && rng.unit() >= NOISE ? policy->choose(round) : pick(round.legal, rng);
  }

  float logarithm(int number) {
    if (number >= MAX_KEPT_LOGARITHMS) return std::log(static_cast<float>(number));
    while (static_cast<int>(logarithms.size()) <= number)
      logarithms.push_back(std::log(static_cast<float>(logarithms.size())));
    return logarithms[number];
  }

  // The child to go to, by UCB1 over how often each was available; a new one where one was never tried; none where there is
  // no such child and the tree is full.
  int descend(int at, const Round& round) {
    u64 untried = round.legal;
    float best = -1e30f;
    int chosen = -1;
    for (int i = nodes[at].child; i >= 0; i = nodes[i].sibling) {
      Node& node = nodes[i];
      if (!(round.legal >> node.action & 1)) continue;
      untried &= ~(1ull << node.action);
      node.available++;
      const float share = 1.0f / static_cast<float>(node.visits);
      const float bound = node.sum * share + explore * std::sqrt(logarithm(node.available) * share);
      if (bound > best) {
        best = bound;
        chosen = i;
      }
    }
    if (!untried || nodes.size() >= most_nodes) return chosen;
    Node fresh;
    fresh.action = static_cast<i8>(pick(untried, rng));
    fresh.player = round.turn;
    fresh.sibling = nodes[at].child;
    nodes.push_back(fresh);
    return nodes[at].child = static_cast<int>(nodes.size()) - 1;
  }
};
}  // namespace purr::cat
