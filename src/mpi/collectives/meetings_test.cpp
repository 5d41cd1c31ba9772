#include "mpi/collectives/meetings.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/collectives/ordered_values.hpp"
#include "mpi/handles.hpp"

namespace isthmus::engine::mpi {
namespace {

Brought sum_of(const double& value) {
  return {.kind = CollectiveKind::all_reduce,
          .operation = number_of(MPI_SUM),
          .type = number_of(MPI_DOUBLE),
          .value = std::as_bytes(std::span(&value, 1))};
}

double read(std::span<const std::byte> bytes) {
  double value = 0;
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Values whose sum depends on the order.
double value_of(std::int32_t number) { return (number % 3 == 0 ? 1e16 : 1.0) / (1 + number); }

double met_sum(const std::vector<std::int32_t>& numbers) {
  Meetings meetings;
  Meeting& meeting = meetings.of({7, 1});
  for (const std::int32_t number : numbers) {
    const double value = value_of(number);
    meeting.add({nullptr, number, 0}, sum_of(value));
  }
  return read(meeting.combined());
}

/// As operations do that go by messages.
double sent_sum(const std::vector<std::int32_t>& numbers) {
  Part head;
  head.operation = number_of(MPI_SUM);
  head.type = number_of(MPI_DOUBLE);
  std::vector<Piece> pieces;
  for (const std::int32_t number : numbers) {
    const double value = value_of(number);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    Piece piece;
    piece.from = number;
    piece.bytes.assign(bytes.begin(), bytes.end());
    pieces.push_back(piece);
  }
  const std::vector<std::byte> sum = OrderedValues(head).fold(std::move(pieces));
  return read(sum);
}

TEST(Meeting, GivesTheSumThatMessagesWouldWhoeverComesFirst) {
  const std::vector<std::vector<std::int32_t>> groups{
      {0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}, {3, 4, 5, 6, 7, 8, 9}, {1, 5, 6, 11, 12, 13}};
  for (std::vector<std::int32_t> numbers : groups) {
    const double expected = sent_sum(numbers);
    EXPECT_EQ(met_sum(numbers), expected);
    std::vector<std::int32_t> reversed(numbers.rbegin(), numbers.rend());
    EXPECT_EQ(met_sum(reversed), expected);
    std::swap(numbers.front(), numbers[numbers.size() / 2]);
    EXPECT_EQ(met_sum(numbers), expected);
  }
}

TEST(Meeting, KnowsWhoHasCalledSomethingElse) {
  Meeting meeting;
  const double value = 1;
  meeting.add({nullptr, 0, 0}, sum_of(value));
  EXPECT_TRUE(meeting.fits(sum_of(value)));
  EXPECT_FALSE(meeting.fits({}));
  Brought other = sum_of(value);
  other.operation = number_of(MPI_MAX);
  EXPECT_FALSE(meeting.fits(other));
  other = sum_of(value);
  other.type = number_of(MPI_INT64_T);
  EXPECT_FALSE(meeting.fits(other));
  other = sum_of(value);
  other.value = other.value.first(4);
  EXPECT_FALSE(meeting.fits(other));
}

TEST(Meeting, OfABarrierHasNoValue) {
  Meeting meeting;
  meeting.add({nullptr, 1, 0}, {});
  meeting.add({nullptr, 0, 0}, {});
  EXPECT_TRUE(meeting.fits({}));
  EXPECT_TRUE(meeting.combined().empty());
}

TEST(Meetings, AreMadeAnewUnderTheNextName) {
  Meetings meetings;
  meetings.of({7, 1}).add({nullptr, 0, 0}, {});
  meetings.of({7, 2}).is_apart = true;
  EXPECT_EQ(meetings.size(), 2u);
  EXPECT_EQ(meetings.of({7, 1}).members.size(), 1u);
  EXPECT_TRUE(meetings.of({7, 2}).is_apart);
  meetings.remove({7, 1});
  meetings.remove({7, 2});
  EXPECT_EQ(meetings.size(), 0u);
  const Meeting& next = meetings.of({7, 3});
  EXPECT_TRUE(next.members.empty());
  EXPECT_FALSE(next.is_apart);
}

}  // namespace
}  // namespace isthmus::engine::mpi
