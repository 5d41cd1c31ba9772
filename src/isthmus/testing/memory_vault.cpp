#include "isthmus/testing/memory_vault.hpp"

#include <stdexcept>

namespace isthmus::engine::testing {

MemoryVault::MemoryVault()
    : source_{this, [](std::uint64_t, const std::string& name, const Error& why) {
                return Error{ErrorCode::bad_input, "file " + name + ": " + why.what, {}, {}};
              }} {}

void MemoryVault::write(std::uint64_t number, const std::string& name, store::SharedPieces pieces,
                        Done done) {
  if (number == last_room_ && name == store::index_name) is_full_ = true;
  if (is_full_) return done(fail(ErrorCode::bad_input, "no space left", place_of(number)));
  {
    const std::lock_guard lock(lock_);
    std::vector<std::byte>& file = files_[number][name];
    file.clear();
    for (const auto& piece : *pieces) file.insert(file.end(), piece.begin(), piece.end());
  }
  done({});
}

Expected<std::vector<std::byte>> MemoryVault::read(std::uint64_t number, const std::string& name) {
  const std::lock_guard lock(lock_);
  const auto checkpoint = files_.find(number);
  if (checkpoint == files_.end() || !checkpoint->second.contains(name)) {
    return fail(ErrorCode::bad_input, "no such file", place_of(number) + "/" + name);
  }
  return checkpoint->second.at(name);
}

bool MemoryVault::has(std::uint64_t number, const std::string& name, std::uint64_t bytes) {
  const std::lock_guard lock(lock_);
  const auto checkpoint = files_.find(number);
  if (checkpoint == files_.end()) return false;
  const auto file = checkpoint->second.find(name);
  return file != checkpoint->second.end() && file->second.size() == bytes;
}

void MemoryVault::remove(std::uint64_t number) {
  const std::lock_guard lock(lock_);
  files_.erase(number);
}

std::string MemoryVault::place_of(std::uint64_t number) const {
  return "memory/" + std::to_string(number);
}

std::vector<std::uint64_t> MemoryVault::numbers() const {
  const std::lock_guard lock(lock_);
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, files] : files_) {
    if (files.contains(store::index_name)) numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::byte>& MemoryVault::file(std::uint64_t number, const std::string& name) {
  const std::lock_guard lock(lock_);
  return files_.at(number).at(name);
}

store::Index MemoryVault::index_of(std::uint64_t number) {
  const Expected<std::vector<std::byte>> file = read(number, store::index_name);
  if (!file) throw std::runtime_error(file.error().text());
  Expected<store::Index> index = store::decoded_index(*file);
  if (!index) throw std::runtime_error(index.error().text());
  return std::move(*index);
}

store::Places MemoryVault::places() { return {.vault = this}; }

store::Places MemoryVault::places_after(const store::Index& index) {
  return {.vault = this,
          .first_number = index.number + 1,
          .source = &source_,
          .restart = &index,
          .is_in_place = true};
}

}  // namespace isthmus::engine::testing
