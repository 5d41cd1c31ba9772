// Blocks of a job hand over what they have, and files hold it, on every shape of a job.
#include "mesh/output/scribe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "isthmus/testing/everywhere.hpp"
#include "mesh/output/reader.hpp"
#include "mesh/output/test_folder.hpp"

namespace isthmus::mesh {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Geometry geometry{.whole = {{0, 0, 0}, {6, 4, 4}}, .origin = {0, 0, 0}, .spacing = {1, 1, 1}};

const std::vector<std::int64_t> output_steps{10, 20};

double value_at(std::int64_t step, std::int32_t i, std::int32_t j, std::int32_t k) {
  return static_cast<double>(step) + 0.1 * i + 0.01 * j + 0.001 * k;
}

/// Twelve blocks of 2 x 2 x 2 with a layer of ghosts, which hold nonsense.
class Source : public Chare<Source, Index3> {
 public:
  void put_out(const GroupProxy<Scribe>& scribes, const OutputOrder& order) {
    const Point low{2 * index()[0], 2 * index()[1], 2 * index()[2]};
    const Box box{low, {low[0] + 2, low[1] + 2, low[2] + 2}};
    const Box storage = box.grown(0, 1, 1).grown(1, 1, 1).grown(2, 1, 1);
    std::vector<double> values(static_cast<std::size_t>(storage.point_count()), -1e9);
    const View view(values.data(), storage);
    for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
      for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
          view(i, j, k) = value_at(order.moment.step, i, j, k);
        }
      }
    }
    Scribe& scribe = *scribes.local();
    if (order.has_fields) scribe.take_field(order.moment, 0, box, values.data(), storage);
    for (const std::int32_t slice : order.slices) {
      scribe.take_slice(order.moment, slice, box, values.data(), storage);
    }
    contribute("handed over");
  }
};

OutputSetup setup_for(const Job& job, const std::string& folder) {
  OutputSetup setup{.folder = folder, .geometry = geometry, .fields = {}, .slices = {}};
  setup.slices.push_back({{"wave::phi", false}, {{{}, SliceAt{1}, SliceAt{3}}}});
  setup.writes_at_once = job.in_virtual_time();
#ifdef ISTHMUS_WITH_HDF5
  setup.fields.push_back({"wave::phi", false});
#endif
  return setup;
}

Task<std::vector<std::string>> put_out(Job& job, const OutputSetup& setup,
                                       const std::vector<std::int64_t>& steps) {
  const auto scribes = job.create_group<Scribe>(setup, PeId(0));
  scribes.all().send<&Scribe::count>();
  const auto writers = co_await job.reduction<std::int32_t>(scribe_count);
  EXPECT_EQ(writers, job.pe_count());
  const auto sources = job.create_array<Source>(Index3{{3, 2, 2}}, mapping::round_robin);
  for (const std::int64_t step : steps) {
    const OutputOrder order{.moment = {.step = step, .time = 0.5 * static_cast<double>(step)},
                            .has_fields = !setup.fields.empty(),
                            .slices = {0},
                            .writers = writers};
    sources.all().send<&Source::put_out>(scribes, order);
    co_await job.reduction("handed over");
    scribes.all().send<&Scribe::complete>(order);
  }
  Future<std::vector<std::string>> settled("output");
  scribes[PeId(0)].send<&Scribe::settle>(steps.back(), settled.callback());
  co_return co_await settled;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Scribe, WhatBlocksHandOverIsOnTheDiskWhenItHasSettled) {
  const TestFolder folder;
  engine::testing::expect_runs_everywhere([&](Job& job) -> Task<void> {
    const OutputSetup setup = setup_for(job, folder.path());
    EXPECT_TRUE(Books(setup).begin());
    EXPECT_THAT(co_await put_out(job, setup, output_steps), ElementsAre());
    EXPECT_THAT(content_of(folder.path() + "/wave_phi_y1_z3.csv"),
                HasSubstr("20,10,4,20.413\n20,10,5,20.513\n"));
#ifdef ISTHMUS_WITH_HDF5
    EXPECT_THAT(steps_in(folder.path()), ElementsAre(10, 20));
    const auto reader = SeriesReader::open(folder.path());
    EXPECT_EQ(reader->moment().time, 10.0);
    std::vector<double> values(6 * 4 * 4);
    const auto read = reader->read("wave::phi", geometry.whole, values.data());
    EXPECT_TRUE(read) << read.error().text();
    const View view(values.data(), geometry.whole);
    for (std::int32_t k = 0; k < 4; ++k) {
      for (std::int32_t j = 0; j < 4; ++j) {
        for (std::int32_t i = 0; i < 6; ++i) EXPECT_EQ(view(i, j, k), value_at(20, i, j, k));
      }
    }
#endif
  });
}

