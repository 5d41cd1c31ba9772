// netsort/sortnode.hpp: one element of the sequence, as an object that moves while it is sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "netsort/early_values.hpp"
#include "netsort/problem.hpp"
#include "netsort/tally.hpp"

namespace netsort {

/// What all elements know; set for all PEs before there is any.
struct Company {
  Problem problem;
  isthmus::GroupProxy<Tally> tallies;
};

/// To which all elements contribute their values in the end.
inline constexpr const char* sequence_name = "the sorted sequence";

/// Sends its value to its partner of the stage, keeps the smaller or the larger of the two when the
/// partner's has come, and goes on to the next stage; every so many stages on another PE. Partners
/// may be stages ahead: what they send waits. Every so many stages all come to a point.
class Sortnode : public isthmus::Chare<Sortnode, isthmus::Index1> {
 public:
  Sortnode() = default;  // what a migrating element is unpacked into
  explicit Sortnode(const Problem& problem);
  void serialize(auto& archive) {
    archive(value_, stages_done_, has_begun_, is_at_point_, early_, payload_);
  }

  void begin();
  /// The value that the partner of this stage has had before it.
  void receive(std::int32_t stage, std::int32_t value, std::span<const std::byte> payload);
  void go_on();
  void after_migration();

 private:
  void advance();
  void begin_stage();
  void send_value();

  std::int32_t value_ = 0;
  std::int32_t stages_done_ = 0;
  bool has_begun_ = false;
  bool is_at_point_ = false;
  bool is_leaving_ = false;  // only between the wish to move and the move
  EarlyValues early_;
  std::vector<std::byte> payload_;
};

}  // namespace netsort
