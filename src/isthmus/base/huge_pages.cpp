#include "isthmus/base/huge_pages.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace isthmus::engine {

namespace {

/// Of x86-64, and of arm64 with its usual pages. With others the system rounds as it needs.
constexpr std::uintptr_t huge_page_bytes = std::uintptr_t{2} << 20;

}  // namespace

void ask_for_huge_pages(void* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + huge_page_bytes - 1) & ~(huge_page_bytes - 1);
  const std::uintptr_t end = (address + bytes) & ~(huge_page_bytes - 1);
  if (first >= end) return;
  std::byte* const pages = static_cast<std::byte*>(begin) + (first - address);
  static_cast<void>(::madvise(pages, end - first, MADV_HUGEPAGE));
}

}  // namespace isthmus::engine
