// Generated from cat_in_the_box/observation.py by tools/generate_core_files.py.
#pragma once
#include "../observation_writer.hpp"

namespace purr::cat::observation {
constexpr int SIZE = 303, COVERED_PLANE = 4;
constexpr ObservationPart TOKENS{0, 5, 36, 36, 1.0f};
constexpr ObservationPart HAND{180, 9, 1, 1, 0.25f};
constexpr ObservationPart MARKERS{189, 5, 4, 4, 1.0f};
constexpr ObservationPart TRICKS{209, 5, 1, 1, 0.125f};
constexpr ObservationPart BIDS{214, 5, 1, 1, 0.25f};
constexpr ObservationPart LED_COLOUR{219, 4, 1, 1, 1.0f};
constexpr ObservationPart TRICK_COLOURS{223, 5, 4, 5, 1.0f};
constexpr ObservationPart TRICK_VALUES{227, 5, 1, 5, 0.125f};
constexpr ObservationPart PHASE{248, 3, 1, 1, 1.0f};
constexpr ObservationPart TRICKS_DONE{251, 1, 1, 1, 0.125f};
constexpr ObservationPart RED_DECLARED{252, 1, 1, 1, 1.0f};
constexpr ObservationPart PLAYERS{253, 1, 1, 1, 0.25f};
constexpr ObservationPart DISCARD{254, 1, 1, 1, 0.125f};
constexpr ObservationPart CARDS_IN_TRICK{255, 1, 1, 1, 0.25f};
constexpr ObservationPart START{256, 5, 1, 1, 1.0f};
constexpr ObservationPart PLAYED_AT{261, 36, 1, 1, 0.03125f};
constexpr ObservationPart TOTALS{297, 5, 1, 1, 0.03125f};
constexpr ObservationPart ROUND_NUMBER{302, 1, 1, 1, 0.25f};
}  // namespace purr::cat::observation
