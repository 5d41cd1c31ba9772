// What is written is read again, whole, in pieces, and with parts that are missing or damaged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "mesh/output/index_file.hpp"
#include "mesh/output/part_file.hpp"
#include "mesh/output/reader.hpp"
#include "mesh/output/test_folder.hpp"

namespace isthmus::mesh {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::vector<OutputField> fields{{"wave::phi", false}, {"wave::flux", true}};
const Geometry geometry{
    .whole = {{0, 0, 0}, {7, 5, 4}}, .origin = {-1, 0, 2}, .spacing = {0.5, 0.25, 0.125}};
const Moment moment{.step = 20, .time = 2.5, .step_size = 0.125};

double value_at(std::size_t field, std::int32_t i, std::int32_t j, std::int32_t k) {
  return i + 0.01 * j + 0.0001 * k + 100.0 * static_cast<double>(field);
}

std::vector<double> values_of(std::size_t field, const Box& box) {
  std::vector<double> values;
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        values.push_back(value_at(field, i, j, k));
      }
    }
  }
  return values;
}

PartBlocks blocks_of(const std::vector<Box>& boxes) {
  PartBlocks blocks(fields.size());
  for (std::size_t f = 0; f < fields.size(); ++f) {
    for (const Box& box : boxes) blocks[f].push_back({box, values_of(f, box)});
  }
  return blocks;
}

/// Two writers: one has everything below x = 3 in two pieces that become one, the other the rest in
/// two that do not.
std::vector<PartRecord> write_parts(const std::string& folder) {
  return {write_part(folder, moment, 0, fields,
                     blocks_of({{{0, 0, 0}, {3, 5, 2}}, {{0, 0, 2}, {3, 5, 4}}})),
          write_part(
              folder, moment, 1, fields,
              blocks_of({{{3, 0, 0}, {7, 2, 4}}, {{3, 2, 0}, {5, 5, 4}}, {{5, 2, 0}, {7, 5, 4}}}))};
}

#ifdef ISTHMUS_WITH_HDF5

TEST(OutputFiles, AnyBoxOfAFieldIsReadWhateverTheBlocksWere) {
  const TestFolder folder;
  const auto parts = write_parts(folder.path());
  ASSERT_EQ(parts[0].error, "");
  EXPECT_EQ(parts[0].blocks.size(), 2u);  // a box of each field
  ASSERT_TRUE(write_index(folder.path(), {moment, {}}, geometry, fields, parts));
  const auto reader = SeriesReader::open(folder.path());
  ASSERT_TRUE(reader) << reader.error().text();
  EXPECT_EQ(reader->moment().step, 20);
  EXPECT_EQ(reader->moment().time, 2.5);
  EXPECT_EQ(reader->geometry().whole, geometry.whole);
  EXPECT_EQ(reader->geometry().spacing, geometry.spacing);
  EXPECT_EQ(reader->geometry().origin, geometry.origin);
  for (const Box& box : {geometry.whole, Box{{1, 1, 1}, {6, 4, 3}}, Box{{4, 0, 2}, {5, 5, 3}}}) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
      std::vector<double> values(static_cast<std::size_t>(box.point_count()), -1);
      const auto read = reader->read(fields[f].name, box, values.data());
      ASSERT_TRUE(read) << read.error().text();
      EXPECT_EQ(values, values_of(f, box));
    }
  }
  EXPECT_TRUE(reader->check());
}

TEST(OutputFiles, PartsOfComplexFieldsAreReadByTheirNames) {
  const TestFolder folder;
  std::vector<OutputField> all = fields;
  all.push_back({"spin::psi", false, 0, {"spin::psi_re", "spin::psi_im"}});
  const auto part_of = [&](std::int32_t writer, const std::vector<Box>& boxes) {
    PartBlocks blocks = blocks_of(boxes);
    std::vector<BlockValues>& of_psi = blocks.emplace_back();
    for (const Box& box : boxes) {
      BlockValues& block = of_psi.emplace_back(BlockValues{box_of_numbers(box, 2), {}});
      const std::vector<double> imaginary = values_of(3, box);
      const std::vector<double> real = values_of(2, box);
      for (std::size_t i = 0; i < real.size(); ++i) {
        block.values.insert(block.values.end(), {real[i], imaginary[i]});
      }
    }
    return write_part(folder.path(), moment, writer, all, std::move(blocks));
  };
  const std::vector<PartRecord> parts{part_of(0, {{{0, 0, 0}, {2, 5, 4}}, {{2, 0, 0}, {3, 5, 4}}}),
                                      part_of(1, {{{3, 0, 0}, {7, 2, 4}}, {{3, 2, 0}, {7, 5, 4}}})};
  ASSERT_EQ(parts[0].error, "");
  EXPECT_EQ(parts[0].blocks.size(), 3u);  // the two boxes are one, of complex numbers, too
  EXPECT_EQ(parts[0].blocks[2].box, (Box{{0, 0, 0}, {3, 5, 4}}));
  ASSERT_TRUE(write_index(folder.path(), {moment, {}}, geometry, all, parts));
  const auto reader = SeriesReader::open(folder.path());
  ASSERT_TRUE(reader) << reader.error().text();
  EXPECT_FALSE(reader->has("spin::psi"));
  const std::vector<std::string> names{"wave::phi", "wave::flux", "spin::psi_re", "spin::psi_im"};
  for (const Box& box : {geometry.whole, Box{{1, 1, 1}, {6, 4, 3}}}) {
    for (std::size_t f = 0; f < names.size(); ++f) {
      ASSERT_TRUE(reader->has(names[f]));
      std::vector<double> values(static_cast<std::size_t>(box.point_count()), -1);
      const auto read = reader->read(names[f], box, values.data());
      ASSERT_TRUE(read) << read.error().text();
      EXPECT_EQ(values, values_of(f, box)) << names[f];
    }
  }
  EXPECT_TRUE(reader->check());
}

