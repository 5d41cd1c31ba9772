#include "isthmus/live/door_call.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace isthmus::engine::live {

DoorCall::State DoorCall::progress() {
  while (!request_.empty()) {
    const ssize_t count = send(door_.descriptor(), request_.data(), request_.size(), MSG_NOSIGNAL);
    if (count < 0) {
      if (errno == EAGAIN || errno == EINTR) break;
      request_.clear();  // who refuses it may have answered by now
      break;
    }
    request_.erase(0, static_cast<std::size_t>(count));
  }
  std::array<char, 65536> bytes;
  while (true) {
    const ssize_t count = recv(door_.descriptor(), bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return State::waits;
    if (count <= 0) return State::failed;
    answer_.append(bytes.data(), static_cast<std::size_t>(count));
    if (answer_.back() != '\n') continue;
    answer_.pop_back();
    return State::answered;
  }
}

short DoorCall::awaits() const {
  return static_cast<short>(POLLIN | (request_.empty() ? 0 : POLLOUT));
}

}  // namespace isthmus::engine::live
