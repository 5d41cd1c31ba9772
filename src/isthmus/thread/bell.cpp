#include "isthmus/thread/bell.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace isthmus::engine {

namespace {

struct Bells {
  std::mutex lock;
  std::vector<const Bell*> all;
};

/// Of the process, as threads are that may ring.
Bells& bells() {
  static Bells the;
  return the;
}

}  // namespace

Bell::Bell(sched::Pe& pe, std::function<void()> answer, std::function<bool()> may_ring)
    : pe_(pe), answer_(std::move(answer)), may_ring_(std::move(may_ring)) {
  pe_.add_source(*this);
  const std::lock_guard held(bells().lock);
  bells().all.push_back(this);
}

Bell::~Bell() {
  const std::lock_guard held(bells().lock);
  std::erase(bells().all, this);
}

bool Bell::any_may_ring() {
  const std::lock_guard held(bells().lock);
  return std::ranges::any_of(bells().all, [](const Bell* bell) { return bell->may_ring_(); });
}

}  // namespace isthmus::engine