#ifdef ISTHMUS_WITH_HDF5

TEST(Scribe, ADiskThatRefusesIsToldOfWhenItSettlesAndTheJobGoesOn) {
  const TestFolder folder;
  const auto program = [&](Job& job) -> Task<void> {
    const OutputSetup setup = setup_for(job, folder.path());
    EXPECT_TRUE(Books(setup).begin());
    std::ofstream(folder.path() + "/parts") << "in the way";
    ::testing::internal::CaptureStderr();
    const std::vector<std::string> failures = co_await put_out(job, setup, output_steps);
    const std::string told = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(failures.size(), 4U);  // two writers, two steps
    for (const std::string& failure : failures) {
      EXPECT_THAT(failure, HasSubstr("cannot make the folder"));
    }
    EXPECT_THAT(told, HasSubstr("isthmus: output of the mesh fails: "));
    EXPECT_THAT(content_of(folder.path() + "/wave_phi_y1_z3.csv"), HasSubstr("20,10,5,20.513\n"));
    std::vector<double> values(6 * 4 * 4);
    const auto read =
        SeriesReader::open(folder.path())->read("wave::phi", geometry.whole, values.data());
    EXPECT_FALSE(read);
  };
  for (const auto& failure : engine::testing::run_on_threads(
           engine::testing::uniform_topology(1, 2), program, engine::testing::test_settings(1))) {
    EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(Scribe, APieceOfASliceThatThereIsNotIsAFailure) {
  const TestFolder folder;
  const auto program = [&](Job& job) -> Task<void> {
    const OutputSetup setup = setup_for(job, folder.path());
    EXPECT_TRUE(Books(setup).begin());
    const auto scribes = job.create_group<Scribe>(setup, PeId(0));
    const OutputOrder order{.moment = {.step = 1, .time = 0.5}, .slices = {}};
    ::testing::internal::CaptureStderr();
    for (const std::int32_t slice : {1, -1, 1 << 30}) {
      scribes[PeId(0)].send<&Scribe::piece>(slice, order.moment, Box{{0, 1, 3}, {1, 2, 4}},
                                            std::vector<double>(1));
    }
    scribes.all().send<&Scribe::complete>(order);
    Future<std::vector<std::string>> settled("output");
    scribes[PeId(0)].send<&Scribe::settle>(1, settled.callback());
    const std::vector<std::string> failures = co_await settled;
    ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(failures.size(), 3U);
    for (const std::string& failure : failures) EXPECT_THAT(failure, HasSubstr("a piece of slice"));
  };
  for (const auto& failure : engine::testing::run_on_threads(
           engine::testing::uniform_topology(1, 1), program, engine::testing::test_settings(1))) {
    EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(Scribe, AskedForWhatItCannotDoItRefusesBeforeTheJobBegins) {
  const TestFolder folder;
  OutputSetup setup{.folder = folder.path(), .geometry = geometry, .fields = {}, .slices = {}};
  setup.fields = {{"a::b_c", false}, {"a_b::c", false}};
  EXPECT_THAT(Books(setup).begin().error().text(), HasSubstr("'a::b_c' and 'a_b::c'"));
}

#endif

}  // namespace
}  // namespace isthmus::mesh
