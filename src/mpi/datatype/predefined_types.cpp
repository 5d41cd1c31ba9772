#include "mpi/datatype/predefined_types.hpp"

#include <array>
#include <cfloat>
#include <cstddef>
#include <cwchar>

namespace isthmus::engine::mpi {

namespace {

using enum BasicType;
using Form = Representation;
using Group = TypeGroup;

constexpr Form long_double_form = LDBL_MANT_DIG == 64 ? Form::extended : Form::ieee;
constexpr Form wchar_form =
    static_cast<wchar_t>(-1) < 0 ? Form::signed_integer : Form::unsigned_integer;

// Text, by the standard; as other implementations have it, and programs use it, an integer.
constexpr Form char_form =
    static_cast<char>(-1) < 0 ? Form::signed_integer : Form::unsigned_integer;

constexpr std::uint8_t narrow(std::size_t size) { return static_cast<std::uint8_t>(size); }

// Of `bytes` bytes, with the alignment that a compiler gives numbers of this size.
constexpr PredefinedType number(BasicType type, std::string_view name, std::size_t bytes, Form form,
                                Group group, std::size_t external = 0) {
  PredefinedType row{.type = type, .name = name};
  row.size = row.extent = row.alignment = narrow(bytes);
  row.external_size = narrow(external == 0 ? bytes : external);
  row.representation = form;
  row.group = group;
  return row;
}

// Two numbers of `bytes` bytes each.
constexpr PredefinedType complex_number(BasicType type, std::string_view name, std::size_t bytes,
                                        Form form) {
  PredefinedType row = number(type, name, bytes, form, Group::complex, 2 * bytes);
  row.size = row.extent = narrow(2 * bytes);
  row.components = 2;
  return row;
}

// As a C compiler lays out a structure of both.
constexpr PredefinedType pair_of(BasicType type, std::string_view name, const PredefinedType& value,
                                 const PredefinedType& place) {
  const auto round_up = [](int size, int alignment) {
    return (size + alignment - 1) / alignment * alignment;
  };
  PredefinedType row{.type = type, .name = name};
  row.size = narrow(static_cast<std::size_t>(value.size + place.size));
  row.alignment = value.alignment > place.alignment ? value.alignment : place.alignment;
  row.place_offset = narrow(static_cast<std::size_t>(round_up(value.size, place.alignment)));
  row.extent =
      narrow(static_cast<std::size_t>(round_up(row.place_offset + place.size, row.alignment)));
  row.external_size = narrow(static_cast<std::size_t>(value.external_size + place.external_size));
  row.representation = Form::pair;
  row.group = Group::pair;
  row.value = value.type;
  row.place = place.type;
  return row;
}

constexpr PredefinedType c_signed(BasicType type, std::string_view name, std::size_t bytes,
                                  std::size_t external = 0) {
  return number(type, name, bytes, Form::signed_integer, Group::c_integer, external);
}
constexpr PredefinedType c_unsigned_number(BasicType type, std::string_view name, std::size_t bytes,
                                           std::size_t external = 0) {
  return number(type, name, bytes, Form::unsigned_integer, Group::c_integer, external);
}
constexpr PredefinedType address_number(BasicType type, std::string_view name) {
  return number(type, name, 8, Form::signed_integer, Group::multi_language);
}
constexpr PredefinedType floating(BasicType type, std::string_view name, std::size_t bytes,
                                  Form form = Form::ieee) {
  return number(type, name, bytes, form, Group::floating_point);
}
constexpr PredefinedType fortran_integer(BasicType type, std::string_view name, std::size_t bytes) {
  return number(type, name, bytes, Form::signed_integer, Group::fortran_integer);
}
constexpr PredefinedType fortran_logical(BasicType type, std::string_view name, std::size_t bytes) {
  return number(type, name, bytes, Form::logical, Group::logical);
}
constexpr PredefinedType plain_byte(BasicType type, std::string_view name,
                                    Group group = Group::none) {
  return number(type, name, 1, Form::bytes, group);
}

constexpr PredefinedType row_short = c_signed(c_short, "MPI_SHORT", 2);
constexpr PredefinedType row_int = c_signed(c_int, "MPI_INT", 4);
// 4 bytes in external32, whatever they are here: table 14.2.
constexpr PredefinedType row_long = c_signed(c_long, "MPI_LONG", sizeof(long), 4);
constexpr PredefinedType row_float = floating(c_float, "MPI_FLOAT", 4);
constexpr PredefinedType row_double = floating(c_double, "MPI_DOUBLE", 8);
constexpr PredefinedType row_integer = fortran_integer(integer, "MPI_INTEGER", 4);
constexpr PredefinedType row_real = floating(real, "MPI_REAL", 4);
constexpr PredefinedType row_double_precision =
    floating(double_precision, "MPI_DOUBLE_PRECISION", 8);
constexpr PredefinedType row_long_double =
    floating(c_long_double, "MPI_LONG_DOUBLE", sizeof(long double), long_double_form);
static_assert(sizeof(long double) == 16 && sizeof(int) == 4 && sizeof(long) == 8);

constexpr std::array rows{
    address_number(aint, "MPI_AINT"),
    address_number(count, "MPI_COUNT"),
    address_number(offset, "MPI_OFFSET"),
    plain_byte(packed, "MPI_PACKED"),
    row_short,
    row_int,
    row_long,
    c_signed(c_long_long, "MPI_LONG_LONG_INT", 8),
    c_unsigned_number(c_unsigned_short, "MPI_UNSIGNED_SHORT", 2),
    c_unsigned_number(c_unsigned, "MPI_UNSIGNED", 4),
    c_unsigned_number(c_unsigned_long, "MPI_UNSIGNED_LONG", sizeof(long), 4),
    c_unsigned_number(c_unsigned_long_long, "MPI_UNSIGNED_LONG_LONG", 8),
    row_float,
    complex_number(c_float_complex, "MPI_C_COMPLEX", 4, Form::ieee),
    complex_number(cxx_float_complex, "MPI_CXX_FLOAT_COMPLEX", 4, Form::ieee),
    row_double,
    complex_number(c_double_complex, "MPI_C_DOUBLE_COMPLEX", 8, Form::ieee),
    complex_number(cxx_double_complex, "MPI_CXX_DOUBLE_COMPLEX", 8, Form::ieee),
    fortran_logical(logical, "MPI_LOGICAL", 4),
    row_integer,
    row_real,
    complex_number(complex, "MPI_COMPLEX", 4, Form::ieee),
    row_double_precision,
    complex_number(double_complex, "MPI_DOUBLE_COMPLEX", 8, Form::ieee),
    plain_byte(character, "MPI_CHARACTER"),
    row_long_double,
    complex_number(c_long_double_complex, "MPI_C_LONG_DOUBLE_COMPLEX", 16, long_double_form),
    complex_number(cxx_long_double_complex, "MPI_CXX_LONG_DOUBLE_COMPLEX", 16, long_double_form),
    pair_of(float_int, "MPI_FLOAT_INT", row_float, row_int),
    pair_of(double_int, "MPI_DOUBLE_INT", row_double, row_int),
    pair_of(long_int, "MPI_LONG_INT", row_long, row_int),
    pair_of(two_int, "MPI_2INT", row_int, row_int),
    pair_of(short_int, "MPI_SHORT_INT", row_short, row_int),
    pair_of(long_double_int, "MPI_LONG_DOUBLE_INT", row_long_double, row_int),
    pair_of(two_real, "MPI_2REAL", row_real, row_real),
    pair_of(two_double_precision, "MPI_2DOUBLE_PRECISION", row_double_precision,
            row_double_precision),
    pair_of(two_integer, "MPI_2INTEGER", row_integer, row_integer),
    number(c_bool, "MPI_C_BOOL", 1, Form::truth, Group::logical),
    number(cxx_bool, "MPI_CXX_BOOL", 1, Form::truth, Group::logical),
    number(wchar, "MPI_WCHAR", sizeof(wchar_t), wchar_form, Group::none, 2),
    c_signed(int8, "MPI_INT8_T", 1),
    c_unsigned_number(uint8, "MPI_UINT8_T", 1),
    number(c_char, "MPI_CHAR", 1, char_form, Group::c_integer),
    c_signed(signed_char, "MPI_SIGNED_CHAR", 1),
    c_unsigned_number(unsigned_char, "MPI_UNSIGNED_CHAR", 1),
    plain_byte(byte, "MPI_BYTE", Group::byte),
    c_signed(int16, "MPI_INT16_T", 2),
    c_unsigned_number(uint16, "MPI_UINT16_T", 2),
    c_signed(int32, "MPI_INT32_T", 4),
    c_unsigned_number(uint32, "MPI_UINT32_T", 4),
    c_signed(int64, "MPI_INT64_T", 8),
    c_unsigned_number(uint64, "MPI_UINT64_T", 8),
    fortran_logical(logical1, "MPI_LOGICAL1", 1),
    fortran_integer(integer1, "MPI_INTEGER1", 1),
    fortran_logical(logical2, "MPI_LOGICAL2", 2),
    fortran_integer(integer2, "MPI_INTEGER2", 2),
    floating(real2, "MPI_REAL2", 2),
    fortran_logical(logical4, "MPI_LOGICAL4", 4),
    fortran_integer(integer4, "MPI_INTEGER4", 4),
    floating(real4, "MPI_REAL4", 4),
    complex_number(complex4, "MPI_COMPLEX4", 2, Form::ieee),
    fortran_logical(logical8, "MPI_LOGICAL8", 8),
    fortran_integer(integer8, "MPI_INTEGER8", 8),
    floating(real8, "MPI_REAL8", 8),
    complex_number(complex8, "MPI_COMPLEX8", 4, Form::ieee),
    fortran_logical(logical16, "MPI_LOGICAL16", 16),
    fortran_integer(integer16, "MPI_INTEGER16", 16),
    floating(real16, "MPI_REAL16", 16),
    complex_number(complex16, "MPI_COMPLEX16", 8, Form::ieee),
    complex_number(complex32, "MPI_COMPLEX32", 16, Form::ieee),
};

constexpr std::uintptr_t first_handle = 0x200;
constexpr std::uintptr_t handle_end = 0x300;

// From handle to row; 0xff where there is none.
constexpr auto row_numbers = [] {
  std::array<std::uint8_t, handle_end - first_handle> numbers{};
  numbers.fill(0xff);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    numbers[static_cast<std::size_t>(rows[row].type) - first_handle] = narrow(row);
  }
  return numbers;
}();

struct Synonym {
  std::string_view name;
  BasicType type;
};
constexpr std::array synonyms{Synonym{"MPI_LONG_LONG", c_long_long},
                              Synonym{"MPI_C_FLOAT_COMPLEX", c_float_complex}};

}  // namespace

std::span<const PredefinedType> predefined_types() { return rows; }

const PredefinedType* find_predefined(std::uintptr_t handle) {
  if (handle < first_handle || handle >= handle_end) return nullptr;
  const std::uint8_t row = row_numbers[handle - first_handle];
  return row == 0xff ? nullptr : &rows[row];
}

const PredefinedType* find_predefined(std::string_view name) {
  for (const PredefinedType& row : rows) {
    if (row.name == name) return &row;
  }
  for (const Synonym& synonym : synonyms) {
    if (synonym.name == name) return &predefined_row(synonym.type);
  }
  return nullptr;
}

const PredefinedType& predefined_row(BasicType type) {
  return rows[row_numbers[static_cast<std::size_t>(type) - first_handle]];
}

std::optional<BasicType> value_index_pair(BasicType value, BasicType place) {
  for (const PredefinedType& row : rows) {
    if (row.group == Group::pair && row.value == value && row.place == place) return row.type;
  }
  return std::nullopt;
}

}  // namespace isthmus::engine::mpi
