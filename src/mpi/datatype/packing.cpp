#include "mpi/datatype/packing.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "mpi/datatype/plan_walk.hpp"

namespace isthmus::engine::mpi {

namespace {

std::byte* memory_at(std::uintptr_t at) {
  return reinterpret_cast<std::byte*>(at);  // NOLINT(performance-no-int-to-ptr)
}

// Copies between memory with gaps and a dense buffer, in one direction or the other.
template <bool Packs>
class Copier {
 public:
  explicit Copier(std::byte* dense) : dense_(dense) {}

  void run(std::uintptr_t at, std::int64_t bytes) {
    dense_ = some(dense_, at, static_cast<std::size_t>(bytes));
  }
  void strided(std::uintptr_t at, std::int64_t block_bytes, std::int64_t count,
               std::int64_t stride) {
    const auto step = static_cast<std::uintptr_t>(stride);
    const auto copy_all = [&]<std::size_t Bytes>(Fixed<Bytes>) {
      dense_ = all_strided<Bytes>(dense_, at, count, step);
    };
    if (for_fixed_size(block_bytes, copy_all)) return;
    for (std::int64_t i = 0; i < count; ++i, at += step) run(at, block_bytes);
  }
  void scattered(std::uintptr_t at, std::int64_t count, std::int64_t stride,
                 std::span<const std::int64_t> offsets, std::int64_t block_bytes) {
    const auto step = static_cast<std::uintptr_t>(stride);
    const auto copy_all = [&]<std::size_t Bytes>(Fixed<Bytes>) {
      dense_ = all_scattered<Bytes>(dense_, at, count, step, offsets);
    };
    if (for_fixed_size(block_bytes, copy_all)) return;
    for (std::int64_t i = 0; i < count; ++i, at += step) {
      for (const std::int64_t offset : offsets) {
        run(at + static_cast<std::uintptr_t>(offset), block_bytes);
      }
    }
  }
  void uneven(std::uintptr_t at, std::int64_t count, std::int64_t stride,
              std::span<const std::int64_t> offsets, std::span<const std::int64_t> first_bytes) {
    dense_ =
        all_uneven(dense_, at, count, static_cast<std::uintptr_t>(stride), offsets, first_bytes);
  }

 private:
  template <std::size_t Bytes>
  struct Fixed {};

  static void copy(std::byte* dense, std::uintptr_t at, std::size_t bytes) {
    if constexpr (Packs) {
      std::memcpy(dense, memory_at(at), bytes);
    } else {
      std::memcpy(memory_at(at), dense, bytes);
    }
  }
  // Where the next bytes go. Pieces of structures are short more often than not, and of changing
  // lengths: two moves that overlap cost less than a guess that fails.
  static std::byte* some(std::byte* dense, std::uintptr_t at, std::size_t bytes) {
    if (bytes > 32) {
      copy(dense, at, bytes);
    } else if (bytes >= 16) {
      both_ends<16>(dense, at, bytes);
    } else if (bytes >= 8) {
      both_ends<8>(dense, at, bytes);
    } else if (bytes >= 4) {
      both_ends<4>(dense, at, bytes);
    } else if (bytes >= 2) {
      both_ends<2>(dense, at, bytes);
    } else {
      copy(dense, at, 1);
    }
    return dense + bytes;
  }
  template <std::size_t Bytes>
  static void both_ends(std::byte* dense, std::uintptr_t at, std::size_t bytes) {
    copy(dense, at, Bytes);
    copy(dense + bytes - Bytes, at + bytes - Bytes, Bytes);
  }
  // Loops over values alone: bytes that are written might be any object in memory.
  template <std::size_t Bytes>
  static std::byte* all_strided(std::byte* dense, std::uintptr_t at, std::int64_t count,
                                std::uintptr_t step) {
#pragma GCC unroll 4
    for (std::int64_t i = 0; i < count; ++i, at += step, dense += Bytes) copy(dense, at, Bytes);
    return dense;
  }
  template <std::size_t Bytes>
  static std::byte* all_scattered(std::byte* dense, std::uintptr_t at, std::int64_t count,
                                  std::uintptr_t step, std::span<const std::int64_t> offsets) {
    for (std::int64_t i = 0; i < count; ++i, at += step) {
#pragma GCC unroll 4
      for (const std::int64_t offset : offsets) {
        copy(dense, at + static_cast<std::uintptr_t>(offset), Bytes);
        dense += Bytes;
      }
    }
    return dense;
  }
  static std::byte* all_uneven(std::byte* dense, std::uintptr_t at, std::int64_t count,
                               std::uintptr_t step, std::span<const std::int64_t> offsets,
                               std::span<const std::int64_t> first_bytes) {
    for (std::int64_t i = 0; i < count; ++i, at += step) {
      for (std::size_t block = 0; block < offsets.size(); ++block) {
        dense = some(dense, at + static_cast<std::uintptr_t>(offsets[block]),
                     static_cast<std::size_t>(first_bytes[block + 1] - first_bytes[block]));
      }
    }
    return dense;
  }

