// isthmus/collective/safra_ring.hpp: quiescence by a token that goes round all PEs.
#pragma once

#include <cstdint>

#include "isthmus/collective/quiescence.hpp"

namespace isthmus::engine::collective {

/// Safra's algorithm (Dijkstra, EWD 998).
///
/// A token goes from the root round all PEs, from each to the one before it, and adds up messages
/// sent less messages handled; a PE passes it on when it has nothing to do. A PE that has handled a
/// message since the token left it last is black, and makes the token black. When a token that is
/// still white comes back to a white root, and the sum is nothing, the job is quiet; else it goes
/// round again.
class SafraRing final : public Quiescence {
 public:
  explicit SafraRing(Objects& objects);

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;

 private:
  struct Token {
    std::uint64_t under_way = 0;  ///< Of the PEs that it has left; modulo 2^64.
    bool is_black = false;
  };

  void begin_probe() override;
  bool is_probing() const override { return is_probing_; }
  void receive_token(MessagePtr message);
  void pass_on(const Token& token);
  void conclude();

  HandlerId token_handler_;
  bool has_token_ = false;
  Token token_;
  std::uint64_t processed_then_ = 0;  // messages handled here when the token left last
  bool is_probing_ = false;           // at the root alone
};

}  // namespace isthmus::engine::collective