TEST(OutputFiles, AMissingPartIsNamedWhereAJobWouldGoOnFromIt) {
  const TestFolder folder;
  ASSERT_TRUE(
      write_index(folder.path(), {moment, {}}, geometry, fields, write_parts(folder.path())));
  fs::remove(folder.path() + "/" + part_name(20, 1));
  const auto reader = SeriesReader::open(folder.path());
  ASSERT_TRUE(reader);
  std::vector<double> values(7 * 5 * 4);
  EXPECT_TRUE(reader->read("wave::phi", {{0, 0, 0}, {3, 5, 4}}, values.data()));
  const auto read = reader->read("wave::phi", geometry.whole, values.data());
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().text(), HasSubstr("parts/00000020/0001.h5: this part is missing"));
}

TEST(OutputFiles, ADamagedPartIsNamed) {
  const TestFolder folder;
  ASSERT_TRUE(
      write_index(folder.path(), {moment, {}}, geometry, fields, write_parts(folder.path())));
  const std::string part = folder.path() + "/" + part_name(20, 0);
  std::string bytes;
  {
    std::ifstream file(part, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  const double some = value_at(1, 2, 3, 1);
  const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&some), sizeof some));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 2] = static_cast<char>(bytes[at + 2] ^ 1);
  std::ofstream(part, std::ios::binary) << bytes;
  const auto checked = SeriesReader::open(folder.path()).value().check();
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().text(), HasSubstr("0000.h5: wave_flux/0 is damaged"));
}

TEST(OutputFiles, PointsThatNobodyHasWrittenAreAnErrorThatSaysWhy) {
  const TestFolder folder;
  auto parts = write_parts(folder.path());
  parts[1].blocks.clear();
  parts[1].error = "disk is full";
  ASSERT_TRUE(write_index(folder.path(), {moment, {}}, geometry, fields, parts));
  std::vector<double> values(7 * 5 * 4);
  const auto read =
      SeriesReader::open(folder.path())->read("wave::phi", geometry.whole, values.data());
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().text(), HasSubstr("80 points of 'wave::phi' were never written"));
  EXPECT_THAT(read.error().text(), HasSubstr("disk is full"));
}

TEST(OutputFiles, WhatIsNoIndexIsRefusedInOneLine) {
  const TestFolder folder;
  EXPECT_THAT(SeriesReader::open(folder.path()).error().text(), HasSubstr("no step of a mesh"));
  std::ofstream(folder.path() + "/data00000001.h5") << "nothing of the kind";
  const Error error = SeriesReader::open(folder.path()).error();
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("data00000001.h5: cannot read"));
  EXPECT_EQ(error.text().find('\n'), std::string::npos);
}

TEST(OutputFiles, ADiskThatTakesNoMoreLeavesAnErrorAndNoFile) {
  const TestFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  const rlimit small{.rlim_cur = 4096, .rlim_max = usual.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const PartRecord part =
      write_part(folder.path(), moment, 3, fields, blocks_of({{{0, 0, 0}, {40, 40, 10}}}));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &usual), 0);
  EXPECT_TRUE(part.blocks.empty());
  EXPECT_THAT(part.error, HasSubstr("0003.h5: cannot write: File too large"));
  EXPECT_TRUE(fs::is_empty(folder.path() + "/parts/00000020"));
  // The library is well after that.
  EXPECT_EQ(write_parts(folder.path())[0].error, "");
}

TEST(OutputFiles, AFolderThatCannotBeMadeIsNamed) {
  const TestFolder folder;
  std::ofstream(folder.path() + "/file") << "in the way";
  const PartRecord part =
      write_part(folder.path() + "/file", moment, 0, fields, blocks_of({{{0, 0, 0}, {1, 1, 1}}}));
  EXPECT_THAT(part.error,
              HasSubstr("file/parts/00000020: cannot make the folder: Not a directory"));
}

#else

TEST(OutputFiles, ABuildWithoutTheLibrarySaysSo) {
  const TestFolder folder;
  EXPECT_THAT(check_hdf5().error().text(), HasSubstr("libhdf5-dev"));
  EXPECT_THAT(write_parts(folder.path())[0].error, HasSubstr("libhdf5-dev"));
}

#endif

TEST(OutputFiles, NamesOfFieldsBecomeNamesThatTheStandardAllows) {
  EXPECT_EQ(record_name("wave::phi_p"), "wave_phi_p");
  EXPECT_EQ(record_name("a b::x'"), "a_b_x_");
  EXPECT_FALSE(clash_of_records(fields));
  EXPECT_THAT(clash_of_records({{"a::b_c", false}, {"a_b::c", false}}).value(),
              HasSubstr("'a::b_c' and 'a_b::c'"));
}

TEST(OutputFiles, StepsOfAFolderAreThoseWithAnIndex) {
  const TestFolder folder;
  for (const char* name : {"data00000010.h5", "data00000009.h5", "data123456789.h5", "data1.h5",
                           "data0000000x.h5", "data00000011.h5.unfinished"}) {
    std::ofstream(folder.path() + "/" + name) << "x";
  }
  EXPECT_THAT(steps_in(folder.path()), ::testing::ElementsAre(9, 10, 123456789));
}

}  // namespace
}  // namespace isthmus::mesh
