// isthmus/fabric/memory_pair.hpp: two processes' ends of a connection, both in this one; for tests
// and benchmarks of what stands above a carrier.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "isthmus/fabric/device.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// One end. What it takes, the other end has at once, with the header as it would come from a wire.
/// Both ends on one thread; either may go first.
class MemoryEnd final : public Device {
 public:
  static constexpr std::size_t default_capacity = 64;

  /// Changes a frame on its way from this end.
  using Tamper = std::function<void(Message& message)>;

  /// Ends of processes 0 and 1; `capacity` frames fit between them in each direction.
  static std::pair<std::unique_ptr<MemoryEnd>, std::unique_ptr<MemoryEnd>> pair(
      std::size_t capacity = default_capacity);
  ~MemoryEnd() override;

  void attach(Receiver& above) override { above_ = &above; }
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override { return never_ns; }
  Traits traits() const override { return {.needs_polling = true}; }
  bool holds_frames() const override {
    return !arrived_.empty() || (other_ != nullptr && !other_->arrived_.empty());
  }
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

  void set_tamper(Tamper tamper) { tamper_ = std::move(tamper); }
  /// Frames that this end has sent.
  std::size_t sent_count() const { return sent_count_; }
  std::size_t sent_bytes() const { return sent_bytes_; }

 private:
  MemoryEnd(ProcessId peer, std::size_t capacity) : peer_(peer), capacity_(capacity) {}

  const ProcessId peer_;
  const std::size_t capacity_;
  MemoryEnd* other_ = nullptr;  // null once that is gone
  Receiver* above_ = nullptr;
  bool is_loss_told_ = false;
  Pool pool_;
  Tamper tamper_;
  std::deque<MessagePtr> arrived_;
  std::size_t sent_count_ = 0;
  std::size_t sent_bytes_ = 0;
};

}  // namespace isthmus::engine::fabric
