#include "isthmus/bootstrap/dialer.hpp"

#include <algorithm>

namespace isthmus::engine::bootstrap {

namespace {

/// Of the pauses between attempts, which grow by half: as a rule it is only a moment too early.
constexpr TimeNs pause_least_ns = 2'000'000;
constexpr TimeNs pause_max_ns = 50'000'000;

/// A connect to a free port of this machine can meet itself when the kernel picks that very port
/// for the near end; then nobody listens there.
bool is_own_echo(const Socket& socket) {
  const auto local = local_address(socket);
  return local && *local == remote_address(socket);
}

}  // namespace

Dialer::Dialer(HostPort to, TimeNs attempt_timeout_ns)
    : to_(std::move(to)), attempt_timeout_ns_(attempt_timeout_ns) {}

Dialer::Dialer(HostPort to, std::vector<SocketAddress> addresses, TimeNs attempt_timeout_ns)
    : to_(std::move(to)),
      attempt_timeout_ns_(attempt_timeout_ns),
      addresses_(std::move(addresses)) {}

TimeNs Dialer::next_pause_ns() {
  pause_ns_ = std::clamp(pause_ns_ + pause_ns_ / 2, pause_least_ns, pause_max_ns);
  return pause_ns_;
}

void Dialer::attempt_failed(Error why, TimeNs now_ns) {
  if (relay_call_ && why.code == ErrorCode::refused) why.code = ErrorCode::unreachable;
  last_failure_ = std::move(why);
  attempt_.close();
  next_address_ = (next_address_ + 1) % addresses_.size();
  wake_ns_ = next_address_ == 0 ? now_ns + next_pause_ns() : now_ns;
}

void Dialer::retry(Error why, TimeNs now_ns) {
  last_failure_ = std::move(why);
  wake_ns_ = now_ns + next_pause_ns();
}

/// There may be nobody under that name yet, so a relay has more time than a machine.
Expected<Socket> Dialer::finish_handshake(TimeNs now_ns) {
  auto through = handshake_->step();
  if (through && *through) {
    Socket socket = handshake_->release();
    handshake_.reset();
    wake_ns_ = 0;
    return socket;
  }
  if (through && now_ns < wake_ns_) return Socket();
  Error why = through ? Error{ErrorCode::unreachable, "nobody came to the relay", to_.text()}
                      : std::move(through.error());
  handshake_.reset();
  const bool is_final = why.code == ErrorCode::refused;
  attempt_failed(why, now_ns);
  if (is_final) return std::unexpected(std::move(why));
  return Socket();
}

Expected<Socket> Dialer::step(TimeNs now_ns) {
  if (handshake_) return finish_handshake(now_ns);
  if (!attempt_) {
    if (now_ns < wake_ns_) return Socket();
    if (addresses_.empty()) {
      auto found = resolve(to_);
      if (!found && found.error().code == ErrorCode::unreachable) {
        retry(std::move(found.error()), now_ns);
        return Socket();
      }
      if (!found) return forward_error(found);
      addresses_ = std::move(*found);
    }
    auto begun = begin_connect(addresses_[next_address_], buffers_);
    if (!begun) {
      attempt_failed(std::move(begun.error()), now_ns);
      return Socket();
    }
    attempt_ = std::move(*begun);
    wake_ns_ = now_ns + attempt_timeout_ns_;
  }
  pollfd entry = poll_entry();
  if (poll(&entry, 1, 0) <= 0) {
    if (now_ns >= wake_ns_) {
      attempt_failed(
          {ErrorCode::unreachable, "no answer", addresses_[next_address_].host_port().text()},
          now_ns);
    }
    return Socket();
  }
  auto result = connect_result(attempt_, addresses_[next_address_]);
  if (result && is_own_echo(attempt_)) {
    result = fail(ErrorCode::unreachable, "nobody listens", to_.text());
  }
  if (!result) {
    attempt_failed(std::move(result.error()), now_ns);
    return Socket();
  }
  // Who calls again, because this one has ended, need not wait out the attempt's time.
  wake_ns_ = 0;
  if (!relay_call_) return std::move(attempt_);
  handshake_.emplace(std::move(attempt_), RelayHandshake::Kind::connect, *relay_call_->token,
                     relay_call_->name, "the relay at " + to_.text());
  wake_ns_ = now_ns + RelayHandshake::patience_ns;
  return finish_handshake(now_ns);
}

}  // namespace isthmus::engine::bootstrap
