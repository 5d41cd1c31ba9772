#include "isthmus/bootstrap/link_test/link_test_server.hpp"

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr TimeNs patience_ns = 10'000'000'000;

}  // namespace

Bytes encode(const BandwidthProbe& probe) {
  BodyWriter writer;
  writer.put(static_cast<std::uint8_t>(probe.way)).put(probe.duration_ms).put(probe.bytes_max);
  return writer.take();
}

std::optional<BandwidthProbe> decode_bandwidth_probe(std::span<const std::byte> body) {
  BodyReader reader(body);
  BandwidthProbe probe;
  const auto way = reader.get<std::uint8_t>();
  probe.way = static_cast<BandwidthProbe::Way>(way);
  probe.duration_ms = reader.get<std::uint32_t>();
  probe.bytes_max = reader.get<std::uint64_t>();
  const bool fits = way <= static_cast<std::uint8_t>(BandwidthProbe::Way::back) &&
                    probe.duration_ms <= BandwidthProbe::duration_max_ms &&
                    probe.bytes_max <= BandwidthProbe::bytes_limit;
  if (!reader.is_whole() || !fits) return std::nullopt;
  return probe;
}

LinkTestServer::LinkTestServer(AcceptedPeer caller, const Clock& clock)
    : channel_(std::move(caller.channel)),
      clock_(clock),
      first_(std::move(caller.first)),
      deadline_ns_(clock.now_ns() + patience_ns) {}

pollfd LinkTestServer::poll_entry() const {
  if (probe_) return probe_->poll_entry();
  return {channel_->descriptor(), channel_->poll_events(), 0};
}

TimeNs LinkTestServer::wake_ns() const { return probe_ ? probe_->wake_ns() : deadline_ns_; }

bool LinkTestServer::answer(const Record& record) {
  const auto asked =
      record.kind == RecordKind::check ? decode_bandwidth_probe(record.body) : std::nullopt;
  if (!asked) {
    channel_->refuse("asked for something that is no check");
    return false;
  }
  asked_ = *asked;
  channel_->send(RecordKind::checked, encode(asked_));
  deadline_ns_ = clock_.now_ns() + patience_ns;
  return true;
}

bool LinkTestServer::step() {
  while (!probe_) {
    if (first_ && !answer(*std::exchange(first_, std::nullopt))) return false;
    const bool is_probed = asked_.way != BandwidthProbe::Way::none;
    // Once a probe is asked for, what comes is no record.
    const auto moved = is_probed ? channel_->flush() : channel_->pump();
    if (is_probed && channel_->is_flushed()) {
      const auto role = asked_.way == BandwidthProbe::Way::there ? BandwidthProbeEnd::Role::receiver
                                                                 : BandwidthProbeEnd::Role::sender;
      probe_.emplace(channel_->release(), role, asked_, clock_);
      break;
    }
    first_ = channel_->take();
    if (first_) continue;
    return moved.has_value() && clock_.now_ns() < deadline_ns_;
  }
  const auto measured = probe_->step();
  return measured && !*measured;
}

}  // namespace isthmus::engine::bootstrap
