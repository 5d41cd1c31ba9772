// isthmus/fabric/test_disorder.hpp: for tests: a carrier that does not keep the order of frames.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/device.hpp"

namespace isthmus::engine::fabric {

/// A carrier that hands frames up in a random order, but none later than when nothing more comes.
class Disorder final : public Device, private Receiver {
 public:
  /// About so many frames may overtake one.
  static constexpr std::size_t depth = 8;

  Disorder(std::unique_ptr<Device> ordered, std::uint64_t seed)
      : ordered_(std::move(ordered)), random_(seed) {}

  void attach(Receiver& above) override {
    above_ = &above;
    ordered_->attach(*this);
  }
  SendStatus try_send(Frame& frame, TimeNs now_ns) override {
    return ordered_->try_send(frame, now_ns);
  }
  int progress(TimeNs now_ns, int budget) override {
    const int come = ordered_->progress(now_ns, budget);
    int handed = 0;
    while (handed < budget && (held_.size() > depth || (come == 0 && !held_.empty()))) {
      std::swap(held_[random_.below(held_.size())], held_.back());
      Frame frame = std::move(held_.back());
      held_.pop_back();
      above_->deliver(std::move(frame));
      ++handed;
    }
    if (held_.empty()) {
      for (auto& [peer, why] : std::exchange(losses_, {})) above_->peer_lost(peer, std::move(why));
    }
    return come + handed;
  }
  TimeNs deadline_ns() const override { return held_.empty() ? ordered_->deadline_ns() : 0; }
  TimeNs wake_ns() const override { return held_.empty() ? ordered_->wake_ns() : 0; }
  Traits traits() const override {
    const Traits of_ordered = ordered_->traits();
    return {.needs_polling = of_ordered.needs_polling,
            .signals_arrivals = of_ordered.signals_arrivals,
            .keeps_order = false};
  }
  bool has_arrivals() const override { return ordered_->has_arrivals(); }
  void use_pool(Pool& pool) override { ordered_->use_pool(pool); }
  bool holds_frames() const override { return !held_.empty() || ordered_->holds_frames(); }
  bool holds_unsent() const override { return ordered_->holds_unsent(); }
  std::int64_t messages_outstanding() const override { return ordered_->messages_outstanding(); }

 private:
  void deliver(Frame frame) override { held_.push_back(std::move(frame)); }
  void peer_lost(ProcessId peer, Error why) override { losses_.emplace_back(peer, std::move(why)); }

  const std::unique_ptr<Device> ordered_;
  Random random_;
  Receiver* above_ = nullptr;
  std::vector<Frame> held_;
  std::vector<std::pair<ProcessId, Error>> losses_;
};

}  // namespace isthmus::engine::fabric
