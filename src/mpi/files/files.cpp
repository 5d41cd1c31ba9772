// Files: opened, closed, sizes, info and error handlers (MPI 5.0, 14.2 and 14.7).
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <bitset>
#include <cerrno>
#include <filesystem>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/files/file_calls.hpp"

namespace isthmus::engine::mpi {

int file_error(int error) {
  switch (error) {
    case 0:
      return MPI_SUCCESS;
    case ENOENT:
      return MPI_ERR_NO_SUCH_FILE;
    case EACCES:
    case EPERM:
    case EBADF:
      return MPI_ERR_ACCESS;
    case EROFS:
      return MPI_ERR_READ_ONLY;
    case EEXIST:
      return MPI_ERR_FILE_EXISTS;
    case ENOSPC:
      return MPI_ERR_NO_SPACE;
    case EDQUOT:
      return MPI_ERR_QUOTA;
    case ETXTBSY:
      return MPI_ERR_FILE_IN_USE;
    case EISDIR:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
      return MPI_ERR_BAD_FILE;
    default:
      return MPI_ERR_IO;
  }
}

std::expected<std::shared_ptr<Descriptor>, int> descriptor_of(File& file) {
  if (file.descriptor != nullptr) return file.descriptor;
  int flags = O_RDWR;
  if ((file.mode & MPI_MODE_RDONLY) != 0) flags = O_RDONLY;
  if ((file.mode & MPI_MODE_WRONLY) != 0) flags = O_WRONLY;
  auto opened = Descriptor::get(file.path, flags);
  if (!opened) return std::unexpected(file_error(opened.error()));
  file.descriptor = *opened;
  return *opened;
}

File* find_file(Rank& rank, std::uint64_t handle) { return rank.state().files.find(handle); }
int fail_without_file(Rank& rank, int code, std::string_view why) {
  return rank.fail(number_of(MPI_FILE_NULL), code, why);
}
int no_file(Rank& rank) { return fail_without_file(rank, MPI_ERR_FILE, "no such file"); }

namespace {

/// Hints are kept for whoever asks, and change nothing.
int add_hints(Rank& rank, std::uint64_t where, MPI_Info handle, Info& hints) {
  if (handle == MPI_INFO_NULL || handle == MPI_INFO_ENV) return MPI_SUCCESS;
  const Info* const given = rank.state().infos.find(number_of(handle));
  if (given == nullptr) return rank.fail(where, MPI_ERR_INFO, "no such info");
  for (const auto& [key, value] : *given) {
    const auto found = std::ranges::find(hints, key, &Info::value_type::first);
    if (found == hints.end()) {
      hints.emplace_back(key, value);
    } else {
      found->second = value;
    }
  }
  return MPI_SUCCESS;
}

std::string whole_path(std::string_view path) {
  std::error_code ignored;
  const auto whole = std::filesystem::absolute(path, ignored);
  return ignored ? std::string(path) : whole.string();
}

int check_mode(Rank& rank, int mode) {
  constexpr unsigned ways = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR;
  const auto bits = static_cast<unsigned>(mode);
  if (std::popcount(bits & ways) != 1) {
    return fail_without_file(rank, MPI_ERR_AMODE,
                             "one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR is needed");
  }
  if ((mode & MPI_MODE_RDONLY) != 0 && (mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0) {
    return fail_without_file(rank, MPI_ERR_AMODE, "what is only read cannot be created");
  }
  if ((mode & MPI_MODE_RDWR) != 0 && (mode & MPI_MODE_SEQUENTIAL) != 0) {
    return fail_without_file(rank, MPI_ERR_AMODE,
                             "MPI_MODE_SEQUENTIAL and MPI_MODE_RDWR exclude each other");
  }
  return MPI_SUCCESS;
}

int begin_open(Rank& rank, MPI_Comm comm, const char* path, int mode, MPI_Info info,
               MPI_File* handle, std::uint64_t request) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) {
    return fail_without_file(rank, MPI_ERR_COMM, "no such communicator");
  }
  if (communicator->remote) {
    return fail_without_file(rank, MPI_ERR_COMM, "a communicator of two groups");
  }
  if (const int error = check_mode(rank, mode)) return error;
  File file;
  file.communicator.group = communicator->group;
  file.communicator.rank = communicator->rank;
  file.communicator.has_later = communicator->has_later;
  file.communicator.name = path;
  file.communicator.error_handler = rank.state().file_error_handler;
  file.path = whole_path(path);
  file.mode = mode;
  if (const int error = add_hints(rank, number_of(MPI_FILE_NULL), info, file.info)) return error;
  *handle = MPI_FILE_NULL;
  const std::uint64_t made = rank.state().files.add(std::move(file));
  rank.state().requests.find(request)->communicator = number_of(MPI_FILE_NULL);
  return rank.meet(number_of(comm), request,
                   {.kind = FileTask::Kind::open, .file = made, .detail = mode},
                   std::bit_cast<std::uint64_t>(handle));
}

/// One whose errors belong to the file, and what all its ranks do.
int begin_task(Rank& rank, MPI_File handle, std::uint64_t request, FileTask task) {
  task.file = number_of(handle);
  rank.state().requests.find(request)->communicator = number_of(handle);
  return rank.meet(number_of(handle), request, task);
}

int begin_close(Rank& rank, MPI_File* handle, std::uint64_t request) {
  const File* const file = find_file(rank, number_of(*handle));
  if (file == nullptr) return no_file(rank);
  if (file->split_request != 0) {
    return rank.fail(number_of(*handle), MPI_ERR_IO, "a split collective has not ended");
  }
  rank.state().requests.find(request)->communicator = number_of(MPI_FILE_NULL);
  return rank.meet(number_of(*handle), request,
                   {.kind = FileTask::Kind::close, .file = number_of(*handle)},
                   std::bit_cast<std::uint64_t>(handle));
}

int delete_file(Rank& rank, const char* path, MPI_Info) {
  if (unlink(path) == 0) return MPI_SUCCESS;
  // Linux has EISDIR for a folder, and POSIX EPERM.
  const int error = file_error(errno == EPERM ? EISDIR : errno);
  return fail_without_file(rank, error,
                           std::string(path) + ": " + std::string(text_of_error(error)));
}

template <FileTask::Kind TaskKind>
int begin_resize(Rank& rank, MPI_File handle, MPI_Offset bytes, std::uint64_t request) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if (bytes < 0) return rank.fail(number_of(handle), MPI_ERR_ARG, "a negative size");
  if ((file->mode & MPI_MODE_SEQUENTIAL) != 0) {
    return rank.fail(number_of(handle), MPI_ERR_UNSUPPORTED_OPERATION, "a sequential file");
  }
  if ((file->mode & MPI_MODE_RDONLY) != 0) {
    return rank.fail(number_of(handle), MPI_ERR_READ_ONLY, text_of_error(MPI_ERR_READ_ONLY));
  }
  return begin_task(rank, handle, request, {.kind = TaskKind, .amount = bytes});
}
constexpr auto begin_set_size = begin_resize<FileTask::Kind::set_size>;
constexpr auto begin_preallocate = begin_resize<FileTask::Kind::preallocate>;

