#include "mpi/datatype/combiners.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

// The arguments of a call, in whichever of the twin forms they came: in the form with MPI_Count all
// counts and displacements lie one after the other where the other form has integers and addresses.
class Arguments {
 public:
  explicit Arguments(const Contents& contents)
      : contents_(contents), is_large_(!contents.counts.empty()) {}

  /// The arrays have these lengths; `integers` and `addresses` are together in the large form.
  bool has(std::size_t integers, std::size_t addresses, std::size_t types) const {
    return contents_.types.size() == types &&
           (is_large_
                ? contents_.counts.size() == integers + addresses && contents_.integers.empty() &&
                      contents_.addresses.empty()
                : contents_.integers.size() == integers && contents_.addresses.size() == addresses);
  }
  /// An entry count that comes first, if there is one and it is not negative.
  std::optional<std::size_t> entries() const {
    if (is_large_ ? contents_.counts.empty() : contents_.integers.empty()) return std::nullopt;
    const std::int64_t count = integer(0);
    // Arrays of so many entries lie in memory, so a larger count is a lie.
    if (count < 0 || count > std::int64_t{1} << 48) return std::nullopt;
    return static_cast<std::size_t>(count);
  }
  std::int64_t integer(std::size_t index) const {
    return is_large_ ? contents_.counts[index] : contents_.integers[index];
  }
  std::int64_t address(std::size_t index) const {
    return is_large_ ? contents_.counts[contents_.counts.size() - addresses_after(index)]
                     : contents_.addresses[index];
  }
  /// So many addresses come at the end of the large form.
  void expect_addresses(std::size_t count) { address_count_ = count; }
  CountSpan integers(std::size_t first, std::size_t count) const {
    if (is_large_) return std::span(contents_.counts).subspan(first, count);
    return std::span(contents_.integers).subspan(first, count);
  }

 private:
  std::size_t addresses_after(std::size_t index) const { return address_count_ - index; }

  const Contents& contents_;
  bool is_large_;
  std::size_t address_count_ = 0;
};

std::unexpected<Refusal> wrong_shape() {
  return refuse(ErrorClass::arg, "arguments of another number than the constructor has");
}
std::unexpected<Refusal> negative_count() { return refuse(ErrorClass::count, "a negative count"); }
std::unexpected<Refusal> negative_length() {
  return refuse(ErrorClass::arg, "a negative block length");
}

/// So many extents; nothing if no 64 bits hold them.
Result<std::int64_t> in_bytes(std::int64_t extents, const TypeFacts& type) {
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(extents, type.ub - type.lb, &bytes)) {
    return refuse(ErrorClass::count, "a displacement exceeds 64 bits");
  }
  return bytes;
}

Result<TypeFacts> block_of(const TypeFacts& old, std::int64_t length) {
  if (length < 0) return negative_length();
  return repeat_facts(old, length, old.ub - old.lb);
}

Result<TypeFacts> strided(const TypeFacts& old, std::int64_t count, std::int64_t length,
                          std::int64_t stride_bytes) {
  if (count < 0) return negative_count();
  auto block = block_of(old, length);
  if (!block) return block;
  return repeat_facts(*block, count, stride_bytes);
}

// Blocks of one type. `length_at` and `offset_at` (bytes) tell of each.
template <class LengthAt, class OffsetAt>
Result<TypeFacts> scattered(const TypeFacts& old, std::size_t count, LengthAt length_at,
                            OffsetAt offset_at) {
  FactsList list;
  // Placeholder so that the blocks do not leave theirs; the sum of lengths is known at the end.
  list.set_signature(empty_signature());
  std::int64_t total = 0;
  std::optional<TypeFacts> block;
  std::int64_t block_length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t length = length_at(i);
    if (!block || length != block_length) {
      auto made = block_of(old, length);
      if (!made) return made;
      block = std::move(*made);
      block_length = length;
    }
    const Result<std::int64_t> offset = offset_at(i);
    if (!offset) return std::unexpected(offset.error());
    if (__builtin_add_overflow(total, length, &total)) {
      return refuse(ErrorClass::count, "the block lengths exceed 64 bits");
    }
    if (auto added = list.add(*block, *offset); !added) return std::unexpected(added.error());
  }
  auto facts = list.finish();
  if (facts) facts->signature = repeat_signature(old.signature, total);
  return facts;
}

