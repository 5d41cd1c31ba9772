#include "isthmus/sim/cost_meter.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine::sim {

namespace {

constexpr std::uint64_t purpose_entries = 0xe27e5;

// std::llround is a call, several times a message.
TimeNs rounded(double duration_ns) {
  constexpr auto most_ns = static_cast<double>(end_of_time_ns);
  return static_cast<TimeNs>(std::min(duration_ns, most_ns) + (duration_ns < 0 ? -0.5 : 0.5));
}

TimeNs sum_of(TimeNs a, TimeNs b) { return std::min(a + b, end_of_time_ns); }

}  // namespace

CostMeter::CostMeter(const Parts& parts, PeId pe)
    : parts_(parts),
      pe_(pe),
      slowness_(1.0 / parts.topology.speed_of(pe)),
      random_(Random::for_purpose(parts.seed, Random::mix(purpose_entries) ^ pe.value)) {}

Reach CostMeter::reach_between(PeId from, PeId to) const {
  return from == to ? Reach::same_pe : reach_of(parts_.topology.link_kind(from, to));
}

const Way& CostMeter::way_between(PeId from, PeId to) const {
  return parts_.costs.way(reach_between(from, to));
}

void CostMeter::spend_entry(double duration_ns) {
  const TimeNs scaled_ns = rounded(duration_ns * slowness_);
  usage_.entry_ns = sum_of(usage_.entry_ns, scaled_ns);
  parts_.clock.spend(scaled_ns);
}

/// What the program or a table says, more or less.
void CostMeter::spend_stated(double duration_ns) {
  const double jitter = parts_.costs.entry_jitter;
  if (jitter > 0) duration_ns *= 1 + jitter * (2 * random_.uniform() - 1);
  spend_entry(duration_ns);
}

void CostMeter::spend_message(double duration_ns) {
  const TimeNs scaled_ns = rounded(duration_ns * slowness_);
  usage_.message_ns = sum_of(usage_.message_ns, scaled_ns);
  parts_.clock.spend(scaled_ns);
}

/// The time since the last look at the stopwatch goes to the running handler.
void CostMeter::measure() { spend_entry(static_cast<double>(parts_.stopwatch.lap_ns())); }

/// It has ended with that message; how long it was.
TimeNs CostMeter::note_wait(const Message& message) {
  const TimeNs waited_ns = parts_.clock.now_ns() - std::exchange(idle_since_ns_, never_ns);
  const Reach reach = reach_between(message.source, pe_);
  usage_.waited_ns[static_cast<std::size_t>(reach)] += waited_ns;
  if (reach != Reach::between_sites) return waited_ns;
  const topology::Topology& topology = parts_.topology;
  usage_.waited_for_site_ns.resize(static_cast<std::size_t>(topology.site_count()));
  usage_.waited_for_site_ns[topology.site_of(message.source).value] += waited_ns;
  return waited_ns;
}

void CostMeter::begin_entry(const Message& message, TimeNs waited_ns) {
  looked_->entries.begin(message, usage_.entry_ns, waited_ns,
                         reach_between(message.source, pe_) == Reach::between_sites);
}

void CostMeter::note_step(TimeNs now_ns) {
  looked_->step_ns = now_ns;
  looked_->entry_ns = usage_.entry_ns;
  looked_->message_ns = usage_.message_ns;
}

void CostMeter::look(TimeNs now_ns, TimeNs busy_until_ns) {
  if (looked_ != nullptr) return;
  looked_ = std::make_unique<Looked>();
  note_step(now_ns);
  // Nobody has noted how the last step began: what is left of it is work first of all.
  const TimeNs ahead_ns = std::max<TimeNs>(busy_until_ns - now_ns, 0);
  const TimeNs work_ns = std::min(ahead_ns, usage_.entry_ns);
  looked_->entry_ns -= work_ns;
  looked_->message_ns -= std::min(ahead_ns - work_ns, usage_.message_ns);
}

Usage CostMeter::usage_before(TimeNs now_ns) const {
  Usage usage = usage_;
  const TimeNs entry_ns = usage.entry_ns - looked_->entry_ns;
  const TimeNs message_ns = usage.message_ns - looked_->message_ns;
  const TimeNs passed_ns = std::max<TimeNs>(now_ns - looked_->step_ns, 0);
  if (passed_ns >= entry_ns + message_ns) return usage;
  // In which order it was charged for this and that nobody has noted.
  const double share = static_cast<double>(passed_ns) / static_cast<double>(entry_ns + message_ns);
  usage.entry_ns = looked_->entry_ns + static_cast<TimeNs>(share * static_cast<double>(entry_ns));
  usage.message_ns =
      looked_->message_ns + static_cast<TimeNs>(share * static_cast<double>(message_ns));
  return usage;
}

void CostMeter::handling(const Message& message) {
  const TimeNs waited_ns = idle_since_ns_ == never_ns ? 0 : note_wait(message);
  if (looked_ != nullptr) [[unlikely]]
    begin_entry(message, waited_ns);
  const Way& way = way_between(message.source, pe_);
  spend_message(static_cast<double>(way.receive_ns) + way.receive_byte_ns * message.payload_bytes);
  ++usage_.messages;
  parts_.hash.add(static_cast<std::uint64_t>(parts_.clock.now_ns()));
  parts_.hash.add(std::uint64_t{pe_.value} << 32 | message.source.value);
  parts_.hash.add(message.ops == nullptr ? static_cast<std::uint64_t>(message.handler)
                                         : message.ops->id);
  parts_.hash.add(message.key.low ^ Random::mix(message.key.high));
  if (parts_.costs.entries == EntryCosts::recorded && message.ops != nullptr) {
    const auto cost = parts_.costs.recorded.find(message.ops->name);
    if (cost != parts_.costs.recorded.end()) spend_stated(static_cast<double>(cost->second));
  }
  if (parts_.costs.entries == EntryCosts::measured && depth_++ == 0) parts_.stopwatch.begin();
}

void CostMeter::handled() {
  if (parts_.costs.entries == EntryCosts::measured) {
    measure();
    --depth_;
  }
  if (looked_ != nullptr) [[unlikely]]
    looked_->entries.end(usage_.entry_ns);
}

void CostMeter::sending(const Message& message) {
  const bool is_measuring = parts_.costs.entries == EntryCosts::measured && depth_ > 0;
  if (is_measuring) measure();
  const Way& way = way_between(pe_, message.destination);
  spend_message(static_cast<double>(way.send_ns) + way.send_byte_ns * message.payload_bytes);
}

/// What has been measured so far is on the clock from now on.
void CostMeter::settling() {
  if (parts_.costs.entries == EntryCosts::measured && depth_ > 0) measure();
}

void CostMeter::stretch_ends(const sched::Stretch& stretch) {
  if (parts_.costs.entries != EntryCosts::recorded) return;
  const auto cost = parts_.costs.recorded_stretches.find(stretch);
  if (cost != parts_.costs.recorded_stretches.end()) {
    spend_stated(static_cast<double>(cost->second));
  } else {
    ++usage_.unknown_stretches;
  }
}

void CostMeter::charged(TimeNs duration_ns) {
  if (parts_.costs.entries != EntryCosts::measured) spend_stated(static_cast<double>(duration_ns));
}

}  // namespace isthmus::engine::sim
