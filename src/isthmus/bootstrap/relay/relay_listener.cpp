#include "isthmus/bootstrap/relay/relay_listener.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "isthmus/bootstrap/dialer.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr TimeNs attempt_timeout_ns = 3'000'000'000;
/// For a relay that took the connection to give a seat.
constexpr TimeNs seating_ns = 5'000'000'000;
/// Between attempts, so that a relay that is gone costs little.
constexpr TimeNs pause_ns = 250'000'000;

}  // namespace

struct RelayListener::Seat {
  Dialer dialer;
  std::optional<RelayHandshake> passage = {};
  TimeNs wake_ns = 0;
};

RelayListener::RelayListener(const HostPort& relay, std::string_view token, const RelayName& name,
                             Log& log, const std::vector<SocketAddress>& addresses, Socket epoll)
    : relay_("the relay at " + relay.text()),
      token_(token),
      name_(name),
      log_(log),
      epoll_(std::move(epoll)) {
  for (int i = 0; i < count; ++i) seats_.push_back({Dialer(relay, addresses, attempt_timeout_ns)});
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
  for (const Seat& seat : seats_) {
    entries.push_back(seat.passage ? seat.passage->poll_entry() : seat.dialer.poll_entry());
  }
}

TimeNs RelayListener::wake_ns() const {
  TimeNs earliest_ns = never_ns;
  for (const Seat& seat : seats_) {
    if (seat.passage && seat.passage->is_seated()) continue;
    earliest_ns = std::min(earliest_ns, std::max(seat.wake_ns, seat.dialer.wake_ns()));
  }
  return earliest_ns;
}

Socket RelayListener::serve(TimeNs now_ns) {
  for (Seat& seat : seats_) {
    if (Socket socket = advance(seat, now_ns)) return socket;
  }
  return {};
}

/// A line when the first seat fails, and one when a seat is taken again.
void RelayListener::note(const std::optional<Error>& failure) {
  if (std::exchange(is_gone_, failure.has_value()) == failure.has_value()) return;
  if (failure) {
    log_.warning("no way through " + relay_ + " yet: " + failure->what);
  } else {
    log_.info(relay_ + " is there: others can reach this process through it");
  }
}

Socket RelayListener::advance(Seat& seat, TimeNs now_ns) {
  const auto fail_with = [&](const Error& why) {
    note(why);
    seat.passage.reset();
    seat.wake_ns = now_ns + pause_ns;
    return Socket();
  };
  if (!seat.passage) {
    if (now_ns < seat.wake_ns) return {};
    auto socket = seat.dialer.step(now_ns);
    if (!socket) return fail_with(socket.error());
    if (!*socket) {
      const bool is_under_way = seat.dialer.poll_entry().fd >= 0;
      if (!is_under_way && seat.dialer.last_failure()) fail_with(*seat.dialer.last_failure());
      return {};
    }
    // Leaves the set by itself when it is closed.
    epoll_event event{};
    event.events = EPOLLIN;
    epoll_ctl(epoll_.descriptor(), EPOLL_CTL_ADD, socket->descriptor(), &event);
    seat.passage.emplace(std::move(*socket), RelayHandshake::Kind::sit, token_, name_, relay_);
    seat.wake_ns = now_ns + seating_ns;
  }
  const auto through = seat.passage->step();
  if (!through) return fail_with(through.error());
  if (*through) {
    Socket socket = seat.passage->release();
    epoll_ctl(epoll_.descriptor(), EPOLL_CTL_DEL, socket.descriptor(), nullptr);
    seat.passage.reset();
    seat.wake_ns = 0;
    return socket;
  }
  if (seat.passage->is_seated()) {
    note(std::nullopt);
  } else if (now_ns >= seat.wake_ns) {
    return fail_with({ErrorCode::unreachable, "took the connection and says nothing", relay_});
  }
  return {};
}

}  // namespace isthmus::engine::bootstrap
