#include "fem/exchange.hpp"

#include <gtest/gtest.h>

namespace isthmus::fem {
namespace {

using Values = std::vector<double>;
using Spans = std::vector<std::span<const double>>;

/// Part 1 of three, with five nodes: 3 is shared with parts 0 and 2, 1 with part 0 alone.
Piece middle_piece() {
  Piece piece;
  piece.part = 1;
  piece.places = {10, 11, 12, 13, 14};
  piece.links = {{.part = 0, .shared = {1, 3}}, {.part = 2, .shared = {3}}};
  return piece;
}

TEST(Exchange, PicksValuesInTheOrderOfThePlaces) {
  const Values values = {0, 1, 10, 11, 20, 21};
  Values into = {7};
  pick(values, 2, std::vector<std::int32_t>{2, 0}, into);
  EXPECT_EQ(into, (Values{7, 20, 21, 0, 1}));
}

TEST(Exchange, PlacesWhatIsPickedAtTheOtherEnd) {
  Values values(6, -1);
  EXPECT_TRUE(place(values, 2, std::vector<std::int32_t>{2, 0}, Values{20, 21, 0, 1}));
  EXPECT_EQ(values, (Values{0, 1, -1, -1, 20, 21}));
}

TEST(Exchange, PlacesNothingOfMoreOrFewerValuesThanPlaces) {
  Values values(6, -1);
  const std::vector<std::int32_t> places = {2, 0};
  EXPECT_FALSE(place(values, 2, places, Values{1, 2, 3}));
  EXPECT_FALSE(place(values, 2, places, Values{1, 2, 3, 4, 5}));
  EXPECT_EQ(values, Values(6, -1));
}

TEST(Exchange, SumsAtSharedNodesAloneInTheOrderOfTheParts) {
  const Piece piece = middle_piece();
  // Rounded after each: (1 + 2^-53) + 2^-53 = 1, and 2^-53 + 2^-53 first would be more than 1.
  constexpr double tiny = 0x1p-53;
  Values values = {5, tiny, 6, tiny, 7};
  const Values of_first = {2, 1};
  const Values of_last = {tiny};
  ASSERT_TRUE(combine_shared(piece, values, 1, Spans{of_first, of_last}, Combining::sum));
  EXPECT_EQ(values, (Values{5, 2, 6, 1, 7}));
}

TEST(Exchange, SumsHaveTheSameBitsInAllParts) {
  // Of parts 0, 1, 2 at one node. (1 + 2^-53) - 1 = 0, and 2^-53 where part 2 is not the last.
  const Values have = {1, 0x1p-53, -1};
  for (std::int32_t own = 0; own < 3; ++own) {
    Piece piece;
    piece.part = own;
    piece.places = {0};
    Spans from;
    for (std::int32_t other = 0; other < 3; ++other) {
      if (other == own) continue;
      piece.links.push_back({.part = other, .shared = {0}});
      from.push_back(std::span(have).subspan(static_cast<std::size_t>(other), 1));
    }
    Values values = {have[static_cast<std::size_t>(own)]};
    ASSERT_TRUE(combine_shared(piece, values, 1, from, Combining::sum));
    EXPECT_EQ(values[0], 0) << "part " << own;
  }
}

TEST(Exchange, TakesTheGreatestOfEachComponent) {
  const Piece piece = middle_piece();
  Values values = {0, 0, 1, 1, 0, 0, 4, -4, 0, 0};
  const Values of_first = {2, -2, 3, -3};
  const Values of_last = {-9, 9};
  ASSERT_TRUE(combine_shared(piece, values, 2, Spans{of_first, of_last}, Combining::greatest));
  EXPECT_EQ(values, (Values{0, 0, 2, 1, 0, 0, 4, 9, 0, 0}));
}

TEST(Exchange, RefusesAMessageThatDoesNotFitItsLink) {
  const Piece piece = middle_piece();
  Values values(5, 1);
  const Values two = {1, 1};
  const Values one = {1};
  EXPECT_FALSE(combine_shared(piece, values, 1, Spans{one, one}, Combining::sum));
  EXPECT_FALSE(combine_shared(piece, values, 1, Spans{two, two}, Combining::sum));
  EXPECT_TRUE(combine_shared(piece, values, 1, Spans{two, one}, Combining::sum));
}

TEST(Exchange, LeavesAPieceThatSharesNothingAsItIs) {
  Piece piece;
  piece.places = {0, 1};
  Values values = {3, 4};
  EXPECT_TRUE(combine_shared(piece, values, 1, {}, Combining::sum));
  EXPECT_EQ(values, (Values{3, 4}));
}

}  // namespace
}  // namespace isthmus::fem
