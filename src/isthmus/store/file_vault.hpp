// isthmus/store/file_vault.hpp: checkpoints in a directory.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/vault.hpp"

namespace isthmus::store {

/// Who writes: the caller, who waits for the disk, or a thread that the vault has for it.
enum class Writes { at_once, behind };

/// A directory that has a folder for each checkpoint: "checkpoint-7". What is there is read by who
/// opens it as it stands on the disk.
class FileVault final : public Vault {
 public:
  explicit FileVault(std::string directory, Writes writes = Writes::behind);
  /// When all is written.
  ~FileVault() override;
  FileVault(const FileVault&) = delete;
  FileVault& operator=(const FileVault&) = delete;

  void write(std::uint64_t number, const std::string& name, Pieces pieces, Done done) override;
  Expected<std::vector<std::byte>> read(std::uint64_t number, const std::string& name) override;
  bool has(std::uint64_t number, const std::string& name, std::uint64_t bytes) override;
  void remove(std::uint64_t number) override;
  std::string place_of(std::uint64_t number) const override;

 private:
  void run();
  void order(std::function<void()> work);

  const std::string directory_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> orders_;  // under lock_; the first is being done
  bool ends_ = false;                         // likewise
  std::thread thread_;                        // none where the caller writes
};

/// What people call a checkpoint: a directory and a number.
struct Place {
  std::string directory;
  std::uint64_t number = 0;
};

/// The numbers of the checkpoints in a directory, those without an index left out, in order. None
/// where the directory is not there.
std::vector<std::uint64_t> checkpoints_in(const std::string& directory);
/// A number larger than those of all folders there, also of checkpoints that never became whole.
std::uint64_t next_number(const std::string& directory);
/// What a path says, whether anything is there or not; number 0 where it names no checkpoint.
Place place_of(const std::string& path);
/// What a path means: the folder of a checkpoint, or a directory, whose newest it is.
/// ErrorCode::bad_input where there is none.
Expected<Place> find_checkpoint(const std::string& path);
/// ErrorCode::bad_input, which says where and names the newest other checkpoint of the directory,
/// if there is one, where the index cannot be read.
Expected<Index> read_index(const Place& place);
/// Where a file of the checkpoint is damaged: what to say of it, and which checkpoint there is
/// instead.
Error about_file(const Place& place, const std::string& name, const Error& why);
/// Whether checkpoints can be written there; makes the directory where it is missing.
/// ErrorCode::bad_input that names the option.
Expected<void> check_directory(const std::string& directory, const std::string& option);

}  // namespace isthmus::store
