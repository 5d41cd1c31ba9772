// mpi/messages/requests.hpp: what a rank has begun and not ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/datatype/packing.hpp"
#include "mpi/files/file.hpp"
#include "mpi/messages/label.hpp"
#include "mpi/types/datatype_archive.hpp"

namespace isthmus::engine::mpi {

/// So many elements of a type from an address of the rank's slot on; 0 with absolute displacements
/// is an address, too (MPI_BOTTOM).
struct Buffer {
  std::uint64_t address = 0;
  std::int64_t count = 0;
  DatatypePtr type = {};

  std::int64_t bytes() const { return count * type->size(); }
};

/// What MPI_Status says.
struct Status {
  std::int32_t source = -1;
  std::int32_t tag = -2;
  std::int32_t error = 0;
  bool is_cancelled = false;
  std::int64_t bytes = 0;
};

/// In which way a message is sent (MPI 5.0, 3.4).
enum class SendMode : std::uint8_t { standard, synchronous, ready, buffered };

/// One request. Plain data: addresses lie in the rank's slot.
struct Request {
  enum class Kind : std::uint8_t {
    send,
    receive,
    collective,
    generalized,
    window,
    partitioned_send,
    partitioned_receive,
  };

  Kind kind = Kind::collective;
  bool is_complete = false;
  bool is_persistent = false;
  bool is_active = true;  ///< a persistent one between its start and its completion
  bool is_free = false;   ///< the program has no handle of it any more: gone when complete
  SendMode mode = SendMode::standard;
  std::uint64_t communicator = 0;  ///< a handle
  std::int32_t peer = 0;           ///< of a send
  std::int32_t tag = 0;
  Wanted wanted = {};  ///< of a receive
  Buffer buffer = {};
  Status status = {};
  std::uint64_t window = 0;  ///< a handle, of a call that synchronizes one (Rank::advance_window)
  /// Of a persistent collective: the call that begins it, as it was made.
  std::uint32_t call = 0;
  std::vector<std::uint64_t> arguments = {};
  /// And what its starts are known by to all members, which may start several in any order: names
  /// that belong to the call which has made it (MPI 5.0, 6.13).
  std::uint64_t named = 0, starts = 0;
  /// Who is told of an error where the communicator or window is gone by then; 0: theirs.
  std::uint64_t error_handler = 0;
  /// Of a generalized request: the program's functions and what it gives them.
  std::uint64_t query = 0, free = 0, cancel = 0, extra_state = 0;
  FileTask task = {};  ///< with a file
};

/// What a parked rank waits for, and where its program wants the answer. Addresses lie in the slot.
struct Waiting {
  enum class For : std::uint8_t {
    nothing,  ///< It is not parked in a call.
    one,      ///< a request that the program knows nothing of, or MPI_Wait's; the first of two
    all,
    any,
    some,
    message,          ///< MPI_Probe
    matched_message,  ///< MPI_Mprobe
    turn,             ///< that others have had theirs
    the_end,          ///< of the job, which it has asked for
    point,            ///< that all ranks have come to one (Points): the call is then served
    meeting,          ///< that all members have come to the same call (Meetings)
  };

  For what = For::nothing;
  std::uint32_t call = 0;                    ///< which function of MPI
  std::uint64_t request = 0;                 ///< `one`: a handle
  std::uint64_t also = 0;                    ///< another one, which nobody hears of; 0: none
  std::vector<std::uint64_t> requests = {};  ///< of the others: handles
  std::uint64_t requests_at = 0;             ///< the program's array; 0: it has none
  std::uint64_t status_at = 0;               ///< one or, for `all` and `some`, an array
  std::uint64_t index_at = 0;                ///< `any`: the index; `some`: how many
  std::uint64_t indices_at = 0;
  Wanted wanted = {};
  std::uint64_t message_at = 0;
};

}  // namespace isthmus::engine::mpi
