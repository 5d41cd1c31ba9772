// isthmus/store/index.hpp: what a checkpoint consists of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/images.hpp"
#include "isthmus/store/compression.hpp"
#include "isthmus/store/envelope.hpp"

namespace isthmus::engine::store {

/// The image of one process: its PEs' objects.
struct FileRecord {
  ProcessId process;
  std::string name;         ///< In the checkpoint's folder.
  std::uint64_t bytes = 0;  ///< Of the whole file.
  std::uint64_t sum = 0;    ///< In its envelope.
  Compression compression = Compression::none;
  std::uint64_t object_bytes = 0;  ///< Of its objects, before they were compressed.
};

struct CollectionRecord {
  CreationImage creation;
  std::uint64_t elements = 0;  ///< In the job.
};

struct SectionRecord {
  CollectionId section;
  CollectionId array;
  std::vector<Key> members;
};

/// What has come for the main program under a name, and has not been asked for.
struct UnreadRecord {
  std::uint64_t inbox = 0;
  std::uint64_t kind = 0;  ///< PayloadOps::id.
  std::vector<std::byte> payload;
};

/// An array that waits at a balancing point, and the entry method with which it goes on.
struct PointRecord {
  CollectionId array;
  std::uint64_t entry = 0;  ///< PayloadOps::id.
};

/// Who waits in a coroutine is none: the main program asks again when it begins again, and others
/// stand in a checkpoint's way.
bool is_lasting(const CallbackTarget& target);

/// The shape of a job, for people.
struct ShapeRecord {
  std::uint32_t sites = 0;
  std::uint32_t processes = 0;
  std::uint32_t pes = 0;
};

/// All that a checkpoint holds beside the objects, and where these are. Plain data.
struct Index {
  std::uint64_t number = 0;  ///< Of the checkpoint; later ones of a job have larger ones.
  std::string program;
  std::uint64_t program_id = 0;  ///< PayloadTable::fingerprint of the program.
  std::uint64_t seed = 0;
  ShapeRecord shape;
  std::vector<PeId> pes;  ///< That took part, in ascending order: each had its groups' elements.
  std::uint64_t singles = 0;  ///< Chares that stand alone.
  std::uint64_t serial = 0;   ///< Ids of collections and chares up to this number have been given.
  std::vector<CollectionRecord> collections;
  std::vector<ClassForm> classes;  ///< Of the objects, in the order of their kinds.
  std::vector<CreationImage> readonlies;
  std::vector<SectionRecord> sections;
  std::vector<UnreadRecord> unread;
  std::vector<PointRecord> points;
  std::vector<CallbackTarget> wishes;  ///< Who is told when all is quiet; each is_lasting.
  bool has_progress = false;
  std::vector<std::byte> progress;        ///< The main program's own state.
  std::uint64_t progress_form = 0;        ///< As ClassForm::form.
  std::map<std::string, double> results;  ///< That it has reported.
  std::vector<FileRecord> files;
  /// Checkpoints of this job, and of those that it goes on from, that are in the same directory.
  std::vector<std::uint64_t> kept;

  /// Of the images' files, and of what is in them.
  std::uint64_t bytes() const;
  std::uint64_t object_bytes() const;
  std::uint64_t objects() const;
};

/// The whole file.
std::vector<std::byte> encoded(const Index& index);
/// ErrorCode::bad_input, which does not say where, for what is no index, or makes no sense.
Expected<Index> decoded_index(std::span<const std::byte> file);

/// An image: the objects of each PE of a process, see object_bytes. In pieces, of which the first
/// is the envelope.
Pieces encoded(std::vector<std::vector<std::byte>> objects_of_pes);

}  // namespace isthmus::engine::store
