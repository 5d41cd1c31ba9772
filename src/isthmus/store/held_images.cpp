#include "isthmus/store/held_images.hpp"

#include <exception>
#include <mutex>
#include <utility>

#include "isthmus/base/huge_pages.hpp"

namespace isthmus::engine::store {

HeldImages::HeldImages(std::string who, Vault* behind)
    : who_(std::move(who)),
      behind_(behind),
      source_{this, [](std::uint64_t, const std::string& name, const Error& why) {
                return Error{ErrorCode::unreachable,
                             "the job cannot go on: the image of " + name +
                                 " is gone, as it and its partner were lost (" + why.what + ")",
                             {},
                             {}};
              }} {}

void HeldImages::write(std::uint64_t number, const std::string& name, SharedPieces pieces,
                       Done done) {
  {
    const std::lock_guard guard(lock_);
    whole_[number][name] = std::move(pieces);
  }
  done({});
}

SharedPieces HeldImages::in_memory(std::uint64_t number, const std::string& name) const {
  const std::lock_guard guard(lock_);
  const auto checkpoint = whole_.find(number);
  if (checkpoint == whole_.end()) return nullptr;
  const auto file = checkpoint->second.find(name);
  return file == checkpoint->second.end() ? nullptr : file->second;
}

Expected<std::vector<std::byte>> HeldImages::read(std::uint64_t number, const std::string& name) {
  const SharedPieces pieces = in_memory(number, name);
  if (pieces == nullptr) {
    if (behind_ != nullptr) return behind_->read(number, name);
    return fail(ErrorCode::bad_input, "it is not here", place_of(number));
  }
  std::vector<std::byte> bytes;
  bytes.reserve(size_of(*pieces));
  for (const auto& piece : *pieces) bytes.insert(bytes.end(), piece.begin(), piece.end());
  return bytes;
}

bool HeldImages::has(std::uint64_t number, const std::string& name, std::uint64_t bytes) {
  if (const SharedPieces pieces = in_memory(number, name)) return size_of(*pieces) == bytes;
  return behind_ != nullptr && behind_->has(number, name, bytes);
}

void HeldImages::remove(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  whole_.erase(number);
  coming_.erase(number);
}

std::string HeldImages::place_of(std::uint64_t number) const {
  return "checkpoint " + std::to_string(number) + " in the memory of " + who_;
}

bool HeldImages::append(std::uint64_t number, const std::string& name, std::uint64_t size,
                        std::uint64_t offset, std::span<const std::byte> bytes) {
  const std::lock_guard guard(lock_);
  Coming& file = coming_[number][name];
  if (offset == 0) {
    file = {.size = size, .bytes = {}};
    try {
      file.bytes.reserve(size);
    } catch (const std::exception&) {
      return false;
    }
    ask_for_huge_pages(file.bytes.data(), file.bytes.capacity());
  }
  const std::uint64_t there = file.bytes.size();
  if (size != file.size || offset != there || bytes.size() > size - there) return false;
  file.bytes.insert(file.bytes.end(), bytes.begin(), bytes.end());
  return true;
}

bool HeldImages::complete(std::uint64_t number, const std::string& name) {
  const std::lock_guard guard(lock_);
  auto file = coming_[number].extract(name);
  if (!file || file.mapped().bytes.size() != file.mapped().size) return false;
  Pieces pieces;
  pieces.push_back(std::move(file.mapped().bytes));
  whole_[number][name] = std::make_shared<const Pieces>(std::move(pieces));
  return true;
}

std::uint64_t HeldImages::newest() const {
  const std::lock_guard guard(lock_);
  for (auto at = whole_.rbegin(); at != whole_.rend(); ++at) {
    if (at->second.contains(index_name)) return at->first;
  }
  return 0;
}

void HeldImages::drop_before(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  whole_.erase(whole_.begin(), whole_.lower_bound(number));
  coming_.erase(coming_.begin(), coming_.lower_bound(number));
}

void HeldImages::drop_after(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  whole_.erase(whole_.upper_bound(number), whole_.end());
  coming_.erase(coming_.upper_bound(number), coming_.end());
}

Expected<std::optional<Index>> HeldImages::go_back_to(std::uint64_t number) {
  drop_after(number);
  if (number == 0) return std::nullopt;
  auto file = read(number, index_name);
  if (!file) return forward_error(file);
  auto index = decoded_index(*file);
  if (!index) return forward_error(index);
  return std::move(*index);
}

}  // namespace isthmus::engine::store
