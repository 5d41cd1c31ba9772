// isthmus/fabric/carrier/shm/shm_test_link.hpp: both ends of shared memory in one process; for
// tests.
#pragma once

#include <sys/socket.h>

#include <array>
#include <thread>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/carrier/shm/shm_setup.hpp"

namespace isthmus::engine::fabric {

/// What process 0 and process 1 have when they have met over a connection.
inline std::array<Expected<std::vector<ShmLink>>, 2> met_in_shared_memory(const ShmSizes& sizes) {
  std::array<int, 2> ends{};
  std::array<Expected<std::vector<ShmLink>>, 2> met;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return met;
  }
  const SteadyClock clock;
  const auto meet = [&](std::size_t side) {
    std::vector<std::pair<ProcessId, Socket>> connections;
    connections.emplace_back(ProcessId(1 - side), Socket(ends[side]));
    met[side] = meet_in_shared_memory(std::move(connections), sizes, clock);
  };
  std::thread other([&] { meet(1); });
  meet(0);
  other.join();
  return met;
}

}  // namespace isthmus::engine::fabric
