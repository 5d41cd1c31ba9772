// isthmus/collective/counting_waves.hpp: quiescence by two waves that find the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isthmus/collective/quiescence.hpp"

namespace isthmus::engine::collective {

/// Counting waves (Mattern 1987, the four-counter method).
///
/// A wave goes down the tree and comes back up with the sums of messages sent and handled; each PE
/// answers when it has nothing to do. When two waves, one after the other, find the same sums and
/// as many handled as sent, no message was under way in between, and none can appear.
class CountingWaves final : public Quiescence {
 public:
  CountingWaves(Objects& objects, const TreePlace& tree);

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  bool remind(PeId who) override;
  void doubt() override;
  bool is_of_probe(HandlerId handler) const override {
    return handler == wave_handler_ || handler == sums_handler_;
  }

 private:
  struct Sums {
    std::uint64_t created = 0;
    std::uint64_t processed = 0;
    bool operator==(const Sums&) const = default;
  };

  void begin_probe() override;
  bool is_probing() const override { return in_wave_; }
  void begin_wave();
  void receive_wave(MessagePtr message);
  void receive_sums(MessagePtr message);
  void answer();
  void conclude(const Sums& sums);

  const TreePlace& tree_;
  HandlerId wave_handler_;
  HandlerId sums_handler_;

  bool in_wave_ = false;
  std::vector<PeId> answers_due_;  // the children that have not answered
  Sums sums_;

  // At the root alone.
  bool has_previous_ = false;
  bool is_doubted_ = false;  // the present wave
  Sums previous_;
};

}  // namespace isthmus::engine::collective
