// How long a search may take.
#pragma once
#include <chrono>
#include <cstddef>
#include <functional>

#include "limits.hpp"

namespace purr {
struct Budget {
  long playouts = 0;   // 0: as many as there is time for
  double seconds = 0;  // 0: as long as it takes
  std::size_t nodes = DEFAULT_NODES;  // that the tree keeps; beyond them it stays as it is, and playouts go on from its edge
  std::function<void()> check_interrupt;  // called now and then; what it throws ends the search
};

class Clock {
 public:
  explicit Clock(const Budget& budget) : budget_(budget), begin_(std::chrono::steady_clock::now()) {}

  // Is this share of the budget used up?
  bool is_over(long playouts, double share) {
    if (budget_.check_interrupt && ++asked_ % PLAYOUTS_PER_CLOCK_READ == 0) check_interrupt_if_it_is_time();
    if (budget_.playouts && static_cast<double>(playouts) >= share * static_cast<double>(budget_.playouts)) return true;
    return budget_.seconds > 0 && elapsed() >= share * budget_.seconds;
  }

 private:
  static constexpr int PLAYOUTS_PER_CLOCK_READ = 64;  // to check for an interrupt: reading the clock takes time too
  static constexpr double INTERRUPT_CHECK_SECONDS = 0.05;

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  void check_interrupt_if_it_is_time() {
    if (elapsed() < next_check_) return;
    budget_.check_interrupt();
    next_check_ = elapsed() + INTERRUPT_CHECK_SECONDS;
  }

  Budget budget_;
  std::chrono::steady_clock::time_point begin_;
  unsigned asked_ = 0;
  double next_check_ = INTERRUPT_CHECK_SECONDS;
};
}  // namespace purr
