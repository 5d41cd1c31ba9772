#include "isthmus/bootstrap/relay/relay_listener.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "isthmus/bootstrap/dialer.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr TimeNs attempt_timeout_ns = 3'000'000'000;
/// For a relay that took the connection to register it.
constexpr TimeNs registering_ns = 5'000'000'000;
/// Between attempts, so that a relay that is gone costs little.
constexpr TimeNs pause_ns = 250'000'000;

}  // namespace

struct RelayListener::Registration {
  Dialer dialer;
  std::optional<RelayHandshake> handshake = {};
  TimeNs wake_ns = 0;
};

RelayListener::RelayListener(const HostPort& relay, std::string_view token, const RelayName& name,
                             Log& log, const std::vector<SocketAddress>& addresses, Socket epoll)
    : relay_("the relay at " + relay.text()),
      token_(token),
      name_(name),
      log_(log),
      epoll_(std::move(epoll)) {
  for (int i = 0; i < count; ++i)
    registrations_.push_back({Dialer(relay, addresses, attempt_timeout_ns)});
}

RelayListener::~RelayListener() = default;

Expected<std::unique_ptr<RelayListener>> RelayListener::make(const HostPort& relay,
                                                             std::string_view token,
                                                             const RelayName& name, Log& log) {
  auto addresses = resolve(relay);
  if (!addresses) return forward_error(addresses);
  Socket epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  return std::unique_ptr<RelayListener>(
      new RelayListener(relay, token, name, log, *addresses, std::move(epoll)));
}

void RelayListener::add_poll_entries(std::vector<pollfd>& entries) const {
  for (const Registration& registration : registrations_) {
    entries.push_back(registration.handshake ? registration.handshake->poll_entry()
                                             : registration.dialer.poll_entry());
  }
}

TimeNs RelayListener::wake_ns() const {
  TimeNs earliest_ns = never_ns;
  for (const Registration& registration : registrations_) {
    if (registration.handshake && registration.handshake->is_listening()) continue;
    earliest_ns =
        std::min(earliest_ns, std::max(registration.wake_ns, registration.dialer.wake_ns()));
  }
  return earliest_ns;
}

Socket RelayListener::serve(TimeNs now_ns) {
  for (Registration& registration : registrations_) {
    if (Socket socket = advance(registration, now_ns)) return socket;
  }
  return {};
}

/// A line when the first registration fails, and one when one succeeds again.
void RelayListener::note(const std::optional<Error>& failure) {
  if (std::exchange(is_gone_, failure.has_value()) == failure.has_value()) return;
  if (failure) {
    log_.warning("no way through " + relay_ + " yet: " + failure->what);
  } else {
    log_.info(relay_ + " is there: others can reach this process through it");
  }
}

Socket RelayListener::advance(Registration& registration, TimeNs now_ns) {
  const auto fail_with = [&](const Error& why) {
    note(why);
    registration.handshake.reset();
    registration.wake_ns = now_ns + pause_ns;
    return Socket();
  };
  if (!registration.handshake) {
    if (now_ns < registration.wake_ns) return {};
    auto socket = registration.dialer.step(now_ns);
    if (!socket) return fail_with(socket.error());
    if (!*socket) {
      const bool is_under_way = registration.dialer.poll_entry().fd >= 0;
      if (!is_under_way && registration.dialer.last_failure())
        fail_with(*registration.dialer.last_failure());
      return {};
    }
    // Leaves the set by itself when it is closed.
    epoll_event event{};
    event.events = EPOLLIN;
    epoll_ctl(epoll_.descriptor(), EPOLL_CTL_ADD, socket->descriptor(), &event);
    registration.handshake.emplace(std::move(*socket), RelayHandshake::Kind::listen, token_, name_,
                                   relay_);
    registration.wake_ns = now_ns + registering_ns;
  }
  const auto through = registration.handshake->step();
  if (!through) return fail_with(through.error());
  if (*through) {
    Socket socket = registration.handshake->release();
    epoll_ctl(epoll_.descriptor(), EPOLL_CTL_DEL, socket.descriptor(), nullptr);
    registration.handshake.reset();
    registration.wake_ns = 0;
    return socket;
  }
  if (registration.handshake->is_listening()) {
    note(std::nullopt);
  } else if (now_ns >= registration.wake_ns) {
    return fail_with({ErrorCode::unreachable, "took the connection and says nothing", relay_});
  }
  return {};
}

}  // namespace isthmus::engine::bootstrap
