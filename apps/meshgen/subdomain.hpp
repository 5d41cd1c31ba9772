// meshgen/subdomain.hpp: a subdomain as a mobile object, and the messages that it takes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "meshgen/assemble.hpp"
#include "meshgen/coarsen.hpp"
#include "meshgen/refine.hpp"
#include "mobile/mobile.hpp"

namespace meshgen {

/// What is the same for all subdomains of a run. Plain data.
struct Conduct {
  int aggregate = 1;    ///< Most splits in a message.
  double point_ns = 0;  ///< Charged for a point that is inserted.
  int slice = 0;        ///< Most points at a time, before other messages have a turn; 0: no limit.
};

/// Another subdomain. Plain data.
struct Neighbor {
  std::int32_t number = -1;
  isthmus::mobile::Pointer pointer;
};

/// What a subdomain tells of itself when all is done. Plain data.
struct Summary {
  std::int32_t number = -1;
  std::int64_t triangles = 0;
  std::int64_t messages = 0;            ///< Of splits, to neighbours.
  std::int64_t messages_to_itself = 0;  ///< To go on after a slice.
  Effort effort;
  Removals removals;
};

/// The mesh of one subdomain and the way to those around it. Until `refine` has come for the first
/// time it has no area limit, and is only kept good while its neighbours split their common lines.
class Subdomain {
 public:
  Subdomain() = default;
  Subdomain(std::int32_t number, Mesh mesh, const Bounds& bounds, const Conduct& conduct);

  std::int32_t number() const { return number_; }
  Summary summary() const;
  Piece piece(int pe) const { return piece_of(mesh_, number_, pe, bounds_); }

  void meet(std::span<const Neighbor> neighbors);
  /// Takes the splits; with an area limit above 0 that is the new one for the whole mesh. Tells the
  /// neighbours. Throws std::runtime_error for a split that cannot be followed.
  void work(isthmus::mobile::Rank& self, std::span<const Split> splits, double area_limit);
  /// The next slice of what `work` has left.
  void go_on(isthmus::mobile::Rank& self);
  /// Takes out what is closer together than that limit asks for, and asks the neighbours for what
  /// they share. Nobody refines before all is quiet; then a `work` with the limit is to come.
  void coarsen(isthmus::mobile::Rank& self, double area_limit);
  /// Joins what the neighbour wishes for, where the own limit allows it, and tells it.
  void take_wishes(isthmus::mobile::Rank& self, std::span<const Split> wishes);
  /// Joins what the neighbour has granted. Throws std::runtime_error for what cannot be followed.
  void take_joints(isthmus::mobile::Rank& self, std::span<const Split> joints);
  /// Makes the mesh good again if a neighbour's wish has changed it.
  void settle(isthmus::mobile::Rank& self);

  void serialize(auto& archive) {
    archive(number_, mesh_, bounds_, conduct_, neighbors_, pending_, going_on_, boxes_, messages_,
            messages_to_itself_, effort_, is_rough_, joined_with_, removals_);
  }

 private:
  class Outbox;

  void run(isthmus::mobile::Rank& self, Refiner& refiner, Outbox& outbox);
  void end_coarsening(Coarsener& coarsener);

  std::int32_t number_ = -1;
  Mesh mesh_;
  Bounds bounds_;
  Conduct conduct_;
  std::map<std::int32_t, isthmus::mobile::Pointer> neighbors_;
  std::vector<Candidate> pending_;                    // what is left of a refinement
  bool going_on_ = false;                             // a message to itself is under way, to go on
  std::map<std::int32_t, std::vector<Split>> boxes_;  // not yet told, by neighbour
  std::int64_t messages_ = 0;
  std::int64_t messages_to_itself_ = 0;
  Effort effort_;
  bool is_rough_ = false;               // a neighbour's wish has changed it, and it may be bad
  std::set<std::int32_t> joined_with_;  // neighbours that have granted something
  Removals removals_;
};

/// Handlers. `refine` and `coarsen` are sent as work, for balancers to move; the others as
/// messages.
void coarsen(isthmus::mobile::Rank& self, Subdomain& subdomain, double area_limit);
void take_wishes(isthmus::mobile::Rank& self, Subdomain& subdomain, std::span<const Split> wishes);
void take_joints(isthmus::mobile::Rank& self, Subdomain& subdomain, std::span<const Split> joints);
void settle(isthmus::mobile::Rank& self, Subdomain& subdomain);
void go_on(isthmus::mobile::Rank& self, Subdomain& subdomain);
void meet(isthmus::mobile::Rank& self, Subdomain& subdomain,
          const std::vector<Neighbor>& neighbors);
void refine(isthmus::mobile::Rank& self, Subdomain& subdomain, double area_limit);
void take_splits(isthmus::mobile::Rank& self, Subdomain& subdomain, std::span<const Split> splits);

}  // namespace meshgen
