#include "isthmus/base/type_name.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "isthmus/base/readable_name.hpp"

namespace isthmus::engine {

struct TallyT {
  int count(int) { return 0; }
};
struct T {};
namespace {
struct Hidden {};
}  // namespace
struct Value {
  void set() {}
};

namespace {

template <class Named>
std::string name_of() {
  return normalized_name(compiler_name<Named>());
}

TEST(TypeName, IsTheTypeAsWrittenInTheSource) {
  EXPECT_EQ(name_of<unsigned long>(), "unsigned long");
  EXPECT_EQ(name_of<T>(), "isthmus::T");
}

TEST(TypeName, MayHoldTheLettersThatTheCompilerUsesForItself) {
  EXPECT_EQ(name_of<TallyT>(), "isthmus::TallyT");
  EXPECT_TRUE(name_of<std::vector<TallyT>>().starts_with("std::vector<isthmus::TallyT"));
  EXPECT_EQ(normalized_name(compiler_name<&Value::set>()), "isthmus::Value::set");
  EXPECT_EQ(normalized_name(compiler_name<&TallyT::count>()), "isthmus::TallyT::count");
}

TEST(TypeName, IsReadableWithoutAWordForNamespacesThatHaveNone) {
  EXPECT_EQ(name_of<Hidden>(), "isthmus::{anonymous}::Hidden");
  EXPECT_EQ(readable_name(name_of<Hidden>()), "isthmus::Hidden");
  EXPECT_EQ(readable_name("{anonymous}::A[1] waits for {anonymous}::B"), "A[1] waits for B");
  EXPECT_EQ(readable_name("a::B"), "a::B");
}

}  // namespace
}  // namespace isthmus::engine
