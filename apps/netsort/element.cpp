#include "netsort/element.hpp"

#include "netsort/payload.hpp"

namespace netsort {

using isthmus::mobile::Rank;

Element::Element(const Problem& problem, std::int32_t number)
    : number_(number), value_(value_of(problem, number)), payload_(payload_of(problem, number)) {}

void Element::begin(Rank& self) {
  has_begun_ = true;
  send_value(self);
  advance(self);
}

void Element::receive(Rank& self, std::int32_t stage, std::int32_t value,
                      std::span<const std::byte> payload) {
  const Problem& problem = self.state<Surroundings>().problem;
  expect_payload_of(problem, problem.network().partner(number_, stage), payload);
  early_.put(stage, value);
  advance(self);
}

void Element::go_on(Rank& self) {
  is_at_point_ = false;
  begin_stage(self);
  advance(self);
}

void Element::after_move(Rank& self) {
  is_leaving_ = false;
  advance(self);
}

void Element::advance(Rank& self) {
  const Problem& problem = self.state<Surroundings>().problem;
  const Network network = problem.network();
  std::int32_t partner_value = 0;
  while (has_begun_ && !is_at_point_ && !is_leaving_ && early_.take(stages_done_, partner_value)) {
    isthmus::charge(problem.stage_ns);
    value_ = kept(number_, value_, network.partner(number_, stages_done_), partner_value);
    ++stages_done_;
    if (stages_done_ == network.stage_count()) return;
    is_at_point_ = problem.comes_to_point(stages_done_);
    if (is_at_point_) return;
    begin_stage(self);
  }
}

void Element::begin_stage(Rank& self) {
  send_value(self);
  const int to =
      destination(self.state<Surroundings>().problem, number_, stages_done_, self.size());
  is_leaving_ = to >= 0 && to != self.rank();
  if (is_leaving_) self.move(self.current(), to).value();
}

void Element::send_value(Rank& self) {
  Surroundings& around = self.state<Surroundings>();
  const std::int32_t partner = around.problem.network().partner(number_, stages_done_);
  ++around.values;
  self.send<&netsort::receive>(around.elements[static_cast<std::size_t>(partner)], stages_done_,
                               value_, std::span<const std::byte>(payload_));
}

void begin(Rank& self, Element& element) { element.begin(self); }

void receive(Rank& self, Element& element, std::int32_t stage, std::int32_t value,
             std::span<const std::byte> payload) {
  element.receive(self, stage, value, payload);
}

void go_on(Rank& self, Element& element) { element.go_on(self); }

}  // namespace netsort
