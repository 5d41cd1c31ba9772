// isthmus/object/seeds.hpp: where chares begin that are created without naming a PE.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/object/single_id.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine {

/// All that a seed balancer may look at: what the PE knows that creates the chare.
struct SeedContext {
  const topology::Members& members;
  PeId creator;
  std::uint64_t number = 0;  ///< So many chares it has created without a place before this one.
  /// By PE, those of them that have not ended, as far as it has been told. Only those that were
  /// placed by a balancer with `static constexpr bool counts_ends = true` are told of.
  std::span<const std::uint32_t> alive;
};

/// A seed balancer is a function object: `PeId operator()(const SeedContext&) const`. Pure; its
/// answer is a PE that holds objects. A chare that can move may still be moved by the job's load
/// balancer, or by itself.
template <class B>
concept SeedBalancer = requires(const B& balancer, const SeedContext& context) {
  { balancer(context) } -> std::convertible_to<PeId>;
};

namespace seed {

/// Any PE, each as likely, by a hash of who creates which.
struct Random {
  PeId operator()(const SeedContext& context) const;
};
/// All PEs, in proportion to their speeds, evenly also over a few chares in a row.
struct BySpeed {
  PeId operator()(const SeedContext& context) const;
};
/// The PEs of the creator's site alone, in proportion to their speeds: no message about the chare
/// crosses a wide-area link. Where none of them holds objects, all PEs.
struct NearBySpeed {
  PeId operator()(const SeedContext& context) const;
};
/// The PE that has the fewest for its speed of those chares that this creator has placed so and
/// that have not ended; of several, one of its own site. Each end is told by a message to the
/// creator.
struct LeastLoaded {
  static constexpr bool counts_ends = true;
  PeId operator()(const SeedContext& context) const;
};

inline constexpr Random random;
inline constexpr BySpeed by_speed;
inline constexpr NearBySpeed near_by_speed;
inline constexpr LeastLoaded least_loaded;

}  // namespace seed

/// One PE's account of the chares that it has created without a place. For the PE's thread alone.
class Seeds {
 public:
  explicit Seeds(const PeContext& context);

  SeedContext next();
  /// One was created; `counted` where its end will be told.
  void created(PeId on, bool counted);
  /// A chare that is counted has ended here.
  void tell_end(const SingleId& id) const;

 private:
  void receive_end(MessagePtr message);

  const PeContext& context_;
  HandlerId end_handler_;
  std::uint64_t created_ = 0;
  std::vector<std::uint32_t> alive_;  // by PE; empty before the first
};

}  // namespace isthmus::engine

namespace isthmus {

namespace seed = engine::seed;
using engine::SeedBalancer;
using engine::SeedContext;
using engine::Seeds;

}  // namespace isthmus
