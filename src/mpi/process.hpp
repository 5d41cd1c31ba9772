// mpi/process.hpp: what all ranks of a process of the operating system share.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "isthmus/image/program.hpp"
#include "isthmus/image/slots.hpp"
#include "isthmus/isthmus.hpp"
#include "mpi/points.hpp"

namespace isthmus::mpi {

/// What the job's ranks begin with; the same on all PEs.
struct Launch {
  std::string program = {};
  std::vector<std::string> arguments = {};  ///< behind the program's name
  int rank_count = 0;
  std::uint64_t slot_bytes = image::SlotPlan::default_bytes;
  std::uint64_t stack_bytes = 0;
  bool in_virtual_time = false;
  /// Where each rank begins; empty where all begin at one site.
  std::vector<std::uint16_t> sites = {};
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

    void serialize(auto& archive) { archive(rank, status, signal, is_abort, why, stayed_for); }
  };
  Callback<Ended> ended;
  PointPlan points;
  bool tells_pins = false;  ///< Ranks say at their end what they could not move for.

  void serialize(auto& archive) {
    archive(program, arguments, rank_count, slot_bytes, stack_bytes, in_virtual_time, sites,
            move_every, seed, fingerprint, has_settled_addresses, ended, points, tells_pins);
  }
};

/// The slots and the loaded program. One for a process of the operating system, since it is its
/// address space that is dealt out: also where a simulator has many processes of a job in it, as a
/// rank is in one of them alone.
class Process {
 public:
  /// Loads the program on the first call; all calls have the same launch. ErrorCode::bad_input as
  /// image::Program::load and image::Slots::reserve. Any thread; may wait for the disk.
  static Expected<Process*> get(const Launch& launch);

  const std::shared_ptr<const image::Program>& program() const { return program_; }
  /// What two processes must have alike for a rank to go from one to the other: the libraries that
  /// ranks share with their process, at the same addresses; the program and its other libraries,
  /// byte for byte. A hash.
  std::uint64_t fingerprint() const { return fingerprint_; }
  image::Slot slot(int rank) const { return slots_[static_cast<std::size_t>(rank)]; }

 private:
  Process(image::Slots slots, std::shared_ptr<const image::Program> program);

  image::Slots slots_;
  std::shared_ptr<const image::Program> program_;
  const std::uint64_t fingerprint_;
};

/// So that addresses of libc are the same in all processes of a machine, and ranks may go from one
/// to another: starts this program anew without address space randomization, once. Returns where
/// that was done already or the system refuses it, as some containers do.
void settle_addresses(char** arguments);
bool has_settled_addresses();

}  // namespace isthmus::mpi
