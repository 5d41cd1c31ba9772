// isthmus/location/adaptive.hpp: which location policy suits objects that move and are sent to as
// they have been so far.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/location/policy.hpp"

namespace isthmus::location {

/// What one PE has seen of an array's elements that came to it and left again. A stay is the time
/// between an element's coming and its leaving; a sender is a PE other than this one.
struct Experience {
  double stays = 0;
  double messages = 0;           ///< That came from senders during them.
  double senders = 0;            ///< Different ones, added up over the stays.
  double returning = 0;          ///< Of those, the ones that had sent during the stay before, too.
  double bytes = 0;              ///< Of all messages.
  double crossing_messages = 0;  ///< From other sites.
  double crossing_moves = 0;     ///< Stays that ended with a move to another site.

  /// Counts for half from now on.
  void fade();
};

/// Where the objects live.
struct Circumstances {
  int pes = 1;
  int pes_of_site = 1;
  int sites = 1;
  /// Chance that two elements of this PE have one home: 1 / pes where homes are spread; up to 1.
  double share_of_home = 0;
};

/// The policy to follow, and why, for people.
struct Choice {
  const Policy* policy;
  std::string why;
};

/// The policy that costs least, or `now` if that is not much worse. Costs are counted for each stay
/// in messages of an update's size: updates that are sent, and application messages that are
/// forwarded, which weigh by their size, by whether they cross between sites, and by how much of
/// them one home has to handle. The expected number of both is a model of each policy; its
/// constants are those of the sorting network of the Clam thesis (4.1.2.1) on 8 and 32 PEs. Pure.
Choice choose(const Experience& experience, const Circumstances& circumstances, const Policy& now);

/// What a policy is expected to cost for each stay.
double expected_cost(const Policy& policy, const Experience& experience,
                     const Circumstances& circumstances);

}  // namespace isthmus::location
