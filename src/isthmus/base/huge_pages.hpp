// isthmus/base/huge_pages.hpp: memory that is quicker to have.
#pragma once

#include <cstddef>

namespace isthmus::engine {

/// Asks for huge pages in the whole ones of this range, which nobody has touched yet: the system
/// then hands out 2 MiB at a time and not 4 KiB, so that who fills a large range, once, hardly
/// waits for it. A wish: where the system has none to give, all stays as it was. Any thread.
void ask_for_huge_pages(void* begin, std::size_t bytes);

/// Of memory whose contents nobody has a use for: the system may take back the whole pages in this
/// range when it is short of memory. Those that it has not taken are as quick to fill again as
/// before; it takes none that is being filled. What they hold until then is not defined. A wish, as
/// above. Any thread.
void lend_to_system(void* begin, std::size_t bytes);

}  // namespace isthmus::engine
