#include "isthmus/image/slots.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/image/address.hpp"

namespace isthmus::engine::image {

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t least_bytes = std::uint64_t{256} << 20;
constexpr int reserved_flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::uint64_t stride(const SlotPlan& plan) { return plan.bytes + 17 * page_bytes; }

/// Those from number `from` on.
Expected<void> reserve_addresses(const SlotPlan& plan, std::size_t from) {
  const std::size_t count = plan.count - from;
  const std::uint64_t bytes = stride(plan) * count;
  void* const wanted = pointer_to<void>(plan.first + stride(plan) * from);
  void* const got =
      bytes / count == stride(plan)
          ? mmap(wanted, bytes, PROT_NONE, reserved_flags | MAP_FIXED_NOREPLACE, -1, 0)
          : MAP_FAILED;
  if (got == wanted) return {};
  const int why = got == MAP_FAILED ? errno : EEXIST;
  if (got != MAP_FAILED) munmap(got, bytes);
  return fail(ErrorCode::bad_input,
              with_errno("cannot reserve the addresses of " + std::to_string(plan.count) +
                             " ranks with " + std::to_string(plan.bytes >> 20) + " MiB each",
                         why),
              {}, "fewer ranks in a process, or less memory for each");
}

}  // namespace

Expected<Slots> Slots::reserve(const SlotPlan& plan) {
  ISTHMUS_ASSERT(plan.count > 0 && plan.first % page_bytes == 0 && plan.first > 0);
  if (plan.bytes < least_bytes || plan.bytes % page_bytes != 0) {
    return fail(ErrorCode::bad_input, "slots of " + std::to_string(plan.bytes) + " bytes", {},
                "at least 256 MiB in whole pages");
  }
  if (auto reserved = reserve_addresses(plan, 0); !reserved) return forward_error(reserved);
  return Slots(plan);
}

Expected<void> Slots::grow_to(std::size_t count) {
  if (count <= plan_.count) return {};
  SlotPlan larger = plan_;
  larger.count = count;
  if (auto reserved = reserve_addresses(larger, plan_.count); !reserved) return reserved;
  plan_ = larger;
  return {};
}

Slots::~Slots() {
  if (reserved_) munmap(pointer_to<void>(plan_.first), stride(plan_) * plan_.count);
}

Slots::Slots(Slots&& other) noexcept
    : plan_(other.plan_), reserved_(std::exchange(other.reserved_, false)) {}

Slots& Slots::operator=(Slots&& other) noexcept {
  std::swap(plan_, other.plan_);
  std::swap(reserved_, other.reserved_);
  return *this;
}

Slot Slots::operator[](std::size_t index) const {
  ISTHMUS_ASSERT(index < plan_.count);
  return {.begin = plan_.first + stride(plan_) * index, .bytes = plan_.bytes, .index = index};
}

void clear(const Slot& slot) {
  void* const begin = pointer_to<void>(slot.begin);
  const auto reserve = [&] {
    return mmap(begin, slot.bytes, PROT_NONE, reserved_flags | MAP_FIXED, -1, 0) == begin;
  };
  if (reserve()) return;
  // The system has no mapping left, not even for one that takes the place of many: they go first.
  munmap(begin, slot.bytes);
  ISTHMUS_ASSERT(reserve());
}

}  // namespace isthmus::engine::image
