#include "mpi/datatype/operator.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "mpi/datatype/wide_numbers.hpp"

namespace isthmus::engine::mpi {
namespace {

using enum BasicType;

constexpr std::array all_operators{
    Operator::sum,    Operator::min,    Operator::max,     Operator::prod, Operator::band,
    Operator::bor,    Operator::bxor,   Operator::land,    Operator::lor,  Operator::lxor,
    Operator::minloc, Operator::maxloc, Operator::replace, Operator::no_op};

// An odd number of elements at an odd address, so that no loop of vectors comes out even.
template <class T>
std::vector<T> applied(Operator op, BasicType type, const std::vector<T>& in,
                       const std::vector<T>& inout) {
  std::vector<std::byte> memory(2 * in.size() * sizeof(T) + 2);
  std::byte* const first = memory.data() + 1;
  std::byte* const second = first + in.size() * sizeof(T);
  std::memcpy(first, in.data(), in.size() * sizeof(T));
  std::memcpy(second, inout.data(), in.size() * sizeof(T));
  const auto result = apply(op, type, first, second, static_cast<std::int64_t>(in.size()));
  EXPECT_TRUE(result.has_value()) << name_of(op);
  std::vector<T> out(in.size());
  std::memcpy(out.data(), second, in.size() * sizeof(T));
  return out;
}

template <class T>
void expect_each(Operator op, BasicType type, const std::vector<T>& in, const std::vector<T>& inout,
                 const std::function<T(T, T)>& function) {
  const std::vector<T> out = applied(op, type, in, inout);
  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_TRUE(out[i] == function(in[i], inout[i]))
        << name_of(op) << " of " << predefined_row(type).name << ", element " << i;
  }
}

template <class T>
void expect_arithmetic(BasicType type) {
  std::vector<T> in;
  std::vector<T> inout;
  for (int i = 0; i < 67; ++i) {
    in.push_back(static_cast<T>(i % 11));
    inout.push_back(static_cast<T>((i * 7) % 12));
  }
  expect_each<T>(Operator::sum, type, in, inout, [](T a, T b) { return static_cast<T>(a + b); });
  expect_each<T>(Operator::prod, type, in, inout, [](T a, T b) { return static_cast<T>(a * b); });
  expect_each<T>(Operator::min, type, in, inout, [](T a, T b) { return a < b ? a : b; });
  expect_each<T>(Operator::max, type, in, inout, [](T a, T b) { return a < b ? b : a; });
}

template <class T>
void expect_bits(BasicType type) {
  std::vector<T> in;
  std::vector<T> inout;
  for (int i = 0; i < 67; ++i) {
    in.push_back(static_cast<T>(i * 3));
    inout.push_back(static_cast<T>(i * 5 + 1));
  }
  expect_each<T>(Operator::band, type, in, inout, [](T a, T b) { return static_cast<T>(a & b); });
  expect_each<T>(Operator::bor, type, in, inout, [](T a, T b) { return static_cast<T>(a | b); });
  expect_each<T>(Operator::bxor, type, in, inout, [](T a, T b) { return static_cast<T>(a ^ b); });
}

template <class T>
void expect_truth(BasicType type) {
  std::vector<T> in;
  std::vector<T> inout;
  for (int i = 0; i < 67; ++i) {
    in.push_back(static_cast<T>(i % 3));
    inout.push_back(static_cast<T>(i % 2 * 2));
  }
  expect_each<T>(Operator::land, type, in, inout, [](T a, T b) { return T(a != 0 && b != 0); });
  expect_each<T>(Operator::lor, type, in, inout, [](T a, T b) { return T(a != 0 || b != 0); });
  expect_each<T>(Operator::lxor, type, in, inout, [](T a, T b) { return T((a != 0) != (b != 0)); });
}

template <class T>
void expect_c_integer(BasicType type) {
  expect_arithmetic<T>(type);
  expect_bits<T>(type);
  expect_truth<T>(type);
}

TEST(Operator, TakesAllIntegersOfC) {
  expect_c_integer<std::int8_t>(int8);
  expect_c_integer<std::uint8_t>(uint8);
  expect_c_integer<signed char>(signed_char);
  expect_c_integer<unsigned char>(unsigned_char);
  expect_c_integer<std::int16_t>(int16);
  expect_c_integer<std::uint16_t>(uint16);
  expect_c_integer<std::int32_t>(int32);
  expect_c_integer<std::uint32_t>(uint32);
  expect_c_integer<std::int64_t>(int64);
  expect_c_integer<std::uint64_t>(uint64);
  expect_c_integer<short>(c_short);
  expect_c_integer<unsigned short>(c_unsigned_short);
  expect_c_integer<int>(c_int);
  expect_c_integer<unsigned>(c_unsigned);
  expect_c_integer<long>(c_long);
  expect_c_integer<unsigned long>(c_unsigned_long);
  expect_c_integer<long long>(c_long_long);
  expect_c_integer<unsigned long long>(c_unsigned_long_long);
}

template <class T>
void expect_integer(BasicType type) {
  expect_arithmetic<T>(type);
  expect_bits<T>(type);
}

TEST(Operator, TakesIntegersOfFortranAndOfAllLanguages) {
  expect_integer<std::int32_t>(integer);
  expect_integer<std::int8_t>(integer1);
  expect_integer<std::int16_t>(integer2);
  expect_integer<std::int32_t>(integer4);
  expect_integer<std::int64_t>(integer8);
  expect_integer<Int128>(integer16);
  expect_integer<std::int64_t>(aint);
  expect_integer<std::int64_t>(BasicType::count);
  expect_integer<std::int64_t>(offset);
}

TEST(Operator, TakesFloatingPointNumbers) {
  expect_arithmetic<float>(c_float);
  expect_arithmetic<double>(c_double);
  expect_arithmetic<long double>(c_long_double);
  expect_arithmetic<float>(real);
  expect_arithmetic<double>(double_precision);
  expect_arithmetic<Float16>(real2);
  expect_arithmetic<float>(real4);
  expect_arithmetic<double>(real8);
  expect_arithmetic<Float128>(real16);
}

TEST(Operator, TakesTruthValues) {
  expect_truth<std::uint8_t>(c_bool);
  expect_truth<std::uint8_t>(cxx_bool);
  expect_truth<std::int32_t>(logical);
  expect_truth<std::int8_t>(logical1);
  expect_truth<std::int16_t>(logical2);
  expect_truth<std::int32_t>(logical4);
  expect_truth<std::int64_t>(logical8);
  expect_truth<Int128>(logical16);
  expect_bits<std::uint8_t>(byte);
}

template <class T>
void expect_complex(BasicType type) {
  using C = std::complex<T>;
  std::vector<C> in;
  std::vector<C> inout;
  for (int i = 0; i < 35; ++i) {
    in.emplace_back(static_cast<T>(i), static_cast<T>(3 - i));
    inout.emplace_back(static_cast<T>(2 * i), static_cast<T>(i % 5));
  }
  expect_each<C>(Operator::sum, type, in, inout, [](C a, C b) { return a + b; });
  expect_each<C>(Operator::prod, type, in, inout, [](C a, C b) { return a * b; });
}

TEST(Operator, TakesComplexNumbers) {
  for (const BasicType type : {c_float_complex, cxx_float_complex, complex, complex8}) {
    expect_complex<float>(type);
  }
  for (const BasicType type : {c_double_complex, cxx_double_complex, double_complex, complex16}) {
    expect_complex<double>(type);
  }
  expect_complex<long double>(c_long_double_complex);
  expect_complex<long double>(cxx_long_double_complex);
  expect_complex<Float128>(complex32);
  // std::complex does not know the small ones.
  EXPECT_EQ(applied(Operator::prod, complex4, std::vector<std::array<Float16, 2>>{{1, 2}},
                    std::vector<std::array<Float16, 2>>{{5, 6}}),
            (std::vector<std::array<Float16, 2>>{{-7, 16}}));
}

template <class Value, class Place>
void expect_pairs(BasicType type) {
  struct Pair {
    Value value;
    Place place;
  };
  const std::vector<Pair> in{{1, 5}, {2, 5}, {3, 5}, {3, 9}};
  const std::vector<Pair> inout{{2, 4}, {1, 4}, {3, 4}, {3, 10}};
  std::vector<Pair> out = inout;
  EXPECT_TRUE(apply(Operator::minloc, type, in.data(), out.data(), 4).has_value());
  const auto expect = [&](std::initializer_list<Pair> pairs) {
    std::size_t i = 0;
    for (const Pair& pair : pairs) {
      EXPECT_EQ(out[i].value, pair.value) << predefined_row(type).name << i;
      EXPECT_EQ(out[i].place, pair.place) << predefined_row(type).name << i;
      ++i;
    }
  };
  expect({{1, 5}, {1, 4}, {3, 4}, {3, 9}});
  out = inout;
  EXPECT_TRUE(apply(Operator::maxloc, type, in.data(), out.data(), 4).has_value());
  expect({{2, 4}, {2, 5}, {3, 4}, {3, 9}});
  out = inout;
  EXPECT_TRUE(apply(Operator::replace, type, in.data(), out.data(), 4).has_value());
  expect({{1, 5}, {2, 5}, {3, 5}, {3, 9}});
}

TEST(Operator, TakesTheLowerPlaceOfEqualValues) {
  expect_pairs<float, int>(float_int);
  expect_pairs<double, int>(double_int);
  expect_pairs<long, int>(long_int);
  expect_pairs<int, int>(two_int);
  expect_pairs<short, int>(short_int);
  expect_pairs<long double, int>(long_double_int);
  expect_pairs<float, float>(two_real);
  expect_pairs<double, double>(two_double_precision);
  expect_pairs<int, int>(two_integer);
}

TEST(Operator, WrapsIntegersAround) {
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_EQ(applied(Operator::sum, c_int, std::vector{most}, std::vector{1}),
            std::vector{std::numeric_limits<int>::min()});
  EXPECT_EQ(applied<unsigned short>(Operator::prod, c_unsigned_short, {65535}, {65535}),
            std::vector<unsigned short>{1});
}

TEST(Operator, ReplacesOrLeavesAlone) {
  EXPECT_EQ(applied<char>(Operator::replace, c_char, {'a', 'b'}, {'c', 'd'}),
            (std::vector{'a', 'b'}));
  EXPECT_EQ(applied<char>(Operator::no_op, c_char, {'a', 'b'}, {'c', 'd'}),
            (std::vector{'c', 'd'}));
}

// MPI 5.0, 6.9.2: the operators of each group of types; MPI_CHAR and the logical operators of
// MPI_AINT and its like as other implementations have them.
TEST(Operator, IsAllowedWhereTheStandardOrUseSaySo) {
  std::set<std::pair<Operator, TypeGroup>> allowed;
  const auto allow = [&](std::initializer_list<Operator> ops,
                         std::initializer_list<TypeGroup> groups) {
    for (const Operator op : ops) {
      for (const TypeGroup group : groups) allowed.emplace(op, group);
    }
  };
  using enum TypeGroup;
  allow({Operator::min, Operator::max},
        {c_integer, fortran_integer, floating_point, multi_language});
  allow({Operator::sum, Operator::prod},
        {c_integer, fortran_integer, floating_point, TypeGroup::complex, multi_language});
  allow({Operator::land, Operator::lor, Operator::lxor},
        {c_integer, TypeGroup::logical, multi_language});
  allow({Operator::band, Operator::bor, Operator::bxor},
        {c_integer, fortran_integer, TypeGroup::byte, multi_language});
  allow({Operator::minloc, Operator::maxloc}, {pair});
  for (const PredefinedType& row : predefined_types()) {
    for (const Operator op : all_operators) {
      const bool expected =
          op == Operator::replace || op == Operator::no_op || allowed.contains({op, row.group});
      EXPECT_EQ(is_allowed(op, row.type), expected) << name_of(op) << " " << row.name;
      std::array<std::byte, 64> in{};
      std::array<std::byte, 64> inout{};
      const auto result = apply(op, row.type, in.data(), inout.data(), 1);
      EXPECT_EQ(result.has_value(), expected);
      EXPECT_TRUE(expected || result.error().error == ErrorClass::op);
    }
    EXPECT_FALSE(is_allowed(Operator::null, row.type));
  }
  EXPECT_FALSE(is_allowed(Operator::sum, BasicType::null));
  EXPECT_TRUE(is_allowed(Operator::sum, c_char));
}

TEST(Operator, IsFoundByItsHandle) {
  for (const Operator op : all_operators) {
    EXPECT_TRUE(is_predefined_operator(static_cast<std::uintptr_t>(op)));
  }
  for (const std::uintptr_t handle : {0x0, 0x20, 0x25, 0x3e, 0x1000}) {
    EXPECT_FALSE(is_predefined_operator(handle));
  }
  EXPECT_EQ(name_of(Operator::band), "MPI_BAND");
}

TEST(Operator, TakesDuplicatesOfNamedTypesAndNoOthers) {
  const DatatypePtr twin = *make_dup(Datatype::predefined(c_int));
  const DatatypePtr row = *make_contiguous(1, Datatype::predefined(c_int));
  const int in = 3;
  int inout = 4;
  EXPECT_TRUE(apply(Operator::sum, *twin, &in, &inout, 1).has_value());
  EXPECT_EQ(inout, 7);
  EXPECT_EQ(apply(Operator::sum, *row, &in, &inout, 1).error().error, ErrorClass::op);
  EXPECT_EQ(apply(Operator::sum, *twin, &in, &inout, -1).error().error, ErrorClass::count);
}

}  // namespace
}  // namespace isthmus::engine::mpi
