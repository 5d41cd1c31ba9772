#include "isthmus/balance/latency_watch.hpp"

#include <algorithm>

#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::balance {

namespace {

// One of so many meets PEs between two entry methods; what they take is nothing beside a period.
constexpr int calls_a_period = 8;

}  // namespace

LatencyWatch::LatencyWatch(Objects& objects, const Clock& clock)
    : objects_(objects),
      clock_(clock),
      call_handler_(
          objects.pe().add_handler<&LatencyWatch::receive_call>(this, sched::Work::balancing)),
      answer_handler_(
          objects.pe().add_handler<&LatencyWatch::receive_answer>(this, sched::Work::balancing)) {
  const topology::Members& members = objects.members();
  const topology::Topology& topology = objects.topology();
  if (objects.pe_id() != members.first()) return;
  for (int number = 0; number < topology.site_count(); ++number) {
    const auto pes = members.of(SiteId(number));
    if (pes.empty() || pes.front() == members.first()) continue;
    called_.push_back({.pe = pes.front()});
  }
}

void LatencyWatch::begin_period() {
  for (Called& site : called_) {
    site.shortest_ns.reset();
    site.calls_left = calls_a_period;
    // An answer that is still under way calls again when it comes.
    if (site.called_ns == never_ns) call(site);
  }
}

std::optional<TimeNs> LatencyWatch::end_period() {
  for (Called& site : called_) site.calls_left = 0;
  std::optional<TimeNs> farthest_ns;
  for (const Called& site : called_) {
    if (!site.shortest_ns) return {};
    farthest_ns = std::max(farthest_ns.value_or(0), *site.shortest_ns / 2);
  }
  return farthest_ns;
}

void LatencyWatch::call(Called& site) {
  if (site.calls_left == 0) return;
  --site.calls_left;
  site.called_ns = clock_.now_ns();
  send(site.pe, call_handler_);
}

void LatencyWatch::receive_call(MessagePtr message) {
  if (message->source != objects_.members().first()) {
    return objects_.refuse(*message, "a call that measures the latency", "one of the first PE");
  }
  objects_.pool().release(std::move(message));
  send(objects_.members().first(), answer_handler_);
}

void LatencyWatch::receive_answer(MessagePtr message) {
  const auto site = std::ranges::find(called_, message->source, &Called::pe);
  if (site == called_.end() || site->called_ns == never_ns) {
    return objects_.refuse(*message, "an answer that measures the latency", "one for each call");
  }
  objects_.pool().release(std::move(message));
  const TimeNs took_ns = clock_.now_ns() - std::exchange(site->called_ns, never_ns);
  site->shortest_ns = std::min(site->shortest_ns.value_or(took_ns), took_ns);
  call(*site);
}

void LatencyWatch::send(PeId to, HandlerId handler) {
  MessagePtr message = detail::make_value<void>(objects_.pool());
  message->handler = handler;
  message->flags |= flag_uncounted;  // nobody's quiescence waits for it
  message->priority = runtime_priority;
  message->source = objects_.pe_id();
  message->destination = to;
  objects_.pe().send(std::move(message));
}

}  // namespace isthmus::engine::balance
