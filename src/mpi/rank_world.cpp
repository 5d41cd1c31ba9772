#include "mpi/rank_world.hpp"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

namespace isthmus::engine::mpi {

namespace {

constexpr TimeNs clock_look_ns = 10;
/// Where virtual time begins for programs that ask for the date: 1 January 2000.
constexpr TimeNs virtual_epoch_ns = 946'684'800'000'000'000;
constexpr int first_process_id = 1000;

TimeNs read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<TimeNs>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

TimeNs RankWorld::real_time_ns() {
  const PauseOfProgram pause(*this);
  return in_virtual_time_ ? virtual_epoch_ns + virtual_look_ns() : read_clock(CLOCK_REALTIME);
}

TimeNs RankWorld::monotonic_ns() {
  const PauseOfProgram pause(*this);
  return in_virtual_time_ ? virtual_look_ns() : read_clock(CLOCK_MONOTONIC);
}

TimeNs RankWorld::virtual_look_ns() {
  charge(clock_look_ns);
  // Where costs are measured, a look may take no time that the clock sees.
  return position_.last_ns = std::max(settled_now_ns(), position_.last_ns + 1);
}

int RankWorld::process_id() { return in_virtual_time_ ? first_process_id + rank_ : getpid(); }

void RankWorld::fill_random(std::span<std::byte> bytes) {
  if (!in_virtual_time_) {
    // At most 256 bytes come in one piece whatever happens (getrandom(2)).
    for (std::size_t begin = 0; begin < bytes.size(); begin += 256) {
      const std::size_t count = std::min<std::size_t>(256, bytes.size() - begin);
      while (getrandom(bytes.data() + begin, count, 0) < 0) {
      }
    }
    return;
  }
  for (std::byte& byte : bytes) {
    const std::uint64_t place = ++position_.random_drawn;
    byte = static_cast<std::byte>(
        Random::mix(seed_ + (static_cast<std::uint64_t>(rank_) << 40) + place));
  }
}

}  // namespace isthmus::engine::mpi
