#include "isthmus/bootstrap/link_test/link_test_client.hpp"

#include <algorithm>

#include "isthmus/bootstrap/link_test/link_test_server.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t answer_bytes_max = 64;

LinkTestStage stage_of(const Error& why, int answered) {
  if (answered > 0) return LinkTestStage::measuring;
  return why.code == ErrorCode::refused ? LinkTestStage::proving : LinkTestStage::greeting;
}

}  // namespace

std::string_view to_string(LinkTestStage stage) {
  switch (stage) {
    case LinkTestStage::resolving:
      return "resolving";
    case LinkTestStage::connecting:
      return "connecting";
    case LinkTestStage::passing:
      return "passing";
    case LinkTestStage::greeting:
      return "greeting";
    case LinkTestStage::proving:
      return "proving";
    case LinkTestStage::measuring:
      return "measuring";
    case LinkTestStage::done:
      return "done";
  }
  return "?";
}

LinkTestClient::LinkTestClient(HostPort to, const JobKey& key, const Options& options,
                               const Clock& clock)
    : to_(std::move(to)), key_(key), options_(options), clock_(clock) {}

pollfd LinkTestClient::poll_entry() const {
  if (probe_) return probe_->poll_entry();
  if (handshake_) return handshake_->poll_entry();
  if (channel_) return {channel_->descriptor(), channel_->poll_events(), 0};
  return {attempt_.descriptor(), POLLOUT, 0};
}

TimeNs LinkTestClient::wake_ns() const { return probe_ ? probe_->wake_ns() : deadline_ns_; }

std::optional<LinkTestResult> LinkTestClient::fail_at(LinkTestStage stage, Error why) {
  result_.stage = stage;
  result_.failure = std::move(why);
  channel_.reset();
  handshake_.reset();
  attempt_.close();
  return std::move(result_);
}

std::optional<LinkTestResult> LinkTestClient::step() {
  if (addresses_.empty()) {
    auto found = resolve(to_);
    if (!found) return fail_at(LinkTestStage::resolving, std::move(found.error()));
    addresses_ = std::move(*found);
    for (const SocketAddress& address : addresses_) {
      result_.resolved.push_back(address.host_port());
    }
  }
  if (probe_) return measure_bandwidth();
  const TimeNs now_ns = clock_.now_ns();
  if (handshake_) return finish_handshake(now_ns);
  return channel_ ? converse(now_ns) : connect(now_ns);
}

std::optional<LinkTestResult> LinkTestClient::connect(TimeNs now_ns) {
  const SocketAddress& to = addresses_[next_address_];
  const auto next = [&](Error why) -> std::optional<LinkTestResult> {
    attempt_.close();
    if (++next_address_ < addresses_.size()) return std::nullopt;
    return fail_at(LinkTestStage::connecting, std::move(why));
  };
  if (!attempt_) {
    auto begun = begin_connect(to);
    if (!begun) return next(std::move(begun.error()));
    attempt_ = std::move(*begun);
    began_ns_ = now_ns;
    deadline_ns_ = now_ns + options_.connect_timeout_ns;
  }
  pollfd entry = poll_entry();
  if (poll(&entry, 1, 0) <= 0) {
    if (now_ns < deadline_ns_) return std::nullopt;
    return next({ErrorCode::unreachable, "no answer", to.host_port().text()});
  }
  if (auto result = connect_result(attempt_, to); !result) return next(std::move(result.error()));
  result_.connect_ns = now_ns - began_ns_;
  result_.reached = to.host_port();
  if (options_.relay_call) {
    handshake_.emplace(std::move(attempt_), RelayHandshake::Kind::connect,
                       *options_.relay_call->token, options_.relay_call->name,
                       "the relay at " + to_.text());
    deadline_ns_ = now_ns + options_.answer_timeout_ns;
    return finish_handshake(now_ns);
  }
  return begin_talk(std::move(attempt_), now_ns);
}

std::optional<LinkTestResult> LinkTestClient::finish_handshake(TimeNs now_ns) {
  auto through = handshake_->step();
  if (!through) return fail_at(LinkTestStage::passing, std::move(through.error()));
  if (*through) return begin_talk(handshake_->release(), now_ns);
  if (now_ns < deadline_ns_) return std::nullopt;
  return fail_at(LinkTestStage::passing,
                 {ErrorCode::unreachable, "nobody came to the relay", to_.text()});
}

std::optional<LinkTestResult> LinkTestClient::begin_talk(Socket connection, TimeNs now_ns) {
  handshake_.reset();
  tune_for_messages(connection);
  channel_ = std::make_unique<Channel>(std::move(connection), Channel::Role::connector,
                                       Purpose::check, key_, to_.text(), answer_bytes_max);
  ask(now_ns);
  return converse(now_ns);
}

void LinkTestClient::ask(TimeNs now_ns) {
  const bool is_last = answered_ == options_.round_trips;
  channel_->send(RecordKind::check, encode(is_last ? options_.probe : BandwidthProbe{}));
  asked_ns_ = now_ns;
  deadline_ns_ = now_ns + options_.answer_timeout_ns;
}

std::optional<LinkTestResult> LinkTestClient::converse(TimeNs now_ns) {
  auto pumped = channel_->pump();
  const auto record = channel_->take();
  if (record) {
    if (record->kind != RecordKind::checked) {
      return fail_at(LinkTestStage::proving,
                     {ErrorCode::malformed, "answers something else", channel_->peer()});
    }
    return on_answer(now_ns);
  }
  if (pumped && now_ns < deadline_ns_) return std::nullopt;
  Error why = pumped ? Error{ErrorCode::unreachable, "took the connection and says nothing",
                             channel_->peer()}
                     : std::move(pumped.error());
  const LinkTestStage stage = stage_of(why, answered_);
  return fail_at(stage, std::move(why));
}

/// The first answer also took the greetings' way, and so does not count.
std::optional<LinkTestResult> LinkTestClient::on_answer(TimeNs now_ns) {
  const TimeNs round_trip_ns = clock_.now_ns() - asked_ns_;
  if (answered_ == 1) result_.round_trip_ns = round_trip_ns;
  if (answered_ > 1) result_.round_trip_ns = std::min(result_.round_trip_ns, round_trip_ns);
  ++answered_;
  if (answered_ < options_.round_trips) {
    ask(now_ns);
    return converse(now_ns);
  }
  if (options_.probe.way == BandwidthProbe::Way::none) return std::move(result_);
  if (answered_ == options_.round_trips) {
    ask(now_ns);
    return converse(now_ns);
  }
  const auto role = options_.probe.way == BandwidthProbe::Way::there
                        ? BandwidthProbeEnd::Role::sender
                        : BandwidthProbeEnd::Role::receiver;
  probe_.emplace(channel_->release(), role, options_.probe, clock_);
  channel_.reset();
  return measure_bandwidth();
}

std::optional<LinkTestResult> LinkTestClient::measure_bandwidth() {
  // NOLINTBEGIN(bugprone-unchecked-optional-access): there is a probe when this is called.
  auto measured = probe_->step();
  if (!measured) return fail_at(LinkTestStage::measuring, std::move(measured.error()));
  if (!*measured) return std::nullopt;
  result_.bandwidth = **measured;
  // NOLINTEND(bugprone-unchecked-optional-access)
  return std::move(result_);
}

}  // namespace isthmus::engine::bootstrap
