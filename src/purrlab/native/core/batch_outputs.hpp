// Where a batch writes what it has to say; all arrays are the caller's.
#pragma once
#include "bits.hpp"
#include "progress.hpp"

namespace purr {
template <class Legal>
struct BatchOutputs {
  Legal* legal;
  u8* mask;
  i8* turn;
  float* observations;  // this and the next may be null
  float* finals;        // what the seat that acted last saw at the end of a game, where one is just over
  float* rewards;       // this and the next are for steps only
  u8* done;
  u8* winners;
};
}  // namespace purr
