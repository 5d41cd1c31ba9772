// Time, random bytes and the process id, as the host says.
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/machine.hpp"
#include "isthmus/image/world.hpp"

namespace isthmus::engine::image {

namespace {

constexpr TimeNs second_ns = 1'000'000'000;

timespec in_parts(TimeNs time) { return {.tv_sec = time / second_ns, .tv_nsec = time % second_ns}; }

World& world(Header* header) { return header->machine->world(); }

time_t seconds(time_t* place, Header* header) {
  const time_t now = world(header).real_time_ns() / second_ns;
  if (place != nullptr) *place = now;
  return now;
}

int time_of_day(timeval* place, void*, Header* header) {
  const timespec now = in_parts(world(header).real_time_ns());
  if (place != nullptr) *place = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

int time_of_clock(clockid_t clock, timespec* place, Header* header) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
      *place = in_parts(world(header).real_time_ns());
      return 0;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      *place = in_parts(world(header).monotonic_ns());
      return 0;
    default:
      errno = EINVAL;
      return -1;
  }
}

int time_in_base(timespec* place, int base, Header* header) {
  if (base != TIME_UTC) return 0;
  *place = in_parts(world(header).real_time_ns());
  return base;
}

clock_t processor_time(Header* header) {
  return world(header).monotonic_ns() / (second_ns / CLOCKS_PER_SEC);
}

pid_t process_id(Header* header) { return world(header).process_id(); }

void fill(void* place, std::size_t bytes, Header* header) {
  world(header).fill_random({static_cast<std::byte*>(place), bytes});
}

ssize_t random_bytes(void* place, std::size_t bytes, unsigned, Header* header) {
  fill(place, bytes, header);
  return static_cast<ssize_t>(bytes);
}

int entropy(void* place, std::size_t bytes, Header* header) {
  if (bytes > 256) {
    errno = EIO;
    return -1;
  }
  fill(place, bytes, header);
  return 0;
}

std::uint32_t random_word(Header* header) {
  std::uint32_t word = 0;
  fill(&word, sizeof(word), header);
  return word;
}

std::uint32_t random_below(std::uint32_t bound, Header* header) {
  std::uint64_t word = 0;
  fill(&word, sizeof(word), header);
  return bound == 0 ? 0 : static_cast<std::uint32_t>(word % bound);
}

template <class Function>
Binding told(std::string_view name, Function* function) {
  return bind(name, function, {}, Treatment::world);
}

Binding waits(std::string_view name, SystemCall call) {
  Binding binding = bind_call(name, call, "the rank gives the processor to others meanwhile");
  binding.treatment = Treatment::world;
  return binding;
}

}  // namespace

std::vector<Binding> world_bindings() {
  return {
      told("time", &seconds),
      told("gettimeofday", &time_of_day),
      told("clock_gettime", &time_of_clock),
      told("__clock_gettime", &time_of_clock),
      told("timespec_get", &time_in_base),
      told("clock", &processor_time),
      told("getpid", &process_id),
      told("getrandom", &random_bytes),
      told("getentropy", &entropy),
      told("arc4random", &random_word),
      told("arc4random_buf", &fill),
      told("arc4random_uniform", &random_below),
      waits("sleep", SystemCall::sleep),
      waits("usleep", SystemCall::usleep),
      waits("nanosleep", SystemCall::nanosleep),
      waits("__nanosleep", SystemCall::nanosleep),
      waits("clock_nanosleep", SystemCall::clock_nanosleep),
      waits("sched_yield", SystemCall::yield),
      waits("pthread_yield", SystemCall::yield),
  };
}

}  // namespace isthmus::engine::image
