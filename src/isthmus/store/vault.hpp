// isthmus/store/vault.hpp: where the files of checkpoints are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/store/envelope.hpp"

namespace isthmus::engine::store {

/// The index has this name; it is written last, and a checkpoint is one when it is there.
inline constexpr const char* index_name = "index";

/// One process's way to the files of checkpoints, by the number of the checkpoint and their names.
/// It is a part of the world that a job is handed, and outlives it. Any thread.
class Vault {
 public:
  virtual ~Vault() = default;

  /// Told once whether a file is written; by any thread, also before `write` returns.
  using Done = std::function<void(Expected<void>)>;
  /// Writes a file. When `done` is told of success it is there whole, whatever fails afterwards;
  /// before, or where it fails, nothing has that name.
  virtual void write(std::uint64_t number, const std::string& name, SharedPieces pieces,
                     Done done) = 0;
  /// Waits for files that are being written. Nobody asks for one that is not written yet.
  virtual Expected<std::vector<std::byte>> read(std::uint64_t number, const std::string& name) = 0;
  /// The same file where it lies in memory anyway; null where it has to be read.
  virtual SharedPieces in_memory(std::uint64_t, const std::string&) const { return nullptr; }
  /// Whether a file of that size is there.
  virtual bool has(std::uint64_t number, const std::string& name, std::uint64_t bytes) = 0;
  /// Removes all files of a checkpoint, the index first, as soon as nothing is being written.
  virtual void remove(std::uint64_t number) = 0;
  /// Where that is, for messages to people.
  virtual std::string place_of(std::uint64_t number) const = 0;
};

}  // namespace isthmus::engine::store
