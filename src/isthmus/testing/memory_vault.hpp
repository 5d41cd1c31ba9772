// isthmus/testing/memory_vault.hpp: checkpoints in memory, whose disk fails when a test says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "isthmus/store/index.hpp"
#include "isthmus/store/places.hpp"
#include "isthmus/store/vault.hpp"

namespace isthmus::engine::testing {

/// One for all processes of a job, as a shared directory is. Any thread.
class MemoryVault final : public store::Vault {
 public:
  MemoryVault();

  void write(std::uint64_t number, const std::string& name, store::SharedPieces pieces,
             Done done) override;
  Expected<std::vector<std::byte>> read(std::uint64_t number, const std::string& name) override;
  bool has(std::uint64_t number, const std::string& name, std::uint64_t bytes) override;
  void remove(std::uint64_t number) override;
  std::string place_of(std::uint64_t number) const override;

  /// From now on nothing is written any more.
  void fill_up() { is_full_ = true; }
  /// The same for the index of a checkpoint alone, and for what comes after it.
  void fill_up_at_index_of(std::uint64_t number) { last_room_ = number; }
  /// The checkpoints that have an index.
  std::vector<std::uint64_t> numbers() const;
  /// A file, to be damaged.
  std::vector<std::byte>& file(std::uint64_t number, const std::string& name);
  /// The index of a checkpoint that is whole.
  store::Index index_of(std::uint64_t number);
  /// For a job that writes here.
  store::Places places();
  /// For a job that goes on from this index, which outlives it, and writes here, too.
  store::Places places_after(const store::Index& index);

 private:
  mutable std::mutex lock_;
  bool is_full_ = false;
  std::uint64_t last_room_ = ~std::uint64_t{0};
  std::map<std::uint64_t, std::map<std::string, std::vector<std::byte>>> files_;  // under lock_
  store::Source source_;
};

}  // namespace isthmus::engine::testing
