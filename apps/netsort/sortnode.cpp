#include "netsort/sortnode.hpp"

#include "netsort/payload.hpp"

namespace netsort {

namespace {

const Company& company() { return isthmus::readonly<Company>(); }

}  // namespace

Sortnode::Sortnode(const Problem& problem)
    : value_(value_of(problem, index())), payload_(payload_of(problem, index())) {}

void Sortnode::begin() {
  has_begun_ = true;
  send_value();
  advance();
}

void Sortnode::receive(std::int32_t stage, std::int32_t value, std::span<const std::byte> payload) {
  const Problem& problem = company().problem;
  expect_payload_of(problem, problem.network().partner(index(), stage), payload);
  early_.put(stage, value);
  advance();
}

void Sortnode::go_on() {
  is_at_point_ = false;
  begin_stage();
  advance();
}

void Sortnode::after_migration() {
  is_leaving_ = false;
  advance();
}

void Sortnode::advance() {
  const Problem& problem = company().problem;
  const Network network = problem.network();
  std::int32_t partner_value = 0;
  while (has_begun_ && !is_at_point_ && !is_leaving_ && early_.take(stages_done_, partner_value)) {
    isthmus::charge(problem.stage_ns);
    value_ = kept(index(), value_, network.partner(index(), stages_done_), partner_value);
    ++stages_done_;
    if (stages_done_ == network.stage_count()) return gather(sequence_name, value_);
    is_at_point_ = problem.comes_to_point(stages_done_);
    if (is_at_point_) return at_sync<&Sortnode::go_on>();
    begin_stage();
  }
}

void Sortnode::begin_stage() {
  send_value();
  const isthmus::topology::Topology& topology = isthmus::this_topology();
  const std::int32_t to =
      destination(company().problem, index(), stages_done_, topology.pe_count());
  if (to < 0) return;
  const isthmus::PeId next(to);
  is_leaving_ = next != pe() && !topology.is_absent(topology.process_of(next));
  if (is_leaving_) migrate_to(next);
}

void Sortnode::send_value() {
  const std::int32_t partner = company().problem.network().partner(index(), stages_done_);
  company().tallies.local()->count_value();
  array()[partner].send<&Sortnode::receive>(stages_done_, value_,
                                            std::span<const std::byte>(payload_));
}

}  // namespace netsort
