#include "isthmus/store/file_vault.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace isthmus::engine::store {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view folder_prefix = "checkpoint-";

std::string folder_of(const std::string& directory, std::uint64_t number) {
  return directory + "/" + std::string(folder_prefix) + std::to_string(number);
}

std::optional<std::uint64_t> number_of(const std::string& folder) {
  if (!folder.starts_with(folder_prefix)) return {};
  const char* const begin = folder.data() + folder_prefix.size();
  const char* const end = folder.data() + folder.size();
  std::uint64_t number = 0;
  const auto [stopped, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stopped != end || number == 0) return {};
  return number;
}

/// Closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  const int number_;
};

std::unexpected<Error> cannot(const std::string& what, const std::string& path, int error_number) {
  return fail(ErrorCode::bad_input, with_errno("cannot " + what, error_number), path);
}

/// What a disk is told to write at a time, while the next bytes are copied for it.
constexpr std::size_t disk_batch_bytes = std::size_t{8} << 20;

Expected<void> write_all(int to, const Pieces& pieces, const std::string& path) {
  for (const std::vector<std::byte>& piece : pieces) {
    std::size_t at = 0;
    while (at < piece.size()) {
      const std::size_t count = std::min(piece.size() - at, disk_batch_bytes);
      const ssize_t written = ::write(to, piece.data() + at, count);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return cannot("write a checkpoint", path, errno);
      at += static_cast<std::size_t>(written);
      // A hint; it is fsync that says what has come of it.
      if (written == disk_batch_bytes) ::sync_file_range(to, 0, 0, SYNC_FILE_RANGE_WRITE);
    }
  }
  return {};
}

/// Under another name first, so that nobody ever sees half of it.
Expected<void> write_file(const std::string& folder, const std::string& name,
                          const Pieces& pieces) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return cannot("make a checkpoint's folder", folder, error.value());
  const std::string path = folder + "/" + name;
  const std::string part = path + ".part";
  const auto write_part = [&]() -> Expected<void> {
    const Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file) return cannot("write a checkpoint", path, errno);
    if (auto written = write_all(file.number(), pieces, path); !written) return written;
    if (::fsync(file.number()) != 0) return cannot("write a checkpoint", path, errno);
    return {};
  };
  Expected<void> written = write_part();
  if (written && ::rename(part.c_str(), path.c_str()) != 0) {
    written = cannot("write a checkpoint", path, errno);
  }
  if (!written) {
    ::unlink(part.c_str());
    return written;
  }
  // The name, too, outlives a failure of the machine.
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory || ::fsync(directory.number()) != 0) {
    return cannot("write a checkpoint", folder, errno);
  }
  return {};
}

void remove_folder(const std::string& folder) {
  // Whatever does not go stays, and is no checkpoint.
  ::unlink((folder + "/" + index_name).c_str());
  std::error_code error;
  fs::remove_all(folder, error);
}

}  // namespace

void FileVault::order(std::function<void()> work) {
  if (worker_ == nullptr) return work();
  worker_->order(std::move(work));
}

void FileVault::write(std::uint64_t number, const std::string& name, SharedPieces pieces,
                      Done done) {
  order([folder = folder_of(directory_, number), name, pieces = std::move(pieces),
         done = std::move(done)]() mutable {
    const Expected<void> outcome = write_file(folder, name, *pieces);
    // Whoever is told may want that memory for the next one.
    pieces.reset();
    done(outcome);
  });
}

Expected<std::vector<std::byte>> FileVault::read(std::uint64_t number, const std::string& name) {
  const std::string path = folder_of(directory_, number) + "/" + name;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return cannot("read a checkpoint", path, errno);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return cannot("read a checkpoint", path, errno);
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t count = ::read(file.number(), bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot("read a checkpoint", path, errno);
    if (count == 0) break;
    at += static_cast<std::size_t>(count);
  }
  bytes.resize(at);
  return bytes;
}

