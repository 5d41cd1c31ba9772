// isthmus/image/machine.hpp: one rank: a copy of a program that runs until it needs its host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/image/address.hpp"
#include "isthmus/image/header.hpp"
#include "isthmus/image/objects.hpp"
#include "isthmus/image/program.hpp"
#include "isthmus/image/slots.hpp"
#include "isthmus/image/world.hpp"
#include "isthmus/thread/register_switch.hpp"
#include "isthmus/thread/sanitizer_switch.hpp"

namespace isthmus::engine::image {

/// What one rank begins with.
struct Start {
  std::vector<std::string> arguments;    ///< the program's name first
  std::vector<std::string> environment;  ///< "NAME=value"
  std::uint64_t stack_bytes = std::uint64_t{8} << 20;
  /// Room in the slot for libraries that the program opens while it runs.
  std::uint64_t library_bytes = std::uint64_t{64} << 20;
};

/// Why a rank stopped.
enum class Stop {
  trapped,   ///< It called a function of the host: `trap()` says which, `answer()` what it gets.
  returned,  ///< The function that the host had it call (`call()`) is done: `returned()`.
  sleeps,    ///< It wants to go on when `sleep_ns()` have passed.
  yields,    ///< It lets others go first.
  ended,     ///< `ending()` says how. It runs no more.
};

/// A call of the host's functions.
struct Trap {
  std::uint32_t number = 0;
  std::array<std::uint64_t, 6> arguments{};       ///< those in registers
  const std::uint64_t* more_arguments = nullptr;  ///< those on the stack
  std::uint64_t call_site = 0;                    ///< the address behind the call
};

struct Ending {
  int status = 0;  ///< of exit
  int signal = 0;  ///< that has ended it; 0: it exited
};

/// What a rank has of its process, and cannot take along to another one.
struct Holdings {
  std::map<int, std::string> files;                 ///< descriptors beyond 2, and what they are of
  std::map<std::uint64_t, std::uint64_t> mappings;  ///< by address, in bytes: not in the slot
};

/// The host's side of a rank that does not run: plain values, addresses in the slot among them.
/// With it and the rank's pieces (Machine::pieces) another process goes on with the rank, in the
/// same slot, if it has the same files, and libc and the other shared libraries at the same
/// addresses.
struct Progress {
  struct Call {
    std::uint64_t function = 0;
    std::array<std::uint64_t, 6> arguments{};
  };
  /// Functions that the rank runs one after the other, on its stack below where it stood.
  struct Activity {
    enum class Kind { construct, main, exit, open, call };
    Kind kind = Kind::construct;
    std::deque<Call> calls;
    ParkedStack stood;
    std::uint64_t answer = 0;
  };

  std::uint64_t stack_begin = 0;
  std::uint64_t libraries_end = 0;  ///< where the heap begins
  std::uint64_t arguments = 0;      ///< where the stack lies when the program begins
  std::vector<std::string> opened;  ///< paths of libraries, in order
  std::vector<std::size_t> constructed;
  std::vector<Activity> activities;
  std::optional<std::deque<Call>> destructors;  ///< once the rank exits
  int exit_status = 0;
  std::set<std::string> refused;
};

/// A rank's machine: its slot with program, heap and stack, and how far it has come. The host runs
/// it as a kernel runs a process: `run()` returns when the program needs something, and no frame of
/// the host's lies on the rank's stack then. So whoever holds this may do so with another thread
/// the next time.
///
/// Thread rule: one thread at a time; ranks do not know each other, and may run in as many threads
/// as there are.
class Machine {
 public:
  /// Maps the program into the slot, which must be nobody's. The slot's owner and the world outlive
  /// this. ErrorCode::io where the system has no memory or mappings left, bad_input where the slot
  /// is too small.
  static Expected<std::unique_ptr<Machine>> make(std::shared_ptr<const Program> program,
                                                 const Slot& slot, World& world,
                                                 const Start& start);
  /// A rank that has come so far in another machine. Its pieces are then written to their
  /// addresses, which is possible from now on, and `arrived()` is called before it runs.
  static Expected<std::unique_ptr<Machine>> make_for(std::shared_ptr<const Program> program,
                                                     const Slot& slot, World& world,
                                                     Progress progress);
  void arrived();
  /// Clears the slot. What the program would do at its end is not done.
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Runs the rank from where it stopped. Not after `ended`.
  Stop run();

