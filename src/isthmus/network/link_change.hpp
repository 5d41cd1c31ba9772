// isthmus/network/link_change.hpp: other filters for the chains of a link class, in one process.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/chain.hpp"
#include "isthmus/network/routes.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::network {

/// Whether a link's chain can get the filters of the class `to` while the job runs;
/// ErrorCode::bad_input where not.
Expected<void> check_change(const LinkPlan& link, const topology::LinkClass& to,
                            const topology::Topology& topology, ProcessId self);

/// The change of all those chains together, see fabric::StackSwitch: prepare for each; then begin,
/// or cancel. One change at a time. On one thread; the chains may have changed on any.
class LinkChange {
 public:
  /// So many chains are to be prepared.
  void expect(std::size_t chain_count);
  /// ErrorCode::bad_input where it cannot be done. The plan's `done` is this class's.
  Expected<void> prepare(fabric::Chain& chain, fabric::ChangePlan plan);
  /// `done` is called once, when all have changed; also under a chain's lock, on any thread.
  void begin(std::function<void()> done);
  /// ErrorCode::malformed where a peer has begun all the same: then nobody knows what the chains
  /// are.
  Expected<void> cancel();

 private:
  void note_changed();

  std::vector<fabric::Chain*> prepared_;
  std::function<void()> done_;
  Atomic<int> unchanged_ = 0;  // chains; one more until the change is to begin
};

}  // namespace isthmus::engine::network
