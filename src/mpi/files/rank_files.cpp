// What ranks that have a file open together do as one: rank 0 gathers what all want, does what is
// done once for all (it makes the file, sets its size, moves the shared pointer), and tells each.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/files/file_calls.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

struct Wish {
  std::int64_t kind = 0;
  std::int64_t amount = 0;
  std::int64_t detail = 0;
};
struct Answer {
  std::int64_t error = 0;
  std::int64_t value = 0;
  /// Of a file that has been opened.
  std::uint64_t context = 0;
  std::uint64_t has_section = 0;
  CollectionId section = {};
  std::uint32_t members = 0;
};

template <class T>
std::vector<std::byte> bytes_of(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}
template <class T>
T read_as(const std::vector<std::byte>& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}

bool is_access(FileTask::Kind kind) {
  return kind == FileTask::Kind::read || kind == FileTask::Kind::write;
}

/// Whether the ranks want the same: MPI_SUCCESS, or the error of all of them.
int compare(const std::vector<Part>& parts) {
  const Wish first = read_as<Wish>(parts.front().bytes);
  for (const Part& part : parts) {
    const Wish wish = read_as<Wish>(part.bytes);
    if (wish.kind != first.kind) return MPI_ERR_OTHER;
    const bool may_differ = is_access(static_cast<FileTask::Kind>(wish.kind));
    if (wish.detail != first.detail || (wish.amount != first.amount && !may_differ)) {
      return MPI_ERR_NOT_SAME;
    }
  }
  return MPI_SUCCESS;
}

int open_first(File& file) {
  const bool creates = (file.mode & MPI_MODE_CREATE) != 0;
  if (creates) {
    if (const int error = Descriptor::create(file.path, (file.mode & MPI_MODE_EXCL) != 0)) {
      return file_error(error);
    }
  }
  const auto descriptor = descriptor_of(file);
  return descriptor ? MPI_SUCCESS : descriptor.error();
}

int resize(File& file, const FileTask& task) {
  const auto descriptor = descriptor_of(file);
  if (!descriptor) return descriptor.error();
  return file_error(task.kind == FileTask::Kind::set_size ? (*descriptor)->set_size(task.amount)
                                                          : (*descriptor)->allocate(task.amount));
}

int seek_shared(File& file, const FileTask& task, std::int64_t& position) {
  std::int64_t from = 0;
  if (task.detail == MPI_SEEK_CUR) from = position;
  if (task.detail == MPI_SEEK_END) {
    const auto descriptor = descriptor_of(file);
    if (!descriptor) return descriptor.error();
    from = position_behind(file.view, (*descriptor)->size().value_or(0));
  }
  if (from + task.amount < 0) return MPI_ERR_ARG;
  position = from + task.amount;
  return MPI_SUCCESS;
}

}  // namespace

int Rank::meet(std::uint64_t members, std::uint64_t request, FileTask task, std::uint64_t made_at) {
  const CollectiveName name = next_collective(*find_members(members));
  state_.requests.find(request)->task = task;
  add_collective(name, {.kind = CollectiveKind::file,
                        .communicator = members,
                        .request = request,
                        .made_at = made_at});
  Part part;
  part.name = name;
  part.kind = CollectiveKind::file;
  part.bytes = bytes_of(Wish{static_cast<std::int64_t>(task.kind), task.amount, task.detail});
  gather_part(*find_members(members), std::move(part), 0);
  return MPI_SUCCESS;
}

