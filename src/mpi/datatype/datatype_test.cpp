#include "mpi/datatype/datatype.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "mpi/datatype/packing.hpp"

namespace isthmus::engine::mpi {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

const DatatypePtr& named(BasicType type) { return Datatype::predefined(type); }
const DatatypePtr& a_char() { return named(BasicType::c_char); }
const DatatypePtr& an_int() { return named(BasicType::c_int); }
const DatatypePtr& a_double() { return named(BasicType::c_double); }

// {(double, 0), (char, 8)}, the standard's own example.
DatatypePtr double_and_char() {
  return *make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, 8},
                      std::vector{a_double(), a_char()});
}

void expect_bounds(const Result<DatatypePtr>& type, std::int64_t lb, std::int64_t extent) {
  ASSERT_TRUE(type.has_value()) << type.error().reason;
  EXPECT_EQ((*type)->lb(), lb);
  EXPECT_EQ((*type)->extent(), extent);
}

void expect_true_bounds(const Result<DatatypePtr>& type, std::int64_t lb, std::int64_t extent) {
  ASSERT_TRUE(type.has_value());
  EXPECT_EQ((*type)->true_lb(), lb);
  EXPECT_EQ((*type)->true_extent(), extent);
}

void expect_refused(const Result<DatatypePtr>& type, ErrorClass error) {
  ASSERT_FALSE(type.has_value());
  EXPECT_EQ(type.error().error, error) << type.error().reason;
  EXPECT_STRNE(type.error().reason, "");
}

std::vector<std::pair<std::int64_t, std::int64_t>> pieces_of(const Datatype& type) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pieces;
  visit_pieces(type, 1, 0, type.size(), [&](std::int64_t offset, std::int64_t bytes) {
    pieces.emplace_back(offset, bytes);
  });
  return pieces;
}

// MPI 5.0, examples of 5.1.1 and 5.1.2.
TEST(Datatype, HasTheExtentsOfTheStandardsExamples) {
  const DatatypePtr type = double_and_char();
  EXPECT_EQ(type->size(), 9);
  expect_bounds(type, 0, 16);
  expect_bounds(make_contiguous(3, type), 0, 48);
  expect_bounds(make_vector(2, 3, 4, type), 0, 112);
  expect_bounds(make_vector(3, 1, -2, type), -64, 80);
  const DatatypePtr indexed = *make_indexed(std::vector{3, 1}, std::vector{4, 0}, type);
  expect_bounds(indexed, 0, 112);
  EXPECT_EQ(pieces_of(*indexed), (std::vector<std::pair<std::int64_t, std::int64_t>>{
                                     {64, 9}, {80, 9}, {96, 9}, {0, 9}}));
  const auto structure = make_struct(std::vector{2, 1, 3}, std::vector<std::int64_t>{0, 16, 26},
                                     std::vector{named(BasicType::c_float), type, a_char()});
  expect_bounds(structure, 0, 32);
  expect_true_bounds(structure, 0, 29);
  EXPECT_EQ((*structure)->size(), 20);
}

// MPI 5.0, 5.1.7.
TEST(Datatype, KeepsSetBoundsInTypesMadeOfIt) {
  const DatatypePtr type = *make_resized(an_int(), -3, 9);
  expect_bounds(type, -3, 9);
  expect_true_bounds(type, 0, 4);
  expect_bounds(make_contiguous(2, type), -3, 18);
  expect_true_bounds(make_contiguous(2, type), 0, 13);
  expect_bounds(make_dup(type), -3, 9);
  expect_bounds(make_contiguous(2, *make_resized(an_int(), 0, 5)), 0, 10);
  expect_bounds(make_resized(type, 0, 4), 0, 4);
}

TEST(Datatype, PadsToTheAlignmentOfItsBasicTypes) {
  const auto pair_at = [](std::int64_t offset, const DatatypePtr& first,
                          const DatatypePtr& second) {
    return make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, offset},
                       std::vector{first, second});
  };
  expect_bounds(pair_at(8, a_double(), a_char()), 0, 16);
  expect_bounds(pair_at(16, named(BasicType::c_long_double), a_char()), 0, 32);
  expect_bounds(pair_at(2, a_char(), a_char()), 0, 3);
  expect_bounds(make_hvector(2, 1, 5, an_int()), 0, 12);
  expect_true_bounds(make_hvector(2, 1, 5, an_int()), 0, 9);
}

TEST(Datatype, DoesNotLetSetBoundsHideTheDataBesideThem) {
  const DatatypePtr wide = *make_resized(an_int(), 0, 100);
  expect_bounds(make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, 200},
                            std::vector{wide, an_int()}),
                0, 204);
}