Result<TypeFacts> indexed(Arguments& arguments, const TypeFacts& old, bool in_extents) {
  const auto count = arguments.entries();
  if (!count) return wrong_shape();
  arguments.expect_addresses(*count);
  const bool fits =
      in_extents ? arguments.has(2 * *count + 1, 0, 1) : arguments.has(*count + 1, *count, 1);
  if (!fits) return wrong_shape();
  return scattered(
      old, *count, [&](std::size_t i) { return arguments.integer(1 + i); },
      [&](std::size_t i) -> Result<std::int64_t> {
        if (!in_extents) return arguments.address(i);
        return in_bytes(arguments.integer(1 + *count + i), old);
      });
}

Result<TypeFacts> indexed_block(Arguments& arguments, const TypeFacts& old, bool in_extents) {
  const auto count = arguments.entries();
  if (!count) return wrong_shape();
  arguments.expect_addresses(*count);
  const bool fits = in_extents ? arguments.has(*count + 2, 0, 1) : arguments.has(2, *count, 1);
  if (!fits) return wrong_shape();
  const std::int64_t length = arguments.integer(1);
  if (length < 0) return negative_length();
  return scattered(
      old, *count, [&](std::size_t) { return length; },
      [&](std::size_t i) -> Result<std::int64_t> {
        if (!in_extents) return arguments.address(i);
        return in_bytes(arguments.integer(2 + i), old);
      });
}

Result<TypeFacts> structure(Arguments& arguments, const Contents& contents) {
  const auto count = arguments.entries();
  if (!count) return wrong_shape();
  arguments.expect_addresses(*count);
  if (!arguments.has(*count + 1, *count, *count)) return wrong_shape();
  FactsList list;
  for (std::size_t i = 0; i < *count; ++i) {
    auto block = block_of(contents.types[i]->facts(), arguments.integer(1 + i));
    if (!block) return block;
    if (auto added = list.add(*block, arguments.address(i)); !added) {
      return std::unexpected(added.error());
    }
  }
  return list.finish();
}

Result<ArrayOrder> order_of(int value) {
  if (value != static_cast<int>(ArrayOrder::c) && value != static_cast<int>(ArrayOrder::fortran)) {
    return refuse(ErrorClass::arg, "an order that is neither C's nor Fortran's");
  }
  return static_cast<ArrayOrder>(value);
}

Result<TypeFacts> subarray(const Contents& contents, const TypeFacts& old) {
  const bool is_large = !contents.counts.empty();
  if (contents.integers.empty() || !contents.addresses.empty()) return wrong_shape();
  if (contents.integers[0] < 1) return refuse(ErrorClass::arg, "an array without dimensions");
  const auto dimensions = static_cast<std::size_t>(contents.integers[0]);
  const std::size_t numbers = 3 * dimensions;
  const bool fits = is_large ? contents.integers.size() == 2 && contents.counts.size() == numbers
                             : contents.integers.size() == numbers + 2;
  if (!fits) return wrong_shape();
  const auto order = order_of(contents.integers.back());
  if (!order) return std::unexpected(order.error());
  const auto part = [&](std::size_t index) -> CountSpan {
    if (is_large) return std::span(contents.counts).subspan(index * dimensions, dimensions);
    return std::span(contents.integers).subspan(1 + index * dimensions, dimensions);
  };
  return subarray_facts(old, part(0), part(1), part(2), *order);
}

Result<TypeFacts> darray(const Contents& contents, const TypeFacts& old) {
  const bool is_large = !contents.counts.empty();
  if (contents.integers.size() < 4 || !contents.addresses.empty()) return wrong_shape();
  if (contents.integers[2] < 1) return refuse(ErrorClass::arg, "an array without dimensions");
  const auto dimensions = static_cast<std::size_t>(contents.integers[2]);
  const bool fits = is_large ? contents.integers.size() == 3 * dimensions + 4 &&
                                   contents.counts.size() == dimensions
                             : contents.integers.size() == 4 * dimensions + 4;
  if (!fits) return wrong_shape();
  const auto order = order_of(contents.integers.back());
  if (!order) return std::unexpected(order.error());
  std::span<const int> rest = std::span(contents.integers).subspan(3);
  const CountSpan global_sizes =
      is_large ? CountSpan(std::span(contents.counts)) : CountSpan(rest.first(dimensions));
  if (!is_large) rest = rest.subspan(dimensions);
  return darray_facts(old, contents.integers[0], contents.integers[1], global_sizes,
                      rest.first(dimensions), rest.subspan(dimensions, dimensions),
                      rest.subspan(2 * dimensions, dimensions), *order);
}

Result<CompiledType> f90(Combiner combiner, const Contents& contents) {
  const std::size_t numbers = combiner == Combiner::f90_integer ? 1 : 2;
  if (contents.integers.size() != numbers || !contents.addresses.empty() ||
      !contents.counts.empty() || !contents.types.empty()) {
    return wrong_shape();
  }
  const int first = contents.integers[0];
  const auto basic = combiner == Combiner::f90_integer ? f90_integer_type(first)
                     : combiner == Combiner::f90_real
                         ? f90_real_type(first, contents.integers[1])
                         : f90_complex_type(first, contents.integers[1]);
  if (!basic) return std::unexpected(basic.error());
  return CompiledType{facts_of_predefined(*basic), *basic};
}

