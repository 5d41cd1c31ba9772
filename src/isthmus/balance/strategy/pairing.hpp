// isthmus/balance/strategy/pairing.hpp: two PEs even out; who decides sees no more than those two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/balance/snapshot.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine::balance {

// What `diffusion` and `work_stealing` are made of, in a snapshot as in a running job. Pure.

/// A movable object with load.
struct Piece {
  ObjectId id;
  PeId at;           ///< Where it is, whoever has it.
  double cpu_s = 0;  ///< As a PE of speed 1 takes it.
  std::uint64_t bytes = 0;

  bool operator==(const Piece&) const = default;
};

/// What a PE has to do, and what of that it can give away. Plain data, sent from PE to PE.
struct Share {
  double speed = 1;
  double fixed_s = 0;              ///< Time that its background and pinned objects take.
  std::vector<Piece> pieces = {};  ///< The heaviest first.

  bool operator==(const Share&) const = default;
};

/// Time that it takes the PE. O(pieces).
double load_s(const Share& share);
/// In the order of a share.
void sort_pieces(std::vector<Piece>& pieces);
/// Whether it is in that order and can be true.
bool is_sound(const Share& share, std::size_t pe_count);

/// How much of the later one's work, in seconds of a PE of speed 1, the other takes so that both
/// end together; 0 where the other one ends later.
double work_to_even_s(double early_s, double early_speed, double late_s, double late_speed);

/// The later one gives objects of together at most what makes both end together, the heaviest that
/// fit first; where none fits the lightest, if that leaves the other below where it was itself;
/// else one of each changes places, or one heavy one for many; and again while that brings them
/// nearer. Never makes the longer time longer. How many pieces changed hands. Both PEs of a pairing
/// come to the same, if both name them in the same order. O(pieces log pieces).
std::size_t even_out(Share& one, Share& other);

/// Whom a PE evens out with, one after the other, when the rounds of the plan are through: some of
/// the fastest of those that are faster than itself. What is too heavy for slow neighbours finds no
/// way through them. Those that are as fast each begin with others. O(PEs log PEs).
std::vector<PeId> faster_pes(PeId self, std::span<const double> speeds);
/// How often it goes round them: they give the first some of what they get from the next.
constexpr int faster_rounds = 2;

/// Who is paired with whom, in rounds: dimension exchange (Cybenko 1989) on the hypercube of sites,
/// then on that of each site's PEs, those without a counterpart sitting it out. Sites without PEs
/// are left out. One sweep makes all even where the cubes are whole and work is divisible; several
/// come near it where they are not.
class PairingPlan {
 public:
  /// A PE: its site among those that have any, and its number there.
  struct Place {
    std::size_t site = 0;
    std::size_t number = 0;

    bool operator==(const Place&) const = default;
  };

  /// How many PEs each site has; none has 0. O(sites).
  explicit PairingPlan(std::vector<std::size_t> sizes);

  std::size_t rounds() const { return sweeps_ * (site_bits_ + pe_bits_); }
  /// None: it sits the round out.
  std::optional<Place> partner(Place at, std::size_t round) const;

 private:
  std::vector<std::size_t> sizes_;
  std::size_t site_bits_ = 0;
  std::size_t pe_bits_ = 0;
  std::size_t sweeps_ = 0;
};

}  // namespace isthmus::engine::balance
