// The search: deals that fit what the seat knows, every candidate tried on each of them, and the better half kept again
// and again (sequential halving). All follow the policy to the end of the round, except the searching seat: its own next
// decisions grow into a tree, so more time finds what the policy misses.
#pragma once
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "belief.hpp"
#include "../budget.hpp"

namespace purr::cat {
struct Settings {
  Trust trust;
  int visits_to_expand = 8;        // playouts through an own decision before it joins the tree
  double exploration = 1.0;        // how much the tree tries what the policy likes but has seldom been tried
  double prior_temperature = 2.0;  // the worth that an action may be below the best and be e times less likely to be tried
};

// Own points less the mean of the others'.
inline double lead(const Round& round, int seat, const Layout& layout) {
  int own = 0, all = 0;
  for (int other = 0; other < round.players; other++) {
    const int points = round.score(other, layout);
    all += points;
    if (other == seat) own = points;
  }
  return own - static_cast<double>(all - own) / (round.players - 1);
}

struct Found {
  int action;
  long playouts;
  double values[ACTIONS];
  long visits[ACTIONS];
};

class Search {
 public:
  Search(const Known& known, const Policy& policy, const Settings& settings, u64 seed)
      : known_(known), policy_(policy), settings_(settings), rng_{seed} {}

  Found run(const Budget& budget) {
    Found found{};
    for (u64 left = known_.now.legal; left; left &= left - 1) candidates_.push_back(lowest(left));
    found.action = candidates_[0];
    if (candidates_.size() == 1) return found;
    Clock clock(budget);
    most_nodes_ = budget.nodes;
    std::vector<RememberedHand> remembered(REMEMBERED_HANDS);
    Belief belief(known_, &policy_, settings_.trust, rng_, remembered.data());
    const int halvings = std::max(1, static_cast<int>(std::ceil(std::log2(candidates_.size()))));
    for (int halving = 1; halving <= halvings; halving++) {
      do try_all(belief.next(rng_), found);
      while (!clock.is_over(found.playouts, static_cast<double>(halving) / halvings));
      keep_better_half(found);
    }
    found.action = candidates_[0];
    return found;
  }

 private:
  struct Branches {  // what was found of each play
    u64 legal = 0;
    float prior[CELLS] = {}, gains[CELLS] = {};
    int tried[CELLS] = {};
  };

  struct Node {  // an own decision to come; most are seen too seldom to get branches
    int visits = 0;
    int branches = NOBODY;
    double sum = 0;
  };

  void try_all(const Round& deal, Found& found) {
    for (const int action : candidates_) {
      Round round = deal;
      round.step(action);
      const double gain = playout(round, action);
      found.visits[action]++;
      found.values[action] += (gain - found.values[action]) / static_cast<double>(found.visits[action]);
      found.playouts++;
    }
  }

  void keep_better_half(const Found& found) {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [&](int one, int other) { return found.values[one] > found.values[other]; });
    candidates_.resize((candidates_.size() + 1) / 2);
  }

  double playout(Round& round, int first) {
    climb(round, Rng{static_cast<u64>(first)}.next());
    play_by(policy_, round);
    const double gain = lead(round, known_.seat, policy_.layout);
    for (const auto& [node, action] : path_) {
      node->visits++;
      node->sum += gain;
      if (action == NOBODY) continue;
      Branches& branches = branches_[node->branches];
      branches.tried[action]++;
      branches.gains[action] += static_cast<float>(gain);
    }
    path_.clear();
    return gain;
  }

  // Through the tree: the others by the policy, the own seat by what the tree has found so far.
  void climb(Round& round, u64 history) {
    while (round.legal) {
      int action;
      if (round.turn != known_.seat || round.phase != PLAYING || !(round.legal & (round.legal - 1))) {
        action = policy_.choose(round);
      } else {
        Node* node = find(history);
        if (!node) return;
        const bool is_full = node->branches == NOBODY && branches_.size() >= most_nodes_ / settings_.visits_to_expand;
        if (node->visits < settings_.visits_to_expand || is_full) {
          path_.emplace_back(node, NOBODY);
          return;
        }
        if (node->branches == NOBODY) open(*node, round);
        action = promising(*node);
        path_.emplace_back(node, action);
      }
      if (round.phase != DISCARDING) history = Rng{history + static_cast<u64>(action)}.next();
      round.step(action);
    }
  }

  // Null where the tree is full and this is not in it.
  Node* find(u64 history) {
    if (nodes_.size() < most_nodes_) return &nodes_[history];
    const auto found = nodes_.find(history);
    return found == nodes_.end() ? nullptr : &found->second;
  }

  void open(Node& node, const Round& round) {
    node.branches = static_cast<int>(branches_.size());
    Branches& branches = branches_.emplace_back();
    branches.legal = round.legal;
    double worths[ACTIONS], all = 0;
    const double best = worths[policy_.choose(round, worths)];
    for (u64 left = round.legal; left; left &= left - 1) {
      double& worth = worths[lowest(left)];
      all += worth = std::exp((worth - best) / settings_.prior_temperature);
    }
    for (u64 left = round.legal; left; left &= left - 1)
      branches.prior[lowest(left)] = static_cast<float>(worths[lowest(left)] / all);
  }

  // PUCT: the mean so far, and a bonus for what the policy likes and was seldom tried.
  int promising(const Node& node) const {
    const Branches& branches = branches_[node.branches];
    const double mean = node.sum / node.visits, root = std::sqrt(static_cast<double>(node.visits));
    double best = -1e300;
    int chosen = 0;
    for (u64 left = branches.legal; left; left &= left - 1) {
      const int action = lowest(left), tried = branches.tried[action];
      const double value = (tried ? branches.gains[action] / tried : mean) +
                           settings_.exploration * branches.prior[action] * root / (1 + tried);
      if (value > best) {
        best = value;
        chosen = action;
      }
    }
    return chosen;
  }

  const Known& known_;
  const Policy& policy_;
  Settings settings_;
  Rng rng_;
  std::size_t most_nodes_ = 0;
  std::vector<int> candidates_;
  std::unordered_map<u64, Node> nodes_;  // by what was seen since the candidate
  std::vector<Branches> branches_;
  std::vector<std::pair<Node*, int>> path_;
};
}  // namespace purr::cat
