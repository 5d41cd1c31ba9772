// isthmus/fabric/carrier/stream_sockets.hpp: many stream sockets, read and written by one carrier.
#pragma once

#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::fabric {

/// How long a full socket is left alone: time for it to drain, yet not to run dry.
inline constexpr TimeNs full_socket_retry_ns = 20'000;

/// Bytes written; -1 with errno, EAGAIN for a full socket.
ssize_t write_pieces(const Socket& socket, std::span<iovec> pieces);

/// Which frames to one peer are written at once and which wait for others: a burst goes in few
/// writes, what comes alone is not kept. One thread.
class DirectSends {
 public:
  /// So many between two calls of progress.
  static constexpr int count_max = 8;
  /// Larger ones never wait: a write of their own costs little beside them.
  static constexpr std::size_t default_batched_bytes_max = std::size_t{16} * 1024;

  explicit DirectSends(std::size_t batched_bytes_max = default_batched_bytes_max)
      : batched_bytes_max_(batched_bytes_max) {}

  bool is_batched(std::size_t bytes) const { return bytes <= batched_bytes_max_; }
  /// Whether the next frame is written at once. `progress_count` changes with each call of
  /// progress; one that `goes_alone` is always, and does not count.
  bool take(bool goes_alone, bool may_wait, std::uint64_t progress_count) {
    if (std::exchange(progress_count_, progress_count) != progress_count) count_ = 0;
    if (goes_alone) return true;
    if (may_wait || count_ == count_max) return false;
    ++count_;
    return true;
  }

 private:
  std::size_t batched_bytes_max_;
  std::uint64_t progress_count_ = 0;  // when count_ was last 0
  int count_ = 0;
};

/// A connection as StreamSockets knows it; carriers derive theirs from this.
struct StreamSocket {
  Socket socket = {};
  std::uint32_t interest = 0;               // what epoll watches
  bool is_bulk = false;                     // a large payload came, and another one is likely
  std::optional<Error> write_failure = {};  // reading goes on until it has seen the end

  bool is_open() const { return static_cast<bool>(socket); }
};

/// Reads from a carrier's connections, and is readable when one of them is. A few of them are read
/// from without asking whether there is anything, one system call each, which is the quickest while
/// a PE spins; of more, epoll tells. What is read goes where it belongs as far as that is known,
/// and the rest to a memory for all, from which it is delivered before anything else is read. One
/// thread.
class StreamSockets {
 public:
  static constexpr std::size_t polled_max = 8;
  static constexpr std::size_t staging_bytes = 128 * 1024;
  /// A payload of which so much is missing is received in place, and then another one is likely:
  /// from there on reads bring little to the staging memory, which would have to be copied out.
  static constexpr std::size_t bulk_bytes_min = 32 * 1024;
  static constexpr std::size_t bulk_staging_bytes = 4096;

  /// ErrorCode::io when the system has no descriptor left.
  static Expected<StreamSockets> make();

  /// Readable when a connection is, or has room again, or the other descriptor is readable.
  int descriptor() const { return epoll_.descriptor(); }
  /// One that is none of the connections. False with errno.
  bool add_other(int other);
  void remove_other(int other);
  /// Watches for what comes, for room, or for neither; a system call only when that has changed.
  /// The connection stays where it is while it is watched. False with errno.
  bool watch(StreamSocket& connection, bool for_input, bool for_room);
  /// The connection is watched no more, and may be another one later.
  static void close(StreamSocket& connection);

  /// Calls receive(connection, budget), which returns how many events it handled, of those that may
  /// have something, until the budget is spent or something is staged; and other() where the other
  /// descriptor is readable.
  template <class Connection, class Receive, class Other>
  int receive_all(std::span<Connection* const> connections, int budget, Receive&& receive,
                  Other&& other) {
    int events = 0;
    if (connections.size() <= polled_max) {
      // Starts with another one each time, so that none starves behind one that fills the budget.
      const std::size_t first = next_polled_++;
      for (std::size_t i = 0; i < connections.size() && events < budget && !has_staged(); ++i) {
        events += receive(*connections[(first + i) % connections.size()], budget - events);
      }
      return events;
    }
    std::array<StreamSocket*, 64> ready;
    const std::size_t count = wait(ready);
    for (std::size_t i = 0; i < count && events < budget && !has_staged(); ++i) {
      if (ready[i] == nullptr) {
        other();
      } else {
        events += receive(static_cast<Connection&>(*ready[i]), budget - events);
      }
    }
    return events;
  }

  /// One read, to the gap first and then to the staging memory; as the system call returns, with
  /// errno. Nothing is staged.
  ssize_t read(StreamSocket& connection, std::span<std::byte> gap);

  /// So many bytes that read has put into the staging memory are to be delivered.
  void stage(StreamSocket& connection, std::size_t byte_count) {
    staged_ = {staging_.get(), byte_count};
    staged_of_ = &connection;
  }
  bool has_staged() const { return staged_of_ != nullptr; }
  /// Whose they are; null where there is nothing to deliver.
  StreamSocket* staged_of() const { return staged_of_; }
  /// Who delivers them takes them from the front.
  std::span<const std::byte>& staged() { return staged_; }
  /// All is delivered, or nobody wants it.
  void unstage() {
    staged_ = {};
    staged_of_ = nullptr;
  }

 private:
  explicit StreamSockets(Socket epoll);

  std::size_t wait(std::span<StreamSocket*> ready) const;

  Socket epoll_;
  std::size_t next_polled_ = 0;
  std::unique_ptr<std::byte[]> staging_;
  std::span<const std::byte> staged_;  // received, not yet delivered
  StreamSocket* staged_of_ = nullptr;
};

}  // namespace isthmus::engine::fabric
