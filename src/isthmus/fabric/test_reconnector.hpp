// isthmus/fabric/test_reconnector.hpp: connections between two carriers of one test, which it can
// cut; for tests of what survives that.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/reconnector.hpp"

namespace isthmus::engine::fabric {

/// Process 0 and process 1, joined by socket pairs.
class TestExchange {
 public:
  explicit TestExchange(int buffer_bytes = 0) : buffer_bytes_(buffer_bytes) {}

  /// What one of the two sees.
  class End final : public Reconnector {
   public:
    End(TestExchange& exchange, unsigned self) : exchange_(exchange), self_(self) {
      int ends[2];
      const int made = pipe(ends);
      ISTHMUS_ASSERT(made == 0);
      read_end_ = Socket(ends[0]);
      write_end_ = Socket(ends[1]);
    }
    void call(ProcessId, unsigned slot) override {
      ++calls;
      if (is_peer_gone) {
        events.push_back({Event::Kind::gone, slot, Socket(), "nobody listens there any more"});
      } else if (is_answering) {
        exchange_.connect(slot);
      }
    }
    void hang_up(ProcessId) override { has_hung_up = true; }
    bool is_waiting_for_answer(ProcessId) const override { return is_waiting; }
    std::string why_in_vain(ProcessId) const override { return "the way is blocked"; }
    void progress(TimeNs) override {}
    bool has_news() const override { return !events.empty(); }
    bool has_news_of(ProcessId) const override { return has_news(); }
    TimeNs deadline_ns() const override { return events.empty() ? never_ns : 0; }
    std::optional<Event> take(ProcessId) override {
      if (events.empty()) return std::nullopt;
      Event event = std::move(events.front());
      events.pop_front();
      return event;
    }
    int descriptor() const override { return read_end_.descriptor(); }

    std::deque<Event> events;
    int calls = 0;
    bool has_hung_up = false;
    bool is_waiting = false;
    bool is_answering = true;  // calls come through
    bool is_peer_gone = false;

   private:
    TestExchange& exchange_;
    unsigned self_;
    Socket read_end_;
    Socket write_end_;
  };

  End& end(unsigned self) { return ends_[self]; }

  /// A new connection for both ends.
  void connect(unsigned slot) {
    auto [near_end, far_end] = pair(slot);
    end(0).events.push_back({End::Event::Kind::connected, slot, std::move(near_end), {}});
    end(1).events.push_back({End::Event::Kind::connected, slot, std::move(far_end), {}});
  }
  std::pair<Socket, Socket> pair(unsigned slot) {
    int ends[2];
    const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
    ISTHMUS_ASSERT(made == 0);
    std::array<Socket, 2> watched;
    for (const int i : {0, 1}) {
      if (buffer_bytes_ > 0) {
        setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &buffer_bytes_, sizeof(buffer_bytes_));
      }
      watched[static_cast<std::size_t>(i)] = Socket(dup(ends[i]));
    }
    watched_[slot] = std::move(watched);
    return {Socket(ends[0]), Socket(ends[1])};
  }

  /// Breaks the connection and swallows what is under way on it.
  void cut(unsigned slot) {
    swallow(slot);
    end_connection(slot);
  }
  /// The connection holds, but what is under way on it never arrives.
  void swallow(unsigned slot) {
    std::array<std::byte, 65536> nowhere;
    for (const Socket& socket : watched_[slot]) {
      while (recv(socket.descriptor(), nowhere.data(), nowhere.size(), MSG_DONTWAIT) > 0) {
      }
    }
  }
  /// Changes that byte of what is under way to one of the two. False where less is.
  bool damage(unsigned slot, unsigned receiver, std::size_t at) {
    std::array<std::byte, 1 << 20> bytes;
    const auto& ends = watched_[slot];
    const auto count = recv(ends[receiver].descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count <= 0) return false;
    const bool is_under_way = at < static_cast<std::size_t>(count);
    if (is_under_way) bytes[at] ^= std::byte{4};
    const auto back = send(ends[1 - receiver].descriptor(), bytes.data(),
                           static_cast<std::size_t>(count), MSG_DONTWAIT | MSG_NOSIGNAL);
    ISTHMUS_ASSERT(back == count);
    return is_under_way;
  }
  /// One of the two is no more.
  void kill(unsigned gone) {
    end(1 - gone).is_peer_gone = true;
    for (const auto& [slot, watched] : watched_) end_connection(slot);
  }
  /// As it ends with a process: what is under way still arrives.
  void end_connection(unsigned slot) {
    for (const Socket& socket : watched_[slot]) shutdown(socket.descriptor(), SHUT_RDWR);
  }

 private:
  int buffer_bytes_;
  std::map<unsigned, std::array<Socket, 2>> watched_;
  End ends_[2] = {{*this, 0}, {*this, 1}};
};

}  // namespace isthmus::engine::fabric