  // Blocks of the usual sizes get a loop of their own, in which copying is a move or a few.
  template <class Body>
  static bool for_fixed_size(std::int64_t bytes, const Body& body) {
    switch (bytes) {
      case 1:
        return body(Fixed<1>()), true;
      case 2:
        return body(Fixed<2>()), true;
      case 4:
        return body(Fixed<4>()), true;
      case 8:
        return body(Fixed<8>()), true;
      case 12:
        return body(Fixed<12>()), true;
      case 16:
        return body(Fixed<16>()), true;
      case 24:
        return body(Fixed<24>()), true;
      case 32:
        return body(Fixed<32>()), true;
      case 40:
        return body(Fixed<40>()), true;
      case 48:
        return body(Fixed<48>()), true;
      case 64:
        return body(Fixed<64>()), true;
      case 128:
        return body(Fixed<128>()), true;
      default:
        return false;
    }
  }

  std::byte* dense_;
};

class PieceVisitor {
 public:
  explicit PieceVisitor(const std::function<void(std::int64_t, std::int64_t)>& visit)
      : visit_(visit) {}

  void run(std::uintptr_t at, std::int64_t bytes) { visit_(static_cast<std::int64_t>(at), bytes); }
  void strided(std::uintptr_t at, std::int64_t block_bytes, std::int64_t count,
               std::int64_t stride) {
    for (std::int64_t i = 0; i < count; ++i, at += static_cast<std::uintptr_t>(stride)) {
      run(at, block_bytes);
    }
  }
  void scattered(std::uintptr_t at, std::int64_t count, std::int64_t stride,
                 std::span<const std::int64_t> offsets, std::int64_t block_bytes) {
    for (std::int64_t i = 0; i < count; ++i, at += static_cast<std::uintptr_t>(stride)) {
      for (const std::int64_t offset : offsets) {
        run(at + static_cast<std::uintptr_t>(offset), block_bytes);
      }
    }
  }
  void uneven(std::uintptr_t at, std::int64_t count, std::int64_t stride,
              std::span<const std::int64_t> offsets, std::span<const std::int64_t> first_bytes) {
    for (std::int64_t i = 0; i < count; ++i, at += static_cast<std::uintptr_t>(stride)) {
      for (std::size_t block = 0; block < offsets.size(); ++block) {
        run(at + static_cast<std::uintptr_t>(offsets[block]),
            first_bytes[block + 1] - first_bytes[block]);
      }
    }
  }

