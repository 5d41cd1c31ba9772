// mpi/datatype/predefined_types.hpp: the datatypes that MPI itself names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace isthmus::engine::mpi {

/// The named datatypes, by the values of their handles in MPI's ABI (MPI 5.0, 20.2 and annex A.1).
enum class BasicType : std::uint16_t {
  null = 0x200,
  aint = 0x201,
  count = 0x202,
  offset = 0x203,
  packed = 0x207,
  c_short = 0x208,
  c_int = 0x209,
  c_long = 0x20a,
  c_long_long = 0x20b,
  c_unsigned_short = 0x20c,
  c_unsigned = 0x20d,
  c_unsigned_long = 0x20e,
  c_unsigned_long_long = 0x20f,
  c_float = 0x210,
  c_float_complex = 0x212,
  cxx_float_complex = 0x213,
  c_double = 0x214,
  c_double_complex = 0x216,
  cxx_double_complex = 0x217,
  logical = 0x218,
  integer = 0x219,
  real = 0x21a,
  complex = 0x21b,
  double_precision = 0x21c,
  double_complex = 0x21d,
  character = 0x21e,
  c_long_double = 0x220,
  c_long_double_complex = 0x224,
  cxx_long_double_complex = 0x225,
  float_int = 0x228,
  double_int = 0x229,
  long_int = 0x22a,
  two_int = 0x22b,
  short_int = 0x22c,
  long_double_int = 0x22d,
  two_real = 0x230,
  two_double_precision = 0x231,
  two_integer = 0x232,
  c_bool = 0x238,
  cxx_bool = 0x239,
  wchar = 0x23c,
  int8 = 0x240,
  uint8 = 0x241,
  c_char = 0x243,
  signed_char = 0x244,
  unsigned_char = 0x245,
  byte = 0x247,
  int16 = 0x248,
  uint16 = 0x249,
  int32 = 0x250,
  uint32 = 0x251,
  int64 = 0x258,
  uint64 = 0x259,
  logical1 = 0x2c0,
  integer1 = 0x2c1,
  logical2 = 0x2c8,
  integer2 = 0x2c9,
  real2 = 0x2ca,
  logical4 = 0x2d0,
  integer4 = 0x2d1,
  real4 = 0x2d2,
  complex4 = 0x2d3,
  logical8 = 0x2d8,
  integer8 = 0x2d9,
  real8 = 0x2da,
  complex8 = 0x2db,
  logical16 = 0x2e0,
  integer16 = 0x2e1,
  real16 = 0x2e2,
  complex16 = 0x2e3,
  complex32 = 0x2eb,
};

/// The groups of types by which predefined operators are allowed (MPI 5.0, 6.9.2).
enum class TypeGroup : std::uint8_t {
  none,             ///< Text and MPI_PACKED: no arithmetic.
  c_integer,        ///< Of C.
  fortran_integer,  ///< Of Fortran.
  floating_point,   ///< Real numbers of any language.
  logical,          ///< Truth values of any language.
  complex,          ///< Complex numbers of any language.
  byte,             ///< MPI_BYTE.
  multi_language,   ///< MPI_AINT, MPI_OFFSET, MPI_COUNT.
  pair,             ///< A value and its place, for MPI_MINLOC and MPI_MAXLOC.
};

/// How a value lies in memory, whatever its language.
enum class Representation : std::uint8_t {
  bytes,  ///< One byte that nothing converts.
  signed_integer,
  unsigned_integer,
  truth,     ///< C's and C++'s bool.
  logical,   ///< Fortran's: an integer that is 0 or not.
  ieee,      ///< IEEE 754 of 2, 4, 8 or 16 bytes.
  extended,  ///< C's long double, where it is the 80 bits of x87 in 16 bytes.
  pair,
};

/// What is known of a named datatype. Sizes in bytes, of the machine that this runs on; the kinds
/// of Fortran are gfortran's default ones.
struct PredefinedType {
  BasicType type = BasicType::null;
  std::string_view name;  ///< "MPI_INT": what MPI_Type_get_name answers.
  std::uint8_t size = 0;
  std::uint8_t extent = 0;      ///< Larger than the size where a pair has a gap.
  std::uint8_t alignment = 1;   ///< Of a C compiler, for the padding of structures.
  std::uint8_t components = 1;  ///< Equal numbers side by side: 2 in a complex number.
  /// In external32 (MPI 5.0, table 14.2); of a pair, both together.
  std::uint8_t external_size = 0;
  Representation representation = Representation::bytes;
  TypeGroup group = TypeGroup::none;
  /// Of a pair: the value, its place, and the offset of the place.
  BasicType value = BasicType::null;
  BasicType place = BasicType::null;
  std::uint8_t place_offset = 0;
};

/// All of them, in the order of their handles.
std::span<const PredefinedType> predefined_types();

/// The row of a handle of the ABI; nullptr if that is no named datatype (MPI_DATATYPE_NULL is
/// none).
const PredefinedType* find_predefined(std::uintptr_t handle);
/// The row of a name, e.g. "MPI_INT"; synonyms of C's header too (MPI_LONG_LONG,
/// MPI_C_FLOAT_COMPLEX). nullptr if there is none.
const PredefinedType* find_predefined(std::string_view name);
/// The row of a type, which must not be `null`.
const PredefinedType& predefined_row(BasicType type);

/// The pair that MPI_Type_get_value_index answers (MPI 5.0, 6.9.4), if there is one.
std::optional<BasicType> value_index_pair(BasicType value, BasicType place);

}  // namespace isthmus::engine::mpi
