// isthmus/base/huge_pages.hpp: memory that is quicker to have.
#pragma once

#include <cstddef>

namespace isthmus::engine {

/// Asks for huge pages in the whole ones of this range, which nobody has touched yet: the system
/// then hands out 2 MiB at a time and not 4 KiB, so that who fills a large range, once, hardly
/// waits for it. A wish: where the system has none to give, all stays as it was. Any thread.
void ask_for_huge_pages(void* begin, std::size_t bytes);

}  // namespace isthmus::engine