bool FileVault::has(std::uint64_t number, const std::string& name, std::uint64_t bytes) {
  struct stat status{};
  const std::string path = folder_of(directory_, number) + "/" + name;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<std::uint64_t>(status.st_size) == bytes;
}

void FileVault::remove(std::uint64_t number) {
  order([folder = folder_of(directory_, number)] { remove_folder(folder); });
}

std::string FileVault::place_of(std::uint64_t number) const {
  return folder_of(directory_, number);
}

// --- what is there -----------------------------------------------------------------------------

namespace {

/// visit(number, path) for each folder.
template <class Visit>
void for_each_folder(const std::string& directory, Visit&& visit) {
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    if (const auto number = number_of(at->path().filename().string())) visit(*number, at->path());
  }
}

}  // namespace

std::vector<std::uint64_t> checkpoints_in(const std::string& directory) {
  std::vector<std::uint64_t> numbers;
  for_each_folder(directory, [&](std::uint64_t number, const fs::path& path) {
    std::error_code error;
    if (fs::is_regular_file(path / index_name, error)) numbers.push_back(number);
  });
  std::ranges::sort(numbers);
  return numbers;
}

std::uint64_t next_number(const std::string& directory) {
  std::uint64_t next = 1;
  for_each_folder(
      directory, [&](std::uint64_t number, const fs::path&) { next = std::max(next, number + 1); });
  return next;
}

Place place_of(const std::string& path) {
  fs::path at(path);
  if (at.filename().empty()) at = at.parent_path();
  const auto number = number_of(at.filename().string());
  if (!number) return {at.string(), 0};
  return {at.has_parent_path() ? at.parent_path().string() : ".", *number};
}

Expected<Place> find_checkpoint(const std::string& path) {
  Place place = place_of(path);
  if (place.number != 0) return place;
  const std::vector<std::uint64_t> numbers = checkpoints_in(place.directory);
  if (numbers.empty()) {
    return fail(ErrorCode::bad_input, "there is no checkpoint", path,
                "the folder of one, or a directory with one that is whole");
  }
  place.number = numbers.back();
  return place;
}

std::optional<std::string> newest_before(const Place& place) {
  std::vector<std::uint64_t> others = checkpoints_in(place.directory);
  std::erase_if(others, [&](std::uint64_t number) { return number >= place.number; });
  if (others.empty()) return std::nullopt;
  return folder_of(place.directory, others.back());
}

Error about_file(const Place& place, const std::string& name, const Error& why) {
  const std::optional<std::string> before = newest_before(place);
  const std::string path = folder_of(place.directory, place.number) + "/" + name;
  std::string what = why.what;
  if (!why.expected_what.empty()) what += ", and not " + why.expected_what;
  return {ErrorCode::bad_input, "the checkpoint cannot be used: " + what, path,
          before ? "a checkpoint that is whole; the one before is " + *before
                 : "a checkpoint that is whole; there is no earlier one"};
}

Expected<Index> read_index(const Place& place) {
  FileVault vault(place.directory);
  Expected<std::vector<std::byte>> file = vault.read(place.number, index_name);
  if (!file) return std::unexpected(about_file(place, index_name, file.error()));
  Expected<Index> index = decoded_index(*file);
  if (!index) return std::unexpected(about_file(place, index_name, index.error()));
  if (index->number != place.number) {
    return std::unexpected(about_file(
        place, index_name,
        {ErrorCode::bad_input, "it is that of checkpoint " + std::to_string(index->number)}));
  }
  return index;
}

Expected<void> check_directory(const std::string& directory, const std::string& option) {
  std::error_code error;
  fs::create_directories(directory, error);
  int why = error.value();
  if (!error) {
    if (::access(directory.c_str(), W_OK | X_OK) == 0) return {};
    why = errno;
  }
  return fail(ErrorCode::bad_input,
              with_errno("cannot write checkpoints to '" + directory + "'", why), option,
              "a directory that can be written to");
}

}  // namespace isthmus::engine::store
