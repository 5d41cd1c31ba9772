#include "mpi/datatype/external32.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "mpi/datatype/packing.hpp"
#include "mpi/datatype/wide_numbers.hpp"

namespace isthmus::engine::mpi {

namespace {

// Packed bytes of this machine, a window of them in memory.
constexpr std::size_t window_bytes = 4096;

// A run of equal numbers, as the conversion sees them.
struct Numbers {
  explicit Numbers(BasicType basic) : Numbers(predefined_row(basic)) {}
  explicit Numbers(const PredefinedType& row)
      : representation(row.representation),
        native_bytes(std::size_t{row.size} / row.components),
        external_bytes(std::size_t{row.external_size} / row.components),
        components(row.components) {}

  Representation representation;
  std::size_t native_bytes;
  std::size_t external_bytes;
  std::int64_t components;
};

// Every run of equal basic types in `count` sequences; stops where `visit` answers false.
template <class Visit>
bool visit_runs(const SignatureNode& node, std::int64_t count, const Visit& visit) {
  if (node.kind == SignatureNode::Kind::run) {
    return node.count == 0 || visit(node.basic, node.count * count);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (node.kind == SignatureNode::Kind::repeat) {
      if (!visit_runs(*node.child, node.count, visit)) return false;
      continue;
    }
    for (const SignatureNode::Part& part : node.parts) {
      if (!visit_runs(*part.node, 1, visit)) return false;
    }
  }
  return true;
}

// x87's numbers are IEEE ones with fewer bits.
void widen(const std::byte* extended, std::byte* ieee) {
  long double value = 0;
  std::memcpy(&value, extended, sizeof value);
  const auto wide = static_cast<Float128>(value);
  std::memcpy(ieee, &wide, sizeof wide);
}
void narrow(const std::byte* ieee, std::byte* extended) {
  Float128 wide = 0;
  std::memcpy(&wide, ieee, sizeof wide);
  const auto value = static_cast<long double>(wide);
  // Nobody reads what lies behind the 80 bits, but it is not left to chance.
  constexpr std::size_t value_bytes = 10;
  std::memset(extended + value_bytes, 0, sizeof value - value_bytes);
  std::memcpy(extended, &value, value_bytes);
}

bool is_signed(Representation representation) {
  return representation == Representation::signed_integer;
}

// One number to external32; false if it does not fit.
bool to_external(const Numbers& kind, const std::byte* native, std::byte* external) {
  std::array<std::byte, 16> converted;
  if (kind.representation == Representation::extended) {
    widen(native, converted.data());
    native = converted.data();
  }
  const std::size_t size = kind.external_bytes;
  for (std::size_t i = 0; i < size; ++i) external[i] = native[size - 1 - i];
  if (size >= kind.native_bytes) return true;
  // What is cut off must be the sign.
  const bool is_negative =
      is_signed(kind.representation) && (native[size - 1] & std::byte{0x80}) != std::byte{0};
  const std::byte sign = is_negative ? std::byte{0xff} : std::byte{0};
  return std::all_of(native + size, native + kind.native_bytes,
                     [sign](std::byte each) { return each == sign; });
}

void from_external(const Numbers& kind, const std::byte* external, std::byte* native) {
  std::array<std::byte, 16> reversed;
  const std::size_t size = kind.external_bytes;
  for (std::size_t i = 0; i < size; ++i) reversed[i] = external[size - 1 - i];
  if (kind.representation == Representation::extended) return narrow(reversed.data(), native);
  std::memcpy(native, reversed.data(), size);
  if (size < kind.native_bytes) {
    const bool is_negative =
        is_signed(kind.representation) && (external[0] & std::byte{0x80}) != std::byte{0};
    std::memset(native + size, is_negative ? 0xff : 0, kind.native_bytes - size);
  }
}

// The packed bytes of this machine, number by number.
class NativeReader {
 public:
  NativeReader(const void* base, const Datatype& type, std::int64_t count)
      : base_(base), type_(type), count_(count) {}

