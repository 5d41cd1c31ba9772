// isthmus/relay/splice.hpp: two connections whose ends hear each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::relay {

/// Hands on bytes both ways, as they are. Holds at most `buffer_bytes` for each direction: who
/// sends faster than the other end reads finds his connection full. Never blocks; one thread.
class Splice {
 public:
  Splice(Socket one, Socket other, std::size_t buffer_bytes);

  /// Moves what can be moved. False when it is over: both ends have closed their directions, or one
  /// of the connections broke, or its machine has acknowledged nothing for `silence_max_ns`.
  bool step(TimeNs silence_max_ns);
  std::array<pollfd, 2> poll_entries() const;
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Direction {
    std::vector<std::byte> buffer;
    std::size_t begin = 0;
    std::size_t end = 0;
    bool has_ended = false;  // nothing more comes
    bool has_told = false;   // and the other side knows

    bool is_empty() const { return begin == end; }
  };

  /// False where a connection broke.
  bool move(const Socket& from, const Socket& to, Direction& direction);

  std::array<Socket, 2> ends_;
  std::array<Direction, 2> directions_;  // from ends_[i] to the other one
  std::uint64_t bytes_ = 0;
};

}  // namespace isthmus::engine::relay
