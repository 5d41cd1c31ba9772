// isthmus/bootstrap/test_parts.hpp: what the tests of this room share.
#pragma once

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"

namespace isthmus::engine::bootstrap::testing {

inline constexpr TimeNs ms_ns = 1'000'000;
inline constexpr const char* secret = "a secret that no line may show";

/// Keeps warnings and errors. Any thread.
class MemoryLog final : public Log {
 public:
  void write(LogLevel level, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    if (level >= LogLevel::warning) text_ += std::string(line) + "\n";
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// A rank 0 that listens on a free port of this machine, and options for those that join it.
class Meeter {
 public:
  explicit Meeter(std::uint32_t process_count) : process_count_(process_count) {
    auto listener = listen_on({"127.0.0.1", 0});
    if (!listener) throw std::runtime_error(listener.error().text());
    listener_ = std::move(*listener);
    at_ = local_address(listener_).value();
  }

  const HostPort& at() const { return at_; }

  JobOptions options(ProcessId rank) {
    JobOptions options;
    options.process_count = process_count_;
    options.rank = rank;
    options.rendezvous = at_;
    options.job_key = secret;
    options.program_id = 77;
    options.chains = "same_site tcp; between_sites crypt|tcp";
    options.chains_id = 1;
    options.timeout_ns = 20'000 * ms_ns;
    if (rank == ProcessId(0)) options.listener = std::move(listener_);
    return options;
  }

 private:
  std::uint32_t process_count_;
  Socket listener_;
  HostPort at_;
};

/// A process of a job, as a thread of this one.
class Joiner {
 public:
  Joiner(JobOptions options, Log& log)
      : thread_([this, options = std::move(options), &log]() mutable {
          const SteadyClock clock;
          result_ = join(std::move(options), clock, log);
        }) {}

  Expected<Membership>& wait() {
    if (thread_.joinable()) thread_.join();
    return result_;
  }
  ~Joiner() { wait(); }
  Joiner(const Joiner&) = delete;
  Joiner& operator=(const Joiner&) = delete;

 private:
  Expected<Membership> result_;
  std::thread thread_;
};

/// A connection from somebody who is no process of any job.
inline Socket stranger_at(const HostPort& at) {
  const SteadyClock clock;
  const auto addresses = resolve(at);
  auto socket = begin_connect(addresses.value().front());
  if (!socket) throw std::runtime_error(socket.error().text());
  pollfd entry{socket->descriptor(), POLLOUT, 0};
  wait_for({&entry, 1}, clock, clock.now_ns() + 1000 * ms_ns);
  return std::move(*socket);
}

inline void say(const Socket& socket, std::string_view text) {
  if (send(socket.descriptor(), text.data(), text.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("a test could not send");
  }
}

/// Whether the other side hangs up within two seconds.
inline bool is_hung_up_on(const Socket& socket) {
  const SteadyClock clock;
  const TimeNs deadline_ns = clock.now_ns() + 2000 * ms_ns;
  while (clock.now_ns() < deadline_ns) {
    pollfd entry{socket.descriptor(), POLLIN, 0};
    wait_for({&entry, 1}, clock, deadline_ns);
    char bytes[256];
    const ssize_t got = recv(socket.descriptor(), bytes, sizeof(bytes), MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN)) return true;
  }
  return false;
}

}  // namespace isthmus::engine::bootstrap::testing
