#include "isthmus/network/link_change.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "isthmus/fabric/registry.hpp"

namespace isthmus::engine::network {

namespace {

/// "'stripe', 'shm', 'tcp'".
std::string text_of(std::span<const topology::DeviceSpec> devices) {
  std::string text;
  for (const topology::DeviceSpec& device : devices) {
    text += (text.empty() ? "'" : ", '") + device.name + "'";
  }
  return text;
}

}  // namespace

Expected<void> check_change(const LinkPlan& link, const topology::LinkClass& to,
                            const topology::Topology& topology, ProcessId self) {
  const std::string classes = "link class '" + link.link_class->name + "' to '" + to.name + "'";
  const auto carriers = fabric::carrier_end(*link.link_class);
  if (!link.within_process && !std::ranges::equal(fabric::carrier_end(to), carriers)) {
    return fail(ErrorCode::bad_input,
                "cannot change " + classes + ": a running job keeps its carriers",
                to.chain.back().where(), text_of(carriers) + " with the same settings");
  }
  for (const ProcessId peer : link.peers) {
    const topology::LinkClass& outbound =
        topology.link_class(topology.pes_of(self).first, topology.pes_of(peer).first);
    if (&outbound != link.link_class) {
      return fail(ErrorCode::bad_input,
                  "cannot change " + classes + ": it joins processes that '" + outbound.name +
                      "' joins the other way",
                  {}, "a class for both ways");
    }
    const bool meets_at_relay =
        !topology.relay_of(peer).host.empty() || !topology.relay_of(self).host.empty();
    if (meets_at_relay && topology.site_of(peer) != topology.site_of(self) &&
        to.find("crypt") == nullptr) {
      return fail(ErrorCode::bad_input,
                  "cannot change " + classes + ": sites that it joins meet at a relay", {},
                  "a chain with crypt in it");
    }
  }
  return {};
}

void LinkChange::expect(std::size_t chain_count) {
  unchanged_.store(static_cast<int>(chain_count) + 1, std::memory_order_relaxed);
}

Expected<void> LinkChange::prepare(fabric::Chain& chain, fabric::ChangePlan plan) {
  plan.done = [this] { note_changed(); };
  Expected<void> prepared = chain.prepare_change(std::move(plan));
  if (prepared) prepared_.push_back(&chain);
  return prepared;
}

void LinkChange::begin(std::function<void()> done) {
  done_ = std::move(done);
  for (fabric::Chain* chain : prepared_) chain->begin_change();
  note_changed();
}

/// Any thread; the last one may have been told by the peers, before begin.
void LinkChange::note_changed() {
  if (unchanged_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  prepared_.clear();
  const std::function<void()> done = std::move(done_);
  done();
}

Expected<void> LinkChange::cancel() {
  Expected<void> cancelled;
  for (fabric::Chain* chain : std::exchange(prepared_, {})) {
    if (auto one = chain->cancel_change(); !one) cancelled = std::move(one);
  }
  return cancelled;
}

}  // namespace isthmus::engine::network
