#include "isthmus/base/type_name.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isthmus {

struct TallyT {
  int count(int) { return 0; }
};
struct T {};
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

}  // namespace
}  // namespace isthmus
