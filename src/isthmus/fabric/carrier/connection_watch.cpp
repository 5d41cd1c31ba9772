#include "isthmus/fabric/carrier/connection_watch.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace isthmus::engine::fabric {

namespace {

/// In epoll's data, of what is no connection.
constexpr std::uint64_t no_place = UINT64_MAX;

Expected<void> watch(const Socket& epoll, int descriptor, std::uint64_t place) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = place;
  if (epoll_ctl(epoll.descriptor(), EPOLL_CTL_ADD, descriptor, &event) == 0) return {};
  return fail(ErrorCode::io, with_errno("cannot watch a connection", errno));
}

}  // namespace

Expected<ConnectionWatch> ConnectionWatch::make() {
  Socket epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  return ConnectionWatch(std::move(epoll));
}

Expected<void> ConnectionWatch::add(Socket connection) {
  if (auto added = watch(epoll_, connection.descriptor(), connections_.size()); !added)
    return added;
  connections_.push_back(std::move(connection));
  return {};
}

Expected<void> ConnectionWatch::add_descriptor(int other) { return watch(epoll_, other, no_place); }

std::vector<std::size_t> ConnectionWatch::ended() {
  std::vector<std::size_t> places;
  std::array<epoll_event, 64> ready;
  const int count =
      epoll_wait(epoll_.descriptor(), ready.data(), static_cast<int>(ready.size()), 0);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t place = ready[static_cast<std::size_t>(i)].data.u64;
    if (place == no_place || !has_ended(place)) continue;
    connections_[place].close();
    places.push_back(place);
  }
  return places;
}

/// Nobody says anything here; what comes nevertheless is ignored.
bool ConnectionWatch::has_ended(std::size_t place) {
  std::array<std::byte, 512> ignored;
  const ssize_t got =
      recv(connections_[place].descriptor(), ignored.data(), ignored.size(), MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

void ConnectionWatch::close(std::size_t place) { connections_[place].close(); }

}  // namespace isthmus::engine::fabric
