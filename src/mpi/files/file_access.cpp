// Data to files and back (MPI 5.0, 14.4).
//
// A rank that reads or writes does so at once, and its PE waits for the disk with it; nonblocking
// calls are complete when they return, but for those that must ask where the shared pointer is.
// Collective calls are one access of each rank: what they promise beyond that, an order where
// accesses meet in the file, is that of the shared pointer or of atomic mode.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/collectives/values.hpp"
#include "mpi/datatype/external32.hpp"
#include "mpi/datatype/packing.hpp"
#include "mpi/files/file_calls.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

struct Moved {
  int error = MPI_SUCCESS;
  std::int64_t bytes = 0;    ///< in memory
  std::int64_t in_file = 0;  ///< bytes
};

/// From byte `first` of the view on, as it lies in the file.
std::expected<std::int64_t, int> read_view(const Descriptor& descriptor, const FileView& view,
                                           std::int64_t first, std::span<std::byte> bytes) {
  std::size_t done = 0;
  int error = 0;
  visit_view(view, first, static_cast<std::int64_t>(bytes.size()),
             [&](std::int64_t offset, std::int64_t length) {
               const auto wanted = static_cast<std::size_t>(length);
               const auto now = descriptor.read(bytes.subspan(done, wanted), offset);
               if (!now) {
                 error = now.error();
                 return false;
               }
               done += *now;
               return *now == wanted;
             });
  if (error != 0) return std::unexpected(file_error(error));
  return static_cast<std::int64_t>(done);
}

int write_view(const Descriptor& descriptor, const FileView& view, std::int64_t first,
               std::span<const std::byte> bytes) {
  std::size_t done = 0;
  int error = 0;
  visit_view(view, first, static_cast<std::int64_t>(bytes.size()),
             [&](std::int64_t offset, std::int64_t length) {
               const auto now = static_cast<std::size_t>(length);
               error = descriptor.write(bytes.subspan(done, now), offset);
               done += now;
               return error == 0;
             });
  if (error == 0 && done < bytes.size()) return MPI_ERR_IO;  // a filetype without data
  return file_error(error);
}

Moved read_data(const Descriptor& descriptor, const FileView& view, const Buffer& buffer,
                std::int64_t first, std::int64_t bytes) {
  if (!view.is_external) {
    if (const auto dense =
            contiguous_bytes(pointer_to<void>(buffer.address), *buffer.type, buffer.count)) {
      const auto read = read_view(descriptor, view, first, *dense);
      return read ? Moved{MPI_SUCCESS, *read, *read} : Moved{.error = read.error()};
    }
  }
  std::vector<std::byte> data(static_cast<std::size_t>(bytes));
  const auto read = read_view(descriptor, view, first, data);
  if (!read) return {.error = read.error()};
  const auto there = std::span(data).first(static_cast<std::size_t>(*read));
  if (!view.is_external) return {MPI_SUCCESS, put_packed(buffer, there), *read};
  // Those elements that the file has whole.
  const std::int64_t each = external32_size(*buffer.type, 1).value_or(0);
  const std::int64_t count = each == 0 ? 0 : *read / each;
  const auto taken =
      unpack_external32(there, pointer_to<void>(buffer.address), *buffer.type, count);
  if (!taken) return {.error = static_cast<int>(taken.error().error)};
  return {MPI_SUCCESS, count * buffer.type->size(), *read};
}

Moved write_data(const Descriptor& descriptor, const FileView& view, const Buffer& buffer,
                 std::int64_t first, std::int64_t bytes) {
  const Moved all{MPI_SUCCESS, buffer.bytes(), bytes};
  if (view.is_external) {
    std::vector<std::byte> data(static_cast<std::size_t>(bytes));
    const auto laid =
        pack_external32(pointer_to<const void>(buffer.address), *buffer.type, buffer.count, data);
    if (!laid) return {.error = static_cast<int>(laid.error().error)};
    const int error = write_view(descriptor, view, first, data);
    return error == MPI_SUCCESS ? all : Moved{.error = error};
  }
  int error = MPI_SUCCESS;
  if (const auto dense =
          contiguous_bytes(pointer_to<const void>(buffer.address), *buffer.type, buffer.count)) {
    error = write_view(descriptor, view, first, *dense);
  } else {
    error = write_view(descriptor, view, first, packed(buffer));
  }
  return error == MPI_SUCCESS ? all : Moved{.error = error};
}

