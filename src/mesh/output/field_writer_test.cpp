#include "mesh/output/field_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <thread>

#include "mesh/output/reader.hpp"
#include "mesh/output/series_index.hpp"
#include "mesh/output/test_folder.hpp"
#include "mesh/output/xdmf.hpp"

namespace isthmus::mesh {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::vector<OutputField> fields{{"wave::phi", false}};
const Box block{{0, 0, 0}, {4, 4, 4}};
const Geometry geometry{.whole = block, .origin = {0, 0, 0}, .spacing = {1, 1, 1}};

void hand_over(FieldWriter& writer, std::int64_t step) {
  const std::vector<double> values(64, static_cast<double>(step));
  writer.hand_over({.step = step, .time = 0.5 * static_cast<double>(step)}, 0, block, values.data(),
                   block);
}

/// Keeps work until it is told to do it.
struct Desk {
  std::deque<std::function<void()>> orders;
  WorkOrder order() {
    return [this](std::function<void()> work) { orders.push_back(std::move(work)); };
  }
  void do_one() {
    orders.front()();
    orders.pop_front();
  }
};

TEST(FieldWriter, StepsGoOnWhileWorkWaits) {
  const TestFolder folder;
  Desk desk;
  FieldWriter writer({folder.path(), 7, fields}, desk.order());
  hand_over(writer, 10);
  writer.complete(10);
  EXPECT_TRUE(writer.has_completed(10));
  EXPECT_FALSE(writer.has_completed(11));
  EXPECT_FALSE(writer.is_idle());
  EXPECT_TRUE(writer.take_written().empty());
  hand_over(writer, 20);
  desk.do_one();
  EXPECT_TRUE(writer.is_idle());
  const auto written = writer.take_written();
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0].moment.step, 10);
  EXPECT_EQ(written[0].moment.time, 5.0);
  EXPECT_EQ(written[0].writer, 7);
}

TEST(FieldWriter, WhoeverIsTooFarAheadOfTheDiskWaits) {
  const TestFolder folder;
  Desk desk;
  FieldWriter writer({folder.path(), 0, fields, 100}, desk.order());
  hand_over(writer, 1);
  writer.complete(1);
  std::atomic<bool> is_through{false};
  std::thread steps([&] {
    hand_over(writer, 2);
    is_through = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(is_through);
  desk.do_one();
  steps.join();
  EXPECT_TRUE(is_through);
}

TEST(FieldWriter, GhostsAreLeftOut) {
  const TestFolder folder;
  FieldWriter writer({folder.path(), 0, fields}, {});
  const Box storage = block.grown(0, 2, 2).grown(1, 1, 1).grown(2, 1, 0);
  std::vector<double> values(static_cast<std::size_t>(storage.point_count()));
  std::iota(values.begin(), values.end(), 0.0);
  writer.hand_over({.step = 1}, 0, block, values.data(), storage);
  writer.complete(1);
#ifdef ISTHMUS_WITH_HDF5
  SeriesIndex index(folder.path(), geometry, fields);
  ASSERT_TRUE(index.begin(-1));
  ASSERT_TRUE(index.add({{.step = 1}, {}}, writer.take_written()));
  std::vector<double> read(64);
  ASSERT_TRUE(SeriesReader::open(folder.path())->read("wave::phi", block, read.data()));
  const View view(values.data(), storage);
  for (std::int32_t k = 0, n = 0; k < 4; ++k) {
    for (std::int32_t j = 0; j < 4; ++j) {
      for (std::int32_t i = 0; i < 4; ++i)
        EXPECT_EQ(read[static_cast<std::size_t>(n++)], view(i, j, k));
    }
  }
#endif
}

TEST(FieldWriter, AStepOfWhichAWriterHasNothingMakesNoFile) {
  const TestFolder folder;
  FieldWriter writer({folder.path(), 0, fields}, {});
  writer.complete(3);
  const auto written = writer.take_written();
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0].error, "");
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

#ifdef ISTHMUS_WITH_HDF5

void put_out(FieldWriter& writer, SeriesIndex& index, std::int64_t step) {
  hand_over(writer, step);
  writer.complete(step);
  writer.wait_until_idle();
  ASSERT_TRUE(index.add({{.step = step, .time = 0.5 * static_cast<double>(step)}, {}},
                        writer.take_written()));
}

TEST(FieldWriter, AThreadWritesAllBeforeItEnds) {
  const TestFolder folder;
  FileThread thread;
  {
    FieldWriter writer({folder.path(), 0, fields},
                       [&](std::function<void()> work) { thread.order(std::move(work)); });
    for (int step = 1; step <= 5; ++step) {
      hand_over(writer, step);
      writer.complete(step);
    }
  }
  for (int step = 1; step <= 5; ++step) {
    EXPECT_TRUE(fs::exists(folder.path() + "/" + part_name(step, 0)));
  }
}

TEST(SeriesIndex, AJobThatGoesOnKeepsTheStepsBeforeAndRemovesThoseBehind) {
  const TestFolder folder;
  const std::string text_path = folder.path() + "/" + xdmf_name;
  const auto text = [&] {
    std::ifstream file(text_path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  FieldWriter writer({folder.path(), 0, fields}, {});
  {
    SeriesIndex index(folder.path(), geometry, fields);
    ASSERT_TRUE(index.begin(-1));
    for (const int step : {10, 20, 30}) put_out(writer, index, step);
    EXPECT_THAT(text(), HasSubstr("data00000030.h5:/data/30/meshes/wave_phi"));
  }
  SeriesIndex index(folder.path(), geometry, fields);
  ASSERT_TRUE(index.begin(20));
  EXPECT_THAT(steps_in(folder.path()), ::testing::ElementsAre(10, 20));
  EXPECT_FALSE(fs::exists(folder.path() + "/" + part_name(30, 0)));
  EXPECT_THAT(text(), HasSubstr("<Time Value=\"10\"/>"));
  put_out(writer, index, 25);
  EXPECT_THAT(text(), HasSubstr("data00000010.h5"));
  EXPECT_THAT(text(), HasSubstr("data00000025.h5"));
  EXPECT_THAT(text(), ::testing::Not(HasSubstr("data00000030.h5")));
  ASSERT_TRUE(SeriesIndex(folder.path(), geometry, fields).begin(-1));
  EXPECT_TRUE(steps_in(folder.path()).empty());
}

#endif

TEST(SeriesIndex, AFolderThatCannotBeWrittenIsBadInput) {
  const TestFolder folder;
  std::ofstream(folder.path() + "/out") << "a file";
  const auto begun = SeriesIndex(folder.path() + "/out", geometry, fields).begin(-1);
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().code, ErrorCode::bad_input);
  EXPECT_THAT(begun.error().text(), HasSubstr("/out: cannot make the folder: "));
}

}  // namespace
}  // namespace isthmus::mesh
