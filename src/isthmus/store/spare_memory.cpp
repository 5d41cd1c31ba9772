#include "isthmus/store/spare_memory.hpp"

#include <mutex>
#include <utility>

#include "isthmus/base/huge_pages.hpp"

namespace isthmus::engine::store {

SharedPieces SpareMemory::shared(Pieces image, std::shared_ptr<SpareMemory> spare) {
  const auto give_back = [spare = std::move(spare)](Pieces* pieces) {
    const std::unique_ptr<Pieces> owned(pieces);
    for (std::size_t i = 1; i < owned->size(); ++i) spare->give(i - 1, std::move((*owned)[i]));
  };
  return std::shared_ptr<Pieces>(std::make_unique<Pieces>(std::move(image)).release(), give_back);
}

std::vector<std::byte> SpareMemory::take(std::size_t place) {
  const std::lock_guard guard(lock_);
  if (place >= blocks_.size()) return {};
  return std::exchange(blocks_[place], {});
}

void SpareMemory::give(std::size_t place, std::vector<std::byte> block) {
  lend_to_system(block.data(), block.capacity());
  const std::lock_guard guard(lock_);
  // What is there already comes of an image that was begun before this one ended: it goes.
  if (place < blocks_.size()) blocks_[place].swap(block);
}

void SpareMemory::close() {
  std::vector<std::vector<std::byte>> gone;
  const std::lock_guard guard(lock_);
  gone.swap(blocks_);
}

}  // namespace isthmus::engine::store