TEST(Datatype, OfNothingHasNoBounds) {
  const std::vector<int> none;
  const std::vector<std::int64_t> nowhere;
  for (const auto& type :
       {make_contiguous(0, an_int()), make_vector(0, 3, 4, an_int()),
        make_vector(3, 0, 4, an_int()), make_indexed(none, none, an_int()),
        make_hindexed(none, nowhere, an_int()), make_indexed_block(2, none, an_int()),
        make_struct(none, nowhere, {}), make_hvector(2, 2, 9, *make_contiguous(0, an_int()))}) {
    expect_bounds(type, 0, 0);
    expect_true_bounds(type, 0, 0);
    EXPECT_EQ((*type)->size(), 0);
    EXPECT_EQ((*type)->basics(), 0);
    EXPECT_FALSE((*type)->is_contiguous());
    EXPECT_EQ(pack(nullptr, **type, 5, 0, {}), 0);
    EXPECT_EQ(contiguous_bytes(static_cast<void*>(nullptr), **type, 5)->size(), 0u);
  }
  // A block of nothing does not count, wherever it is.
  expect_bounds(make_struct(std::vector{0, 1}, std::vector<std::int64_t>{-100, 8},
                            std::vector{an_int(), an_int()}),
                8, 4);
}

// MPI 5.0, the example of 5.1.4: an array of 100 x 200 x 300 on 2 x 3 processes, CYCLIC(10) in the
// first dimension, BLOCK in the third one.
TEST(Datatype, DealsOutTheArrayOfTheStandardsExample) {
  std::int64_t bytes = 0;
  for (int rank = 0; rank < 6; ++rank) {
    const DatatypePtr type =
        *make_darray(6, rank, std::vector{100, 200, 300},
                     std::vector{Distribution::cyclic, Distribution::none, Distribution::block},
                     std::vector{10, default_distribution, default_distribution},
                     std::vector{2, 1, 3}, ArrayOrder::fortran, an_int());
    expect_bounds(type, 0, std::int64_t{4} * 100 * 200 * 300);
    EXPECT_EQ(type->size(), std::int64_t{4} * 50 * 200 * 100);
    const std::int64_t first = 10 * (rank / 3) + std::int64_t{100} * 200 * 100 * (rank % 3);
    EXPECT_EQ(type->true_lb(), 4 * first);
    bytes += type->size();
  }
  EXPECT_EQ(bytes, std::int64_t{4} * 100 * 200 * 300);
}

TEST(Datatype, TakesAPartOutOfAnArrayInEitherOrder) {
  const std::vector sizes{4, 6};
  const std::vector subsizes{2, 3};
  const std::vector starts{1, 2};
  using Pieces = std::vector<std::pair<std::int64_t, std::int64_t>>;
  EXPECT_EQ(pieces_of(**make_subarray(sizes, subsizes, starts, ArrayOrder::c, an_int())),
            (Pieces{{32, 12}, {56, 12}}));
  EXPECT_EQ(pieces_of(**make_subarray(sizes, subsizes, starts, ArrayOrder::fortran, an_int())),
            (Pieces{{36, 8}, {52, 8}, {68, 8}}));
}

TEST(Datatype, IsAShortPlanHoweverItWasMade) {
  const auto kind_of = [](const Result<DatatypePtr>& type) { return (*type)->layout().plan->kind; };
  EXPECT_EQ(kind_of(make_vector(10, 4, 4, an_int())), Plan::Kind::run);
  EXPECT_EQ(kind_of(make_indexed(std::vector{2, 3, 1}, std::vector{0, 2, 5}, an_int())),
            Plan::Kind::run);
  EXPECT_EQ(kind_of(make_indexed_block(1, std::vector{0, 3, 6, 9}, an_int())), Plan::Kind::repeat);
  EXPECT_EQ(kind_of(make_indexed_block(1, std::vector{0, 3, 7, 9}, an_int())), Plan::Kind::blocks);
  const DatatypePtr rows = *make_vector(8, 1, 2, an_int());
  const DatatypePtr all = *make_hvector(5, 1, 64, rows);
  EXPECT_EQ(all->layout().plan->count, 40);
  EXPECT_EQ(all->layout().plan->child->kind, Plan::Kind::run);
}

