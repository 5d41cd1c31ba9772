#include "mpi/spawn/find_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace isthmus::engine::mpi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

class FindCommand : public ::testing::Test {
 protected:
  FindCommand()
      : folder_(fs::temp_directory_path() / ("find_command." + std::to_string(getpid()))) {
    for (const char* place : {"one", "two"}) {
      fs::create_directories(folder_ / place);
      std::ofstream(folder_ / place / "worker") << place;
      fs::permissions(folder_ / place / "worker", fs::perms::owner_all);
    }
    std::ofstream(folder_ / "one" / "text") << "no program";
  }
  ~FindCommand() override { fs::remove_all(folder_); }

  std::string in(const char* name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_;
};

TEST_F(FindCommand, TakesTheInfosPathBeforeTheVariable) {
  const std::vector<std::string> environment = {"HOME=/", "PATH=/nowhere::" + in("two")};
  EXPECT_EQ(find_command("worker", {}, environment).value(), in("two/worker"));
  EXPECT_EQ(find_command("worker", in("one"), environment).value(), in("one/worker"));
  EXPECT_EQ(find_command(in("one/worker"), {}, {}).value(), in("one/worker"));
}

TEST_F(FindCommand, SaysWhatIsWrongWithACommand) {
  const auto said = [&](const std::string& command) {
    const auto found = find_command(command, in("one"), {});
    EXPECT_FALSE(found);
    return found ? std::string() : found.error().text();
  };
  EXPECT_THAT(said("nowhere"), HasSubstr("nowhere: no such program (expected one on PATH"));
  EXPECT_THAT(said("./nowhere"), HasSubstr("./nowhere: no such program"));
  EXPECT_THAT(said(in("one")), HasSubstr("a folder"));
  EXPECT_THAT(said(in("one/text")), HasSubstr("no leave to run it"));
  EXPECT_THAT(said(""), HasSubstr("no command"));
}

TEST(MostOfSoft, IsTheLargestNumberThatTheListAdmits) {
  EXPECT_EQ(most_of_soft("0:1000", 4), 4);
  EXPECT_EQ(most_of_soft("3", 4), 3);
  EXPECT_EQ(most_of_soft("1:9:3", 8), 7);
  EXPECT_EQ(most_of_soft("2, 1:5:2,100", 6), 5);
  EXPECT_EQ(most_of_soft("9:1:-2", 8), 7);
  EXPECT_EQ(most_of_soft("5:9", 4), std::nullopt);
  EXPECT_EQ(most_of_soft("9:1", 8), std::nullopt);
  for (const char* wrong : {"", "a", "1:", "1:2:3:4", "1:5:0", ",2"}) {
    EXPECT_EQ(most_of_soft(wrong, 4), std::nullopt) << wrong;
  }
}

TEST(PesOfHost, AreThoseOfASiteANodeOrTheOneThatIsNamed) {
  const auto topology = topology::Topology::from_grid(topology::uniform_grid(2, 2)).value();
  const std::string second(topology.site_name(SiteId(1)));
  EXPECT_THAT(pes_of_host(second, topology, "here", PeId(0)), ElementsAre(2, 3));
  EXPECT_THAT(pes_of_host("here", topology, "here", PeId(0)), ElementsAre(0, 1));
  EXPECT_THAT(pes_of_host("there PE 3", topology, "here", PeId(0)), ElementsAre(3));
  EXPECT_THAT(pes_of_host("there PE 4", topology, "here", PeId(0)), IsEmpty());
  EXPECT_THAT(pes_of_host("nowhere", topology, "here", PeId(0)), IsEmpty());
}

}  // namespace
}  // namespace isthmus::engine::mpi
