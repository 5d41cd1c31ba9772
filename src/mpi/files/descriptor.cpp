#include "mpi/files/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

/// Linux reads and writes no more at a time.
constexpr std::size_t most_at_once = 0x7fff'f000;

/// Those that are open, by path and flags. One for the process: the descriptors are its.
struct OpenFiles {
  std::mutex mutex;
  std::map<std::pair<std::string, int>, std::weak_ptr<Descriptor>> files = {};

  static OpenFiles& instance() {
    static OpenFiles all;
    return all;
  }
};

bool is_same(const struct stat& first, const struct stat& second) {
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int set_lock(int descriptor, short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  int status = 0;
  do {
    status = fcntl(descriptor, F_OFD_SETLKW, &lock);
  } while (status != 0 && errno == EINTR);
  return status == 0 ? 0 : errno;
}

}  // namespace

std::expected<std::shared_ptr<Descriptor>, int> Descriptor::get(const std::string& path,
                                                                int flags) {
  OpenFiles& all = OpenFiles::instance();
  const std::lock_guard lock(all.mutex);
  std::weak_ptr<Descriptor>& place = all.files[{path, flags}];
  if (auto found = place.lock()) {
    struct stat opened = {};
    struct stat named = {};
    if (fstat(found->number_, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
        is_same(opened, named)) {
      return found;
    }
  }
  const int number = ::open(path.c_str(), flags | O_CLOEXEC);
  if (number < 0) return std::unexpected(errno);
  auto made = std::make_shared<Descriptor>(number);
  struct stat told = {};
  if (fstat(number, &told) == 0 && S_ISDIR(told.st_mode)) return std::unexpected(EISDIR);
  place = made;
  std::erase_if(all.files, [](const auto& each) { return each.second.expired(); });
  return made;
}

int Descriptor::create(const std::string& path, bool is_new) {
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (is_new ? O_EXCL : 0);
  const int number = ::open(path.c_str(), flags, 0666);
  if (number >= 0) return ::close(number), 0;
  // What is there already may be one that is only read.
  return !is_new && errno == EACCES && access(path.c_str(), F_OK) == 0 ? 0 : errno;
}

Descriptor::~Descriptor() { ::close(number_); }

std::expected<std::size_t, int> Descriptor::read(std::span<std::byte> bytes,
                                                 std::int64_t offset) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t now =
        pread(number_, bytes.data() + done, std::min(bytes.size() - done, most_at_once),
              offset + static_cast<std::int64_t>(done));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) return std::unexpected(errno);
    if (now == 0) break;
    done += static_cast<std::size_t>(now);
  }
  return done;
}

int Descriptor::write(std::span<const std::byte> bytes, std::int64_t offset) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t now =
        pwrite(number_, bytes.data() + done, std::min(bytes.size() - done, most_at_once),
               offset + static_cast<std::int64_t>(done));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) return errno;
    done += static_cast<std::size_t>(now);
  }
  return 0;
}

std::expected<std::int64_t, int> Descriptor::size() const {
  struct stat told = {};
  if (fstat(number_, &told) != 0) return std::unexpected(errno);
  return told.st_size;
}

int Descriptor::set_size(std::int64_t bytes) const {
  return ftruncate(number_, bytes) == 0 ? 0 : errno;
}

int Descriptor::allocate(std::int64_t bytes) const {
  return bytes == 0 ? 0 : posix_fallocate(number_, 0, bytes);
}

int Descriptor::sync() const { return fsync(number_) == 0 ? 0 : errno; }

Descriptor::Turn::Turn(Descriptor& of, bool writes) : of_(of), lock_(of.turn_) {
  error_ = set_lock(of_.number_, writes ? F_WRLCK : F_RDLCK);
}

Descriptor::Turn::~Turn() {
  if (error_ == 0) set_lock(of_.number_, F_UNLCK);
}

}  // namespace isthmus::engine::mpi