Moved move_in(File& file, const Buffer& buffer, bool writes, std::int64_t position) {
  const auto descriptor = descriptor_of(file);
  if (!descriptor) return {.error = descriptor.error()};
  const std::int64_t bytes = bytes_in_file(file.view, *buffer.type, buffer.count).value_or(0);
  std::int64_t first = 0;
  if (__builtin_mul_overflow(position, file.view.etype_bytes, &first)) {
    return {.error = MPI_ERR_ARG};
  }
  std::optional<Descriptor::Turn> turn;
  if (file.is_atomic) {
    turn.emplace(**descriptor, writes);
    if (turn->error() != 0) return {.error = file_error(turn->error())};
  }
  return writes ? write_data(**descriptor, file.view, buffer, first, bytes)
                : read_data(**descriptor, file.view, buffer, first, bytes);
}

}  // namespace

std::int64_t move_data(Rank& rank, std::uint64_t handle, std::int64_t position) {
  Request& request = *rank.state().requests.find(handle);
  File* const file = find_file(rank, request.task.file);
  Moved moved{.error = MPI_ERR_FILE};
  std::int64_t etypes = 0;
  if (file != nullptr) {
    const bool writes = request.task.kind == FileTask::Kind::write;
    moved = move_in(*file, request.buffer, writes, position);
    etypes = moved.in_file / file->view.etype_bytes;
  }
  request.status.error = moved.error;
  request.status.bytes = moved.bytes;
  rank.complete(handle);
  return etypes;
}

void take_position(Rank& rank, std::uint64_t handle, std::int64_t position) {
  const Request& request = *rank.state().requests.find(handle);
  if (request.task.kind != FileTask::Kind::ask) {
    move_data(rank, handle, position);
    return;
  }
  *pointer_to<std::int64_t>(request.buffer.address) = position;
  rank.complete(handle);
}

namespace {

enum class Pointer : std::uint8_t { offset, individual, shared, ordered };

/// In which way a function moves data.
struct Way {
  bool writes = false;
  Pointer pointer = Pointer::offset;

  constexpr std::uint8_t number() const {
    return static_cast<std::uint8_t>(static_cast<unsigned>(pointer) * 2 + (writes ? 1 : 0));
  }
};

int begin(Rank& rank, Way way, MPI_File handle, MPI_Offset offset, const void* data,
          MPI_Count count, MPI_Datatype type, std::uint64_t request_handle) {
  const std::uint64_t number = number_of(handle);
  File* const file = find_file(rank, number);
  if (file == nullptr) return no_file(rank);
  Buffer buffer;
  if (const int error = make_buffer(rank, number, data, count, number_of(type), buffer)) {
    return error;
  }
  if (way.pointer == Pointer::offset && offset < 0) {
    return rank.fail(number, MPI_ERR_ARG, "a negative offset");
  }
  if (way.writes && (file->mode & MPI_MODE_RDONLY) != 0) {
    return rank.fail(number, MPI_ERR_READ_ONLY, text_of_error(MPI_ERR_READ_ONLY));
  }
  if (!way.writes && (file->mode & MPI_MODE_WRONLY) != 0) {
    return rank.fail(number, MPI_ERR_ACCESS, "a file that is only to be written");
  }
  const bool is_common = way.pointer == Pointer::shared || way.pointer == Pointer::ordered;
  if ((file->mode & MPI_MODE_SEQUENTIAL) != 0 && !is_common) {
    return rank.fail(number, MPI_ERR_UNSUPPORTED_OPERATION,
                     "a sequential file has nothing but the shared pointer");
  }
  const auto bytes = bytes_in_file(file->view, *buffer.type, count);
  if (!bytes) return rank.fail(number, static_cast<int>(bytes.error().error), bytes.error().reason);
  if (*bytes % file->view.etype_bytes != 0) {
    return rank.fail(number, MPI_ERR_IO, "no whole number of etypes");
  }
  Request& request = *rank.state().requests.find(request_handle);
  request.kind = Request::Kind::collective;
  request.communicator = number;
  request.buffer = std::move(buffer);
  request.task = {.kind = way.writes ? FileTask::Kind::write : FileTask::Kind::read,
                  .file = number,
                  .amount = *bytes / file->view.etype_bytes};
  switch (way.pointer) {
    case Pointer::offset:
      move_data(rank, request_handle, offset);
      break;
    case Pointer::individual:
      file->position += move_data(rank, request_handle, file->position);
      break;
    case Pointer::shared:
      rank.ask_shared_pointer(*file, request_handle, FileTask(request.task));
      break;
    case Pointer::ordered:
      return rank.meet(number, request_handle, FileTask(request.task));
  }
  return MPI_SUCCESS;
}

int wait(Rank& rank, std::uint64_t request, MPI_Status* status) {
  return rank.wait_for(request, std::bit_cast<std::uint64_t>(status));
}

int move_now(Rank& rank, Way way, MPI_File file, MPI_Offset offset, const void* data,
             MPI_Count count, MPI_Datatype type, MPI_Status* status) {
  const std::uint64_t request = rank.add_request();
  const int error = begin(rank, way, file, offset, data, count, type, request);
  if (error == MPI_SUCCESS) return wait(rank, request, status);
  rank.state().requests.discard(request);
  return error;
}

int begin_split(Rank& rank, Way way, MPI_File handle, MPI_Offset offset, const void* data,
                MPI_Count count, MPI_Datatype type) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if (file->split_request != 0) {
    return rank.fail(number_of(handle), MPI_ERR_IO, "a split collective has not ended");
  }
  const std::uint64_t request = rank.add_request();
  const int error = begin(rank, way, handle, offset, data, count, type, request);
  if (error != MPI_SUCCESS) {
    rank.state().requests.discard(request);
    return error;
  }
  File& begun = *find_file(rank, number_of(handle));
  begun.split_request = request;
  begun.split_way = way.number();
  return MPI_SUCCESS;
}

