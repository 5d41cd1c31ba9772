#include "isthmus/door/door_way.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace isthmus::engine::door {

void DoorWay::lead_to(const JobEntry& entry) {
  const std::lock_guard lock(lock_);
  directory_ = Socket(fcntl(entry.directory().descriptor(), F_DUPFD_CLOEXEC, 0));
  name_ = entry.socket_name();
}

void DoorWay::close() {
  const std::lock_guard lock(lock_);
  directory_.close();
}

Expected<Socket> DoorWay::call() const {
  const std::lock_guard lock(lock_);
  if (!directory_) return fail(ErrorCode::unreachable, "the job's door is not open");
  Socket socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // Short, wherever the directory is. A name has 64 bytes.
  const std::string path = "/proc/self/fd/" + std::to_string(directory_.descriptor()) + "/" + name_;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (!socket || connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address),
                         sizeof(address)) != 0) {
    return fail(ErrorCode::unreachable, with_errno("cannot come to the job's door", errno));
  }
  return socket;
}

}  // namespace isthmus::engine::door
