#include <cstddef>
#include <limits>
#include <utility>

#include "mpi/datatype/combiners.hpp"

namespace isthmus::engine::mpi {

namespace {

std::unexpected<Refusal> array_too_large() {
  return refuse(ErrorClass::count, "the array exceeds 64 bits");
}

// From the dimension that runs fastest to the one that runs slowest.
std::size_t dimension_at(std::size_t position, std::size_t dimensions, ArrayOrder order) {
  return order == ArrayOrder::c ? dimensions - 1 - position : position;
}

// One dimension of an array that is dealt out: `size` elements in blocks of `length`, of which
// process `place` of `places` has every places-th.
struct Dealt {
  std::int64_t size;
  std::int64_t length;
  std::int64_t places;
  std::int64_t place;
};

// The elements of `type` that the process has, within an array of the whole dimension.
Result<TypeFacts> dealt_facts(const TypeFacts& type, const Dealt& dealt) {
  const std::int64_t extent = type.ub - type.lb;
  std::int64_t whole_bytes = 0;
  if (__builtin_mul_overflow(extent, dealt.size, &whole_bytes)) return array_too_large();
  // Blocks of all processes and the one that ends within the array; no product exceeds the size.
  const std::int64_t blocks = (dealt.size - 1) / dealt.length + 1;
  const std::int64_t own = blocks > dealt.place ? (blocks - 1 - dealt.place) / dealt.places + 1 : 0;
  const std::int64_t last_length = dealt.size - (blocks - 1) * dealt.length;
  const bool has_last = own > 0 && (blocks - 1) % dealt.places == dealt.place;
  const std::int64_t full = has_last && last_length != dealt.length ? own - 1 : own;
  FactsList list;
  const auto add = [&](std::int64_t first_block, std::int64_t count,
                       std::int64_t length) -> Result<void> {
    if (count == 0) return {};
    auto block = repeat_facts(type, length, extent);
    if (!block) return std::unexpected(block.error());
    // Only with more than one block does the stride lie within the array.
    const std::int64_t stride = count > 1 ? dealt.places * dealt.length * extent : 0;
    auto all = repeat_facts(*block, count, stride);
    if (!all) return std::unexpected(all.error());
    return list.add(*all, first_block * dealt.length * extent);
  };
  if (auto added = add(dealt.place, full, dealt.length); !added) {
    return std::unexpected(added.error());
  }
  if (full != own) {
    if (auto added = add(blocks - 1, 1, last_length); !added) {
      return std::unexpected(added.error());
    }
  }
  auto facts = list.finish();
  if (!facts) return facts;
  return resize_facts(std::move(*facts), 0, whole_bytes);
}

// The place of a rank in a row-major grid, a number a dimension (MPI 5.0, 5.1.4).
std::vector<std::int64_t> places_of(int size, int rank, std::span<const int> process_sizes) {
  std::vector<std::int64_t> places;
  places.reserve(process_sizes.size());
  int below = size;
  int rest = rank;
  for (const int processes : process_sizes) {
    below /= processes;
    places.push_back(rest / below);
    rest %= below;
  }
  return places;
}

Result<Dealt> deal(std::int64_t size, int distribution, int argument, int processes,
                   std::int64_t place) {
  if (size < 1) return refuse(ErrorClass::arg, "a dimension without elements");
  const bool is_default = argument == default_distribution;
  if (!is_default && argument < 1) return refuse(ErrorClass::arg, "blocks without elements");
  switch (static_cast<Distribution>(distribution)) {
    case Distribution::none:
      if (processes != 1) {
        return refuse(ErrorClass::arg, "a dimension of several processes that is not dealt out");
      }
      return Dealt{size, size, 1, 0};
    case Distribution::block: {
      const std::int64_t length =
          is_default ? size / processes + (size % processes != 0 ? 1 : 0) : argument;
      // In this form no product exceeds 64 bits.
      if ((size - 1) / length >= processes) {
        return refuse(ErrorClass::arg, "blocks that do not cover the dimension");
      }
      return Dealt{size, length, processes, place};
    }
    case Distribution::cyclic:
      return Dealt{size, is_default ? 1 : argument, processes, place};
  }
  return refuse(ErrorClass::arg, "a distribution that is not known");
}

}  // namespace

Result<TypeFacts> subarray_facts(const TypeFacts& old, CountSpan sizes, CountSpan subsizes,
                                 CountSpan starts, ArrayOrder order) {
  const std::size_t dimensions = sizes.size();
  std::int64_t stride = old.ub - old.lb;
  std::int64_t offset = 0;
  TypeFacts facts = old;
  for (std::size_t position = 0; position < dimensions; ++position) {
    const std::size_t at = dimension_at(position, dimensions, order);
    if (sizes[at] < 1 || subsizes[at] < 1 || subsizes[at] > sizes[at]) {
      return refuse(ErrorClass::arg, "a part that is empty or larger than the array");
    }
    if (starts[at] < 0 || starts[at] > sizes[at] - subsizes[at]) {
      return refuse(ErrorClass::arg, "a part that begins or ends outside of the array");
    }
    auto repeated = repeat_facts(facts, subsizes[at], stride);
    if (!repeated) return repeated;
    facts = std::move(*repeated);
    std::int64_t shift = 0;
    if (__builtin_mul_overflow(stride, starts[at], &shift) ||
        __builtin_add_overflow(offset, shift, &offset) ||
        __builtin_mul_overflow(stride, sizes[at], &stride)) {
      return array_too_large();
    }
  }
  FactsList list;
  if (auto added = list.add(facts, offset); !added) return std::unexpected(added.error());
  auto placed = list.finish();
  if (!placed) return placed;
  return resize_facts(std::move(*placed), 0, stride);
}

Result<TypeFacts> darray_facts(const TypeFacts& old, int size, int rank, CountSpan global_sizes,
                               std::span<const int> distributions, std::span<const int> arguments,
                               std::span<const int> process_sizes, ArrayOrder order) {
  if (size < 1 || rank < 0 || rank >= size) {
    return refuse(ErrorClass::arg, "a rank outside of its group");
  }
  std::int64_t processes = 1;
  for (const int each : process_sizes) {
    if (each < 1) return refuse(ErrorClass::arg, "a dimension without processes");
    if (__builtin_mul_overflow(processes, std::int64_t{each}, &processes)) {
      return array_too_large();
    }
  }
  if (processes != size) return refuse(ErrorClass::arg, "a grid of more or fewer processes");
  const std::vector<std::int64_t> places = places_of(size, rank, process_sizes);
  const std::size_t dimensions = global_sizes.size();
  TypeFacts facts = old;
  for (std::size_t position = 0; position < dimensions; ++position) {
    const std::size_t at = dimension_at(position, dimensions, order);
    const auto dealt =
        deal(global_sizes[at], distributions[at], arguments[at], process_sizes[at], places[at]);
    if (!dealt) return std::unexpected(dealt.error());
    auto next = dealt_facts(facts, *dealt);
    if (!next) return next;
    facts = std::move(*next);
  }
  return facts;
}

}  // namespace isthmus::engine::mpi