 private:
  const std::function<void(std::int64_t, std::int64_t)>& visit_;
};

// How many of `wanted` bytes from `first_byte` on there are.
std::int64_t bytes_there(const Datatype& type, std::int64_t count, std::int64_t first_byte,
                         std::int64_t wanted) {
  if (count <= 0 || first_byte < 0) return 0;
  return std::clamp<std::int64_t>(type.size() * count - first_byte, 0, wanted);
}

template <class Visitor>
void walk(const Datatype& type, std::uintptr_t base, std::int64_t count, std::int64_t first_byte,
          std::int64_t bytes, Visitor& visitor) {
  if (bytes == 0) return;
  const Layout& layout = type.layout();
  PlanWalk<Visitor>(visitor).repeat(*layout.plan, base + static_cast<std::uintptr_t>(layout.offset),
                                    count, type.extent(), first_byte, bytes);
}

// Address and bytes of one piece.
struct Piece {
  std::uintptr_t at = 0;
  std::size_t bytes = 0;
};
std::optional<Piece> single_piece(std::uintptr_t base, const Datatype& type, std::int64_t count) {
  if (count <= 0 || type.size() == 0) return Piece{base, 0};
  const Layout& layout = type.layout();
  const bool is_one =
      layout.plan->kind == Plan::Kind::run && (count == 1 || layout.plan->bytes == type.extent());
  if (!is_one) return std::nullopt;
  return Piece{base + static_cast<std::uintptr_t>(layout.offset),
               static_cast<std::size_t>(type.size() * count)};
}

}  // namespace

Result<std::int64_t> packed_size(const Datatype& type, std::int64_t count) {
  if (count < 0) return refuse(ErrorClass::count, "a negative count");
  if (count == 0) return 0;
  std::int64_t bytes = 0;
  std::int64_t last = 0;
  std::int64_t end = 0;
  if (__builtin_mul_overflow(type.size(), count, &bytes) ||
      __builtin_mul_overflow(type.extent(), count - 1, &last) ||
      __builtin_add_overflow(last, type.true_lb(), &end) ||
      __builtin_add_overflow(end, type.true_extent(), &end)) {
    return refuse(ErrorClass::count, "the elements exceed 64 bits");
  }
  return bytes;
}

std::int64_t pack(const void* base, const Datatype& type, std::int64_t count,
                  std::int64_t first_byte, std::span<std::byte> out) {
  const std::int64_t bytes =
      bytes_there(type, count, first_byte, static_cast<std::int64_t>(out.size()));
  Copier<true> copier(out.data());
  walk(type, reinterpret_cast<std::uintptr_t>(base), count, first_byte, bytes, copier);
  return bytes;
}

std::int64_t unpack(std::span<const std::byte> in, void* base, const Datatype& type,
                    std::int64_t count, std::int64_t first_byte) {
  const std::int64_t bytes =
      bytes_there(type, count, first_byte, static_cast<std::int64_t>(in.size()));
  // Only read from, in this direction.
  Copier<false> copier(const_cast<std::byte*>(in.data()));  // NOLINT(*-const-cast)
  walk(type, reinterpret_cast<std::uintptr_t>(base), count, first_byte, bytes, copier);
  return bytes;
}

std::optional<std::span<const std::byte>> contiguous_bytes(const void* base, const Datatype& type,
                                                           std::int64_t count) {
  const auto piece = single_piece(reinterpret_cast<std::uintptr_t>(base), type, count);
  if (!piece) return std::nullopt;
  return std::span<const std::byte>(memory_at(piece->at), piece->bytes);
}

std::optional<std::span<std::byte>> contiguous_bytes(void* base, const Datatype& type,
                                                     std::int64_t count) {
  const auto piece = single_piece(reinterpret_cast<std::uintptr_t>(base), type, count);
  if (!piece) return std::nullopt;
  return std::span<std::byte>(memory_at(piece->at), piece->bytes);
}

std::int64_t transfer(const void* from, const Datatype& from_type, std::int64_t from_count,
                      void* to, const Datatype& to_type, std::int64_t to_count) {
  const std::int64_t bytes =
      std::min(bytes_there(from_type, from_count, 0, from_type.size() * from_count),
               bytes_there(to_type, to_count, 0, to_type.size() * to_count));
  const auto size = static_cast<std::size_t>(bytes);
  if (const auto dense = contiguous_bytes(from, from_type, from_count)) {
    return unpack(dense->first(size), to, to_type, to_count, 0);
  }
  if (const auto dense = contiguous_bytes(to, to_type, to_count)) {
    return pack(from, from_type, from_count, 0, dense->first(size));
  }
  // Stays in the first-level cache.
  alignas(64) std::array<std::byte, 8192> buffer;
  for (std::int64_t done = 0; done < bytes;) {
    const std::size_t now = std::min(buffer.size(), static_cast<std::size_t>(bytes - done));
    const auto segment = std::span(buffer).first(now);
    pack(from, from_type, from_count, done, segment);
    unpack(segment, to, to_type, to_count, done);
    done += static_cast<std::int64_t>(now);
  }
  return bytes;
}

void visit_pieces(const Datatype& type, std::int64_t count, std::int64_t first_byte,
                  std::int64_t bytes,
                  const std::function<void(std::int64_t offset, std::int64_t bytes)>& visit) {
  PieceVisitor visitor(visit);
  walk(type, 0, count, first_byte, bytes_there(type, count, first_byte, bytes), visitor);
}

}  // namespace isthmus::engine::mpi