TEST(Datatype, RemembersTheCallThatMadeIt) {
  const DatatypePtr small =
      *make_hindexed(std::vector{1, 2}, std::vector<std::int64_t>{0, 8}, an_int());
  EXPECT_EQ(small->combiner(), Combiner::hindexed);
  EXPECT_EQ(small->count_form(), CountForm::integers);
  EXPECT_EQ(small->contents().integers, (std::vector{2, 1, 2}));
  EXPECT_EQ(small->contents().addresses, (std::vector<std::int64_t>{0, 8}));
  EXPECT_EQ(small->contents().types, std::vector{an_int()});
  const DatatypePtr large =
      *make_hindexed(std::vector<std::int64_t>{1, 2}, std::vector<std::int64_t>{0, 8}, an_int(),
                     CountForm::counts);
  EXPECT_EQ(large->count_form(), CountForm::counts);
  EXPECT_TRUE(large->contents().integers.empty());
  EXPECT_EQ(large->contents().counts, (std::vector<std::int64_t>{2, 1, 2, 0, 8}));
  const DatatypePtr part =
      *make_subarray(std::vector{4}, std::vector{2}, std::vector{1}, ArrayOrder::c, an_int());
  EXPECT_EQ(part->contents().integers, (std::vector{1, 4, 2, 1, 12}));
  const DatatypePtr large_part = *make_subarray(std::vector{4}, std::vector{2}, std::vector{1},
                                                ArrayOrder::c, an_int(), CountForm::counts);
  EXPECT_EQ(large_part->contents().integers, (std::vector{1, 12}));
  EXPECT_EQ(large_part->contents().counts, (std::vector<std::int64_t>{4, 2, 1}));
}

TEST(Datatype, IsPredefinedForOperatorsIfItDuplicatesOne) {
  const DatatypePtr twin = *make_dup(*make_dup(an_int()));
  EXPECT_EQ(twin->predefined_type(), BasicType::c_int);
  EXPECT_EQ(twin->name(), std::nullopt);
  const DatatypePtr row = *make_contiguous(1, an_int());
  EXPECT_EQ(row->predefined_type(), std::nullopt);
  EXPECT_EQ(row->component(), BasicType::c_int);
}

TEST(Datatype, KnowsTheNamedTypeThatAllItsDataAreOf) {
  const auto pair_of = [](const DatatypePtr& first, const DatatypePtr& second) {
    return *make_struct(std::vector{2, 1}, std::vector<std::int64_t>{0, 64},
                        std::vector{first, second});
  };
  EXPECT_EQ(pair_of(an_int(), *make_vector(2, 1, 2, an_int()))->component(), BasicType::c_int);
  EXPECT_EQ(pair_of(an_int(), named(BasicType::integer))->component(), std::nullopt);
  EXPECT_EQ(pair_of(pair_of(an_int(), a_char()), an_int())->component(), std::nullopt);
  EXPECT_EQ(pair_of(*make_contiguous(0, a_char()), an_int())->component(), BasicType::c_int);
  const DatatypePtr pairs = *make_contiguous(3, named(BasicType::double_int));
  EXPECT_EQ(pairs->component(), BasicType::double_int);
  EXPECT_EQ((*make_contiguous(0, an_int()))->component(), std::nullopt);
  EXPECT_EQ((*make_f90_integer(9))->component(), BasicType::integer4);
}

TEST(Datatype, IsTheKindThatFortranSelects) {
  EXPECT_EQ((*make_f90_real(6, 37))->predefined_type(), BasicType::real4);
  EXPECT_EQ((*make_f90_real(15, undefined))->predefined_type(), BasicType::real8);
  EXPECT_EQ((*make_f90_real(33, undefined))->predefined_type(), BasicType::real16);
  EXPECT_EQ((*make_f90_real(undefined, 300))->size(), 8);
  EXPECT_EQ((*make_f90_complex(7, undefined))->predefined_type(), BasicType::complex16);
  EXPECT_EQ((*make_f90_integer(5))->predefined_type(), BasicType::integer4);
  EXPECT_EQ((*make_f90_integer(38))->size(), 16);
  EXPECT_EQ((*make_f90_real(15, undefined))->combiner(), Combiner::f90_real);
  EXPECT_EQ((*make_f90_real(15, undefined))->contents().integers, (std::vector{15, undefined}));
  expect_refused(make_f90_real(undefined, undefined), ErrorClass::arg);
  expect_refused(make_f90_real(34, undefined), ErrorClass::arg);
  expect_refused(make_f90_integer(39), ErrorClass::arg);
}

TEST(Datatype, RefusesBadArgumentsByTheirClass) {
  expect_refused(make_contiguous(-1, an_int()), ErrorClass::count);
  expect_refused(make_contiguous(1, nullptr), ErrorClass::type);
  expect_refused(make_dup(nullptr), ErrorClass::type);
  expect_refused(make_vector(-1, 1, 1, an_int()), ErrorClass::count);
  expect_refused(make_vector(1, -1, 1, an_int()), ErrorClass::arg);
  expect_refused(make_hvector(1, -1, 1, an_int()), ErrorClass::arg);
  expect_refused(make_indexed(std::vector{1}, std::vector{1, 2}, an_int()), ErrorClass::arg);
  expect_refused(make_indexed(std::vector{1, -1}, std::vector{1, 2}, an_int()), ErrorClass::arg);
  expect_refused(make_indexed_block(-1, std::vector{1, 2}, an_int()), ErrorClass::arg);
  expect_refused(
      make_struct(std::vector{1}, std::vector<std::int64_t>{0}, std::vector{DatatypePtr()}),
      ErrorClass::type);
  expect_refused(make_contiguous(most, an_int()), ErrorClass::arg);  // no int
}

