#include "isthmus/fabric/carrier/stream_sockets.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace isthmus::engine::fabric {

ssize_t write_pieces(const Socket& socket, std::span<iovec> pieces) {
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  ssize_t written = 0;
  do {
    written = sendmsg(socket.descriptor(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (written < 0 && errno == EINTR);
  return written;
}

StreamSockets::StreamSockets(Socket epoll)
    : epoll_(std::move(epoll)),
      staging_(std::make_unique_for_overwrite<std::byte[]>(staging_bytes)) {}

Expected<StreamSockets> StreamSockets::make() {
  Socket epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  return StreamSockets(std::move(epoll));
}

bool StreamSockets::add_other(int other) {
  epoll_event event{};
  event.events = EPOLLIN;
  return epoll_ctl(epoll_.descriptor(), EPOLL_CTL_ADD, other, &event) == 0;
}

void StreamSockets::remove_other(int other) {
  epoll_ctl(epoll_.descriptor(), EPOLL_CTL_DEL, other, nullptr);
}

bool StreamSockets::watch(StreamSocket& connection, bool for_input, bool for_room) {
  const std::uint32_t wanted = (for_input ? EPOLLIN : 0u) | (for_room ? EPOLLOUT : 0u);
  if (wanted == connection.interest) return true;
  epoll_event event{};
  event.events = wanted;
  event.data.ptr = &connection;
  const int operation = connection.interest == 0 ? EPOLL_CTL_ADD
                        : wanted == 0            ? EPOLL_CTL_DEL
                                                 : EPOLL_CTL_MOD;
  connection.interest = wanted;
  return epoll_ctl(epoll_.descriptor(), operation, connection.socket.descriptor(), &event) == 0;
}

void StreamSockets::close(StreamSocket& connection) {
  connection.socket.close();
  connection.interest = 0;
}

std::size_t StreamSockets::wait(std::span<StreamSocket*> ready) const {
  std::array<epoll_event, 64> events;
  const std::size_t count_max = std::min(events.size(), ready.size());
  const int count = epoll_wait(epoll_.descriptor(), events.data(), static_cast<int>(count_max), 0);
  for (int i = 0; i < count; ++i) {
    ready[static_cast<std::size_t>(i)] =
        static_cast<StreamSocket*>(events[static_cast<std::size_t>(i)].data.ptr);
  }
  return static_cast<std::size_t>(std::max(count, 0));
}

ssize_t StreamSockets::read(StreamSocket& connection, std::span<std::byte> gap) {
  if (gap.size() >= bulk_bytes_min) connection.is_bulk = true;
  const std::size_t staged_bytes_max = connection.is_bulk ? bulk_staging_bytes : staging_bytes;
  const int descriptor = connection.socket.descriptor();
  if (gap.empty()) [[likely]] {
    const ssize_t got = recv(descriptor, staging_.get(), staged_bytes_max, MSG_DONTWAIT);
    // Many small messages, or the beginning of a large one, which the next read will find.
    if (got == static_cast<ssize_t>(staged_bytes_max)) connection.is_bulk = false;
    return got;
  }
  const std::array<iovec, 2> pieces = {
      {{gap.data(), gap.size()}, {staging_.get(), staged_bytes_max}}};
  return readv(descriptor, pieces.data(), static_cast<int>(pieces.size()));
}

}  // namespace isthmus::engine::fabric
