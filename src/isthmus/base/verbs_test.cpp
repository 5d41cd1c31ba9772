#include "isthmus/base/verbs.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine {
namespace {

TEST(Verbs, SetWhatTheirOwnersKeep) {
  std::string colour = "red";
  Verbs verbs;
  verbs.add({.name = "colour",
             .metavar = "NAME",
             .what = "Any.",
             .value = [&] { return colour; },
             .set = [&](const std::string& text) -> Expected<void> {
               if (text.empty()) return fail(ErrorCode::bad_input, "no colour", {}, "a name");
               colour = text;
               return {};
             }});
  ASSERT_EQ(verbs.all().size(), 1u);
  ASSERT_TRUE(verbs.set("colour", "blue"));
  EXPECT_EQ(colour, "blue");
  EXPECT_EQ(verbs.find("colour")->value(), "blue");
  EXPECT_EQ(verbs.set("colour", "").error().text(), "colour: no colour (expected a name)");
  EXPECT_EQ(verbs.find("color"), nullptr);
  EXPECT_EQ(verbs.set("color", "blue").error().text(),
            "nothing called 'color' changes here (expected one of colour)");
}

}  // namespace
}  // namespace isthmus::engine
