#include "mpi/datatype/elements.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isthmus::engine::mpi {
namespace {

const DatatypePtr& named(BasicType type) { return Datatype::predefined(type); }

// MPI 5.0, the example of 5.1.11: one or two pairs of reals are asked for, two or three reals come.
TEST(Elements, AreCountedAsInTheStandardsExample) {
  const DatatypePtr two = *make_contiguous(2, named(BasicType::real));
  EXPECT_EQ(count_in(*two, 8), 1);
  EXPECT_EQ(elements_in(*two, 8), 2);
  EXPECT_EQ(count_in(*two, 12), std::nullopt);
  EXPECT_EQ(elements_in(*two, 12), 3);
  EXPECT_EQ(elements_in(*two, 13), std::nullopt);
}

TEST(Elements, OfAPairAreTwo) {
  const Datatype& pair = *named(BasicType::double_int);
  EXPECT_EQ(elements_in(pair, 24), 4);
  EXPECT_EQ(elements_in(pair, 20), 3);
  EXPECT_EQ(count_in(pair, 20), std::nullopt);
}

TEST(Elements, OfTypesWithoutDataAreNone) {
  const DatatypePtr none = *make_contiguous(0, named(BasicType::real));
  EXPECT_EQ(count_in(*none, 0), 0);
  EXPECT_EQ(elements_in(*none, 0), 0);
  EXPECT_EQ(count_in(*none, 4), std::nullopt);
  EXPECT_EQ(elements_in(*none, 4), std::nullopt);
  EXPECT_EQ(bytes_of_elements(*none, 1), std::nullopt);
  EXPECT_EQ(bytes_of_elements(*none, 0), 0);
}

Match match_of(const Datatype& sent, std::int64_t sent_count, const Datatype& received,
               std::int64_t count) {
  return match(signature_of(sent, sent_count), sent.size() * sent_count, received, count);
}

TEST(Signature, IsTheSameHoweverATypeWasMade) {
  const Datatype& an_int = *named(BasicType::c_int);
  const DatatypePtr row = *make_contiguous(6, named(BasicType::c_int));
  const DatatypePtr holes = *make_vector(3, 2, 5, named(BasicType::c_int));
  EXPECT_EQ(match_of(*row, 1, *holes, 1), Match::same);
  EXPECT_EQ(match_of(an_int, 12, *holes, 2), Match::same);
  EXPECT_EQ(match_of(an_int, 5, *holes, 1), Match::same);
  EXPECT_EQ(match_of(an_int, 7, *holes, 1), Match::too_long);
}

TEST(Signature, TellsTypesOfOneSizeApart) {
  const Datatype& an_int = *named(BasicType::c_int);
  const Datatype& a_float = *named(BasicType::c_float);
  EXPECT_EQ(match_of(an_int, 3, a_float, 3), Match::different);
  EXPECT_EQ(match_of(an_int, 0, a_float, 3), Match::same);
  const DatatypePtr both =
      *make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, 4},
                   std::vector{named(BasicType::c_int), named(BasicType::c_float)});
  const DatatypePtr other =
      *make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, 4},
                   std::vector{named(BasicType::c_float), named(BasicType::c_int)});
  EXPECT_EQ(match_of(*both, 2, *other, 2), Match::different);
  EXPECT_EQ(match_of(*both, 2, *both, 2), Match::same);
  EXPECT_EQ(match_of(*named(BasicType::c_char), 8, an_int, 2), Match::different);
}

TEST(Signature, OfPackedBytesSuitsAll) {
  const Datatype& packed = *named(BasicType::packed);
  const Datatype& a_double = *named(BasicType::c_double);
  EXPECT_EQ(match_of(packed, 16, a_double, 2), Match::same);
  EXPECT_EQ(match_of(packed, 17, a_double, 2), Match::too_long);
  EXPECT_EQ(match_of(a_double, 2, packed, 100), Match::same);
  EXPECT_EQ(match_of(a_double, 2, packed, 15), Match::too_long);
}

}  // namespace
}  // namespace isthmus::engine::mpi
