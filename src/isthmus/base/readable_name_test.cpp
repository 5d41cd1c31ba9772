#include "isthmus/base/readable_name.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine {
namespace {

TEST(ReadableName, LeavesOutNamespacesWithoutAName) {
  EXPECT_EQ(readable_name("{anonymous}::Block"), "Block");
  EXPECT_EQ(readable_name("app::{anonymous}::Block::halo(int,{anonymous}::Side)"),
            "app::Block::halo(int,Side)");
  EXPECT_EQ(readable_name("{anonymous}::{anonymous}::Deep"), "Deep");
}

TEST(ReadableName, LeavesAllOtherTextAsItIs) {
  for (const char* text : {"", "Block", "std::vector<double>", "{anonymous}", "anonymous::Block"}) {
    EXPECT_EQ(readable_name(text), text);
  }
}

TEST(WithoutParameters, TakesOffTheParametersAtTheEnd) {
  EXPECT_EQ(without_parameters("Block::halo(int,Side)"), "Block::halo");
  EXPECT_EQ(without_parameters("Block::run()"), "Block::run");
  EXPECT_EQ(without_parameters("Block::call(void (*)(int),std::array<int, (3)>)"), "Block::call");
}

TEST(WithoutParameters, KeepsParenthesesThatAreNoParameters) {
  EXPECT_EQ(without_parameters("Block::operator()(int)"), "Block::operator()");
  EXPECT_EQ(without_parameters("the main program"), "the main program");
  EXPECT_EQ(without_parameters("f(int) const"), "f(int) const");
}

TEST(WithoutParameters, LeavesWhatIsNotBalanced) {
  EXPECT_EQ(without_parameters("odd)"), "odd)");
  EXPECT_EQ(without_parameters("odd())"), "odd())");
  EXPECT_EQ(without_parameters(")"), ")");
  EXPECT_EQ(without_parameters(""), "");
}

}  // namespace
}  // namespace isthmus::engine
