// isthmus/runtime/reconnections.hpp: a job's switchboard as carriers see it.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "isthmus/bootstrap/switchboard.hpp"
#include "isthmus/fabric/carrier/reconnector.hpp"

namespace isthmus::runtime {

/// Neither room knows the other.
class Reconnections final : public fabric::Reconnector {
 public:
  explicit Reconnections(std::unique_ptr<bootstrap::Switchboard> switchboard)
      : switchboard_(std::move(switchboard)) {}

  /// See Switchboard::prepare: may block.
  void prepare(ProcessId peer) { switchboard_->prepare(peer); }

  void call(ProcessId peer, unsigned slot) override { switchboard_->call(peer, slot); }
  void hang_up(ProcessId peer) override { switchboard_->hang_up(peer); }
  bool is_waiting_for_answer(ProcessId peer) const override {
    return switchboard_->is_waiting_for_answer(peer);
  }
  std::string why_in_vain(ProcessId peer) const override { return switchboard_->why_in_vain(peer); }
  void progress(TimeNs now_ns) override { switchboard_->progress(now_ns); }
  TimeNs deadline_ns() const override { return switchboard_->deadline_ns(); }
  bool has_news() const override { return switchboard_->has_news(); }
  std::optional<Event> take(ProcessId peer) override;
  int descriptor() const override { return switchboard_->descriptor(); }

 private:
  std::unique_ptr<bootstrap::Switchboard> switchboard_;
};

}  // namespace isthmus::runtime
