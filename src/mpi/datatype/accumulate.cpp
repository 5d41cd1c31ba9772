#include "mpi/datatype/accumulate.hpp"

#include <algorithm>
#include <array>

#include "mpi/datatype/packing.hpp"

namespace isthmus::engine::mpi {

namespace {

// Of elements with their gaps, aligned for every number. Two of these lie in the first-level cache.
constexpr std::size_t window_bytes = 8192;
struct alignas(64) Window {
  std::array<std::byte, window_bytes> bytes;
};

}  // namespace

Result<std::int64_t> accumulate(Operator op, std::span<const std::byte> in, void* base,
                                const Datatype& type, std::int64_t count, std::int64_t first_byte) {
  const auto component = type.component();
  if (!component || !is_allowed(op, *component)) {
    return refuse(ErrorClass::op, "an operator of other types");
  }
  const Datatype& number = *Datatype::predefined(*component);
  const auto size = static_cast<std::size_t>(number.size());
  if (first_byte < 0 || first_byte % number.size() != 0 || in.size() % size != 0) {
    return refuse(ErrorClass::arg, "a part of a number");
  }
  if (const auto dense = contiguous_bytes(base, type, count);
      dense && number.is_contiguous() && first_byte <= static_cast<std::int64_t>(dense->size())) {
    const auto target = dense->subspan(static_cast<std::size_t>(first_byte));
    const std::size_t bytes = std::min(in.size(), target.size());
    const auto applied =
        apply(op, *component, in.data(), target.data(), static_cast<std::int64_t>(bytes / size));
    if (!applied) return std::unexpected(applied.error());
    return static_cast<std::int64_t>(bytes);
  }
  const auto window_numbers =
      static_cast<std::int64_t>(window_bytes / static_cast<std::size_t>(number.extent()));
  // Packed numbers of the target, then the same with gaps, beside those that came.
  Window packed;
  Window target;
  Window came;
  std::int64_t done = 0;
  while (!in.empty()) {
    const std::size_t wanted = std::min(in.size(), static_cast<std::size_t>(window_numbers) * size);
    const auto window = std::span(packed.bytes).first(wanted);
    const std::int64_t got = pack(base, type, count, first_byte + done, window);
    if (got == 0) break;
    const auto bytes = static_cast<std::size_t>(got);
    const std::int64_t numbers = got / number.size();
    unpack(window.first(bytes), target.bytes.data(), number, numbers, 0);
    unpack(in.first(bytes), came.bytes.data(), number, numbers, 0);
    if (auto applied = apply(op, *component, came.bytes.data(), target.bytes.data(), numbers);
        !applied) {
      return std::unexpected(applied.error());
    }
    pack(target.bytes.data(), number, numbers, 0, window.first(bytes));
    unpack(window.first(bytes), base, type, count, first_byte + done);
    in = in.subspan(bytes);
    done += got;
  }
  return done;
}

}  // namespace isthmus::engine::mpi
