// Generated from networks.py, ppo.py and imitation.py by tools/generate_core_files.py.
#pragma once
#include <cstdint>

enum Player : std::uint8_t { LEARNER = 0, HEURISTIC = 1, FROZEN = 2, SEARCHER = 3 };  // who has a seat
enum Teacher : int { SEARCH = 0, ISMCTS = 1, TREE = 2 };
constexpr int OUTPUTS = 64;  // of a net
