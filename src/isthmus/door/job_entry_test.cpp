#include "isthmus/door/job_entry.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "isthmus/door/test_directory.hpp"

namespace isthmus::engine::door {
namespace {

using Names = std::set<std::string>;

/// A process that dies with an entry of this name.
void leave_behind(const JobsDirectory& jobs, const std::string& name) {
  const pid_t child = fork();
  if (child == 0) {
    auto entry = JobEntry::claim(jobs, {.name = name, .program = "test"});
    std::ofstream(jobs.path() + "/" + name + ".sock") << "a door";
    _exit(entry ? 0 : 1);  // nothing is destroyed
  }
  int status = 1;
  waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
}

TEST(JobNames, BeginWithALetter) {
  for (const char* name : {"a", "Z", "jacobi2d-3f2a", "my.job_7", "x-"}) {
    EXPECT_TRUE(is_job_name(name)) << name;
  }
  for (const std::string& name :
       {std::string(), std::string("7"), std::string("_a"), std::string("-a"), std::string(".a"),
        std::string("a/b"), std::string("a b"), std::string("\xc3\xa4"), std::string(65, 'a')}) {
    EXPECT_FALSE(is_job_name(name)) << name;
  }
  EXPECT_TRUE(is_job_name(std::string(64, 'a')));
}

TEST(JobsDirectories, AreForTheirOwnerAlone) {
  const TestDirectory test;
  struct stat status{};
  ASSERT_EQ(stat(test.jobs().path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  EXPECT_EQ(test.jobs().path(), test.root() + "/isthmus");
  for (const mode_t mode : {0750u, 0701u, 0777u}) {
    ASSERT_EQ(chmod(test.jobs().path().c_str(), mode), 0);
    const auto refused = JobsDirectory::open(test.root());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::io);
    EXPECT_EQ(refused.error().where, test.jobs().path());
    EXPECT_EQ(refused.error().what, "others have a hand in the directory of running jobs");
  }
}

TEST(JobsDirectories, LieInASharedDirectoryWhereTheUserHasNone) {
  const TestDirectory test;
  const std::string expected = test.root() + "/isthmus-" + std::to_string(geteuid());
  for (const std::string& own : {std::string(), std::string("relative"), test.root() + "/none"}) {
    const auto jobs = JobsDirectory::open(own, test.root());
    ASSERT_TRUE(jobs);
    EXPECT_EQ(jobs->path(), expected);
  }
  // What stands in its place is no directory of this user.
  std::filesystem::remove(expected);
  std::filesystem::create_directory_symlink(test.jobs().path(), expected);
  EXPECT_FALSE(JobsDirectory::open("", test.root()));
  std::filesystem::remove(expected);
  std::ofstream(expected) << "a file";
  EXPECT_FALSE(JobsDirectory::open("", test.root()));
}

TEST(JobEntries, LastAsLongAsTheirJob) {
  const TestDirectory test;
  {
    const auto entry = JobEntry::claim(
        test.jobs(), {.name = "sweep", .program = "jacobi2d", .process_count = 2, .pe_count = 8});
    ASSERT_TRUE(entry);
    EXPECT_EQ(test.files(), Names{"sweep.json"});
    std::ifstream file(test.path("sweep.json"));
    const auto json = nlohmann::json::parse(file);
    EXPECT_EQ(json["name"], "sweep");
    EXPECT_EQ(json["program"], "jacobi2d");
    EXPECT_EQ(json["pid"], getpid());
    EXPECT_EQ(json["processes"], 2);
    EXPECT_EQ(json["pes"], 8);
    EXPECT_EQ(json["door"], test.path("sweep.sock"));
    EXPECT_GT(json["began"], 1'700'000'000);
    struct stat status{};
    ASSERT_EQ(stat(test.path("sweep.json").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
  }
  EXPECT_EQ(test.files(), Names{});
}

TEST(JobEntries, SayWhichPlacesAreFreeByNow) {
  const TestDirectory test;
  auto entry = JobEntry::claim(test.jobs(), {.name = "elastic", .program = "test"});
  ASSERT_TRUE(entry);
  const auto read = [&] {
    std::ifstream file(test.jobs().path() + "/elastic.json");
    return nlohmann::json::parse(file);
  };
  const auto before = read();
  ASSERT_TRUE(entry->set_free({2, 3}, {4, 4}));
  EXPECT_EQ(read()["free"], nlohmann::json({2, 3}));
  EXPECT_EQ(read()["free_pes"], nlohmann::json({4, 4}));
  EXPECT_EQ(read()["began"], before["began"]);
  ASSERT_TRUE(entry->set_free({}, {}));
  EXPECT_EQ(read(), before);
}

TEST(JobEntries, MakeUpANameFromTheProgramAndTheProcess) {
  const TestDirectory test;
  char number[16];
  std::snprintf(number, sizeof(number), "-%04x", static_cast<unsigned>(getpid()));
  const auto first = JobEntry::claim(test.jobs(), {.name = "", .program = "jacobi2d"});
  EXPECT_EQ(first->facts().name, std::string("jacobi2d") + number);
  const auto second = JobEntry::claim(test.jobs(), {.name = "", .program = "jacobi2d"});
  ASSERT_TRUE(second);
  EXPECT_NE(second->facts().name, first->facts().name);
  EXPECT_EQ(JobEntry::claim(test.jobs(), {.name = "", .program = "7 up"})->facts().name,
            std::string("job7-up") + number);
  EXPECT_EQ(JobEntry::claim(test.jobs(), {.name = "", .program = ""})->facts().name,
            std::string("job") + number);
  const auto long_one =
      JobEntry::claim(test.jobs(), {.name = "", .program = std::string(300, 'a')});
  EXPECT_TRUE(is_job_name(long_one->facts().name));
}

TEST(JobEntries, HaveANameThatNoOtherRunningJobHas) {
  const TestDirectory test;
  auto first = JobEntry::claim(test.jobs(), {.name = "sweep", .program = "a"});
  ASSERT_TRUE(first);
  const auto second = JobEntry::claim(test.jobs(), {.name = "sweep", .program = "b"});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::bad_input);
  EXPECT_EQ(second.error().text(),
            "a job of the name 'sweep' runs already (expected another name)");
  EXPECT_EQ(test.files(), Names{"sweep.json"});
}

TEST(JobEntries, TakeThePlaceOfWhatADeadProcessHasLeft) {
  const TestDirectory test;
  leave_behind(test.jobs(), "sweep");
  EXPECT_EQ(test.files(), (Names{"sweep.json", "sweep.sock"}));
  const auto entry = JobEntry::claim(test.jobs(), {.name = "sweep", .program = "b"});
  ASSERT_TRUE(entry) << entry.error().text();
  EXPECT_EQ(test.files(), Names{"sweep.json"});
}

}  // namespace
}  // namespace isthmus::engine::door
