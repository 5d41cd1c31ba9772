#include "isthmus/object/here.hpp"

#include <utility>

#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

PeId this_pe() { return Objects::current().pe_id(); }

const topology::Topology& this_topology() { return Objects::current().topology(); }

bool is_in_other_process(PeId pe) { return Objects::current().is_in_other_process(pe); }

TimeNs now_ns() { return Objects::current().pe().now_ns(); }

TimeNs settled_now_ns() {
  sched::Pe& pe = Objects::current().pe();
  pe.settle();
  return pe.clock().now_ns();
}

void after(TimeNs delay_ns, std::function<void()> call) {
  Objects::current().pe().after(delay_ns, std::move(call));
}

void detect_quiescence(const Callback<void>& callback) {
  Objects::current().collectives().detect_quiescence(callback.target);
}

}  // namespace isthmus::engine
