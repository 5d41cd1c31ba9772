#include "mpi/datatype/predefined_types.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {
namespace {

TEST(PredefinedTypes, AreFoundByHandleAndName) {
  EXPECT_EQ(predefined_types().size(), 70u);
  std::set<std::string_view> names;
  for (const PredefinedType& row : predefined_types()) {
    EXPECT_EQ(find_predefined(static_cast<std::uintptr_t>(row.type)), &row);
    EXPECT_EQ(find_predefined(row.name), &row);
    EXPECT_EQ(&predefined_row(row.type), &row);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  }
  EXPECT_EQ(find_predefined("MPI_LONG_LONG_INT")->type, BasicType::c_long_long);
  EXPECT_EQ(find_predefined("MPI_C_COMPLEX")->type, BasicType::c_float_complex);
}

TEST(PredefinedTypes, AreNoOtherHandleOrName) {
  for (const std::uintptr_t handle :
       {std::uintptr_t{0}, std::uintptr_t{0x1ff}, std::uintptr_t{0x200}, std::uintptr_t{0x204},
        std::uintptr_t{0x300}, ~std::uintptr_t{0}}) {
    EXPECT_EQ(find_predefined(handle), nullptr) << handle;
  }
  EXPECT_EQ(find_predefined("MPI_DATATYPE_NULL"), nullptr);
  EXPECT_EQ(find_predefined("MPI_UB"), nullptr);
}

// The ABI puts the binary logarithm of the size of fixed-size types into bits 3 to 5 of the handle.
TEST(PredefinedTypes, HaveTheSizesThatTheHandlesOfFixedOnesSay) {
  for (const PredefinedType& row : predefined_types()) {
    const auto handle = static_cast<unsigned>(row.type);
    if (handle < 0x240) continue;
    EXPECT_EQ(row.size, 1u << (handle >> 3 & 7)) << row.name;
    EXPECT_EQ(row.extent, row.size) << row.name;
  }
}

template <class Value>
struct PairOfC {
  Value value;
  int place;
};
template <class Value>
void expect_pair(BasicType type) {
  const DatatypePtr& pair = Datatype::predefined(type);
  EXPECT_EQ(pair->size(), static_cast<std::int64_t>(sizeof(Value) + sizeof(int)));
  EXPECT_EQ(pair->extent(), static_cast<std::int64_t>(sizeof(PairOfC<Value>)));
  EXPECT_EQ(predefined_row(type).place_offset, offsetof(PairOfC<Value>, place));
  EXPECT_EQ(pair->basics(), 2);
}

TEST(PredefinedTypes, LayPairsOutAsACompilerDoes) {
  expect_pair<float>(BasicType::float_int);
  expect_pair<double>(BasicType::double_int);
  expect_pair<long>(BasicType::long_int);
  expect_pair<int>(BasicType::two_int);
  expect_pair<short>(BasicType::short_int);
  expect_pair<long double>(BasicType::long_double_int);
}

TEST(PredefinedTypes, KnowThePairOfAValueAndItsPlace) {
  EXPECT_EQ(value_index_pair(BasicType::c_double, BasicType::c_int), BasicType::double_int);
  EXPECT_EQ(value_index_pair(BasicType::real, BasicType::real), BasicType::two_real);
  EXPECT_EQ(value_index_pair(BasicType::c_double, BasicType::c_long), std::nullopt);
}

TEST(PredefinedTypes, AreOneDatatypeEach) {
  for (const PredefinedType& row : predefined_types()) {
    const DatatypePtr& type = Datatype::predefined(row.type);
    EXPECT_EQ(type, Datatype::predefined(row.type));
    EXPECT_EQ(type->name(), row.type);
    EXPECT_EQ(type->combiner(), Combiner::named);
    EXPECT_EQ(type->size(), row.size) << row.name;
    EXPECT_EQ(type->extent(), row.extent) << row.name;
    EXPECT_EQ(type->lb(), 0);
    EXPECT_EQ(type->is_contiguous(), row.size == row.extent) << row.name;
  }
}

}  // namespace
}  // namespace isthmus::engine::mpi
