#include "mpi/datatype/datatype_plan.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

// Lists of so few pieces are taken over into the list around them, which then needs no visit.
constexpr std::size_t inlined_blocks_max = 16;

// The distance between all neighbours; 0 if they differ, or no 64 bits hold it.
std::int64_t common_distance(const std::vector<std::int64_t>& offsets) {
  std::int64_t common = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    std::int64_t distance = 0;
    if (__builtin_sub_overflow(offsets[i], offsets[i - 1], &distance)) return 0;
    if (i > 1 && distance != common) return 0;
    common = distance;
  }
  return common;
}

std::vector<std::int64_t> sums_before(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> sums(sizes.size() + 1);
  for (std::size_t i = 0; i < sizes.size(); ++i) sums[i + 1] = sums[i] + sizes[i];
  return sums;
}

// Pieces of memory one after the other.
struct Pieces {
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> sizes;

  bool are_equal() const {
    return std::ranges::all_of(sizes, [this](auto size) { return size == sizes[0]; });
  }
};

// Neighbours in memory are one piece.
Pieces merged(const Pieces& pieces) {
  Pieces result;
  for (std::size_t i = 0; i < pieces.offsets.size(); ++i) {
    if (i != 0 && result.offsets.back() + result.sizes.back() == pieces.offsets[i]) {
      result.sizes.back() += pieces.sizes[i];
    } else {
      result.offsets.push_back(pieces.offsets[i]);
      result.sizes.push_back(pieces.sizes[i]);
    }
  }
  return result;
}

// A few neighbours among equal pieces are not worth pieces of changing lengths, which are copied
// several times more slowly.
constexpr std::size_t worthwhile_factor = 4;

Layout blocks_layout(Pieces pieces) {
  const bool were_equal = pieces.are_equal();
  Pieces fewer = merged(pieces);
  const bool stays = were_equal && !fewer.are_equal() &&
                     fewer.offsets.size() * worthwhile_factor > pieces.offsets.size();
  if (!stays) pieces = std::move(fewer);
  const auto& [offsets, sizes] = pieces;
  if (offsets.size() == 1) return run_layout(offsets[0], sizes[0]);
  const auto count = static_cast<std::int64_t>(sizes.size());
  const bool are_equal = stays || pieces.are_equal();
  if (are_equal) {
    if (const std::int64_t distance = common_distance(offsets); distance != 0) {
      return repeat_layout(run_layout(offsets[0], sizes[0]), count, distance);
    }
  }
  auto plan = std::make_shared<Plan>();
  plan->kind = Plan::Kind::blocks;
  if (are_equal) {
    plan->block_bytes = sizes[0];
    plan->bytes = sizes[0] * count;
  } else {
    plan->first_bytes = sums_before(sizes);
    plan->bytes = plan->first_bytes.back();
  }
  plan->offsets = std::move(pieces.offsets);
  return {0, std::move(plan)};
}

}  // namespace

std::int64_t Layout::bytes() const { return plan == nullptr ? 0 : plan->bytes; }

Layout run_layout(std::int64_t offset, std::int64_t bytes) {
  if (bytes == 0) return {};
  auto plan = std::make_shared<Plan>();
  plan->bytes = bytes;
  return {offset, std::move(plan)};
}

Layout repeat_layout(const Layout& layout, std::int64_t count, std::int64_t stride) {
  if (count == 0 || layout.plan == nullptr) return {};
  if (count == 1) return layout;
  const Plan& child = *layout.plan;
  if (child.kind == Plan::Kind::run && child.bytes == stride) {
    return run_layout(layout.offset, child.bytes * count);
  }
  // A loop whose next round begins where its last one would have gone on is one longer loop. The
  // product fits: it is a displacement within the child, or just after it.
  std::int64_t covered = 0;
  const bool goes_on = child.kind == Plan::Kind::repeat &&
                       !__builtin_mul_overflow(child.count, child.stride, &covered) &&
                       covered == stride;
  auto plan = std::make_shared<Plan>();
  plan->kind = Plan::Kind::repeat;
  plan->bytes = child.bytes * count;
  plan->count = goes_on ? count * child.count : count;
  plan->stride = goes_on ? child.stride : stride;
  plan->child = goes_on ? child.child : layout.plan;
  return {layout.offset, std::move(plan)};
}

void LayoutList::add_child(PlanPtr plan, std::int64_t offset) {
  offsets_.push_back(offset);
  children_.push_back(std::move(plan));
}

void LayoutList::close_blocks() {
  if (block_offsets_.empty()) return;
  Layout blocks =
      blocks_layout(Pieces{std::exchange(block_offsets_, {}), std::exchange(block_bytes_, {})});
  add_child(std::move(blocks.plan), blocks.offset);
}

void LayoutList::add(const Layout& layout, std::int64_t offset) {
  if (layout.plan == nullptr) return;
  const Plan& plan = *layout.plan;
  const std::int64_t at = layout.offset + offset;
  if (plan.kind == Plan::Kind::run) {
    block_offsets_.push_back(at);
    block_bytes_.push_back(plan.bytes);
    return;
  }
  if (plan.kind == Plan::Kind::blocks && plan.offsets.size() <= inlined_blocks_max) {
    for (std::size_t i = 0; i < plan.offsets.size(); ++i) {
      block_offsets_.push_back(at + plan.offsets[i]);
      block_bytes_.push_back(plan.block_bytes != 0 ? plan.block_bytes
                                                   : plan.first_bytes[i + 1] - plan.first_bytes[i]);
    }
    return;
  }
  close_blocks();
  add_child(layout.plan, at);
}

Layout LayoutList::finish() {
  close_blocks();
  if (children_.empty()) return {};
  if (children_.size() == 1) return {offsets_[0], std::move(children_[0])};
  const bool are_equal =
      std::ranges::all_of(children_, [&](const auto& child) { return child == children_[0]; });
  if (are_equal) {
    if (const std::int64_t distance = common_distance(offsets_); distance != 0) {
      return repeat_layout({offsets_[0], children_[0]}, static_cast<std::int64_t>(offsets_.size()),
                           distance);
    }
  }
  auto plan = std::make_shared<Plan>();
  plan->kind = Plan::Kind::list;
  std::vector<std::int64_t> sizes;
  sizes.reserve(children_.size());
  for (const PlanPtr& child : children_) sizes.push_back(child->bytes);
  plan->first_bytes = sums_before(sizes);
  plan->bytes = plan->first_bytes.back();
  plan->offsets = std::move(offsets_);
  plan->children = std::move(children_);
  return {0, std::move(plan)};
}

}  // namespace isthmus::engine::mpi