int get_size(Rank& rank, MPI_File handle, MPI_Offset* size) {
  File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  const auto descriptor = descriptor_of(*file);
  if (!descriptor) {
    return rank.fail(number_of(handle), descriptor.error(), text_of_error(descriptor.error()));
  }
  const auto bytes = (*descriptor)->size();
  if (!bytes) return rank.fail(number_of(handle), file_error(bytes.error()), "no size");
  *size = *bytes;
  return MPI_SUCCESS;
}

int begin_sync(Rank& rank, MPI_File handle, std::uint64_t request) {
  File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  const auto descriptor = descriptor_of(*file);
  int error = descriptor ? MPI_SUCCESS : descriptor.error();
  // What is only read has nothing to be kept.
  if (error == MPI_SUCCESS && (file->mode & MPI_MODE_RDONLY) == 0) {
    error = file_error((*descriptor)->sync());
  }
  if (error != MPI_SUCCESS) return rank.fail(number_of(handle), error, text_of_error(error));
  return begin_task(rank, handle, request, {.kind = FileTask::Kind::sync});
}

int begin_set_atomicity(Rank& rank, MPI_File handle, int flag, std::uint64_t request) {
  if (find_file(rank, number_of(handle)) == nullptr) return no_file(rank);
  return begin_task(rank, handle, request,
                    {.kind = FileTask::Kind::set_atomicity, .amount = flag != 0 ? 1 : 0});
}
int get_atomicity(Rank& rank, MPI_File handle, int* flag) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  *flag = file->is_atomic ? 1 : 0;
  return MPI_SUCCESS;
}

