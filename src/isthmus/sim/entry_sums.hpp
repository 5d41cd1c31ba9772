// isthmus/sim/entry_sums.hpp: what the entry methods of a PE have cost in virtual time.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::sim {

/// Of one entry method of one array, on one PE. Plain data.
struct EntrySum {
  std::uint64_t messages = 0;  ///< That were for it; one to many elements of a PE is one.
  TimeNs time_ns = 0;          ///< That they were charged for, without the messages within them.
  TimeNs longest_ns = 0;       ///< Of one.
  /// For which the PE had nothing to do until one came; that of other sites among it.
  TimeNs waited_ns = 0;
  TimeNs waited_other_sites_ns = 0;
};

/// Told of each message that a PE handles. Reads no clock, and so changes nothing. One thread.
class EntrySums {
 public:
  /// By array, and the entry method's arguments, which name it.
  using Which = std::pair<CollectionId, const PayloadOps*>;

  /// The PE has been charged for `entry_ns` so far, and has just waited for the message.
  void begin(const Message& message, TimeNs entry_ns, TimeNs waited_ns, bool is_from_other_site);
  /// The last one that has begun has ended.
  void end(TimeNs entry_ns);

  const std::map<Which, EntrySum>& all() const { return sums_; }

 private:
  struct Running {
    EntrySum* sum;  // null for what is no entry method
    TimeNs began_ns;
    TimeNs within_ns;  // of the messages within it
  };

  std::map<Which, EntrySum> sums_;
  std::vector<Running> running_;
};

}  // namespace isthmus::engine::sim
