// Generated from rascal_kittens/observation.py by tools/generate_core_files.py.
#pragma once
#include "../observation_writer.hpp"

namespace purr::kittens::observation {
constexpr int SIZE = 2129;
constexpr ObservationPart HAND{0, 1, 20, 20, 1.0f};
constexpr ObservationPart SHOWN{20, 1, 20, 20, 1.0f};
constexpr ObservationPart TOP{40, 1, 20, 20, 1.0f};
constexpr ObservationPart HELD{60, 4, 4, 4, 0.25f};
constexpr ObservationPart DRAWS{76, 4, 4, 4, 1.0f};
constexpr ObservationPart ENDS{92, 4, 40, 40, 1.0f};
constexpr ObservationPart STRINGS{252, 1, 4, 4, 9.5367431640625e-07f};
constexpr ObservationPart LEFT{256, 1, 10, 10, 0.25f};
constexpr ObservationPart TOKENS{266, 4, 10, 10, 0.25f};
constexpr ObservationPart OWN_TOKENS{306, 10, 5, 5, 0.25f};
constexpr ObservationPart TOTAL{356, 1, 1, 1, 0.015625f};
constexpr ObservationPart PHASE{357, 1, 4, 4, 1.0f};
constexpr ObservationPart ROUNDS_BEGUN{361, 1, 1, 1, 0.0625f};
constexpr ObservationPart LEADER{362, 1, 4, 4, 1.0f};
constexpr ObservationPart RAN{366, 1, 1, 1, 0.25f};
constexpr ObservationPart PLAYERS{367, 1, 1, 1, 0.25f};
constexpr ObservationPart OLDER{368, 1, 1, 1, 1.0f};
constexpr ObservationPart LENGTHS{369, 4, 40, 40, 7.62939453125e-06f};
constexpr ObservationPart TOYS_TOUCHED{529, 160, 10, 10, 1.0f};
}  // namespace purr::kittens::observation