Result<TypeFacts> facts_from(Combiner combiner, const Contents& contents) {
  Arguments arguments(contents);
  if (combiner == Combiner::structure) return structure(arguments, contents);
  if (contents.types.size() != 1) return wrong_shape();
  const TypeFacts& old = contents.types[0]->facts();
  switch (combiner) {
    case Combiner::dup:
      if (!arguments.has(0, 0, 1)) return wrong_shape();
      return old;
    case Combiner::contiguous:
      if (!arguments.has(1, 0, 1)) return wrong_shape();
      if (arguments.integer(0) < 0) return negative_count();
      return block_of(old, arguments.integer(0));
    case Combiner::vector: {
      if (!arguments.has(3, 0, 1)) return wrong_shape();
      const auto stride = in_bytes(arguments.integer(2), old);
      if (!stride) return std::unexpected(stride.error());
      return strided(old, arguments.integer(0), arguments.integer(1), *stride);
    }
    case Combiner::hvector:
      arguments.expect_addresses(1);
      if (!arguments.has(2, 1, 1)) return wrong_shape();
      return strided(old, arguments.integer(0), arguments.integer(1), arguments.address(0));
    case Combiner::indexed:
      return indexed(arguments, old, true);
    case Combiner::hindexed:
      return indexed(arguments, old, false);
    case Combiner::indexed_block:
      return indexed_block(arguments, old, true);
    case Combiner::hindexed_block:
      return indexed_block(arguments, old, false);
    case Combiner::subarray:
      return subarray(contents, old);
    case Combiner::darray:
      return darray(contents, old);
    case Combiner::resized:
      arguments.expect_addresses(2);
      if (!arguments.has(0, 2, 1)) return wrong_shape();
      return resize_facts(old, arguments.address(0), arguments.address(1));
    default:
      return refuse(ErrorClass::arg, "no constructor of datatypes");
  }
}

}  // namespace

Result<CompiledType> compile(Combiner combiner, const Contents& contents) {
  if (combiner == Combiner::f90_real || combiner == Combiner::f90_complex ||
      combiner == Combiner::f90_integer) {
    return f90(combiner, contents);
  }
  for (const DatatypePtr& type : contents.types) {
    if (type == nullptr) return refuse(ErrorClass::type, "MPI_DATATYPE_NULL");
  }
  auto facts = facts_from(combiner, contents);
  if (!facts) return std::unexpected(facts.error());
  if (++facts->nesting > Datatype::nesting_max) {
    return refuse(ErrorClass::type, "datatypes nested too deeply");
  }
  CompiledType compiled{std::move(*facts), BasicType::null};
  if (combiner == Combiner::dup) {
    compiled.basic = contents.types[0]->predefined_type().value_or(BasicType::null);
  }
  return compiled;
}

Result<BasicType> f90_real_type(int precision, int range) {
  if (precision == undefined && range == undefined) {
    return refuse(ErrorClass::arg, "neither a precision nor a range");
  }
  // Digits and decimal exponents of gfortran's kinds.
  if (precision <= 6 && range <= 37) return BasicType::real4;
  if (precision <= 15 && range <= 307) return BasicType::real8;
  const bool has_extended =
      predefined_row(BasicType::c_long_double).representation == Representation::extended;
  if (precision <= 18 && range <= 4931 && has_extended) return BasicType::c_long_double;
  if (precision <= 33 && range <= 4931) return BasicType::real16;
  return refuse(ErrorClass::arg, "no real kind of this precision and range");
}

Result<BasicType> f90_complex_type(int precision, int range) {
  const auto part = f90_real_type(precision, range);
  if (!part) return part;
  switch (*part) {
    case BasicType::real4:
      return BasicType::complex8;
    case BasicType::real8:
      return BasicType::complex16;
    case BasicType::real16:
      return BasicType::complex32;
    default:
      return BasicType::c_long_double_complex;
  }
}

Result<BasicType> f90_integer_type(int range) {
  if (range <= 2) return BasicType::integer1;
  if (range <= 4) return BasicType::integer2;
  if (range <= 9) return BasicType::integer4;
  if (range <= 18) return BasicType::integer8;
  if (range <= 38) return BasicType::integer16;
  return refuse(ErrorClass::arg, "no integer kind of this range");
}

}  // namespace isthmus::engine::mpi
