// isthmus/store/held_images.hpp: the images of checkpoints in the memory of a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/store/places.hpp"
#include "isthmus/store/vault.hpp"

namespace isthmus::engine::store {

/// What a process holds for the case that another one is lost: its own image of a checkpoint, those
/// of the processes whose partner it is, and the index. Double in-memory checkpoints: the images of
/// one are dropped only when the index of the next one is with all (Zheng, Shi and Kalé 2004). It
/// outlives the epochs of its job. Any thread.
class HeldImages final : public Vault {
 public:
  /// `who` holds them, for messages to people. What is not here is looked for in `behind`, which
  /// has the same files of the same checkpoints; null: nowhere. It outlives this.
  explicit HeldImages(std::string who, Vault* behind = nullptr);
  HeldImages(const HeldImages&) = delete;
  HeldImages& operator=(const HeldImages&) = delete;

  void write(std::uint64_t number, const std::string& name, SharedPieces pieces,
             Done done) override;
  Expected<std::vector<std::byte>> read(std::uint64_t number, const std::string& name) override;
  bool has(std::uint64_t number, const std::string& name, std::uint64_t bytes) override;
  void remove(std::uint64_t number) override;
  std::string place_of(std::uint64_t number) const override;
  SharedPieces in_memory(std::uint64_t number, const std::string& name) const override;

  /// Another process's file, of `size` bytes in all, comes piece by piece, in order. False where
  /// that piece is not the next one, goes beyond the end, or there is no room for so much; piece 0
  /// begins the file anew. It is one piece when it is complete.
  bool append(std::uint64_t number, const std::string& name, std::uint64_t size,
              std::uint64_t offset, std::span<const std::byte> bytes);
  /// All of it has come. False where not.
  bool complete(std::uint64_t number, const std::string& name);
  /// The newest checkpoint of which the index is here; 0 where there is none.
  std::uint64_t newest() const;
  /// Those of checkpoints before this one are of no more use.
  void drop_before(std::uint64_t number);
  /// Those after it were begun in an epoch that is over.
  void drop_after(std::uint64_t number);
  /// For a job that goes on from that checkpoint: drops what is after it. Its index; nothing for 0,
  /// which is the start.
  Expected<std::optional<Index>> go_back_to(std::uint64_t number);
  /// The process has been lost, and all that it held.
  void lose() { drop_before(~std::uint64_t{0}); }
  /// For a job that goes on from one of them.
  const Source& source() const { return source_; }

 private:
  struct Coming {
    std::uint64_t size = 0;
    std::vector<std::byte> bytes;
  };

  const std::string who_;
  Vault* const behind_;
  const Source source_;
  mutable Mutex lock_;
  std::map<std::uint64_t, std::map<std::string, SharedPieces>> whole_;  // under lock_
  std::map<std::uint64_t, std::map<std::string, Coming>> coming_;       // likewise
};

}  // namespace isthmus::engine::store