  /// The next number, of at most 16 bytes.
  const std::byte* next(std::size_t size) {
    if (end_ - begin_ < size) refill();
    begin_ += size;
    return window_.data() + begin_ - size;
  }

 private:
  void refill() {
    std::copy(window_.data() + begin_, window_.data() + end_, window_.data());
    end_ -= begin_;
    begin_ = 0;
    const std::int64_t got = pack(base_, type_, count_, packed_, std::span(window_).subspan(end_));
    packed_ += got;
    end_ += static_cast<std::size_t>(got);
  }

  const void* base_;
  const Datatype& type_;
  std::int64_t count_;
  std::int64_t packed_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::array<std::byte, window_bytes> window_;
};

// Lays packed bytes of this machine down, number by number.
class NativeWriter {
 public:
  NativeWriter(void* base, const Datatype& type, std::int64_t count)
      : base_(base), type_(type), count_(count) {}

  /// Where the next number, of at most 16 bytes, is to be put.
  std::byte* next(std::size_t size) {
    if (window_.size() - end_ < size) flush();
    end_ += size;
    return window_.data() + end_ - size;
  }
  void flush() {
    unpacked_ += unpack(std::span(window_).first(end_), base_, type_, count_, unpacked_);
    end_ = 0;
  }

 private:
  void* base_;
  const Datatype& type_;
  std::int64_t count_;
  std::int64_t unpacked_ = 0;
  std::size_t end_ = 0;
  std::array<std::byte, window_bytes> window_;
};

// The bytes of all elements, if `available` bytes hold them.
Result<std::int64_t> checked_size(const Datatype& type, std::int64_t count, std::size_t available) {
  if (const auto native = packed_size(type, count); !native) return native;
  const auto bytes = external32_size(type, count);
  if (bytes && static_cast<std::uint64_t>(*bytes) > available) {
    return refuse(ErrorClass::truncate, "a buffer that is shorter than the elements");
  }
  return bytes;
}

}  // namespace

Result<std::int64_t> external32_size(const Datatype& type, std::int64_t count) {
  if (count < 0) return refuse(ErrorClass::count, "a negative count");
  std::int64_t bytes = 0;
  // No basic type is longer in external32 than here.
  if (__builtin_mul_overflow(type.signature().external_bytes, count, &bytes)) {
    return refuse(ErrorClass::count, "the elements exceed 64 bits");
  }
  return bytes;
}

Result<std::int64_t> pack_external32(const void* base, const Datatype& type, std::int64_t count,
                                     std::span<std::byte> out) {
  const auto bytes = checked_size(type, count, out.size());
  if (!bytes) return bytes;
  NativeReader reader(base, type, count);
  std::byte* to = out.data();
  const bool fits = visit_runs(type.signature(), count, [&](BasicType basic, std::int64_t run) {
    const Numbers kind(basic);
    for (std::int64_t i = 0; i < run * kind.components; ++i, to += kind.external_bytes) {
      if (!to_external(kind, reader.next(kind.native_bytes), to)) return false;
    }
    return true;
  });
  if (!fits) return refuse(ErrorClass::conversion, "a number that external32 cannot hold");
  return bytes;
}

Result<std::int64_t> unpack_external32(std::span<const std::byte> in, void* base,
                                       const Datatype& type, std::int64_t count) {
  const auto bytes = checked_size(type, count, in.size());
  if (!bytes) return bytes;
  NativeWriter writer(base, type, count);
  const std::byte* from = in.data();
  visit_runs(type.signature(), count, [&](BasicType basic, std::int64_t run) {
    const Numbers kind(basic);
    for (std::int64_t i = 0; i < run * kind.components; ++i, from += kind.external_bytes) {
      from_external(kind, from, writer.next(kind.native_bytes));
    }
    return true;
  });
  writer.flush();
  return bytes;
}

}  // namespace isthmus::engine::mpi
