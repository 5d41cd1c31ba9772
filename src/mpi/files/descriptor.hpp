// mpi/files/descriptor.hpp: files that this process of the operating system has open for its ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace isthmus::engine::mpi {

/// A file that is open. Ranks of a process share it, as a thousand of them with ten files each
/// would need more than a process may have; all they do is at offsets, so none can tell. Errors are
/// numbers of errno. Calls wait for the disk, and so does the PE with all its ranks.
class Descriptor {
 public:
  /// With O_RDONLY, O_WRONLY or O_RDWR. It is there already if another rank of this process has
  /// opened it so, unless the path is meanwhile that of another file. Any thread.
  static std::expected<std::shared_ptr<Descriptor>, int> get(const std::string& path, int flags);

  /// Makes the file if it is not there; if it is, that is an error under `is_new`. 0, or an error.
  static int create(const std::string& path, bool is_new);

  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  /// How many bytes were read, which are fewer at the end of the file.
  std::expected<std::size_t, int> read(std::span<std::byte> bytes, std::int64_t offset) const;
  /// All of them; 0, or an error.
  int write(std::span<const std::byte> bytes, std::int64_t offset) const;
  std::expected<std::int64_t, int> size() const;
  int set_size(std::int64_t bytes) const;
  /// The file has so many bytes of the disk at least; it does not get shorter.
  int allocate(std::int64_t bytes) const;
  int sync() const;

  /// Until it goes, nobody else who asks has a turn that excludes it: neither here nor in another
  /// process, as far as the file system has locks.
  class Turn {
   public:
    Turn(Descriptor& of, bool writes);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    int error() const { return error_; }

   private:
    Descriptor& of_;
    std::unique_lock<std::mutex> lock_;
    int error_ = 0;
  };

 private:
  int number_;
  std::mutex turn_;
};

}  // namespace isthmus::engine::mpi
