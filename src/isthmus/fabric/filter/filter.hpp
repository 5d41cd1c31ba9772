// isthmus/fabric/filter/filter.hpp: a device that owns a device; the base of all filters.
#pragma once

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

#include "isthmus/fabric/device.hpp"

namespace isthmus::engine::fabric {

/// Stands between the device below, which it owns, and the receiver above. Passes everything
/// through both ways; a filter overrides the calls that it is about. One thread at a time, like
/// every device.
class Filter : public Device, protected Receiver {
 public:
  explicit Filter(std::unique_ptr<Device> below) : below_(std::move(below)) {}
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void attach(Receiver& above) override {
    above_ = &above;
    below_->attach(*this);
  }
  SendStatus try_send(Frame& frame, TimeNs now_ns) override {
    return below_->try_send(frame, now_ns);
  }
  int progress(TimeNs now_ns, int budget) override { return below_->progress(now_ns, budget); }
  TimeNs deadline_ns() const override { return below_->deadline_ns(); }
  TimeNs wake_ns() const override { return below_->wake_ns(); }
  Traits traits() const override { return below_->traits(); }
  bool has_arrivals() const override { return below_->has_arrivals(); }
  void use_pool(Pool& pool) override { below_->use_pool(pool); }
  bool fall_asleep() override { return below_->fall_asleep(); }
  void wake_up() override { below_->wake_up(); }
  bool holds_frames() const override { return below_->holds_frames(); }
  bool holds_unsent() const override { return below_->holds_unsent(); }
  LinkState link_state(ProcessId peer) override { return below_->link_state(peer); }
  std::int64_t messages_outstanding() const override { return below_->messages_outstanding(); }
  void report(std::vector<DeviceReport>& to) const override { below_->report(to); }

  Device& below() { return *below_; }
  /// Between two calls: another device takes the place of the one below, which is returned.
  std::unique_ptr<Device> exchange_below(std::unique_ptr<Device> below) {
    below->attach(*this);
    return std::exchange(below_, std::move(below));
  }

 protected:
  void deliver(Frame frame) override { above_->deliver(std::move(frame)); }
  void peer_lost(ProcessId peer, Error why) override { above_->peer_lost(peer, std::move(why)); }

  const Device& below() const { return *below_; }
  Receiver& above() { return *above_; }

 private:
  std::unique_ptr<Device> below_;
  Receiver* above_ = nullptr;
};

/// The topmost device of that type in a chain, or nullptr: the way to a filter's own controls.
template <std::derived_from<Device> Wanted>
Wanted* find_device(Device& top) {
  Device* at = &top;
  while (at != nullptr) {
    if (auto* found = dynamic_cast<Wanted*>(at)) return found;
    auto* filter = dynamic_cast<Filter*>(at);
    at = filter == nullptr ? nullptr : &filter->below();
  }
  return nullptr;
}

}  // namespace isthmus::engine::fabric
