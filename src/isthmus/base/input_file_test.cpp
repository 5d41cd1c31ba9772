#include "isthmus/base/input_file.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine {
namespace {

std::string complaint(const std::string& path) {
  const auto checked = check_readable(path, "a file");
  if (checked) return "none";
  EXPECT_EQ(checked.error().code, ErrorCode::bad_input);
  return checked.error().text();
}

TEST(InputFile, IsNoFolderAndNoDevice) {
  EXPECT_EQ(complaint("/"), "/: is a directory (expected a file)");
  EXPECT_EQ(complaint("/dev/zero"), "/dev/zero: is a device (expected a file)");
}

TEST(InputFile, MayBeWhatIsWrittenToAProgram) {
  EXPECT_EQ(complaint("/dev/stdin"), "none");
  EXPECT_EQ(complaint("/proc/self/exe"), "none");
  EXPECT_EQ(complaint("/no/such/file"), "none");
}

}  // namespace
}  // namespace isthmus::engine
