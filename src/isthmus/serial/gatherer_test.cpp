#include "isthmus/serial/gatherer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

std::vector<std::byte> joined(std::span<const Piece> pieces) {
  std::vector<std::byte> bytes;
  for (const Piece piece : pieces) bytes.insert(bytes.end(), piece.begin(), piece.end());
  return bytes;
}

TEST(Gatherer, MakesPiecesThatJoinToTheBytesOfAWriter) {
  const std::vector<double> one = {1, 2, 3};
  const std::vector<char> two = {'a', 'b', 'c'};
  const std::vector<double> none;
  const std::span<const double> lent_one(one), lent_none(none);
  const std::span<const char> lent_two(two);
  const std::string text = "between";
  const auto expected = to_bytes(7, lent_two, text, lent_none, lent_one, true);

  std::array<std::byte, 256> own;
  std::array<Piece, Gatherer::pieces_max(3)> pieces;
  Gatherer gatherer(own, pieces);
  gatherer(7);
  gatherer.lend(lent_two);
  gatherer(text);
  gatherer.lend(lent_none);
  gatherer.lend(lent_one);
  gatherer(true);
  EXPECT_EQ(gatherer.position(), expected.size());
  const std::size_t count = gatherer.finish();
  EXPECT_EQ(count, 5u);  // an empty span makes none
  EXPECT_EQ(joined(std::span(pieces).first(count)), expected);
}

TEST(Gatherer, LeavesLentElementsWhereTheyAre) {
  std::vector<double> values = {1, 2, 3};
  std::array<std::byte, 64> own;
  std::array<Piece, Gatherer::pieces_max(1)> pieces;
  Gatherer gatherer(own, pieces);
  gatherer.lend(std::span<const double>(values));
  ASSERT_EQ(gatherer.finish(), 2u);
  EXPECT_EQ(static_cast<const void*>(pieces[1].data()), values.data());
}

TEST(Gatherer, MakesOnePieceOfWhatIsNotLent) {
  std::array<std::byte, 64> own;
  std::array<Piece, Gatherer::pieces_max(0)> pieces;
  Gatherer gatherer(own, pieces);
  gatherer(1, std::string("two"), std::vector<int>{3, 4});
  ASSERT_EQ(gatherer.finish(), 1u);
  EXPECT_EQ(joined(pieces), to_bytes(1, std::string("two"), std::vector<int>{3, 4}));
}

TEST(GathererDeathTest, RefusesWhatDoesNotFit) {
  std::array<std::byte, 8> own;
  std::array<Piece, 1> pieces;
  EXPECT_DEATH(
      {
        Gatherer gatherer(own, pieces);
        gatherer(1.0, 2.0);
      },
      "");
}

}  // namespace
}  // namespace isthmus::engine::serial