// The functions of MPI, each a way, with an offset or without.

template <Way Direction>
int at(Rank& rank, MPI_File file, MPI_Offset offset, const void* data, MPI_Count count,
       MPI_Datatype type, MPI_Status* status) {
  return move_now(rank, Direction, file, offset, data, count, type, status);
}
template <Way Direction>
int by(Rank& rank, MPI_File file, const void* data, MPI_Count count, MPI_Datatype type,
       MPI_Status* status) {
  return move_now(rank, Direction, file, 0, data, count, type, status);
}
template <Way Direction>
int begin_at(Rank& rank, MPI_File file, MPI_Offset offset, const void* data, MPI_Count count,
             MPI_Datatype type, std::uint64_t request) {
  return begin(rank, Direction, file, offset, data, count, type, request);
}
template <Way Direction>
int begin_by(Rank& rank, MPI_File file, const void* data, MPI_Count count, MPI_Datatype type,
             std::uint64_t request) {
  return begin(rank, Direction, file, 0, data, count, type, request);
}
template <Way Direction>
int split_at(Rank& rank, MPI_File file, MPI_Offset offset, const void* data, MPI_Count count,
             MPI_Datatype type) {
  return begin_split(rank, Direction, file, offset, data, count, type);
}
template <Way Direction>
int split_by(Rank& rank, MPI_File file, const void* data, MPI_Count count, MPI_Datatype type) {
  return begin_split(rank, Direction, file, 0, data, count, type);
}
template <Way Direction>
int end_split(Rank& rank, MPI_File handle, const void*, MPI_Status* status) {
  File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if (file->split_request == 0 || file->split_way != Direction.number()) {
    return rank.fail(number_of(handle), MPI_ERR_IO, "no such split collective has begun");
  }
  return wait(rank, std::exchange(file->split_request, 0), status);
}

// --- the individual pointer ----------------------------------------------------------------------

int seek(Rank& rank, MPI_File handle, MPI_Offset offset, int from) {
  File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if ((file->mode & MPI_MODE_SEQUENTIAL) != 0) {
    return rank.fail(number_of(handle), MPI_ERR_UNSUPPORTED_OPERATION, "a sequential file");
  }
  std::int64_t base = 0;
  if (from == MPI_SEEK_CUR) {
    base = file->position;
  } else if (from == MPI_SEEK_END) {
    const auto descriptor = descriptor_of(*file);
    if (!descriptor) {
      return rank.fail(number_of(handle), descriptor.error(), text_of_error(descriptor.error()));
    }
    base = position_behind(file->view, (*descriptor)->size().value_or(0));
  } else if (from != MPI_SEEK_SET) {
    return rank.fail(number_of(handle), MPI_ERR_ARG, "no such way to seek");
  }
  if (base + offset < 0) return rank.fail(number_of(handle), MPI_ERR_ARG, "before the beginning");
  file->position = base + offset;
  return MPI_SUCCESS;
}
int get_position(Rank& rank, MPI_File handle, MPI_Offset* position) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if ((file->mode & MPI_MODE_SEQUENTIAL) != 0) {
    return rank.fail(number_of(handle), MPI_ERR_UNSUPPORTED_OPERATION, "a sequential file");
  }
  *position = file->position;
  return MPI_SUCCESS;
}