void Rank::lead_file(const CollectiveName& name, const std::vector<Part>& parts) {
  const Collective& collective = state_.collectives.at(name);
  const FileTask task = state_.requests.find(collective.request)->task;
  File& file = *state_.files.find(task.file);
  Answer answer;
  answer.error = compare(parts);
  std::vector<std::int64_t> amounts(parts.size());
  for (const Part& part : parts) {
    amounts[static_cast<std::size_t>(part.from)] = read_as<Wish>(part.bytes).amount;
  }
  if (answer.error == MPI_SUCCESS) {
    std::int64_t& shared = state_.shared_positions[file.communicator.context];
    switch (task.kind) {
      case FileTask::Kind::open: {
        state_.shared_positions.erase(file.communicator.context);
        answer.error = open_first(file);
        if (answer.error != MPI_SUCCESS) break;
        if ((file.mode & MPI_MODE_APPEND) != 0) answer.value = file.descriptor->size().value_or(0);
        answer.context = new_context();
        state_.shared_positions[answer.context] = answer.value;
        if (file.communicator.size() == 1 || file.communicator.has_later) break;
        const SectionName section = array().section(file.communicator.group.members).name();
        answer.has_section = 1;
        answer.section = section.id;
        answer.members = section.members;
        break;
      }
      case FileTask::Kind::close:
        state_.shared_positions.erase(file.communicator.context);
        if ((file.mode & MPI_MODE_DELETE_ON_CLOSE) != 0 && unlink(file.path.c_str()) != 0) {
          answer.error = file_error(errno);
        }
        break;
      case FileTask::Kind::set_size:
      case FileTask::Kind::preallocate:
        answer.error = resize(file, task);
        break;
      case FileTask::Kind::set_view:
        answer.value = byte_offset(file.view, shared);
        shared = 0;
        break;
      case FileTask::Kind::seek_shared:
        answer.error = seek_shared(file, task, shared);
        break;
      case FileTask::Kind::read:
      case FileTask::Kind::write:
        answer.value = shared;
        for (const std::int64_t amount : amounts) shared += amount;
        break;
      case FileTask::Kind::none:
      case FileTask::Kind::set_atomicity:
      case FileTask::Kind::sync:
      case FileTask::Kind::ask:
        break;
    }
  }
  std::vector<Part> answers;
  for (const std::int64_t amount : amounts) {
    Part part;
    part.name = name;
    part.kind = CollectiveKind::file;
    part.bytes = bytes_of(answer);
    answers.push_back(std::move(part));
    // In the order of ranks, one behind the other.
    if (is_access(task.kind)) answer.value += amount;
  }
  scatter_parts(communicator_of(collective), std::move(answers));
}

void Rank::end_file(const CollectiveName& name, const Part& part) {
  const Answer answer = read_as<Answer>(part.bytes);
  const std::uint64_t request = state_.collectives.at(name).request;
  const std::uint64_t made_at = state_.collectives.at(name).made_at;
  const FileTask task = state_.requests.find(request)->task;
  File& file = *state_.files.find(task.file);
  const bool is_well = answer.error == MPI_SUCCESS;
  switch (task.kind) {
    case FileTask::Kind::open:
      if (!is_well) {
        state_.files.remove(task.file);
        break;
      }
      file.communicator.context = answer.context;
      if (answer.has_section != 0) {
        file.communicator.section = SectionName{answer.section, answer.members};
      }
      file.position = answer.value;
      *pointer_to<std::uint64_t>(made_at) = task.file;
      break;
    case FileTask::Kind::close:
      state_.files.remove(task.file);
      *pointer_to<std::uint64_t>(made_at) = number_of(MPI_FILE_NULL);
      break;
    case FileTask::Kind::set_view:
      if (!is_well) break;
      file.view = std::exchange(file.next_view, {});
      if (file.view.displacement == MPI_DISPLACEMENT_CURRENT) {
        file.view.displacement = answer.value;
      }
      file.position = 0;
      break;
    case FileTask::Kind::set_atomicity:
      if (is_well) file.is_atomic = task.amount != 0;
      break;
    case FileTask::Kind::read:
    case FileTask::Kind::write:
      if (!is_well) break;
      state_.collectives.erase(name);
      return take_position(*this, request, answer.value);
    default:
      break;
  }
  end_collective(name, static_cast<int>(answer.error));
}

void Rank::ask_shared_pointer(const File& file, std::uint64_t request, const FileTask& task) {
  state_.requests.find(request)->kind = Request::Kind::collective;
  state_.requests.find(request)->task = task;
  const FileQuestion question{file.communicator.context, number(), request, task.amount};
  if (file.communicator.rank == 0) return take_file_question(question);
  rank_of(file.communicator, 0).send<&Rank::take_file_question>(question);
}

void Rank::take_file_question(const FileQuestion& question) {
  must_be_here();
  std::int64_t& shared = state_.shared_positions[question.context];
  const std::int64_t position = shared;
  shared += question.amount;
  if (question.asker == number()) return take_file_answer(question.request, position);
  at(question.asker).send<&Rank::take_file_answer>(question.request, position);
}

void Rank::take_file_answer(std::uint64_t request, std::int64_t position) {
  must_be_here();
  if (state_.requests.find(request) == nullptr) return;
  take_position(*this, request, position);
  look_again();
}

}  // namespace isthmus::engine::mpi
