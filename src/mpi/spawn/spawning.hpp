// mpi/spawn/spawning.hpp: ranks that start others (MPI 5.0, 11.8), and what those are told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/collectives/collective.hpp"

namespace isthmus::engine::mpi {

/// Where ranks begin that others start: the PEs have turns, by the ranks' numbers.
struct InTurn {
  PeId operator()(const Index1& number, const MapContext& context) const {
    return context.in_turn(static_cast<std::uint64_t>(number));
  }
};

/// Ranks that one command of a call asks for.
struct Application {
  std::string program = {};                 ///< an absolute path
  std::string name = {};                    ///< as the command has it
  std::vector<std::string> arguments = {};  ///< behind the name
  std::uint64_t fingerprint = 0;            ///< of the program, as its starter has it
  std::int32_t count = 0;
  std::vector<std::uint32_t> pes = {};  ///< where they are to begin, in turn; none: anywhere
};

/// What a rank is that another one has started. Plain data; it has no program before its birth.
struct Birth {
  std::string program = {};  ///< none: one of the first ranks
  std::string name = {};
  std::vector<std::string> arguments = {};
  std::uint64_t fingerprint = 0;
  std::int32_t application = 0;       ///< MPI_APPNUM
  std::int32_t first = 0, count = 0;  ///< of its world: numbers of ranks of the job, ascending
  std::uint64_t world_context = 0, parent_context = 0;
  CollectionId first_ranks = {};  ///< the array of those with which the job began
  Group parents = {};
  std::int32_t slot = 0;
  std::int32_t pe = -1;  ///< where it is to begin; -1: where it is made
  std::int32_t starter = 0;
  std::uint64_t request = 0;  ///< the starter's, a handle
};

/// What is said between who starts, the job's first rank, which deals out numbers and slots, and
/// who is started.
struct SpawnWord {
  enum class What : std::uint8_t {
    ask_numbers,
    numbers,  ///< `first` and `slots`; -1: so many are not left
    ready,    ///< to begin
    unfit,    ///< to begin: `why`
    begin,
    vanish,     ///< others could not begin
    give_back,  ///< `slots`: nobody has them any more, in any process
  };

  What what = What::ask_numbers;
  std::int32_t from = 0;      ///< a rank of the job
  std::uint64_t request = 0;  ///< the starter's, a handle
  std::int32_t first = 0, count = 0;
  std::vector<std::int32_t> slots = {};
  std::string why = {};
};

/// How many ranks one command asks for, and how many of them there are to be: the others have error
/// codes.
struct CommandCount {
  std::int32_t asked = 0, admitted = 0;
};

/// What the root of a call tells the members of its communicator.
struct Started {
  std::int32_t error = 0;
  std::string why = {};                ///< of the error
  std::vector<CommandCount> counts{};  ///< one for each command
  std::int32_t first = 0, count = 0;
  std::uint64_t context = 0;  ///< of the communicator between both groups
};

/// One rank's part in it. Plain data.
struct Spawning {
  /// A call whose root this rank is.
  struct UnderWay {
    CollectiveName name = {};
    std::uint64_t communicator = 0;  ///< a handle
    std::vector<Application> applications = {};
    std::vector<CommandCount> counts = {};  ///< one for each command
    std::int32_t first = 0, count = 0;
    std::uint64_t context = 0;  ///< of the communicator between both groups
    std::int32_t answers = 0;
    std::string why = {};  ///< one of them cannot begin
  };

  Birth birth = {};          ///< this rank's own
  CollectionId other = {};   ///< of the arrays of first and later ranks that in which it is not
  bool is_waiting = false;   ///< for those that are started with it: it has a machine
  std::uint64_t parent = 0;  ///< a handle: MPI_Comm_get_parent; 0: none, or gone
  std::map<std::uint64_t, UnderWay> under_way = {};   ///< by request
  std::map<std::uint64_t, std::uint64_t> codes = {};  ///< by request: where error codes go
  std::vector<std::int32_t> started = {};             ///< by this rank
  // Rank 0 of the job: beyond those of the first ranks.
  std::int32_t numbers_given = 0, slots_given = 0;
  std::set<std::int32_t> free_slots = {};             ///< of those that were given
  std::map<std::uint64_t, std::string> reasons = {};  ///< by request: of its error

  bool is_of_later() const { return !birth.program.empty(); }
  void serialize(auto& archive) {
    archive(birth, other, is_waiting, parent, under_way, codes, started, numbers_given, slots_given,
            free_slots, reasons);
  }
};

/// One side of an MPI_Comm_join that this rank has begun.
struct Joining {
  std::uint64_t request = 0;  ///< a handle; 0: it has met the other side
  CollectiveName name = {};
  std::int32_t descriptor = -1;
  std::vector<std::byte> read = {};  ///< of what the other side has written
  bool has_told = false;             ///< the other side, that its words have come
  bool is_told = false;
  std::int32_t other = -1;  ///< a rank of the job, once it is known
  std::uint64_t nonce_of_other = 0;
  std::int64_t pause_ns = 0;   ///< before the socket is looked at again
  std::int64_t waited_ns = 0;  ///< for its words, by pauses
};

/// What one side of a join says to the other.
struct JoinWord {
  std::uint64_t to = 0;  ///< the taker's nonce
  std::int32_t from = 0;
  std::uint64_t nonce = 0;  ///< the sender's
  bool is_unknown = false;  ///< there is no such join here
};

}  // namespace isthmus::engine::mpi
