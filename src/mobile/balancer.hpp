// mobile/balancer.hpp: moves mobile objects with work from PE to PE, without a step of all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/balance_policy.hpp"

namespace isthmus::mobile {

class Rank;

/// Who moves objects with units of work. The decisions are in balance_policy.hpp.
enum class Balancing : std::uint8_t {
  none,
  work_stealing,  ///< A PE without work asks others for some.
  diffusion,      ///< Neighbours tell each other their loads, and shift the difference.
};

/// Of a name as options spell it; nothing if there is none.
std::optional<Balancing> find_balancing(std::string_view name);
/// "none, work_stealing, diffusion", for error texts and help.
std::string_view balancing_names();

/// What a PE's balancer has done so far. Plain data.
struct BalanceCounts {
  std::uint64_t objects_given = 0;
  std::uint64_t requests = 0;  ///< Asked of others: of work stealing.
  std::uint64_t refusals = 0;  ///< Of those, how many came back empty.
  std::uint64_t reports = 0;   ///< Loads told to neighbours: of diffusion.
};

namespace detail {

/// One PE's part in balancing. For the PE's thread alone. It sends nothing while nothing happens,
/// so that the job becomes quiescent.
class Balancer {
 public:
  explicit Balancer(Rank& self) : self_(self) {}
  virtual ~Balancer() = default;
  Balancer(const Balancer&) = delete;
  Balancer& operator=(const Balancer&) = delete;

  /// Handlers may run from now on.
  virtual void begin() = 0;
  /// Work came to this PE, was done, or moved.
  virtual void load_changed() = 0;
  const BalanceCounts& counts() const { return counts_; }

 protected:
  void carry_out(const std::vector<Transfer>& transfers);

  Rank& self_;
  BalanceCounts counts_;
};

/// Null for none.
std::unique_ptr<Balancer> make_balancer(Balancing balancing, Rank& self, std::uint64_t seed);

}  // namespace detail

}  // namespace isthmus::mobile