  /// The rank's last call; good until it runs again.
  Trap trap() const;
  /// What the call returns when the rank runs again; both are 0 for a call without answer.
  /// Has what run() needs first fetched into the processor's cache, for whoever runs another rank
  /// before: a few instructions, which change nothing.
  void prefetch() const {
    const Header& own = header();
    __builtin_prefetch(&own);
    __builtin_prefetch(&own.caller_stack);
    const auto* const stack = static_cast<const std::byte*>(own.rank_stack.registers);
    // The frame that is left, and those of the functions to which it returns.
    for (std::size_t at = 0; at < 256; at += 64) __builtin_prefetch(stack + at);
  }
  void answer(std::uint64_t value) { header().result = value; }
  void answer_real(double value) { header().real_result = value; }
  /// Has the rank, which stands in a call, run `function`, an address in its slot, before that call
  /// is answered: `run()` returns `returned` when it is done, and the rank stands in the first call
  /// again, with the answer that this was given. The function may trap itself.
  void call(std::uint64_t function, std::array<std::uint64_t, 6> arguments = {});
  std::uint64_t returned() const { return returned_; }
  TimeNs sleep_ns() const { return sleep_ns_; }
  bool has_ended() const { return ended_; }
  const Ending& ending() const { return ending_; }

  const Slot& slot() const { return slot_; }
  /// The rank's, for what the host gives it; while the rank does not run.
  Heap& heap() { return *header().heap; }
  /// Names of libc that the program has called and been refused.
  const std::set<std::string>& refused() const { return progress_.refused; }

  const Holdings& holdings() const { return holdings_; }

  /// Bytes of the slot that the rank has changed: with them, it is the rank.
  struct Piece {
    std::uint64_t address;
    std::uint64_t bytes;
  };
  std::vector<Piece> pieces() const;
  const Progress& progress() const { return progress_; }

  // What follows is for the bindings, on the rank's stack (binding.hpp).

  /// An object of the slot, as the unwinder and dlopen's relatives see it. Addresses are absolute.
  struct Loaded {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t unwind_table = 0;
    const char* path = nullptr;
    const void* program_headers = nullptr;
    std::uint16_t program_header_count = 0;
  };
  struct Description {
    const char* path = nullptr;
    std::uint64_t begin = 0;
    const char* symbol = nullptr;
    std::uint64_t symbol_address = 0;
  };
  World& world() { return world_; }
  void note_refused(const char* name) { progress_.refused.insert(name); }
  Holdings& holdings() { return holdings_; }
  const std::vector<Loaded>& objects() const { return loaded_; }
  const Loaded* object_at(std::uint64_t address) const;
  std::optional<Description> describe(std::uint64_t address) const;
  /// As dlsym has it. RTLD_NEXT gives the second object that has the name.
  void* find_symbol(void* handle, const char* name) const;

 private:
  using Call = Progress::Call;
  using Activity = Progress::Activity;

  Machine(std::shared_ptr<const Program> program, const Slot& slot, World& world)
      : slot_(slot), program_(std::move(program)), world_(world), list_(program_->list()) {}

  std::uint64_t stack_end() const { return slot_.begin + slot_.bytes; }
  Header& header() { return *pointer_to<Header>(slot_.begin); }
  const Header& header() const { return *pointer_to<const Header>(slot_.begin); }

  Expected<void> begin(const Start& start);
  Expected<void> map();
  Expected<void> map_memory(std::uint64_t begin, std::uint64_t end);
  Expected<void> map_object(const Object& object);
  void make_thread_local(const Object& object);
  void note_regions();
  void note_loaded(const Object& object);
  void lay_out_arguments(const Start& start);
  char* copy_text(const std::string& text);

  void enter();
  void begin(Activity::Kind kind, std::deque<Call> calls, std::uint64_t below,
             std::uint64_t answer = 0);
  std::optional<Stop> serve(std::uint32_t number);
  std::optional<Stop> serve_sleep(std::uint32_t number);
  std::optional<Stop> go_on();
  std::optional<Stop> finish();
  std::optional<Call> next_call(Activity& activity);
  void begin_exit(int status, std::uint64_t below);
  std::optional<Call> next_exit_call();
  Stop end(int status, int signal, bool flushes = false);
  std::uint64_t below_rank() const;

  std::deque<Call> constructors(std::span<const std::size_t> order) const;
  std::deque<Call> destructors() const;
  void open_library(const char* path);
  Expected<std::uint64_t> open(const std::string& name, std::deque<Call>& calls);
  Expected<std::vector<std::size_t>> add_library(const std::string& path);
  Expected<void> open_again(const std::string& path);
  void fail_to_open(const std::string& why);
  std::uint64_t look_up(const Object& object, const char* name) const;

  // What each visit needs comes first.
  Slot slot_;
  detail::SanitizerSwitch sanitizers_;
  bool ended_ = false;
  std::shared_ptr<const Program> program_;
  World& world_;
  ObjectList list_;  ///< the program's, and what the rank opened
  std::vector<Loaded> loaded_;
  Progress progress_;
  std::uint64_t returned_ = 0;
  TimeNs sleep_ns_ = 0;
  Ending ending_;
  Holdings holdings_;
};

}  // namespace isthmus::engine::image
