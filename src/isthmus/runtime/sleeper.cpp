#include "isthmus/runtime/sleeper.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::runtime {

Sleeper::Sleeper() : event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) { ISTHMUS_ASSERT(event_ >= 0); }

Sleeper::~Sleeper() { close(event_); }

void Sleeper::ring() {
  const std::uint64_t one = 1;
  // Fails only when the counter is full, and then the bell has rung.
  [[maybe_unused]] const auto written = write(event_, &one, sizeof(one));
}

void Sleeper::sleep(const std::vector<int>& descriptors, TimeNs timeout_ns) {
  std::vector<pollfd> waits;
  waits.push_back({event_, POLLIN, 0});
  for (const int descriptor : descriptors) waits.push_back({descriptor, POLLIN, 0});
  for (const int descriptor : watched_) waits.push_back({descriptor, POLLIN, 0});
  timespec limit{};
  if (timeout_ns != never_ns) {
    limit.tv_sec = timeout_ns / 1'000'000'000;
    limit.tv_nsec = timeout_ns % 1'000'000'000;
  }
  ppoll(waits.data(), waits.size(), timeout_ns == never_ns ? nullptr : &limit, nullptr);
  std::uint64_t rings = 0;
  [[maybe_unused]] const auto taken = read(event_, &rings, sizeof(rings));
}

}  // namespace isthmus::engine::runtime
