// bench/thin_link.hpp: a forwarder whose every connection is as thin as is wanted.
#pragma once

#include <poll.h>
#include <sys/prctl.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <memory>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"
#include "raw_tcp.hpp"

namespace bench {

/// What the forwarder shares with those who measure.
struct LinkControl {
  std::atomic<double> bytes_per_s{20e6};  ///< Of each connection, each way.
  std::atomic<bool> kills_one{false};     ///< Break a connection, and let no new one through.
  std::atomic<int> connections{0};        ///< Made so far.
};

/// Runs in a process of its own, which ends with the one that made it.
class ThinLink {
 public:
  ThinLink(int listener, int target_port, LinkControl& control)
      : listener_(listener), target_port_(target_port), control_(control) {}

  [[noreturn]] void run() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true) {
      accept_all();
      if (control_.kills_one.load() && !is_one_killed_ && !ways_.empty()) {
        is_one_killed_ = true;
        end(0);
      }
      for (std::size_t i = 0; i < ways_.size();) {
        if (move(ways_[i])) {
          ++i;
        } else {
          end(i);
          i = 0;
        }
      }
      poll(nullptr, 0, 1);
    }
  }

 private:
  struct Way {
    int from = -1;
    int to = -1;
    std::vector<char> waiting = {};
    double allowance = 0;
    double seen_ns = now_ns();
  };
  /// What a pause of this process may make good.
  static constexpr double burst_s = 0.05;

  void accept_all() {
    while (true) {
      const int near_end = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
      if (near_end < 0) return;
      if (is_one_killed_) {
        close(near_end);
        continue;
      }
      const int far_end = socket(AF_INET, SOCK_STREAM, 0);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      address.sin_port = htons(static_cast<std::uint16_t>(target_port_));
      if (connect(far_end, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
        close(near_end);
        close(far_end);
        continue;
      }
      fcntl(far_end, F_SETFL, fcntl(far_end, F_GETFL) | O_NONBLOCK);
      for (const int socket : {near_end, far_end}) {
        const int on = 1;
        const int buffer_bytes = 256 * 1024;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer_bytes, sizeof(buffer_bytes));
      }
      control_.connections.fetch_add(1);
      ways_.push_back({near_end, far_end});
      ways_.push_back({far_end, near_end});
    }
  }

  /// False when the connection is over.
  bool move(Way& way) {
    const double now = now_ns();
    const double rate = control_.bytes_per_s.load();
    way.allowance = std::min(way.allowance + (now - way.seen_ns) * 1e-9 * rate, burst_s * rate);
    way.seen_ns = now;
    std::array<char, 65536> bytes;
    while (way.waiting.size() < bytes.size() && way.allowance >= 1) {
      const auto most = static_cast<std::size_t>(
          std::min(way.allowance, static_cast<double>(bytes.size() - way.waiting.size())));
      const ssize_t got = most == 0 ? -1 : recv(way.from, bytes.data(), most, 0);
      if (got == 0 || (got < 0 && most > 0 && errno != EAGAIN)) return false;
      if (got < 0) break;
      way.waiting.insert(way.waiting.end(), bytes.data(), bytes.data() + got);
      way.allowance -= static_cast<double>(got);
      if (!write(way)) return false;
    }
    return write(way);
  }

  static bool write(Way& way) {
    if (way.waiting.empty()) return true;
    const ssize_t sent = send(way.to, way.waiting.data(), way.waiting.size(), MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    way.waiting.erase(way.waiting.begin(), way.waiting.begin() + sent);
    return true;
  }

  /// Both ways of the connection, which lie side by side.
  void end(std::size_t index) {
    const std::size_t first = index / 2 * 2;
    const linger at_once{1, 0};
    for (const int socket : {ways_[first].from, ways_[first].to}) {
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
      close(socket);
    }
    ways_.erase(ways_.begin() + static_cast<std::ptrdiff_t>(first),
                ways_.begin() + static_cast<std::ptrdiff_t>(first) + 2);
  }

  int listener_;
  int target_port_;
  LinkControl& control_;
  bool is_one_killed_ = false;
  std::vector<Way> ways_;
};

}  // namespace bench