int get_group(Rank& rank, MPI_File handle, MPI_Group* group) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  *group = handle_of<MPI_Group>(rank.state().groups.add(file->communicator.group));
  return MPI_SUCCESS;
}
int get_mode(Rank& rank, MPI_File handle, int* mode) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  *mode = file->mode;
  return MPI_SUCCESS;
}
int set_info(Rank& rank, MPI_File handle, MPI_Info info) {
  File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  return add_hints(rank, number_of(handle), info, file->info);
}
int get_info(Rank& rank, MPI_File handle, MPI_Info* info) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  *info = handle_of<MPI_Info>(rank.state().infos.add(file->info));
  return MPI_SUCCESS;
}

// --- error handlers ------------------------------------------------------------------------------

/// The place of a file's handler, or of the one that files begin with; null for no file.
std::uint64_t* handler_of(Rank& rank, MPI_File handle) {
  if (handle == MPI_FILE_NULL) return &rank.state().file_error_handler;
  File* const file = find_file(rank, number_of(handle));
  return file == nullptr ? nullptr : &file->communicator.error_handler;
}
int create_error_handler(Rank& rank, MPI_File_errhandler_function* function,
                         MPI_Errhandler* handler) {
  *handler = handle_of<MPI_Errhandler>(rank.state().error_handlers.add(
      {ErrorHandler::Of::file, std::bit_cast<std::uint64_t>(function)}));
  return MPI_SUCCESS;
}
int set_error_handler(Rank& rank, MPI_File handle, MPI_Errhandler handler) {
  std::uint64_t* const place = handler_of(rank, handle);
  if (place == nullptr) return no_file(rank);
  const std::uint64_t number = number_of(handler);
  const bool is_standard = handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT ||
                           handler == MPI_ERRORS_RETURN;
  const ErrorHandler* const made = rank.state().error_handlers.find(number);
  if (!is_standard && (made == nullptr || made->of != ErrorHandler::Of::file)) {
    return rank.fail(number_of(handle), MPI_ERR_ERRHANDLER, "no error handler of files");
  }
  *place = number;
  return MPI_SUCCESS;
}
int get_error_handler(Rank& rank, MPI_File handle, MPI_Errhandler* handler) {
  const std::uint64_t* const place = handler_of(rank, handle);
  if (place == nullptr) return no_file(rank);
  *handler = handle_of<MPI_Errhandler>(*place);
  return MPI_SUCCESS;
}
int call_error_handler(Rank& rank, MPI_File handle, int code) {
  if (handler_of(rank, handle) == nullptr) return no_file(rank);
  rank.fail(number_of(handle), code, text_of_error(code));
  return MPI_SUCCESS;
}

constexpr Call file_rows[] = {
    blocking_call<decltype(MPI_File_open), begin_open>("MPI_File_open"),
    blocking_call<decltype(MPI_File_close), begin_close>("MPI_File_close"),
    call<decltype(MPI_File_delete), delete_file>("MPI_File_delete"),
    blocking_call<decltype(MPI_File_set_size), begin_set_size>("MPI_File_set_size"),
    blocking_call<decltype(MPI_File_preallocate), begin_preallocate>("MPI_File_preallocate"),
    call<decltype(MPI_File_get_size), get_size>("MPI_File_get_size"),
    blocking_call<decltype(MPI_File_sync), begin_sync>("MPI_File_sync"),
    blocking_call<decltype(MPI_File_set_atomicity), begin_set_atomicity>("MPI_File_set_atomicity"),
    call<decltype(MPI_File_get_atomicity), get_atomicity>("MPI_File_get_atomicity"),
    call<decltype(MPI_File_get_group), get_group>("MPI_File_get_group"),
    call<decltype(MPI_File_get_amode), get_mode>("MPI_File_get_amode"),
    call<decltype(MPI_File_set_info), set_info>("MPI_File_set_info"),
    call<decltype(MPI_File_get_info), get_info>("MPI_File_get_info"),
    call<decltype(MPI_File_create_errhandler), create_error_handler>("MPI_File_create_errhandler"),
    call<decltype(MPI_File_set_errhandler), set_error_handler>("MPI_File_set_errhandler"),
    call<decltype(MPI_File_get_errhandler), get_error_handler>("MPI_File_get_errhandler"),
    call<decltype(MPI_File_call_errhandler), call_error_handler>("MPI_File_call_errhandler"),
};

}  // namespace

std::span<const Call> file_calls() { return file_rows; }

}  // namespace isthmus::engine::mpi
