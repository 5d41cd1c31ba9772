// isthmus/bootstrap/agreement/inquiry.hpp: whether a process that was to call is still there.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/dialer.hpp"
#include "isthmus/bootstrap/refusals.hpp"

namespace isthmus::engine::bootstrap {

/// Asks a process of the epoch that begins about the one before, which any process can answer that
/// agrees, meets others or runs. The answer is of no interest; that there is nobody to give one is.
/// Never blocks but for the name of a host; one thread.
class Inquiry {
 public:
  struct Parties {
    ProcessId self;
    const Peer& to;  ///< Outlives it.
    std::uint32_t process_count = 0;
    std::uint32_t epoch = 0;  ///< That is over.
  };

  /// The key outlives it.
  Inquiry(Parties parties, Dialer dialer, const JobKey& key)
      : parties_(parties), dialer_(std::move(dialer)), key_(key) {}

  /// Goes on. True: its machine has refused calls for so long that it is gone.
  bool finds_it_gone(TimeNs refused_for_ns, TimeNs now_ns);
  pollfd poll_entry() const;
  TimeNs wake_ns() const { return channel_ == nullptr ? dialer_.wake_ns() : never_ns; }

 private:
  Parties parties_;
  Dialer dialer_;
  const JobKey& key_;
  std::unique_ptr<Channel> channel_;
  Refusals refusals_;
};

}  // namespace isthmus::engine::bootstrap
