#include "isthmus/bootstrap/join/objection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A job, and one that may come into it.
class ObjectionTest : public ::testing::Test {
 protected:
  ObjectionTest() {
    options.process_count = 4;
    options.program_id = 0xabc;
    options.chains = "same_site tcp; between_sites crypt|tcp";
    options.chains_id = 7;
    join.process_count = options.process_count;
    join.program_id = options.program_id;
    join.chains = options.chains;
    join.chains_id = options.chains_id;
    join.self.hostname = "node7";
    join.self.pid = 4711;
  }
  std::string objection() const { return objection_to_program(join, options); }

  JobOptions options;
  Join join;
};

TEST_F(ObjectionTest, IsNoneToOneThatRunsTheSame) { EXPECT_EQ(objection(), ""); }

TEST_F(ObjectionTest, NamesTheNumberOfProcessesThatIsExpected) {
  join.process_count = 1;
  EXPECT_EQ(objection(), "(node7, pid 4711) was started for a job of 1 process (expected 4)");
  join.process_count = 8;
  EXPECT_THAT(objection(), HasSubstr("a job of 8 processes (expected 4)"));
}

TEST_F(ObjectionTest, NamesTheFirstLinkClassThatHasOtherDevices) {
  join.chains = "same_site tcp; between_sites delay|tcp";
  join.chains_id = 8;
  EXPECT_EQ(objection(),
            "(node7, pid 4711) has other devices between processes: between_sites delay|tcp "
            "(expected between_sites crypt|tcp, as in the grid file of rank 0)");
}

TEST_F(ObjectionTest, NamesALinkClassThatOneOfTheTwoLacks) {
  join.chains = "same_site tcp";
  join.chains_id = 8;
  EXPECT_THAT(objection(), HasSubstr(":  (expected between_sites crypt|tcp"));
  join.chains = options.chains + "; far udp";
  EXPECT_THAT(objection(), HasSubstr(": far udp (expected , as"));
}

// There is room for some classes alone, and for no pair of sites.
TEST_F(ObjectionTest, SaysWhereTheDifferenceIsThatIsNotTold) {
  join.chains_id = 8;
  EXPECT_THAT(objection(), HasSubstr("in a link class of a pair of sites"));
}

TEST_F(ObjectionTest, NamesTheFingerprintsOfOtherPrograms) {
  join.program_id = 0xdef;
  EXPECT_THAT(objection(), HasSubstr("fingerprint 0x0000000000000def (expected "
                                     "0x0000000000000abc)"));
}

TEST_F(ObjectionTest, SaysFirstWhatSaysMost) {
  join.program_id = 0xdef;
  join.chains_id = 8;
  EXPECT_THAT(objection(), HasSubstr("devices"));
  join.process_count = 5;
  EXPECT_THAT(objection(), HasSubstr("5 processes"));
}

// All that is told comes from another process.
TEST_F(ObjectionTest, LeavesATerminalAlone) {
  join.self.hostname = "\x1b[2Jnode\n7";
  join.chains = "same_site \x1b]0;tcp";
  join.chains_id = 8;
  EXPECT_THAT(objection(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(objection(), Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
