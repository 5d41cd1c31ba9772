// isthmus/program/huge_pages.hpp: memory that is quicker to reach, for simulations of many PEs.
#pragma once

#include <cstddef>

namespace isthmus::engine::program {

/// The heap takes the next `bytes` from one range for which huge pages are asked: what thousands of
/// PEs own is visited in no order, and with pages of 4 KiB a third of the time goes into finding
/// them. Takes no memory until it is used. Where the system has none, all stays as it was. Before
/// other threads run.
void prefer_huge_pages(std::size_t bytes);

}  // namespace isthmus::engine::program