constexpr Way read_at{false, Pointer::offset}, write_at{true, Pointer::offset};
constexpr Way read{false, Pointer::individual}, write{true, Pointer::individual};
constexpr Way read_shared{false, Pointer::shared}, write_shared{true, Pointer::shared};
constexpr Way read_ordered{false, Pointer::ordered}, write_ordered{true, Pointer::ordered};

constexpr Call file_access_rows[] = {
    nonblocking_call<decltype(MPI_File_iread), begin_by<read>>("MPI_File_iread"),
    nonblocking_call<decltype(MPI_File_iread_all), begin_by<read>>("MPI_File_iread_all"),
    nonblocking_call<decltype(MPI_File_iread_all_c), begin_by<read>>("MPI_File_iread_all_c"),
    nonblocking_call<decltype(MPI_File_iread_at), begin_at<read_at>>("MPI_File_iread_at"),
    nonblocking_call<decltype(MPI_File_iread_at_all), begin_at<read_at>>("MPI_File_iread_at_all"),
    nonblocking_call<decltype(MPI_File_iread_at_all_c), begin_at<read_at>>(
        "MPI_File_iread_at_all_c"),
    nonblocking_call<decltype(MPI_File_iread_at_c), begin_at<read_at>>("MPI_File_iread_at_c"),
    nonblocking_call<decltype(MPI_File_iread_c), begin_by<read>>("MPI_File_iread_c"),
    nonblocking_call<decltype(MPI_File_iread_shared), begin_by<read_shared>>(
        "MPI_File_iread_shared"),
    nonblocking_call<decltype(MPI_File_iread_shared_c), begin_by<read_shared>>(
        "MPI_File_iread_shared_c"),
    nonblocking_call<decltype(MPI_File_iwrite), begin_by<write>>("MPI_File_iwrite"),
    nonblocking_call<decltype(MPI_File_iwrite_all), begin_by<write>>("MPI_File_iwrite_all"),
    nonblocking_call<decltype(MPI_File_iwrite_all_c), begin_by<write>>("MPI_File_iwrite_all_c"),
    nonblocking_call<decltype(MPI_File_iwrite_at), begin_at<write_at>>("MPI_File_iwrite_at"),
    nonblocking_call<decltype(MPI_File_iwrite_at_all), begin_at<write_at>>(
        "MPI_File_iwrite_at_all"),
    nonblocking_call<decltype(MPI_File_iwrite_at_all_c), begin_at<write_at>>(
        "MPI_File_iwrite_at_all_c"),
    nonblocking_call<decltype(MPI_File_iwrite_at_c), begin_at<write_at>>("MPI_File_iwrite_at_c"),
    nonblocking_call<decltype(MPI_File_iwrite_c), begin_by<write>>("MPI_File_iwrite_c"),
    nonblocking_call<decltype(MPI_File_iwrite_shared), begin_by<write_shared>>(
        "MPI_File_iwrite_shared"),
    nonblocking_call<decltype(MPI_File_iwrite_shared_c), begin_by<write_shared>>(
        "MPI_File_iwrite_shared_c"),
    call<decltype(MPI_File_read), by<read>>("MPI_File_read"),
    call<decltype(MPI_File_read_all), by<read>>("MPI_File_read_all"),
    call<decltype(MPI_File_read_all_begin), split_by<read>>("MPI_File_read_all_begin"),
    call<decltype(MPI_File_read_all_begin_c), split_by<read>>("MPI_File_read_all_begin_c"),
    call<decltype(MPI_File_read_all_c), by<read>>("MPI_File_read_all_c"),
    call<decltype(MPI_File_read_all_end), end_split<read>>("MPI_File_read_all_end"),
    call<decltype(MPI_File_read_at), at<read_at>>("MPI_File_read_at"),
    call<decltype(MPI_File_read_at_all), at<read_at>>("MPI_File_read_at_all"),
    call<decltype(MPI_File_read_at_all_begin), split_at<read_at>>("MPI_File_read_at_all_begin"),
    call<decltype(MPI_File_read_at_all_begin_c), split_at<read_at>>("MPI_File_read_at_all_begin_c"),
    call<decltype(MPI_File_read_at_all_c), at<read_at>>("MPI_File_read_at_all_c"),
    call<decltype(MPI_File_read_at_all_end), end_split<read_at>>("MPI_File_read_at_all_end"),
    call<decltype(MPI_File_read_at_c), at<read_at>>("MPI_File_read_at_c"),
    call<decltype(MPI_File_read_c), by<read>>("MPI_File_read_c"),
    call<decltype(MPI_File_read_ordered), by<read_ordered>>("MPI_File_read_ordered"),
    call<decltype(MPI_File_read_ordered_begin), split_by<read_ordered>>(
        "MPI_File_read_ordered_begin"),
    call<decltype(MPI_File_read_ordered_begin_c), split_by<read_ordered>>(
        "MPI_File_read_ordered_begin_c"),
    call<decltype(MPI_File_read_ordered_c), by<read_ordered>>("MPI_File_read_ordered_c"),
    call<decltype(MPI_File_read_ordered_end), end_split<read_ordered>>("MPI_File_read_ordered_end"),
    call<decltype(MPI_File_read_shared), by<read_shared>>("MPI_File_read_shared"),
    call<decltype(MPI_File_read_shared_c), by<read_shared>>("MPI_File_read_shared_c"),
    call<decltype(MPI_File_write), by<write>>("MPI_File_write"),
    call<decltype(MPI_File_write_all), by<write>>("MPI_File_write_all"),
    call<decltype(MPI_File_write_all_begin), split_by<write>>("MPI_File_write_all_begin"),
    call<decltype(MPI_File_write_all_begin_c), split_by<write>>("MPI_File_write_all_begin_c"),
    call<decltype(MPI_File_write_all_c), by<write>>("MPI_File_write_all_c"),
    call<decltype(MPI_File_write_all_end), end_split<write>>("MPI_File_write_all_end"),
    call<decltype(MPI_File_write_at), at<write_at>>("MPI_File_write_at"),
    call<decltype(MPI_File_write_at_all), at<write_at>>("MPI_File_write_at_all"),
    call<decltype(MPI_File_write_at_all_begin), split_at<write_at>>("MPI_File_write_at_all_begin"),
    call<decltype(MPI_File_write_at_all_begin_c), split_at<write_at>>(
        "MPI_File_write_at_all_begin_c"),
    call<decltype(MPI_File_write_at_all_c), at<write_at>>("MPI_File_write_at_all_c"),
    call<decltype(MPI_File_write_at_all_end), end_split<write_at>>("MPI_File_write_at_all_end"),
    call<decltype(MPI_File_write_at_c), at<write_at>>("MPI_File_write_at_c"),
    call<decltype(MPI_File_write_c), by<write>>("MPI_File_write_c"),
    call<decltype(MPI_File_write_ordered), by<write_ordered>>("MPI_File_write_ordered"),
    call<decltype(MPI_File_write_ordered_begin), split_by<write_ordered>>(
        "MPI_File_write_ordered_begin"),
    call<decltype(MPI_File_write_ordered_begin_c), split_by<write_ordered>>(
        "MPI_File_write_ordered_begin_c"),
    call<decltype(MPI_File_write_ordered_c), by<write_ordered>>("MPI_File_write_ordered_c"),
    call<decltype(MPI_File_write_ordered_end), end_split<write_ordered>>(
        "MPI_File_write_ordered_end"),
    call<decltype(MPI_File_write_shared), by<write_shared>>("MPI_File_write_shared"),
    call<decltype(MPI_File_write_shared_c), by<write_shared>>("MPI_File_write_shared_c"),
    call<decltype(MPI_File_seek), seek>("MPI_File_seek"),
    call<decltype(MPI_File_get_position), get_position>("MPI_File_get_position"),
};

}  // namespace

std::span<const Call> file_access_calls() { return file_access_rows; }

}  // namespace isthmus::engine::mpi
