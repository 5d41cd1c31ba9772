#include "mpi/collectives/values.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/datatype/operator.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

std::size_t memory_bytes(const Buffer& buffer) {
  return static_cast<std::size_t>(buffer.count * buffer.type->extent());
}

bool is_standard(const Buffer& buffer) { return buffer.type->predefined_type().has_value(); }

/// From the first byte of `count` elements to the last, wherever the type has them.
struct Span {
  std::int64_t begin = 0;
  std::int64_t bytes = 0;
};
Span span_of(const Buffer& buffer) {
  if (buffer.count == 0) return {};
  const std::int64_t reach = (buffer.count - 1) * buffer.type->extent();
  const std::int64_t begin = buffer.type->true_lb() + std::min<std::int64_t>(0, reach);
  return {begin, buffer.type->true_extent() + std::abs(reach)};
}

}  // namespace

std::vector<std::byte> packed(const Buffer& buffer) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(buffer.bytes()));
  pack(pointer_to<const void>(buffer.address), *buffer.type, buffer.count, 0, bytes);
  return bytes;
}

std::int64_t put_packed(const Buffer& buffer, std::span<const std::byte> bytes) {
  return unpack(bytes, pointer_to<void>(buffer.address), *buffer.type, buffer.count, 0);
}

std::vector<std::byte> value_of(const Buffer& buffer) {
  if (!is_standard(buffer)) return packed(buffer);
  const auto* const begin = pointer_to<const std::byte>(buffer.address);
  return {begin, begin + memory_bytes(buffer)};
}

void put_value(const Buffer& buffer, std::span<const std::byte> value) {
  if (!is_standard(buffer)) {
    put_packed(buffer, value);
    return;
  }
  const std::size_t bytes = std::min(value.size(), memory_bytes(buffer));
  if (bytes > 0) std::memcpy(pointer_to<void>(buffer.address), value.data(), bytes);
}

void combine_values(std::uint64_t operation, std::uint64_t type, std::span<const std::byte> into,
                    std::span<std::byte> more) {
  const PredefinedType& row = *find_predefined(static_cast<std::uintptr_t>(type));
  // What may not be combined was refused where it was begun.
  const auto combined = apply(static_cast<Operator>(operation), row.type, into.data(), more.data(),
                              static_cast<std::int64_t>(more.size() / row.extent));
  ISTHMUS_ASSERT(combined);
}

int put_part(const Collective& collective, const Part& part) {
  const auto from = static_cast<std::size_t>(part.from);
  Buffer place = collective.receive;
  if (!collective.types.empty()) {
    place.type = collective.types[from];
    place.count = collective.counts[from];
    place.address += static_cast<std::uint64_t>(collective.displacements[from]);
  } else if (!collective.counts.empty()) {
    place.count = collective.counts[from];
    place.address +=
        static_cast<std::uint64_t>(collective.displacements[from] * place.type->extent());
  } else {
    place.address += static_cast<std::uint64_t>(part.from * place.count * place.type->extent());
  }
  const std::int64_t taken = put_packed(place, part.bytes);
  if (std::cmp_less(taken, part.bytes.size())) return MPI_ERR_TRUNCATE;
  return taken < place.bytes() ? MPI_ERR_COUNT : MPI_SUCCESS;
}

bool is_near(const Datatype& type) {
  // In a page that nobody has.
  constexpr std::int64_t page = 4096;
  return type.size() > 0 && type.true_lb() < page && type.true_lb() > -page;
}

std::int64_t total(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t value_count(const Collective& collective) {
  if (collective.kind == CollectiveKind::reduce_scatter) return total(collective.counts);
  return collective.receive.count;
}

std::size_t value_bytes(const Collective& collective) {
  const Datatype& type = *collective.receive.type;
  const std::int64_t each = type.predefined_type() ? type.extent() : type.size();
  return static_cast<std::size_t>(value_count(collective) * each);
}

std::uint64_t lay_out(const Buffer& elements, std::span<const std::byte> value,
                      std::vector<std::byte>& memory) {
  if (is_standard(elements)) {
    memory.resize(value.size());
    std::ranges::copy(value, memory.begin());
    return reinterpret_cast<std::uint64_t>(memory.data());
  }
  const Span span = span_of(elements);
  memory.assign(static_cast<std::size_t>(span.bytes), std::byte{0});
  const std::uint64_t base =
      reinterpret_cast<std::uint64_t>(memory.data()) - static_cast<std::uint64_t>(span.begin);
  unpack(value, pointer_to<void>(base), *elements.type, elements.count, 0);
  return base;
}

std::vector<std::byte> take_up(const Buffer& elements, std::vector<std::byte> memory) {
  if (is_standard(elements)) return memory;
  const Span span = span_of(elements);
  const std::uint64_t base =
      reinterpret_cast<std::uint64_t>(memory.data()) - static_cast<std::uint64_t>(span.begin);
  return packed({base, elements.count, elements.type});
}

}  // namespace isthmus::engine::mpi
