// What is no program for ranks is refused in one line that says what to do.
#include "isthmus/image/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "isthmus/image/host_for_tests.hpp"

namespace isthmus::engine::image {

std::string Host::path_of(const std::string& name) {
  return std::string(ISTHMUS_IMAGE_PROGRAMS) + "/" + name;
}

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string refusal(const std::string& name) {
  Host host(1);
  const auto program = host.load(Host::path_of(name));
  if (program) return "loaded";
  EXPECT_EQ(program.error().code, ErrorCode::bad_input);
  EXPECT_THAT(program.error().text(),
              AllOf(StartsWith(Host::path_of(name) + ": "), Not(HasSubstr("\n"))));
  return program.error().text();
}

TEST(Program, IsRefusedWithTheFixWhereItCannotBePrivate) {
  EXPECT_THAT(refusal("refused.static"), HasSubstr("(ET_EXEC)"));
  EXPECT_THAT(refusal("refused.static"), HasSubstr("compile with -fPIC and link with -shared"));
  EXPECT_THAT(refusal("refused.static_pie"), HasSubstr("link with -shared, not -pie"));
  EXPECT_THAT(refusal("refused.fixed"), HasSubstr("(ET_EXEC)"));
  EXPECT_THAT(refusal("refused.thread_local"), HasSubstr("link with -shared, not -pie"));
  EXPECT_THAT(refusal("refused.initial_exec"), HasSubstr("without -ftls-model"));
  EXPECT_THAT(refusal("refused.cpp"), HasSubstr("it takes over _ZSt4cout of libstdc++.so.6"));
  EXPECT_THAT(refusal("refused.undefined"), HasSubstr("the symbol nobody_has_this is undefined"));
  EXPECT_THAT(refusal("libhost.so"), HasSubstr("a library and no program"));
}

TEST(Program, IsRefusedWhereALibraryIsMissing) {
  EXPECT_THAT(refusal("refused.missing"), HasSubstr("needs the library libgone.so, which is not "
                                                    "found"));
}

TEST(Program, MayBeAUsualExecutableWhereNothingOfItIsShared) {
  Host host;
  host.add("usual");
  ::testing::internal::CaptureStdout();
  host.run();
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "3\n");
  EXPECT_EQ(host.machine(0).ending().status, 3);
}

TEST(Program, IsTooLargeForASlotThatIsTooSmall) {
  Host host(1, std::uint64_t{256} << 20);
  const auto program = host.load(Host::path_of("globals"));
  ASSERT_TRUE(program) << program.error().text();
  StillWorld world;
  const Start start{.arguments = {}, .environment = {}, .stack_bytes = std::uint64_t{200} << 20};
  const auto machine = Machine::make(*program, host.slots()[0], world, start);
  ASSERT_FALSE(machine);
  EXPECT_THAT(machine.error().text(), HasSubstr("a slot of 256 MiB is too small"));
}

}  // namespace
}  // namespace isthmus::engine::image
