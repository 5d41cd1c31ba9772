// isthmus/store/spare_memory.hpp: memory of images that are of no more use, for the next ones.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/store/envelope.hpp"

namespace isthmus::engine::store {

/// What one image of a process was in, from when nobody holds that image any more until the next
/// one is written over it: pages that have been touched are filled in half the time, and the job
/// stands still meanwhile. One block for each PE, by its place in the process; the system is told
/// that it may have their pages back when it is short of memory. Any thread.
class SpareMemory {
 public:
  /// Of an image whose first piece is its envelope, and the others the PEs' objects: these come
  /// back to `spare` when the last one lets go of the image.
  static SharedPieces shared(Pieces image, std::shared_ptr<SpareMemory> spare);

  explicit SpareMemory(std::size_t places) : blocks_(places) {}
  SpareMemory(const SpareMemory&) = delete;
  SpareMemory& operator=(const SpareMemory&) = delete;

  /// What is there of that PE, which holds anything; empty where nothing is.
  std::vector<std::byte> take(std::size_t place);
  /// Nobody has a use for what is in it.
  void give(std::size_t place, std::vector<std::byte> block);
  /// Gives all to the heap, also what will come yet.
  void close();

 private:
  Mutex lock_;
  std::vector<std::vector<std::byte>> blocks_;  // by place; under lock_; none: it is closed
};

}  // namespace isthmus::engine::store
