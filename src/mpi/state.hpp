// mpi/state.hpp: what MPI knows of one rank: handles, messages and requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mpi/collectives/bundle.hpp"
#include "mpi/collectives/collective.hpp"
#include "mpi/communicators/attributes.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/files/file.hpp"
#include "mpi/handles.hpp"
#include "mpi/info.hpp"
#include "mpi/messages/matching.hpp"
#include "mpi/messages/peer_counts.hpp"
#include "mpi/messages/requests.hpp"
#include "mpi/partitioned/partitioned.hpp"
#include "mpi/sessions/session.hpp"
#include "mpi/spawn/ports.hpp"
#include "mpi/spawn/spawning.hpp"
#include "mpi/tool/tool.hpp"
#include "mpi/types/held_type.hpp"
#include "mpi/windows/window.hpp"

namespace isthmus::engine::mpi {

/// What one rank says to another, before the bytes.
struct Envelope {
  Label label = {};
  std::int32_t sender = 0;        ///< a rank of the job
  std::uint64_t acknowledge = 0;  ///< a handle of its requests: it waits until this is received
  /// Where in the sender's memory the bytes are, which does not change before this is acknowledged;
  /// 0: behind this.
  std::uint64_t lent_at = 0;
  std::uint64_t lent_bytes = 0;
};

/// A message that no receive has asked for yet.
struct Unexpected {
  Envelope envelope = {};
  std::vector<std::byte> bytes = {};
};

/// A reduction's operation that the program made.
struct Operation {
  std::uint64_t function = 0;  ///< in the slot
  bool is_commutative = false;
  bool takes_count = false;  ///< MPI_User_function_c
};

/// What a program has handed over for its buffered sends. They are copied anyway, so it is kept and
/// given back.
struct AttachedBuffer {
  std::uint64_t address = 0;  ///< 0: whatever MPI likes (MPI_BUFFER_AUTOMATIC)
  std::int64_t bytes = 0;
};

struct ErrorHandler {
  enum class Of : std::uint8_t { communicator, window, file, session };
  Of of = Of::communicator;
  std::uint64_t function = 0;
};

/// Error classes, codes and texts that the program has added.
struct AddedErrors {
  std::int32_t next = 0;
  std::map<std::int32_t, std::int32_t> class_of = {};  ///< by code; a class is its own
  std::map<std::int32_t, std::string> texts = {};

  void serialize(auto& archive) { archive(next, class_of, texts); }
};

/// Plain data, which goes with the rank.
struct State {
  enum class Phase : std::uint8_t { before, begun, finalized };

  Phase phase = Phase::before;
  Communicator world = {};
  Communicator self = {};
  HandleTable<Communicator, Kind::communicator> communicators;
  HandleTable<Group, Kind::group> groups;
  HandleTable<Request, Kind::request> requests;
  HandleTable<HeldType, Kind::datatype> datatypes;
  HandleTable<Operation, Kind::operation> operations;
  HandleTable<ErrorHandler, Kind::error_handler> error_handlers;
  HandleTable<Info, Kind::info> infos;
  HandleTable<Unexpected, Kind::message> messages;     ///< those that nobody has received
  std::map<std::uint64_t, TypeNotes> type_notes = {};  ///< at those of the standard

  /// Receives are handles of requests; messages are handles, too, and leave this when a matched
  /// probe takes them.
  Matching matching;

  std::map<CollectiveName, Collective> collectives = {};         ///< under way
  std::map<CollectiveName, std::vector<Part>> early_parts = {};  ///< of those that are yet to begin
  std::map<CollectiveName, Made> early_communicators = {};
  std::map<CollectiveName, Wide> wide = {};  ///< of those under way that go by sites
  std::map<CollectiveName, std::vector<Bundle>> early_bundles = {};
  /// Of operations of two ranks: the half that was there first, this rank's or the other's.
  std::map<CollectiveName, Part> halves = {};
  /// Those whose members did not call the same, or that have failed here: what comes for them is
  /// nobody's.
  std::map<CollectiveName, std::int32_t> abandoned = {};
  /// By context: of those that this rank's call had returned from. Its next call has it.
  std::map<std::uint64_t, std::int32_t> late_errors = {};
  std::uint64_t communicators_made = 0;
  /// Of MPI_Comm_create_group, which not all members of the communicator call: how often so far, by
  /// what tells one group and tag from another.
  std::map<CollectiveName, std::uint64_t> groups_made = {};

  Windows windows;
  Waiting waiting;
  std::map<std::int32_t, AttributeKey> attribute_keys = {};
  std::int32_t next_attribute_key = 0;
  AddedErrors added_errors;
  /// By the communicator or session that it is for; 0: for all that have none (MPI 5.0, 3.6).
  std::map<std::uint64_t, AttachedBuffer> send_buffers = {};
  std::uint64_t calls = 0;
  std::int32_t thread_level = 0;
  std::uint64_t constants_at = 0;  ///< in the rank's heap: values of the standard's attributes

  HandleTable<File, Kind::file> files;
  std::map<std::uint64_t, std::int64_t> shared_positions = {};  ///< rank 0 of a file: by context
  std::uint64_t file_error_handler = 0;                         ///< MPI_FILE_NULL's; a handle
  std::vector<std::string> representations = {};                ///< MPI_Register_datarep

  /// Of persistent collectives: parts that this rank brings together, by name.
  std::map<CollectiveName, std::vector<Part>> named_parts = {};
  PartitionedMessages partitioned;
  HandleTable<Session, Kind::session> sessions;
  Ports ports;
  Spawning spawning;
  std::map<std::uint64_t, Joining> joins = {};  ///< by a number that nobody else has
  Tool tool;
  Counters counters;
  /// What went to other ranks as messages, and came from them: while some are under way, nothing
  /// may be handed over that would come before them.
  PeerCounts sent, heard;
  std::int32_t came_from = -1;  ///< the PE that it left last
  std::string kept_by = {};     ///< why another process could not go on with it, and it came back

  void serialize(auto& archive) {
    archive(files, shared_positions, file_error_handler, representations);
    archive(phase, world, self, communicators, groups, requests, datatypes, operations,
            error_handlers, infos, messages, type_notes);
    archive(matching, collectives, early_parts, early_communicators, wide, early_bundles,
            communicators_made, groups_made, windows, waiting, attribute_keys, next_attribute_key,
            added_errors, send_buffers, calls, thread_level, constants_at);
    archive(named_parts, halves, abandoned, late_errors, partitioned, sessions, ports, spawning,
            joins, tool, counters, came_from, kept_by, sent, heard);
  }
};

}  // namespace isthmus::engine::mpi
