// isthmus/location/adaptive.hpp: which location policy suits objects that move and are sent to as
// they have been so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "isthmus/location/message_costs.hpp"
#include "isthmus/location/policy.hpp"

namespace isthmus::engine::location {

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
  double moved_bytes = 0;        ///< Of the objects, on their way to other processes.

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
  MessageCosts costs = {};
};

/// What one PE has asked of the PE where objects were made: messages that came there because their
/// sender did not know of them, and were forwarded.
struct Asking {
  double messages = 0;  ///< Since it was told last.
  double bytes = 0;
  int times_told = 0;
};

/// Whether to tell the PE that asks all that is known of such objects: as soon as what it has
/// forwarded comes to what telling costs, so that never much more than twice the least is spent,
/// however much more is asked (the ski-rental rule, Karlin, Manasse, Rudolph, Sleator 1988).
/// `records` is how many there are at most: with fewer it is told later than it should. Who goes on
/// asking when told is helped less by it, and waits twice as long for the next time. Pure.
bool worth_telling_all(const Asking& asked, std::size_t records);

/// Whether to tell all PEs, many at a time, of elements that are dealt out from the PE that made
/// them: where that costs less than sending the elements, of `bytes` each. Pure.
bool worth_telling_of_dealing(std::size_t bytes, int pes);

/// The policy to follow, and why, for people.
struct Choice {
  const Policy* policy;
  std::string why;
};

/// The policy that costs least, or `now` if that is not much worse. Costs are counted for each stay
/// in messages of an update's size: updates that are sent, and application messages that are
/// forwarded, which weigh by their size, by whether they cross between sites, and by how much of
/// them one home has to handle. The expected number of both is a model of each policy. Its
/// constants were fitted to one program, the sorting network of the Clam thesis (4.1.2.1), on 8 and
/// 32 PEs of a simulated machine (100 Mb/s a process, 80 us a message at each end), also with
/// 10 Mb/s between halves of them: how it does there is no test of it.
///
/// Where the bandwidth between sites is known, the bytes that cross are counted too. PEs and the
/// links between their sites work at the same time, so what is busy longer counts, and little of
/// the other. Pure.
Choice choose(const Experience& experience, const Circumstances& circumstances, const Policy& now);

/// What a policy is expected to cost for each stay.
double expected_cost(const Policy& policy, const Experience& experience,
                     const Circumstances& circumstances);

}  // namespace isthmus::engine::location
