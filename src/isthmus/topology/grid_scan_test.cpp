#include "isthmus/topology/grid_scan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::topology {
namespace {

std::string fault_of(std::string_view text) {
  const auto result = scan_grid_text(text, "g");
  return result ? "none" : result.error().text();
}

TEST(GridScan, BoundsTheDotsOfALine) {
  const std::string line(500, '.');
  EXPECT_EQ(fault_of(line + "\n" + line), "none");
  EXPECT_EQ(fault_of("\n" + line + "."), "g:2: a line has too many dots (expected at most 500)");
  EXPECT_EQ(fault_of("'''\n" + line + ".'''"),
            "g:2: a line has too many dots (expected at most 500)");
}

TEST(GridScan, BoundsTheSizeOfAFile) {
  const std::string text((64u << 20) + 1, ' ');
  EXPECT_EQ(fault_of(text), "g: the grid file is too large (expected at most 64 MiB)");
  EXPECT_EQ(fault_of(std::string_view(text).substr(1)), "none");
}

}  // namespace
}  // namespace isthmus::engine::topology
