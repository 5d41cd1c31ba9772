#include "isthmus/program/huge_pages.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace isthmus::engine::program {

namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

}  // namespace

void prefer_huge_pages(std::size_t bytes) {
  if (bytes < huge_page_bytes || bytes > std::numeric_limits<int>::max()) return;
  // What is large would otherwise get pages of its own, which are small; 32 MiB is the most that
  // may be asked for.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  // The heap grows by what is asked for and the pad: now by all that will be needed.
  mallopt(M_TOP_PAD, static_cast<int>(bytes));
  void* const taken = std::malloc(huge_page_bytes);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const auto begin = reinterpret_cast<std::uintptr_t>(taken);
  const std::uintptr_t first = (begin + huge_page_bytes - 1) & ~(huge_page_bytes - 1);
  // A heap that did not grow at its end has taken its memory from elsewhere.
  if (taken != nullptr && first < end && end - begin >= bytes) {
    madvise(reinterpret_cast<void*>(first), (end - first) & ~(huge_page_bytes - 1), MADV_HUGEPAGE);
  }
  // The pad stays: the heap gives back what is free beyond it, and this shall stay.
  std::free(taken);
}

}  // namespace isthmus::engine::program
