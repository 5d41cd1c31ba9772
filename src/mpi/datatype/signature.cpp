#include "mpi/datatype/signature.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

// A sequence is a polynomial in this odd number, modulo 2^64, so that the hash of two sequences one
// after the other follows from theirs.
constexpr std::uint64_t radix = 0x9e3779b97f4a7c15ull;

std::uint64_t power(std::uint64_t base, std::int64_t exponent) {
  std::uint64_t result = 1;
  for (auto rest = static_cast<std::uint64_t>(exponent); rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

// splitmix64's finalizer: near numbers of types have far digits.
constexpr std::uint64_t digit(BasicType basic) {
  std::uint64_t z = static_cast<std::uint64_t>(basic) + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

SignaturePtr run_of(BasicType basic, std::int64_t count) {
  auto node = std::make_shared<SignatureNode>();
  node->basic = basic;
  node->count = count;
  node->basics = count;
  node->bytes = count * predefined_row(basic).size;
  node->external_bytes = count * predefined_row(basic).external_size;
  node->signature = Signature::of(basic).repeated(count);
  return node;
}

bool is_run_of(const SignatureNode& node, BasicType basic) {
  return node.kind == SignatureNode::Kind::run && node.basic == basic;
}

// The part of a list that holds what is numbered `position` by `first`.
const SignatureNode::Part& part_at(const std::vector<SignatureNode::Part>& parts,
                                   std::int64_t SignatureNode::Part::* first,
                                   std::int64_t position) {
  const auto after =
      std::upper_bound(parts.begin(), parts.end(), position,
                       [first](std::int64_t wanted, const SignatureNode::Part& part) {
                         return wanted < part.*first;
                       });
  return *std::prev(after);
}

}  // namespace

Signature Signature::then(const Signature& next) const {
  return {basics + next.basics, hash * power(radix, next.basics) + next.hash};
}

// By doubling; the powers of the radix are doubled along.
Signature Signature::repeated(std::int64_t times) const {
  if (times == 1) return *this;
  Signature result{basics * times, 0};
  std::uint64_t doubled = hash;
  std::uint64_t shift = power(radix, basics);
  for (auto rest = static_cast<std::uint64_t>(times); rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) result.hash = result.hash * shift + doubled;
    doubled = doubled * shift + doubled;
    shift *= shift;
  }
  return result;
}

Signature Signature::of(BasicType basic) { return {1, digit(basic)}; }

Signature SignatureNode::prefix(std::int64_t first) const {
  if (first >= basics) return signature;
  if (first <= 0) return {};
  switch (kind) {
    case Kind::run:
      return Signature::of(basic).repeated(first);
    case Kind::repeat:
      return child->signature.repeated(first / child->basics)
          .then(child->prefix(first % child->basics));
    case Kind::list:
      break;
  }
  Signature result;
  for (const Part& part : parts) {
    if (part.first_basic >= first) break;
    result = result.then(part.node->prefix(first - part.first_basic));
  }
  return result;
}

std::optional<std::int64_t> SignatureNode::basics_in(std::int64_t size) const {
  if (size >= bytes) return basics;
  if (size <= 0) return 0;
  switch (kind) {
    case Kind::run: {
      const std::int64_t each = predefined_row(basic).size;
      if (size % each != 0) return std::nullopt;
      return size / each;
    }
    case Kind::repeat: {
      const std::optional<std::int64_t> rest = child->basics_in(size % child->bytes);
      if (!rest) return std::nullopt;
      return size / child->bytes * child->basics + *rest;
    }
    case Kind::list:
      break;
  }
  const Part& part = part_at(parts, &Part::first_byte, size);
  const std::optional<std::int64_t> rest = part.node->basics_in(size - part.first_byte);
  if (!rest) return std::nullopt;
  return part.first_basic + *rest;
}

std::int64_t SignatureNode::bytes_of(std::int64_t first) const {
  if (first >= basics) return bytes;
  if (first <= 0) return 0;
  switch (kind) {
    case Kind::run:
      return first * predefined_row(basic).size;
    case Kind::repeat:
      return first / child->basics * child->bytes + child->bytes_of(first % child->basics);
    case Kind::list:
      break;
  }
  const Part& part = part_at(parts, &Part::first_basic, first);
  return part.first_byte + part.node->bytes_of(first - part.first_basic);
}

SignaturePtr empty_signature() {
  static const SignaturePtr empty = std::make_shared<const SignatureNode>();
  return empty;
}

SignaturePtr named_signature(BasicType type) {
  const PredefinedType& row = predefined_row(type);
  if (row.group != TypeGroup::pair) return run_of(type, 1);
  return join_signatures({run_of(row.value, 1), run_of(row.place, 1)});
}

SignaturePtr repeat_signature(const SignaturePtr& node, std::int64_t count) {
  if (count == 0 || node->basics == 0) return empty_signature();
  if (count == 1) return node;
  if (node->kind == SignatureNode::Kind::run) return run_of(node->basic, node->count * count);
  auto result = std::make_shared<SignatureNode>();
  result->kind = SignatureNode::Kind::repeat;
  // Loops of loops are one loop.
  const bool is_loop = node->kind == SignatureNode::Kind::repeat;
  result->count = is_loop ? count * node->count : count;
  result->child = is_loop ? node->child : node;
  result->basics = count * node->basics;
  result->bytes = count * node->bytes;
  result->external_bytes = count * node->external_bytes;
  result->signature = node->signature.repeated(count);
  return result;
}

SignaturePtr join_signatures(const std::vector<SignaturePtr>& nodes) {
  std::vector<SignaturePtr> joined;
  for (const SignaturePtr& node : nodes) {
    if (node->basics == 0) continue;
    if (!joined.empty() && node->kind == SignatureNode::Kind::run &&
        is_run_of(*joined.back(), node->basic)) {
      joined.back() = run_of(node->basic, joined.back()->count + node->count);
    } else {
      joined.push_back(node);
    }
  }
  if (joined.empty()) return empty_signature();
  if (joined.size() == 1) return joined.front();
  auto result = std::make_shared<SignatureNode>();
  result->kind = SignatureNode::Kind::list;
  result->parts.reserve(joined.size());
  for (SignaturePtr& node : joined) {
    result->signature = result->signature.then(node->signature);
    const std::int64_t basics = result->basics;
    const std::int64_t bytes = result->bytes;
    result->basics += node->basics;
    result->bytes += node->bytes;
    result->external_bytes += node->external_bytes;
    result->parts.push_back({basics, bytes, std::move(node)});
  }
  return result;
}

}  // namespace isthmus::engine::mpi
