#include "md/force_store.hpp"

#include <utility>
#include <vector>

namespace md {

namespace {

constexpr std::size_t spare_max = 16384;

std::vector<Forces>& spare() {
  thread_local std::vector<Forces> forces;
  return forces;
}

}  // namespace

Forces take_spare_forces() {
  std::vector<Forces>& store = spare();
  if (store.empty()) return {};
  Forces forces;
  forces.atoms = std::move(store.back().atoms);
  forces.values = std::move(store.back().values);
  store.pop_back();
  return forces;
}

void give_back(Forces&& forces) {
  if (forces.values.capacity() == 0) return;
  if (spare().size() < spare_max) spare().push_back(std::move(forces));
}

}  // namespace md
