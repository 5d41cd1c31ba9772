// isthmus/fabric/carrier/local.hpp: frames from a process to itself.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

#include "isthmus/fabric/device.hpp"
#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<ParameterInfo, 1> local_parameters = {{
    {"capacity", ParameterUnit::count, "4096", "Frames that wait at most before senders must."},
}};

inline constexpr DeviceInfo local_info = {"local", DeviceRole::carrier,
                                          "Carries frames inside one process, without copying.",
                                          local_parameters};

/// A queue: try_send puts a frame in, progress delivers it. The smallest device, and the one to
/// read before writing another.
class LocalCarrier final : public Device {
 public:
  static constexpr std::size_t default_capacity = 4096;

  /// Busy while `capacity` frames wait; unreachable for any peer but `self`.
  explicit LocalCarrier(ProcessId self, std::size_t capacity = default_capacity)
      : self_(self), capacity_(capacity) {}

  void attach(Receiver& above) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  Traits traits() const override { return {}; }
  bool holds_frames() const override { return !waiting_.empty(); }

 private:
  const ProcessId self_;
  const std::size_t capacity_;
  Receiver* above_ = nullptr;
  std::deque<Frame> waiting_;
};

}  // namespace isthmus::engine::fabric
