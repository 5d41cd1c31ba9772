// isthmus/store/file_vault.hpp: checkpoints in a directory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/vault.hpp"
#include "isthmus/store/worker.hpp"

namespace isthmus::engine::store {

/// A directory that has a folder for each checkpoint: "checkpoint-7". What is there is read by who
/// opens it as it stands on the disk.
class FileVault final : public Vault {
 public:
  /// Null: the caller writes, and waits for the disk. The worker outlives this.
  explicit FileVault(std::string directory, Worker* worker = nullptr)
      : directory_(std::move(directory)), worker_(worker) {}

  void write(std::uint64_t number, const std::string& name, SharedPieces pieces,
             Done done) override;
  Expected<std::vector<std::byte>> read(std::uint64_t number, const std::string& name) override;
  bool has(std::uint64_t number, const std::string& name, std::uint64_t bytes) override;
  void remove(std::uint64_t number) override;
  std::string place_of(std::uint64_t number) const override;

 private:
  void order(std::function<void()> work);

  const std::string directory_;
  Worker* const worker_;
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
/// The folder of the newest checkpoint of the directory before this one; nothing: there is none.
std::optional<std::string> newest_before(const Place& place);
/// Where a file of the checkpoint is damaged: what to say of it, and which checkpoint there is
/// instead.
Error about_file(const Place& place, const std::string& name, const Error& why);
/// Whether checkpoints can be written there; makes the directory where it is missing.
/// ErrorCode::bad_input that names the option.
Expected<void> check_directory(const std::string& directory, const std::string& option);

}  // namespace isthmus::engine::store
