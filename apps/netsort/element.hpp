// netsort/element.hpp: one element of the sequence, as a mobile object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mobile/mobile.hpp"
#include "netsort/early_values.hpp"
#include "netsort/problem.hpp"
#include "netsort/tally.hpp"

namespace netsort {

/// What a PE has of the result, and what it has counted. Plain data.
struct Share {
  PeCounts counts;
  std::vector<std::int32_t> numbers = {};
  std::vector<std::int32_t> values = {};
};

/// What each PE knows; its main sets it (Rank::set_state).
struct Surroundings {
  Problem problem;
  std::vector<isthmus::mobile::Pointer> elements;  ///< By number; those not told yet are null.
  std::uint64_t values = 0;        ///< Values sent to partners from here, and words to begin.
  std::vector<Share> shares = {};  ///< On PE 0, those of all in the end.
};

/// What Sortnode is, over the mobile layer, as the Clam thesis has it (4.1.2.1): messages go to
/// mobile pointers, and an element moves itself.
class Element {
 public:
  Element() = default;  // what a moving element is unpacked into
  Element(const Problem& problem, std::int32_t number);
  void serialize(auto& archive) {
    archive(number_, value_, stages_done_, has_begun_, is_at_point_, early_, payload_);
  }

  std::int32_t number() const { return number_; }
  std::int32_t value() const { return value_; }

  void begin(isthmus::mobile::Rank& self);
  /// The value that the partner of this stage has had before it.
  void receive(isthmus::mobile::Rank& self, std::int32_t stage, std::int32_t value,
               std::span<const std::byte> payload);
  /// From a point.
  void go_on(isthmus::mobile::Rank& self);
  void after_move(isthmus::mobile::Rank& self);

 private:
  void advance(isthmus::mobile::Rank& self);
  void begin_stage(isthmus::mobile::Rank& self);
  void send_value(isthmus::mobile::Rank& self);

  std::int32_t number_ = 0;
  std::int32_t value_ = 0;
  std::int32_t stages_done_ = 0;
  bool has_begun_ = false;
  bool is_at_point_ = false;
  bool is_leaving_ = false;  // only between the wish to move and the move
  EarlyValues early_;
  std::vector<std::byte> payload_;
};

/// Handlers.
void begin(isthmus::mobile::Rank& self, Element& element);
void receive(isthmus::mobile::Rank& self, Element& element, std::int32_t stage, std::int32_t value,
             std::span<const std::byte> payload);
void go_on(isthmus::mobile::Rank& self, Element& element);

}  // namespace netsort
