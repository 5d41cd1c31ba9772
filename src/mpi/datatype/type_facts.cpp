#include "mpi/datatype/type_facts.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

constexpr std::unexpected<Refusal> too_large() {
  return refuse(ErrorClass::count, "the size or the bounds of the datatype exceed 64 bits");
}

// What is missing from the extent to a multiple of the alignment (a power of two).
std::int64_t padding_of(std::int64_t extent, std::int64_t alignment) {
  const auto excess =
      static_cast<std::uint64_t>(extent) & static_cast<std::uint64_t>(alignment - 1);
  return excess == 0 ? 0 : alignment - static_cast<std::int64_t>(excess);
}

// lb and ub such that the extent fits, too.
bool set_bounds(TypeFacts& facts, std::int64_t lb, std::int64_t ub, std::int64_t alignment) {
  std::int64_t extent = 0;
  if (__builtin_sub_overflow(ub, lb, &extent)) return false;
  const std::int64_t padding = padding_of(extent, alignment);
  if (__builtin_add_overflow(extent, padding, &extent)) return false;
  facts.lb = lb;
  return !__builtin_add_overflow(ub, padding, &facts.ub);
}

// What lies between the true bounds fits, too; that of set bounds says nothing about it.
bool has_true_extent(const TypeFacts& facts) {
  std::int64_t extent = 0;
  return !__builtin_sub_overflow(facts.true_ub, facts.true_lb, &extent);
}

// Bounds that follow from the data.
bool set_natural_bounds(TypeFacts& facts) {
  return set_bounds(facts, facts.true_lb, facts.true_ub, facts.alignment);
}

// The largest alignment that the extent keeps, as far as the types within ask for it.
std::int64_t kept_alignment(std::int64_t alignment, std::int64_t lb, std::int64_t extent) {
  while (padding_of(extent, alignment) != 0 || padding_of(lb, alignment) != 0) alignment /= 2;
  return alignment;
}

// Adds the lowest displacement to a lower bound, the highest to an upper one.
bool spread(std::int64_t& lower, std::int64_t& upper, std::int64_t last_offset) {
  return !__builtin_add_overflow(lower, std::min<std::int64_t>(0, last_offset), &lower) &&
         !__builtin_add_overflow(upper, std::max<std::int64_t>(0, last_offset), &upper);
}

}  // namespace

TypeFacts facts_of_predefined(BasicType type) {
  const PredefinedType& row = predefined_row(type);
  TypeFacts facts;
  facts.size = row.size;
  facts.ub = row.extent;
  facts.alignment = row.alignment;
  facts.component = type;
  facts.signature = named_signature(type);
  if (row.group == TypeGroup::pair) {
    LayoutList layouts;
    layouts.add(run_layout(0, predefined_row(row.value).size), 0);
    layouts.add(run_layout(0, predefined_row(row.place).size), row.place_offset);
    facts.layout = layouts.finish();
    facts.true_ub = row.place_offset + predefined_row(row.place).size;
  } else {
    facts.layout = run_layout(0, row.size);
    facts.true_ub = row.size;
  }
  return facts;
}

Result<TypeFacts> repeat_facts(const TypeFacts& type, std::int64_t count, std::int64_t stride) {
  TypeFacts facts;
  facts.signature = empty_signature();
  facts.nesting = type.nesting;
  if (count == 0) return facts;
  std::int64_t last_offset = 0;
  facts = type;
  if (__builtin_mul_overflow(stride, count - 1, &last_offset) ||
      __builtin_mul_overflow(type.size, count, &facts.size)) {
    return too_large();
  }
  if (type.size != 0 &&
      (!spread(facts.true_lb, facts.true_ub, last_offset) || !has_true_extent(facts))) {
    return too_large();
  }
  if (type.has_set_bounds) {
    if (!spread(facts.lb, facts.ub, last_offset) || !set_bounds(facts, facts.lb, facts.ub, 1)) {
      return too_large();
    }
    facts.alignment = kept_alignment(type.alignment, facts.lb, facts.ub - facts.lb);
  } else if (!set_natural_bounds(facts)) {
    return too_large();
  }
  facts.layout = repeat_layout(type.layout, count, stride);
  facts.signature = repeat_signature(type.signature, count);
  return facts;
}

Result<TypeFacts> resize_facts(TypeFacts type, std::int64_t lb, std::int64_t extent) {
  std::int64_t ub = 0;
  if (__builtin_add_overflow(lb, extent, &ub)) return too_large();
  type.lb = lb;
  type.ub = ub;
  type.has_set_bounds = true;
  type.alignment = kept_alignment(type.alignment, lb, extent);
  return type;
}

Result<void> FactsList::add(const TypeFacts& type, std::int64_t offset) {
  facts_.nesting = std::max(facts_.nesting, type.nesting);
  if (type.size == 0 && !type.has_set_bounds) return {};
  std::int64_t lb = 0;
  std::int64_t ub = 0;
  if (__builtin_add_overflow(type.lb, offset, &lb) ||
      __builtin_add_overflow(type.ub, offset, &ub) ||
      __builtin_add_overflow(facts_.size, type.size, &facts_.size)) {
    return too_large();
  }
  facts_.lb = has_bounds_ ? std::min(facts_.lb, lb) : lb;
  facts_.ub = has_bounds_ ? std::max(facts_.ub, ub) : ub;
  has_bounds_ = true;
  facts_.alignment = std::max(facts_.alignment, type.alignment);
  facts_.has_set_bounds |= type.has_set_bounds;
  all_set_ &= type.has_set_bounds;
  if (type.size == 0) return {};
  std::int64_t true_lb = 0;
  std::int64_t true_ub = 0;
  if (__builtin_add_overflow(type.true_lb, offset, &true_lb) ||
      __builtin_add_overflow(type.true_ub, offset, &true_ub)) {
    return too_large();
  }
  is_mixed_ |=
      type.component == BasicType::null || (has_data_ && type.component != facts_.component);
  facts_.component = is_mixed_ ? BasicType::null : type.component;
  facts_.true_lb = has_data_ ? std::min(facts_.true_lb, true_lb) : true_lb;
  facts_.true_ub = has_data_ ? std::max(facts_.true_ub, true_ub) : true_ub;
  has_data_ = true;
  layouts_.add(type.layout, offset);
  if (signature_ == nullptr) signatures_.push_back(type.signature);
  return {};
}

Result<TypeFacts> FactsList::finish() {
  if (!has_true_extent(facts_)) return too_large();
  if (!facts_.has_set_bounds) {
    if (!set_natural_bounds(facts_)) return too_large();
  } else {
    const std::int64_t alignment = all_set_ ? 1 : facts_.alignment;
    if (!set_bounds(facts_, facts_.lb, facts_.ub, alignment)) return too_large();
    facts_.alignment = kept_alignment(facts_.alignment, facts_.lb, facts_.ub - facts_.lb);
  }
  facts_.layout = layouts_.finish();
  facts_.signature = signature_ != nullptr ? std::move(signature_) : join_signatures(signatures_);
  return std::move(facts_);
}

}  // namespace isthmus::engine::mpi
