// fracture/body.hpp: a part of the solid as a message-driven object.
#pragma once

#include <vector>

#include "fem/part.hpp"
#include "fracture/collector.hpp"
#include "fracture/solid.hpp"
#include "isthmus/isthmus.hpp"

namespace fracture {

/// How the steps are done; plain data.
struct Execution {
  int sync_every = 0;     ///< Steps between two points for the load balancer; 0: none.
  int first_sync = 0;     ///< No such point before this step.
  int syncs = 0;          ///< At most so many of them; 0: all.
  double element_ns = 0;  ///< In virtual time: what an element takes a step.
  double side_ns = 0;     ///< The same, of a side that has come apart.
  /// Its own elements alone are charged, as where forces at shared nodes are added up.
  bool charges_own = false;
  /// Nothing moves: messages are as large as ever, and nothing is computed.
  bool is_still = false;
};

/// Steps whenever its neighbours' displacements are there.
class Body : public fem::Part<Body> {
 public:
  Body() = default;

  // Entry methods.

  /// Its part, before the first step; then it takes part in the reduction "energies".
  void begin(fem::Piece piece, const Problem& problem, const Execution& execution);
  /// Does steps until `steps` are done, and takes part in the reduction "energies".
  isthmus::Task<void> advance(int steps);
  /// Goes on after a point for the load balancer.
  isthmus::Task<void> go_on();
  /// Sends what it knows of nodes, sides and elements.
  void collect(const isthmus::ChareProxy<Collector>& collector);

  void serialize(auto& archive) { archive(rounds(), solid_, execution_, steps_done_, limit_); }

 private:
  bool comes_to_sync() const;
  void charge_step() const;

  Solid solid_;
  Execution execution_;
  int steps_done_ = 0;
  int limit_ = 0;
};

}  // namespace fracture
