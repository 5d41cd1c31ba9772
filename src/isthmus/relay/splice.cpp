#include "isthmus/relay/splice.hpp"

#include <cerrno>
#include <utility>

namespace isthmus::engine::relay {

namespace {

/// Of one turn, so that one pair does not keep the relay from the others.
constexpr int rounds_max = 16;

bool is_passing(int error_number) { return error_number == EAGAIN || error_number == EINTR; }

}  // namespace

Splice::Splice(Socket one, Socket other, std::size_t buffer_bytes)
    : ends_{std::move(one), std::move(other)} {
  for (Direction& direction : directions_) direction.buffer.resize(buffer_bytes);
}

bool Splice::move(const Socket& from, const Socket& to, Direction& direction) {
  for (int round = 0; round < rounds_max; ++round) {
    if (direction.is_empty() && !direction.has_ended) {
      const ssize_t got =
          recv(from.descriptor(), direction.buffer.data(), direction.buffer.size(), MSG_DONTWAIT);
      if (got < 0) return is_passing(errno);
      direction.has_ended = got == 0;
      direction.begin = 0;
      direction.end = static_cast<std::size_t>(got);
      bytes_ += direction.end;
    }
    if (direction.is_empty()) break;
    const ssize_t sent = send(to.descriptor(), direction.buffer.data() + direction.begin,
                              direction.end - direction.begin, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) return is_passing(errno);
    direction.begin += static_cast<std::size_t>(sent);
  }
  if (direction.has_ended && direction.is_empty() && !std::exchange(direction.has_told, true)) {
    shutdown(to.descriptor(), SHUT_WR);
  }
  return true;
}

bool Splice::step(TimeNs silence_max_ns) {
  if (!move(ends_[0], ends_[1], directions_[0]) || !move(ends_[1], ends_[0], directions_[1]))
    return false;
  if (directions_[0].has_told && directions_[1].has_told) return false;
  return unacknowledged_ns(ends_[0]) <= silence_max_ns &&
         unacknowledged_ns(ends_[1]) <= silence_max_ns;
}

std::array<pollfd, 2> Splice::poll_entries() const {
  std::array<pollfd, 2> entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Direction& out_of = directions_[i];
    const Direction& into = directions_[1 - i];
    short events = 0;
    if (out_of.is_empty() && !out_of.has_ended) events |= POLLIN;
    if (!into.is_empty()) events |= POLLOUT;
    // An end that is to say nothing more would be "ready" for ever once it hangs up.
    entries[i] = {events == 0 ? -1 : ends_[i].descriptor(), events, 0};
  }
  return entries;
}

}  // namespace isthmus::engine::relay
