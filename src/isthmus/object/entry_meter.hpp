// isthmus/object/entry_meter.hpp: how often each array's entry methods run on a PE, and how long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine {

struct Entry;

/// Of one entry method of one array, on one PE. Plain data.
struct EntryFigures {
  CollectionId array;
  const Entry* entry = nullptr;
  std::uint64_t calls = 0;  ///< Of a coroutine, its parts.
  TimeNs time_ns = 0;       ///< Without the entry methods that it has called.
  TimeNs longest_ns = 0;    ///< Of one call, likewise.
  /// For which the PE had nothing to do until a message for it came; that of other sites among it.
  /// Nothing where no account of the PE's time is kept.
  TimeNs waited_ns = 0;
  TimeNs waited_other_sites_ns = 0;
};

/// Told of each entry method that a PE runs, see Execution::set_entry_meter, since it is there. Two
/// readings of the clock and a look-up for each. For the PE's thread alone.
class EntryMeter {
 public:
  /// `own_site` is the PE's, whose clock it reads.
  EntryMeter(sched::Pe& pe, SiteId own_site) : pe_(pe), own_site_(own_site) {}
  EntryMeter(const EntryMeter&) = delete;
  EntryMeter& operator=(const EntryMeter&) = delete;

  /// One runs, perhaps within another one, which goes on after it.
  void begin(CollectionId array, const Entry& entry);
  void end();

  /// In no order.
  std::vector<EntryFigures> figures() const;

 private:
  struct Which {
    CollectionId array;
    const Entry* entry;
    bool operator==(const Which&) const = default;
  };
  struct HashWhich {
    std::size_t operator()(const Which& which) const {
      return std::hash<const void*>()(which.entry) ^ (which.array.value * 0x9e3779b97f4a7c15u);
    }
  };
  struct Running {
    EntryFigures* figures;
    TimeNs time_ns;
  };

  void spend();

  sched::Pe& pe_;
  const SiteId own_site_;
  std::unordered_map<Which, EntryFigures, HashWhich> figures_;
  std::vector<Running> running_;  // the last one was called by the one before it
  TimeNs read_ns_ = 0;
};

}  // namespace isthmus::engine