TEST(Datatype, RefusesArraysThatAreNone) {
  const auto part = [](std::vector<int> sizes, std::vector<int> subsizes, std::vector<int> starts) {
    return make_subarray(sizes, subsizes, starts, ArrayOrder::c, an_int());
  };
  expect_refused(part({}, {}, {}), ErrorClass::arg);
  expect_refused(part({4}, {5}, {0}), ErrorClass::arg);
  expect_refused(part({4}, {2}, {3}), ErrorClass::arg);
  expect_refused(part({4}, {2}, {-1}), ErrorClass::arg);
  expect_refused(part({4}, {0}, {0}), ErrorClass::arg);
  expect_refused(make_subarray(std::vector{4}, std::vector{2}, std::vector{0},
                               static_cast<ArrayOrder>(3), an_int()),
                 ErrorClass::arg);
  const auto dealt = [](int size, int rank, Distribution how, int argument, int processes) {
    return make_darray(size, rank, std::vector{10}, std::vector{how}, std::vector{argument},
                       std::vector{processes}, ArrayOrder::c, an_int());
  };
  EXPECT_TRUE(dealt(3, 2, Distribution::block, 4, 3).has_value());
  expect_refused(dealt(3, 3, Distribution::block, 4, 3), ErrorClass::arg);
  expect_refused(dealt(3, 0, Distribution::block, 3, 3), ErrorClass::arg);
  expect_refused(dealt(3, 0, Distribution::block, 4, 2), ErrorClass::arg);
  expect_refused(dealt(3, 0, Distribution::none, 4, 3), ErrorClass::arg);
  expect_refused(dealt(3, 0, Distribution::cyclic, 0, 3), ErrorClass::arg);
  expect_refused(dealt(3, 0, static_cast<Distribution>(15), 1, 3), ErrorClass::arg);
}

TEST(Datatype, RefusesSizesAndBoundsBeyond64Bits) {
  const auto large = CountForm::counts;
  expect_refused(make_contiguous(most, an_int(), large), ErrorClass::count);
  expect_refused(make_vector(3, 1, most / 2, an_int(), large), ErrorClass::count);
  expect_refused(make_hvector(3, 1, most, a_char(), large), ErrorClass::count);
  expect_refused(make_hvector(2, 1, most, a_char(), large), ErrorClass::count);
  expect_refused(make_resized(an_int(), most, 1, large), ErrorClass::count);
  expect_refused(make_hindexed(std::vector<std::int64_t>{1, 1},
                               std::vector<std::int64_t>{-most, most}, a_char(), large),
                 ErrorClass::count);
  expect_refused(
      make_subarray(std::vector<std::int64_t>{most, most}, std::vector<std::int64_t>{1, 1},
                    std::vector<std::int64_t>{0, 0}, ArrayOrder::c, a_char(), large),
      ErrorClass::count);
  // Set bounds may be near each other where the data is not.
  const DatatypePtr high =
      *make_resized(*make_hindexed(std::vector<std::int64_t>{1},
                                   std::vector<std::int64_t>{most / 4 * 3}, a_char(), large),
                    0, 1, large);
  const DatatypePtr low =
      *make_resized(*make_hindexed(std::vector<std::int64_t>{1},
                                   std::vector<std::int64_t>{-most / 4 * 3}, a_char(), large),
                    0, 1, large);
  expect_refused(
      make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, 0}, std::vector{high, low}),
      ErrorClass::count);
  // The largest that there are.
  expect_bounds(make_contiguous(most, a_char(), large), 0, most);
  const DatatypePtr far = *make_hvector(2, 1, most - 1, a_char(), large);
  EXPECT_EQ(far->true_extent(), most);
  EXPECT_EQ(packed_size(*far, 1), 2);
  EXPECT_EQ(packed_size(*far, 2).error().error, ErrorClass::count);
  EXPECT_EQ(packed_size(*an_int(), -1).error().error, ErrorClass::count);
}

TEST(Datatype, RefusesTypesNestedTooDeeply) {
  DatatypePtr type = an_int();
  for (int i = 0; i < Datatype::nesting_max; ++i) type = *make_dup(type);
  expect_refused(make_dup(type), ErrorClass::type);
  // Each level doubles the size, and all share the one below.
  type = a_char();
  for (int i = 0; i < 62; ++i) {
    type = *make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, type->extent()},
                        std::vector{type, type});
  }
  EXPECT_EQ(type->size(), std::int64_t{1} << 62);
  EXPECT_TRUE(type->is_contiguous());
}

}  // namespace
}  // namespace isthmus::engine::mpi
