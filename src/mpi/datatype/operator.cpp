#include "mpi/datatype/operator.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "mpi/datatype/wide_numbers.hpp"

namespace isthmus::engine::mpi {

namespace {

struct NamedOperator {
  Operator op;
  std::string_view name;
};
constexpr std::array named_operators{
    NamedOperator{Operator::sum, "MPI_SUM"},         NamedOperator{Operator::min, "MPI_MIN"},
    NamedOperator{Operator::max, "MPI_MAX"},         NamedOperator{Operator::prod, "MPI_PROD"},
    NamedOperator{Operator::band, "MPI_BAND"},       NamedOperator{Operator::bor, "MPI_BOR"},
    NamedOperator{Operator::bxor, "MPI_BXOR"},       NamedOperator{Operator::land, "MPI_LAND"},
    NamedOperator{Operator::lor, "MPI_LOR"},         NamedOperator{Operator::lxor, "MPI_LXOR"},
    NamedOperator{Operator::minloc, "MPI_MINLOC"},   NamedOperator{Operator::maxloc, "MPI_MAXLOC"},
    NamedOperator{Operator::replace, "MPI_REPLACE"}, NamedOperator{Operator::no_op, "MPI_NO_OP"},
};

// Arithmetic in which nothing overflows: small integers are added as unsigned int.
template <class T>
struct ModularOf {
  using type = T;
};
template <class T>
  requires(std::is_integral_v<T> && sizeof(T) < 4)
struct ModularOf<T> {
  using type = unsigned;
};
template <class T>
  requires(std::is_integral_v<T> && sizeof(T) >= 4 && sizeof(T) <= 8)
struct ModularOf<T> {
  using type = std::make_unsigned_t<T>;
};
template <>
struct ModularOf<Int128> {
  using type = Unsigned128;
};

// Buffers may be those of messages, which are aligned to nothing.
template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class T>
void store(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
}

template <class T>
bool is_aligned(const std::byte* in, const std::byte* inout) {
  const auto both = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(inout);
  return both % alignof(T) == 0;
}

// The program's arrays, as it usually has them. A function of its own: inlined among a hundred
// others, GCC 12 makes vectors of few of these loops.
template <class T, class Function>
[[gnu::noinline]] void for_each_aligned(const T* __restrict in, T* __restrict inout,
                                        std::int64_t count, Function function) {
  for (std::int64_t i = 0; i < count; ++i) inout[i] = static_cast<T>(function(in[i], inout[i]));
}

// Arrays at odd addresses, as in messages.
template <class T, class Function>
[[gnu::noinline]] void for_each_anywhere(const std::byte* __restrict in,
                                         std::byte* __restrict inout, std::int64_t count,
                                         Function function) {
  const auto end = static_cast<std::size_t>(count) * sizeof(T);
  for (std::size_t at = 0; at < end; at += sizeof(T)) {
    store<T>(inout + at, static_cast<T>(function(load<T>(in + at), load<T>(inout + at))));
  }
}

template <class T, class Function>
void for_each(const std::byte* in, std::byte* inout, std::int64_t count, Function function) {
  if (is_aligned<T>(in, inout)) {
    return for_each_aligned(reinterpret_cast<const T*>(in), reinterpret_cast<T*>(inout), count,
                            function);
  }
  for_each_anywhere<T>(in, inout, count, function);
}

struct Arrays {
  const std::byte* in;
  std::byte* inout;
  std::int64_t count;
};

template <class T>
void add(const Arrays& arrays) {
  using M = typename ModularOf<T>::type;
  for_each<T>(arrays.in, arrays.inout, arrays.count,
              [](T a, T b) { return static_cast<M>(a) + static_cast<M>(b); });
}

template <class T>
void multiply(const Arrays& arrays) {
  using M = typename ModularOf<T>::type;
  for_each<T>(arrays.in, arrays.inout, arrays.count,
              [](T a, T b) { return static_cast<M>(a) * static_cast<M>(b); });
}

template <class T>
struct ComplexOf {
  T real;
  T imaginary;
};

template <class T>
void multiply_complex(const Arrays& arrays) {
  using C = ComplexOf<T>;
  for_each<C>(arrays.in, arrays.inout, arrays.count, [](C a, C b) {
    return C{static_cast<T>(a.real * b.real - a.imaginary * b.imaginary),
             static_cast<T>(a.real * b.imaginary + a.imaginary * b.real)};
  });
}

// Numbers that have an order.
template <class T>
void apply_ordered(Operator op, const Arrays& arrays) {
  switch (op) {
    case Operator::sum:
      return add<T>(arrays);
    case Operator::prod:
      return multiply<T>(arrays);
    case Operator::min:
      return for_each<T>(arrays.in, arrays.inout, arrays.count,
                         [](T a, T b) { return a < b ? a : b; });
    case Operator::max:
      return for_each<T>(arrays.in, arrays.inout, arrays.count,
                         [](T a, T b) { return a > b ? a : b; });
    default:
      return;
  }
}

// Bits and truth values: any sign will do.
template <class T>
void apply_bits(Operator op, const Arrays& arrays) {
  const auto each = [&](auto function) {
    for_each<T>(arrays.in, arrays.inout, arrays.count, function);
  };
  switch (op) {
    case Operator::band:
      return each([](T a, T b) { return a & b; });
    case Operator::bor:
      return each([](T a, T b) { return a | b; });
    case Operator::bxor:
      return each([](T a, T b) { return a ^ b; });
    // Without branches, so that loops of vectors come of it.
    case Operator::land:
      return each([](T a, T b) { return static_cast<T>(a != 0) & static_cast<T>(b != 0); });
    case Operator::lor:
      return each([](T a, T b) { return static_cast<T>((a | b) != 0); });
    case Operator::lxor:
      return each([](T a, T b) { return static_cast<T>(a != 0) ^ static_cast<T>(b != 0); });
    default:
      return;
  }
}

bool is_for_bits(Operator op) {
  return op == Operator::band || op == Operator::bor || op == Operator::bxor ||
         op == Operator::land || op == Operator::lor || op == Operator::lxor;
}

void apply_to_bits(Operator op, std::size_t size, const Arrays& arrays) {
  switch (size) {
    case 1:
      return apply_bits<std::uint8_t>(op, arrays);
    case 2:
      return apply_bits<std::uint16_t>(op, arrays);
    case 4:
      return apply_bits<std::uint32_t>(op, arrays);
    case 8:
      return apply_bits<std::uint64_t>(op, arrays);
    default:
      return apply_bits<Unsigned128>(op, arrays);
  }
}

// Calls `body` with a number of the C++ type that has this representation and size.
template <class Body>
void with_number(Representation representation, std::size_t size, const Body& body) {
  switch (representation) {
    case Representation::signed_integer:
      switch (size) {
        case 1:
          return body(std::int8_t{});
        case 2:
          return body(std::int16_t{});
        case 4:
          return body(std::int32_t{});
        case 8:
          return body(std::int64_t{});
        default:
          return body(Int128{});
      }
    case Representation::unsigned_integer:
      switch (size) {
        case 1:
          return body(std::uint8_t{});
        case 2:
          return body(std::uint16_t{});
        case 4:
          return body(std::uint32_t{});
        default:
          return body(std::uint64_t{});
      }
    case Representation::ieee:
      switch (size) {
        case 2:
          return body(Float16{});
        case 4:
          return body(float{});
        case 8:
          return body(double{});
        default:
          return body(Float128{});
      }
    case Representation::extended:
      using Extended = long double;
      return body(Extended{});
    default:
      return;
  }
}

void apply_complex(Operator op, const PredefinedType& row, const Arrays& arrays) {
  with_number(row.representation, row.size / 2u, [&]<class T>(T) {
    if constexpr (!std::is_integral_v<T> && !std::is_same_v<T, Int128>) {
      if (op == Operator::sum) {
        add<T>({arrays.in, arrays.inout, 2 * arrays.count});
      } else {
        multiply_complex<T>(arrays);
      }
    }
  });
}

template <class Value, class Place>
void apply_pair(bool takes_less, std::size_t place_offset, std::size_t extent,
                const Arrays& arrays) {
  const auto end = static_cast<std::size_t>(arrays.count) * extent;
  for (std::size_t at = 0; at < end; at += extent) {
    const Value value = load<Value>(arrays.in + at);
    const Value other = load<Value>(arrays.inout + at);
    const Place place = load<Place>(arrays.in + at + place_offset);
    const Place other_place = load<Place>(arrays.inout + at + place_offset);
    const bool is_better = takes_less ? value < other : value > other;
    if (is_better || (value == other && place < other_place)) {
      store(arrays.inout + at, value);
      store(arrays.inout + at + place_offset, place);
    }
  }
}

void apply_to_pairs(Operator op, const PredefinedType& row, const Arrays& arrays) {
  const PredefinedType& value = predefined_row(row.value);
  const PredefinedType& place = predefined_row(row.place);
  with_number(value.representation, value.size, [&]<class Value>(Value) {
    with_number(place.representation, place.size, [&]<class Place>(Place) {
      if constexpr (std::is_same_v<Place, std::int32_t> || std::is_same_v<Place, Value>) {
        apply_pair<Value, Place>(op == Operator::minloc, row.place_offset, row.extent, arrays);
      }
    });
  });
}

// Elements with their gaps, of which nothing is kept.
void replace(const PredefinedType& row, const Arrays& arrays) {
  if (row.size == row.extent) {
    std::memcpy(arrays.inout, arrays.in, static_cast<std::size_t>(arrays.count) * row.size);
    return;
  }
  const std::size_t value_bytes = predefined_row(row.value).size;
  const std::size_t place_bytes = predefined_row(row.place).size;
  for (std::int64_t i = 0; i < arrays.count; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * row.extent;
    std::memcpy(arrays.inout + at, arrays.in + at, value_bytes);
    std::memcpy(arrays.inout + at + row.place_offset, arrays.in + at + row.place_offset,
                place_bytes);
  }
}

}  // namespace

bool is_predefined_operator(std::uintptr_t handle) {
  for (const NamedOperator& named : named_operators) {
    if (static_cast<std::uintptr_t>(named.op) == handle) return true;
  }
  return false;
}

std::string_view name_of(Operator op) {
  for (const NamedOperator& named : named_operators) {
    if (named.op == op) return named.name;
  }
  return "MPI_OP_NULL";
}

bool is_allowed(Operator op, BasicType type) {
  if (type == BasicType::null) return false;
  const TypeGroup group = predefined_row(type).group;
  const bool is_integer = group == TypeGroup::c_integer || group == TypeGroup::fortran_integer ||
                          group == TypeGroup::multi_language;
  switch (op) {
    case Operator::min:
    case Operator::max:
      return is_integer || group == TypeGroup::floating_point;
    case Operator::sum:
    case Operator::prod:
      return is_integer || group == TypeGroup::floating_point || group == TypeGroup::complex;
    case Operator::land:
    case Operator::lor:
    case Operator::lxor:
      // Not of the standard for the last; programs rely on other implementations, which do.
      return group == TypeGroup::c_integer || group == TypeGroup::logical ||
             group == TypeGroup::multi_language;
    case Operator::band:
    case Operator::bor:
    case Operator::bxor:
      return is_integer || group == TypeGroup::byte;
    case Operator::minloc:
    case Operator::maxloc:
      return group == TypeGroup::pair;
    case Operator::replace:
    case Operator::no_op:
      return true;
    case Operator::null:
      return false;
  }
  return false;
}

Result<void> apply(Operator op, BasicType type, const void* in, void* inout, std::int64_t count) {
  if (!is_allowed(op, type)) return refuse(ErrorClass::op, "an operator of other types");
  if (count < 0) return refuse(ErrorClass::count, "a negative count");
  if (count == 0 || op == Operator::no_op) return {};
  const PredefinedType& row = predefined_row(type);
  const Arrays arrays{static_cast<const std::byte*>(in), static_cast<std::byte*>(inout), count};
  if (op == Operator::replace) {
    replace(row, arrays);
  } else if (row.group == TypeGroup::pair) {
    apply_to_pairs(op, row, arrays);
  } else if (row.group == TypeGroup::complex) {
    apply_complex(op, row, arrays);
  } else if (is_for_bits(op)) {
    apply_to_bits(op, row.size, arrays);
  } else {
    with_number(row.representation, row.size, [&]<class T>(T) { apply_ordered<T>(op, arrays); });
  }
  return {};
}

Result<void> apply(Operator op, const Datatype& type, const void* in, void* inout,
                   std::int64_t count) {
  const auto basic = type.predefined_type();
  if (!basic) return refuse(ErrorClass::op, "a named operator of a type that the program made");
  return apply(op, *basic, in, inout, count);
}

}  // namespace isthmus::engine::mpi
