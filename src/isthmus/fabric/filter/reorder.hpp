// isthmus/fabric/filter/reorder.hpp: order over what does not keep it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/filter/rewriting_filter.hpp"
#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<ParameterInfo, 3> reorder_parameters = {{
    {"frames",
     ParameterUnit::count,
     "4096",
     "So many frames of a peer may overtake one; 1 to 1048576.",
     {},
     1 << 20},
    {"memory",
     ParameterUnit::size,
     "64MiB",
     "So much of a peer's frames waits for one that was overtaken, a frame aside.",
     {},
     INT32_MAX,
     "64KiB"},
    {"patience", ParameterUnit::duration, "30s",
     "So long they wait for it; then the peer is lost."},
}};

inline constexpr DeviceInfo reorder_info = {
    "reorder", DeviceRole::filter,
    "Numbers frames and hands them up in order, whatever order they come in.", reorder_parameters};

struct ReorderOptions {
  std::uint64_t frames_max = 4096;
  std::size_t bytes_max = std::size_t{64} << 20;
  TimeNs patience_ns = 30'000'000'000;

  static ReorderOptions from(const Settings& settings);
};

/// Puts the frame's number behind every payload, 8 bytes, and hands frames up in the order of their
/// numbers. Those that have overtaken others wait, within bounds. A peer of which a frame comes
/// twice, or not within the bounds, is lost: this filter restores order, and nothing else. Time in
/// which nobody calls progress is no time that a frame is late.
class ReorderFilter final : public RewritingFilter {
 public:
  ReorderFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
                const ReorderOptions& options);

  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  TimeNs wake_ns() const override;
  Traits traits() const override {
    Traits traits = RewritingFilter::traits();
    traits.keeps_order = true;
    return traits;
  }
  bool holds_frames() const override { return held_count_ > 0 || RewritingFilter::holds_frames(); }

 protected:
  Expected<MessagePtr> restored(MessagePtr message, ProcessId peer) override;
  bool takes_unmarked() const override { return false; }
  void forget(ProcessId peer) override;
  /// Told when all that can be handed up has been.
  void peer_lost(ProcessId peer, Error why) override;

 private:
  struct Source {
    std::uint64_t next = 0;                         ///< The number of the first that has not come.
    std::map<std::uint64_t, MessagePtr> held = {};  ///< By number: those that came before it.
    std::size_t held_bytes = 0;
    TimeNs waited_ns = 0;             ///< For that one, since others are held.
    std::deque<MessagePtr> due = {};  ///< To be handed up with the next progress, or with this one.
  };

  Expected<void> check_room(const Source& source, std::uint64_t number, std::size_t bytes) const;
  /// The next one has come.
  void advance(ProcessId peer, Source& source);
  int hand_up(int budget);
  void lose_overdue(TimeNs waited_ns, bool may_lose);
  TimeNs own_deadline_ns() const;

  const ReorderOptions options_;
  TimeNs now_ns_ = 0;
  std::map<ProcessId, std::uint64_t> numbers_;  // of the next frame to each
  std::map<ProcessId, Source> sources_;
  std::size_t held_count_ = 0;         // due ones included
  std::set<ProcessId> ready_;          // something is due
  std::map<ProcessId, Error> losses_;  // to be told behind that
};

}  // namespace isthmus::engine::fabric
