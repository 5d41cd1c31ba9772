// mpi/machine.hpp: what a rank's program runs on, as the rank drives it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "isthmus/image/heap.hpp"
#include "isthmus/image/machine.hpp"
#include "isthmus/isthmus.hpp"
#include "mpi/moving.hpp"
#include "mpi/process.hpp"

namespace isthmus::engine::mpi {

/// The threads of a program that calls MPI from several of them, one of which is served at a time.
/// While the call of one waits, others may be served; then it is set aside, and is answered there,
/// or comes back when no other thread calls.
class CallingThreads {
 public:
  CallingThreads() = default;
  virtual ~CallingThreads() = default;
  CallingThreads(const CallingThreads&) = delete;
  CallingThreads& operator=(const CallingThreads&) = delete;

  /// Has the function called on the PE, between two messages, when a thread comes while another one
  /// is served. For as long as the process is.
  virtual void tell_of_threads(std::function<void()> call) = 0;
  /// Whether a thread waits that has not been served yet.
  virtual bool are_waiting() const = 0;
  /// Which call is present: a number that no other call has as long as this one is not answered.
  virtual std::uint64_t present_call() const = 0;
  /// The present call is set aside; Machine::run() serves others next.
  virtual void let_others_first() = 0;
  /// One that is set aside goes on: with this answer, or with the one that it has been given.
  virtual void answer_aside(std::uint64_t call, std::optional<std::uint64_t> value) = 0;
  /// Whether the present call is one that has come back.
  virtual bool has_come_back() const = 0;
};

/// A program that runs until it needs its rank. There are two of them: a copy of the program in a
/// slot (image_machine.hpp), and the process that this library was loaded into
/// (own_process/own_machine.hpp). What the members mean is said at image::Machine.
class Machine {
 public:
  Machine() = default;
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  virtual image::Stop run() = 0;
  virtual void prefetch() const = 0;
  virtual image::Trap trap() const = 0;
  /// Where in the program its call stands: the same number in each rank and run.
  virtual std::uint64_t call_place() const = 0;
  virtual void answer(std::uint64_t value) = 0;
  virtual void answer_real(double value) = 0;
  virtual void call(std::uint64_t function, std::array<std::uint64_t, 6> arguments = {}) = 0;
  virtual std::uint64_t returned() const = 0;
  virtual TimeNs sleep_ns() const = 0;
  virtual bool has_ended() const = 0;
  virtual const image::Ending& ending() const = 0;
  /// Whether ranks of its process are served by one thread, from entry methods: they can hand
  /// things to each other there.
  virtual bool is_among_others() const = 0;
  /// Null where a rank is one thread.
  virtual CallingThreads* threads() { return nullptr; }
  /// Of memory that the program gets from MPI.
  virtual image::Heap& heap() = 0;

  /// Why it cannot go on in another process; nothing where it can.
  virtual std::string stays_for(const Launch& launch) const = 0;
  /// All that keeps it where it is now, and what would have if it had not been refused.
  virtual void note_reasons_to_stay(const Launch& launch, std::set<std::string>& reasons) const = 0;
  /// What another process needs to go on with it; but for the rank's world.
  virtual Moving take_down(const Launch& launch) const = 0;
  /// Its rank has asked for the job's end (MPI_Abort): a process of its own does not wait for ever
  /// until the main program hears of it.
  virtual void end_with_job(int status, const std::string& why) = 0;
};

/// Where the machines of a process come from. `world` outlives the machine.
class Machines {
 public:
  Machines() = default;
  virtual ~Machines() = default;
  Machines(const Machines&) = delete;
  Machines& operator=(const Machines&) = delete;

  virtual Expected<std::unique_ptr<Machine>> make(const Launch& launch, int rank,
                                                  image::World& world) = 0;
  /// One that has come so far in another process.
  virtual Expected<std::unique_ptr<Machine>> make_for(const Launch& launch, int rank,
                                                      image::World& world,
                                                      const Moving& moving) = 0;
};

/// Those of this process of the operating system, whose address space it is. Named once, before
/// there are ranks.
Machines& machines();
void use_machines(Machines& machines);

}  // namespace isthmus::engine::mpi
