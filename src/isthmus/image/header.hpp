// isthmus/image/header.hpp: what lies at the begin of a rank's slot.
#pragma once

#include <signal.h>
#include <time.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "isthmus/image/openmp.hpp"
#include "isthmus/thread/register_switch.hpp"

namespace isthmus::engine::image {

class Heap;
class Machine;

/// The distance from a slot's begin to its stubs; the header lies before.
inline constexpr std::uint64_t stub_offset = 0x2000;
/// Objects of a program with thread-local data, those that a rank loads later counted.
inline constexpr std::size_t most_thread_local_objects = 128;

/// A function to call when a rank ends: one of __cxa_atexit's, of the destructors of thread-local
/// objects, or of on_exit's, which is given the status before the argument.
struct ExitHandler {
  ExitHandler* next;
  void* function;
  void* argument;
  bool takes_status;
};

/// What libc keeps for a process and a rank has of its own. All of it is zero at first.
struct LibcState {
  struct Buffer {
    alignas(16) char bytes[64];
  };

  char** environment;
  ExitHandler* exit_handlers;
  ExitHandler* thread_exit_handlers;
  char* strtok_rest;
  tm broken_down;
  Buffer time_text;
  random_data random;
  std::array<char, 128> random_state;
  bool random_began;
  drand48_data drand;
  struct {
    int index, reports, option;
    char* argument;
    const char* rest;  ///< of the letters behind one dash
    int others_begin, others_end;
  } getopt;
  std::array<void*, 65> signal_handlers;
  sigset_t signal_mask;
  struct {
    std::array<void*, 128> values;
    std::array<bool, 128> taken;
  } keys;
  char* name;
  char* short_name;
  const char* load_error;
};

/// The stubs know where its first members lie. One thread at a time, that of whoever runs the rank.
struct Header {
  ParkedStack rank_stack;  ///< while the rank does not run
  ParkedStack host_stack;  ///< while it runs: of who runs it
  std::uint64_t number;
  std::uint64_t arguments[6];
  std::uint64_t caller_stack;  ///< there lies the return address of the call, behind it the rest
  std::uint64_t result;
  double real_result;
  int error_number;  ///< errno, while the rank does not run
  std::uint64_t function;
  std::uint64_t function_arguments[6];
  void* thread_local_blocks[most_thread_local_objects];

  Machine* machine;                                         ///< of this process, as the next
  std::array<void*, region_functions.size()> begin_region;  ///< libgomp's, where it is loaded
  Heap* heap;
  void (*abort)(std::uint64_t signal);  ///< ends the rank as by a signal; 0: SIGABRT
  void (*exit)(std::uint64_t status);
  LibcState libc;
};
static_assert(sizeof(Header) <= stub_offset);

}  // namespace isthmus::engine::image
