#include "mpi/datatype/accumulate.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace isthmus::engine::mpi {
namespace {

const DatatypePtr& named(BasicType type) { return Datatype::predefined(type); }

// More numbers than fit one window, in segments of 24 bytes and more.
TEST(Accumulate, AddsToTheDataAndLeavesTheGapsAlone) {
  const std::int64_t count = 5000;
  const DatatypePtr type = *make_vector(count, 1, 2, named(BasicType::c_int));
  std::vector<int> target(2 * count, 100);
  std::vector<int> came(count);
  std::iota(came.begin(), came.end(), 0);
  const auto in = std::as_bytes(std::span(came));
  std::int64_t done = 0;
  for (const std::size_t size : {std::size_t{24}, std::size_t{17'000}, in.size()}) {
    const auto rest = in.subspan(static_cast<std::size_t>(done));
    const auto taken = accumulate(Operator::sum, rest.first(std::min(size, rest.size())),
                                  target.data(), *type, 1, done);
    ASSERT_TRUE(taken.has_value());
    done += *taken;
  }
  EXPECT_EQ(done, 4 * count);
  for (std::size_t i = 0; i < target.size(); ++i) {
    EXPECT_EQ(target[i], i % 2 == 0 ? 100 + static_cast<int>(i / 2) : 100);
  }
}

struct Place {
  double value;
  int place;
};

TEST(Accumulate, FindsTheLowestOfPairsWithGaps) {
  const DatatypePtr type = *make_contiguous(2, named(BasicType::double_int));
  std::vector<Place> target{{1, 1}, {2, 2}, {3, 3}, {4, 4}};
  std::vector<std::byte> came;
  for (const Place& pair : {Place{0, 9}, Place{2, 1}, Place{7, 0}, Place{-4, 8}}) {
    const auto value = std::as_bytes(std::span(&pair.value, 1));
    const auto place = std::as_bytes(std::span(&pair.place, 1));
    came.insert(came.end(), value.begin(), value.end());
    came.insert(came.end(), place.begin(), place.end());
  }
  EXPECT_EQ(accumulate(Operator::minloc, came, target.data(), *type, 2, 0), 48);
  const std::vector<int> places{9, 1, 3, 8};
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(target[i].place, places[i]);
  EXPECT_EQ(target[3].value, -4);
}

TEST(Accumulate, TakesNoMoreThanThereIs) {
  std::vector<int> target{1, 2};
  const std::vector<int> came{10, 20, 30};
  EXPECT_EQ(accumulate(Operator::replace, std::as_bytes(std::span(came)), target.data(),
                       *named(BasicType::c_int), 2, 0),
            8);
  EXPECT_EQ(target, (std::vector{10, 20}));
}

TEST(Accumulate, WorksInPlaceWhereTheTargetIsOnePiece) {
  std::vector<int> target{1, 2, 3, 4};
  const std::vector<int> came{10, 20, 30};
  EXPECT_EQ(accumulate(Operator::sum, std::as_bytes(std::span(came)), target.data(),
                       *named(BasicType::c_int), 4, 8),
            8);
  EXPECT_EQ(target, (std::vector{1, 2, 13, 24}));
}

TEST(Accumulate, RefusesWhatIsNotOfOneNamedType) {
  std::vector<std::byte> memory(64);
  const DatatypePtr mixed =
      *make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, 4},
                   std::vector{named(BasicType::c_int), named(BasicType::c_float)});
  const auto in = std::span<const std::byte>(memory).first(8);
  const auto error_of = [&](Operator op, const DatatypePtr& type, std::size_t bytes,
                            std::int64_t first) {
    return accumulate(op, in.first(bytes), memory.data() + 16, *type, 4, first).error().error;
  };
  const DatatypePtr& an_int = named(BasicType::c_int);
  EXPECT_EQ(error_of(Operator::sum, mixed, 8, 0), ErrorClass::op);
  EXPECT_EQ(error_of(Operator::maxloc, an_int, 8, 0), ErrorClass::op);
  EXPECT_EQ(error_of(Operator::sum, an_int, 7, 0), ErrorClass::arg);
  EXPECT_EQ(error_of(Operator::sum, an_int, 8, 2), ErrorClass::arg);
}

}  // namespace
}  // namespace isthmus::engine::mpi
