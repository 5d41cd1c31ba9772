#include "mesh/driver/fields.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {
namespace {

Box box(Point low, Point high) { return {low, high}; }

void number(const Fields& fields, std::int32_t field, double factor) {
  const Box& all = fields.storage();
  for (std::int32_t k = all.low[2]; k < all.high[2]; ++k) {
    for (std::int32_t j = all.low[1]; j < all.high[1]; ++j) {
      for (std::int32_t i = all.low[0]; i < all.high[0]; ++i) {
        fields[field](i, j, k) = factor * (i + 100 * j + 10000 * k);
      }
    }
  }
}

TEST(Fields, BeginAsZerosAtALineOfTheCache) {
  const Fields fields(3, box({-1, -2, 0}, {4, 6, 1}));
  for (std::int32_t field = 0; field < 3; ++field) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(fields.values(field)) % 64, 0u);
    EXPECT_EQ(fields[field](-1, -2, 0), 0.0);
    EXPECT_EQ(fields[field](3, 5, 0), 0.0);
  }
  EXPECT_EQ(fields.bytes(), 3u * 40 * 8);
}

TEST(Fields, GoOnByOneWhenTheyRotate) {
  Fields fields(4, box({0, 0, 0}, {2, 1, 1}));
  for (std::int32_t field = 0; field < 4; ++field) fields[field](1, 0, 0) = 1.0 + field;
  const std::int32_t place = fields.place(1);
  fields.rotate(std::vector<std::int32_t>{1, 2, 3});
  EXPECT_EQ(fields[0](1, 0, 0), 1.0);
  EXPECT_EQ(fields[1](1, 0, 0), 4.0);
  EXPECT_EQ(fields[2](1, 0, 0), 2.0);
  EXPECT_EQ(fields[3](1, 0, 0), 3.0);
  EXPECT_EQ(fields.at_place(place)(1, 0, 0), 2.0);
}

TEST(Fields, AreTheSameBehindTheWire) {
  Fields fields(2, box({-1, 0, 0}, {5, 3, 2}));
  number(fields, 0, 1);
  number(fields, 1, -2);
  fields.rotate(std::vector<std::int32_t>{0, 1});
  const auto bytes = serial::to_bytes(fields);
  Fields other;
  serial::Reader reader(bytes);
  reader(other);
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(other.storage(), fields.storage());
  EXPECT_EQ(other[0](4, 2, 1), -2.0 * (4 + 200 + 10000));
  EXPECT_EQ(other[1](-1, 1, 1), -1 + 100 + 10000.0);
  other.rotate(std::vector<std::int32_t>{0, 1});
  EXPECT_EQ(other[0](-1, 1, 1), -1 + 100 + 10000.0);
}

TEST(Fields, KeepWhatTheyHaveWhenGhostsBecomeDeeper) {
  Fields fields(2, box({0, 0, 0}, {4, 4, 4}));
  number(fields, 0, 1);
  number(fields, 1, 3);
  fields.rotate(std::vector<std::int32_t>{0, 1});
  fields.change_storage(box({-2, 0, 1}, {3, 5, 4}));
  EXPECT_EQ(fields[0](2, 3, 2), 3.0 * (2 + 300 + 20000));
  EXPECT_EQ(fields[1](0, 0, 3), 30000.0);
  EXPECT_EQ(fields[0](-2, 0, 1), 0.0);
}

TEST(Fields, MayHaveNoMemory) {
  Fields fields(57, box({0, 0, 0}, {1000, 1000, 1000}), false);
  EXPECT_FALSE(fields.has_memory());
  EXPECT_EQ(fields.bytes(), 0u);
  fields.rotate(std::vector<std::int32_t>{0, 1});
  fields.change_storage(box({0, 0, 0}, {2000, 1000, 1000}));
  EXPECT_EQ(fields.count(), 57u);
  EXPECT_FALSE(fields.has_memory());
}

TEST(Fields, ArePackedInOrderAndUnpackedAgain) {
  const Fields from(1, box({-1, -1, -1}, {5, 5, 5}));
  number(from, 0, 1);
  const Box face = box({3, 0, 0}, {5, 3, 2});
  std::vector<double> packed(static_cast<std::size_t>(face.point_count()));
  EXPECT_EQ(pack(from[0], face, packed.data()), packed.data() + packed.size());
  EXPECT_EQ(packed[1], 4.0);
  EXPECT_EQ(packed[2], 103.0);
  const Fields to(1, box({0, 0, 0}, {6, 6, 6}));
  EXPECT_EQ(unpack(packed.data(), to[0], face), packed.data() + packed.size());
  EXPECT_EQ(to[0](4, 2, 1), 4.0 + 200 + 10000);
  EXPECT_EQ(to[0](2, 2, 1), 0.0);
  copy_moved(from[0], to[0], face, 2, 3);
  EXPECT_EQ(to[0](3, 1, 4), 3.0 + 100 + 10000);
}

TEST(Fields, AreCopiedByWholePlanesWhereRowsFollowEachOtherInBothMemories) {
  const Fields from(1, box({-1, -1, 0}, {4, 4, 5}));
  number(from, 0, 1);
  const Box planes = box({-1, 0, 1}, {4, 3, 3});
  for (const std::int32_t wider : {0, 2}) {
    const Fields to(1, box({-1, -2, 0}, {4 + wider, 4, 9}));
    copy_moved(from[0], to[0], planes, 2, 4);
    double sum = 0;
    for (std::int32_t k = 5; k < 7; ++k) {
      for (std::int32_t j = 0; j < 3; ++j) {
        for (std::int32_t i = -1; i < 4; ++i) {
          EXPECT_EQ(to[0](i, j, k), i + 100 * j + 10000.0 * (k - 4));
          sum += to[0](i, j, k);
        }
      }
    }
    double all = 0;
    for (std::size_t at = 0; at < to.bytes() / sizeof(double); ++at) all += to.values(0)[at];
    EXPECT_EQ(all, sum) << "nothing beside them";
  }
}

TEST(Fields, AreSwappedBothWaysAcrossAPlaneOfX) {
  for (const std::int32_t layers : {1, 3}) {
    // The upper one begins at 0 again, as behind the end of a torus.
    const Fields lower(1, box({0, -1, 0}, {8 + layers, 3, 2}));
    const Fields upper(1, box({-layers, -1, 0}, {5, 3, 4}));
    number(lower, 0, 1);
    number(upper, 0, -1);
    swap_across_x(lower[0], upper[0], box({8 - layers, 0, 1}, {8, 3, 2}), -8);
    for (std::int32_t j = -1; j < 3; ++j) {
      for (std::int32_t i = 0; i < layers; ++i) {
        const double own = 8 + i + 100 * j + 10000.0;
        const double other = -(i + 100 * j + 10000.0);
        EXPECT_EQ(lower[0](8 + i, j, 1), j < 0 ? own : other);
        EXPECT_EQ(lower[0](8 + i, j, 0), own - 10000);
        const std::int32_t ghost = i - layers;
        const double there = -(ghost + 100 * j + 10000.0);
        const double from_below = 8 + ghost + 100 * j + 10000.0;
        EXPECT_EQ(upper[0](ghost, j, 1), j < 0 ? there : from_below);
        EXPECT_EQ(upper[0](i, j, 1), other);
      }
    }
  }
}

}  // namespace
}  // namespace isthmus::mesh
