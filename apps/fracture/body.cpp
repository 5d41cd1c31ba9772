#include "fracture/body.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace fracture {

namespace {

struct AddEnergies {
  Energies operator()(const Energies& a, const Energies& b) const { return a + b; }
};

}  // namespace

void Body::begin(fem::Piece piece, const Problem& problem, const Execution& execution) {
  meet(piece);
  solid_ = Solid(std::move(piece), problem);
  execution_ = execution;
  contribute("energies", solid_.energies(), AddEnergies());
}

isthmus::Task<void> Body::advance(int steps) {
  limit_ = steps;
  return go_on();
}

isthmus::Task<void> Body::go_on() {
  while (steps_done_ < limit_) {
    if (!execution_.is_still) solid_.move();
    begin_round([&](std::size_t link, std::vector<std::int32_t>& apart,
                    std::vector<double>& values) { solid_.give(link, apart, values); });
    std::size_t link = 0;
    for (const fem::Delivery& delivery : co_await end_round()) {
      if (!solid_.take(link++, delivery.marks, delivery.values)) {
        throw std::runtime_error("part " + std::to_string(delivery.from) +
                                 " sent what does not fit the mesh");
      }
    }
    if (!execution_.is_still) solid_.settle();
    charge_step();
    ++steps_done_;
    if (comes_to_sync()) co_return at_sync<&Body::go_on>();
  }
  contribute("energies", solid_.energies(), AddEnergies());
}

void Body::charge_step() const {
  const double elements_ns =
      execution_.element_ns *
      static_cast<double>(execution_.charges_own ? solid_.own_elements() : solid_.effort());
  const double sides_ns = execution_.side_ns * static_cast<double>(solid_.sides_apart());
  if (elements_ns + sides_ns > 0) isthmus::charge(std::llround(elements_ns + sides_ns));
}

bool Body::comes_to_sync() const {
  const int every = execution_.sync_every;
  if (every <= 0 || steps_done_ % every != 0) return false;
  const int first = std::max(1, execution_.first_sync);
  if (steps_done_ < first) return false;
  return execution_.syncs <= 0 || (steps_done_ - first) / every < execution_.syncs;
}

void Body::collect(const isthmus::ChareProxy<Collector>& collector) {
  collector.send<&Collector::take>(solid_.nodes(), solid_.cracks());
}

}  // namespace fracture
