#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "metacomputer/edge_list.hpp"
#include "metacomputer/input.hpp"
#include "metacomputer/matrix_market.hpp"

namespace metacomputer {
namespace {

/// A file of this test alone, gone with it.
class Files : public testing::Test {
 protected:
  std::string with(const std::string& text, const std::string& ending = ".mtx") {
    path_ = testing::TempDir() + "metacomputer_" +
            testing::UnitTest::GetInstance()->current_test_info()->name() + ending;
    std::ofstream(path_) << text;
    return path_;
  }
  ~Files() override { std::remove(path_.c_str()); }

  std::string refusal_of(const std::string& text) {
    const auto read = read_market(with(text));
    if (read) return "";
    EXPECT_EQ(read.error().code, isthmus::ErrorCode::bad_input);
    return read.error().text().substr(path_.size());
  }

  std::string path_;
};

TEST_F(Files, OfTheMatrixMarketAreReadByColumnOrByPlace) {
  const auto array =
      read_market(with("%%MatrixMarket matrix array real general\n% a comment\n"
                       "2 3\n1\n2\n3\n4\n5\n6e0\n"));
  ASSERT_TRUE(array);
  EXPECT_EQ(*array, (Matrix{2, 3, {1, 3, 5, 2, 4, 6}}));
  const auto coordinate = read_market(
      with("%%MatrixMarket matrix coordinate integer general\r\n2 2 2\r\n2 1 7\r\n1 1 -3\r\n"));
  ASSERT_TRUE(coordinate);
  EXPECT_EQ(*coordinate, (Matrix{2, 2, {-3, 0, 7, 0}}));
}

TEST_F(Files, MayHaveCapitalLettersInTheirBanner) {
  const auto read =
      read_market(with("%%MatrixMarket MATRIX Coordinate Real Skew-Symmetric\n2 2 1\n2 1 4\n"));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, (Matrix{2, 2, {0, -4, 4, 0}}));
}

TEST_F(Files, MayBeSymmetricOrAPattern) {
  const auto symmetric =
      read_market(with("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n"));
  ASSERT_TRUE(symmetric);
  EXPECT_EQ(*symmetric, (Matrix{2, 2, {1, 2, 2, 3}}));
  const auto skew =
      read_market(with("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n"));
  ASSERT_TRUE(skew);
  EXPECT_EQ(*skew, (Matrix{2, 2, {0, -4, 4, 0}}));
  const auto pattern =
      read_market(with("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"));
  ASSERT_TRUE(pattern);
  EXPECT_EQ(*pattern, (Matrix{2, 2, {0, 1, 0, 0}}));
}

TEST_F(Files, AreRefusedInOneLineWithTheirPlace) {
  EXPECT_TRUE(refusal_of("").starts_with(":0: no Matrix Market banner"));
  EXPECT_TRUE(refusal_of("%%MatrixMarket matrix array complex general\n1 1\n1 0\n")
                  .starts_with(":1: a kind of file that is not read"));
  const std::string array = "%%MatrixMarket matrix array real general\n";
  EXPECT_TRUE(refusal_of(array + "2\n").starts_with(":2: no sizes"));
  EXPECT_TRUE(refusal_of(array + "0 2\n").starts_with(":2: 0 x 2"));
  EXPECT_TRUE(refusal_of(array + "99999999 2\n").starts_with(":2: 99999999 x 2"));
  EXPECT_TRUE(refusal_of(array + "1 2\n1\n").starts_with(":3: the file ends too early"));
  EXPECT_TRUE(refusal_of(array + "1 1\nnan\n").starts_with(":3: no entry"));
  EXPECT_TRUE(refusal_of(array + "1 1\n1e99\n").starts_with(":3: no entry"));
  EXPECT_TRUE(refusal_of(array + "1 1\n1\n2\n").starts_with(":4: more entries"));
  const std::string places = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_TRUE(refusal_of(places + "2 2 1\n3 1 1\n").starts_with(":3: an entry outside"));
  EXPECT_TRUE(
      refusal_of(places + "2 2 2\n1 1 1\n1 1 2\n").starts_with(":4: the entry stands twice"));
  EXPECT_TRUE(refusal_of(places + "2 2 2\n1 1 1\n").starts_with(":3: the file ends after 1"));
  EXPECT_TRUE(refusal_of("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n")
                  .starts_with(":3: an entry that symmetry gives"));
  EXPECT_FALSE(read_market("/nowhere/to/be/found.mtx"));
  EXPECT_FALSE(read_market("/"));
}

TEST_F(Files, KeepTheBitsOfWhatIsWritten) {
  const Matrix matrix = random_matrix(5, 3, 1, 0);
  const std::string path = with("");
  ASSERT_TRUE(write_market(path, matrix));
  const auto read = read_market(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, matrix);
  EXPECT_FALSE(write_market("/nowhere/to/be/found.mtx", matrix));
}

TEST_F(Files, OfEdgesMakeAGraph) {
  const auto graph = read_graph(with("# from to weight\n0 2 5\n\n2 1 0\n", ".txt"));
  ASSERT_TRUE(graph);
  EXPECT_EQ(*graph, (Distances{3, 3, {0, no_path, 5, no_path, 0, no_path, no_path, 0, 0}}));
}

TEST_F(Files, OfEdgesAreRefusedInOneLineWithTheirPlace) {
  const auto refusal = [&](const std::string& text) {
    const auto read = read_graph(with(text, ".txt"));
    return read ? "" : read.error().text().substr(path_.size());
  };
  EXPECT_TRUE(refusal("0 1\n").starts_with(":1: no edge"));
  EXPECT_TRUE(refusal("0 1 2.5\n").starts_with(":1: no edge"));
  EXPECT_TRUE(refusal("0 1 1\n-1 1 1\n").starts_with(":2: no such vertex"));
  EXPECT_TRUE(refusal("0 99999 1\n").starts_with(":1: no such vertex"));
  EXPECT_TRUE(refusal("0 1 -4\n").starts_with(":1: weight -4"));
  EXPECT_TRUE(refusal("0 1 1\n0 1 2\n").starts_with(":2: the edge stands twice"));
  EXPECT_TRUE(refusal("# nothing\n").starts_with(": no edges"));
  EXPECT_TRUE(refusal("0 1 2000000000\n1 2 1\n").starts_with(": an edge of weight 2000000000"));
}

TEST_F(Files, GiveAGraphFromAMatrix) {
  const auto graph =
      read_graph(with("%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 4\n3 3 9\n"));
  ASSERT_TRUE(graph);
  EXPECT_EQ(*graph, (Distances{3, 3, {0, 4, no_path, 4, 0, no_path, no_path, no_path, 0}}));
  EXPECT_FALSE(read_graph(with("%%MatrixMarket matrix array integer general\n1 2\n1\n2\n")));
  EXPECT_FALSE(read_graph(with("%%MatrixMarket matrix array integer general\n1 1\n-2\n")));
}

TEST_F(Files, GiveASystemWhoseSolutionIsOnesWhereTheyGiveNoRightSide) {
  const auto system =
      read_system(with("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"), "");
  ASSERT_TRUE(system);
  EXPECT_EQ(system->right_side, (std::vector<float>{4, 6}));
  EXPECT_FALSE(read_system(with("%%MatrixMarket matrix array real general\n1 2\n1\n2\n"), ""));
  const std::string square = with("%%MatrixMarket matrix array real general\n1 1\n1\n");
  EXPECT_TRUE(read_system(square, square));
}

}  // namespace
}  // namespace metacomputer
