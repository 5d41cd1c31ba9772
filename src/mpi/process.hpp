// mpi/process.hpp: what all ranks of a process of the operating system share.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "isthmus/image/program.hpp"
#include "isthmus/image/slots.hpp"
#include "isthmus/isthmus.hpp"
#include "mpi/collectives/site_plan.hpp"
#include "mpi/points.hpp"

namespace isthmus::engine::mpi {

/// Ranks that a job has at one time: as many slots as there are addresses for.
inline constexpr int ranks_max = 30'000;
/// Numbers of a job's ranks are below. None is given twice, so what is sent to a rank that has
/// ended reaches no later one; its slot is.
inline constexpr std::int32_t numbers_max = 2'000'000'000;

/// What the job's ranks begin with; the same on all PEs.
struct Launch {
  std::string program = {};
  std::vector<std::string> arguments = {};  ///< behind the program's name
  std::string name = {};                    ///< as the program finds it; empty: `program`
  int rank_count = 0;                       ///< of those that the job begins with
  std::uint64_t slot_bytes = image::SlotPlan::default_bytes;
  std::uint64_t stack_bytes = 0;
  bool in_virtual_time = false;
  RankSites sites = {};
  /// Why ranks of this job start no others; empty: they can.
  std::string starts_none = {};
  /// Every so many calls a rank moves to a PE drawn from the seed; 0: never.
  std::uint32_t move_every = 0;
  std::uint64_t seed = 0;
  /// Of the process of the main program. Ranks leave processes of the same one alone.
  std::uint64_t fingerprint = 0;
  bool has_settled_addresses = false;  ///< likewise
  /// Whom to tell that a rank has ended.
  struct Ended {
    std::int32_t rank = 0;
    std::int32_t status = 0;
    std::int32_t signal = 0;
    bool is_abort = false;  ///< by MPI_Abort: the job's end
    std::string why = {};   ///< where it should not have ended so
    std::set<std::string> stayed_for = {};
    /// What the job waits for as well from now on: ranks that it has started.
    std::vector<std::int32_t> started = {};

    void serialize(auto& archive) {
      archive(rank, status, signal, is_abort, why, stayed_for, started);
    }
  };
  Callback<Ended> ended;
  PointPlan points;
  bool tells_pins = false;   ///< Ranks say at their end what they could not move for.
  bool is_of_later = false;  ///< of a rank that others have started
  std::int32_t slot = -1;    ///< likewise; of the first ranks it is the number
  /// Tells what this job says where others may hear it from what others say: no other job has it,
  /// but for those in virtual time that have the same seed.
  std::uint64_t job = 0;
  /// So long a join waits for the other side's words, where that is no process of the job.
  TimeNs join_patience_ns = 60'000'000'000;

  int slot_of(int rank) const { return is_of_later ? slot : rank; }
  void serialize(auto& archive) {
    archive(program, arguments, rank_count, slot_bytes, stack_bytes, in_virtual_time, sites,
            starts_none, move_every, seed, fingerprint, has_settled_addresses, ended, points,
            tells_pins, name, is_of_later, slot, job, join_patience_ns);
  }
};

/// The slots and the loaded programs. One for a process of the operating system, since it is its
/// address space that is dealt out: also where a simulator has many processes of a job in it, as a
/// rank is in one of them alone. Any thread.
class Process {
 public:
  struct Loaded {
    std::shared_ptr<const image::Program> program;
    /// What two processes must have alike for a rank to go from one to the other: the libraries
    /// that ranks share with their process, at the same addresses; the program and its other
    /// libraries, byte for byte. A hash.
    std::uint64_t fingerprint = 0;
  };

  /// Makes it on the first call; all calls have the same launch, but for the program.
  /// ErrorCode::bad_input as image::Slots::reserve.
  static Expected<Process*> get(const Launch& launch);

  /// Loads it on the first call. ErrorCode::bad_input as image::Program::load. May wait for the
  /// disk.
  Expected<Loaded> program(const std::string& path);
  /// Reserves it where it is none of the first ranks'. ErrorCode::bad_input as
  /// image::Slots::grow_to.
  Expected<image::Slot> slot(int number);

 private:
  Process(std::shared_ptr<const image::Stubs> stubs, image::Slots slots)
      : stubs_(std::move(stubs)), slots_(std::move(slots)) {}

  std::mutex lock_;
  std::shared_ptr<const image::Stubs> stubs_;
  image::Slots slots_;
  std::map<std::string, Loaded> programs_;
};

/// The variables with which the process was started.
std::vector<std::string> process_environment();

/// So that addresses of libc are the same in all processes of a machine, and ranks may go from one
/// to another: starts this program anew without address space randomization, once. Returns where
/// that was done already or the system refuses it, as some containers do.
void settle_addresses(char** arguments);
bool has_settled_addresses();

}  // namespace isthmus::engine::mpi
