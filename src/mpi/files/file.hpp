// mpi/files/file.hpp: files of MPI-IO, as one rank has them open (MPI 5.0, chapter 14).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/info.hpp"
#include "mpi/types/datatype_archive.hpp"

namespace isthmus::engine::mpi {

class Descriptor;

/// Which bytes of a file a rank sees, and in which form. They are numbered through: those of one
/// filetype after the other, the first at the displacement.
struct FileView {
  std::int64_t displacement = 0;                              ///< in bytes
  DatatypePtr etype = Datatype::predefined(BasicType::byte);  ///< as the program gave them
  DatatypePtr filetype = Datatype::predefined(BasicType::byte);
  DatatypePtr in_file = Datatype::predefined(BasicType::byte);  ///< the filetype's bytes there
  std::int64_t etype_bytes = 1;                                 ///< in the file
  bool is_external = false;                                     ///< external32
  std::string representation = "native";
};

/// What a request does with a file when the ranks that have it open have met, or when it is told a
/// place of the shared pointer.
struct FileTask {
  enum class Kind : std::uint8_t {
    none,
    open,
    close,
    set_size,
    preallocate,
    set_view,
    set_atomicity,
    sync,
    seek_shared,
    read,
    write,
    ask,  ///< MPI_File_get_position_shared
  };
  Kind kind = Kind::none;
  std::uint64_t file = 0;   ///< a handle
  std::int64_t amount = 0;  ///< bytes, etypes or a flag; of a seek, where to
  std::int64_t detail = 0;  ///< which must be the same for all ranks
};

/// One rank's side of an open file. Ranks need no more of the operating system than the path: they
/// read and write at offsets (pread, pwrite), so that one that has moved opens it again there, when
/// it next needs it. On another machine the path must be that of the same file.
struct File {
  /// Of those that have it open, for this file alone; its error handler is the file's, its name the
  /// path. Rank 0 has the shared pointer.
  Communicator communicator;
  std::string path;
  std::int32_t mode = 0;  ///< MPI_MODE_*
  FileView view = {};
  FileView next_view = {};    ///< while MPI_File_set_view is under way
  std::int64_t position = 0;  ///< of the individual pointer, in etypes
  bool is_atomic = false;
  Info info;
  std::uint64_t split_request = 0;  ///< of the split collective that has begun; 0: none
  std::uint8_t split_way = 0;       ///< and in which way it moves data
  /// Of this process; null until it is needed.
  std::shared_ptr<Descriptor> descriptor;

  void serialize(auto& archive) {
    archive(communicator, path, mode, view, next_view, position, is_atomic, info, split_request,
            split_way);
  }
};

/// Asks rank 0 of a file for the place of the shared pointer, which goes on by so many etypes.
struct FileQuestion {
  std::uint64_t context = 0;  ///< of the file
  std::int32_t asker = 0;     ///< a rank of the job
  std::uint64_t request = 0;  ///< a handle of its
  std::int64_t amount = 0;
};

}  // namespace isthmus::engine::mpi
