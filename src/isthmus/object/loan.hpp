// isthmus/object/loan.hpp: arrays that messages view where the program has them, and give back.
#pragma once

#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine {

class Replies;

namespace detail {

/// Takes back the arrays that a PE has lent. It outlives the PE as long as one is out.
class LoanDesk {
 public:
  explicit LoanDesk(sched::Mailbox& mailbox) : mailbox_(&mailbox) {}

  /// Any thread, also under a chain's lock.
  void give_back(const CallbackTarget& returned);
  /// The PE's thread; whom to tell of what has come back.
  std::vector<CallbackTarget> take();
  bool is_empty() const { return !has_any_.load(std::memory_order_relaxed); }
  /// The PE is gone.
  void close();

 private:
  Atomic<bool> has_any_ = false;
  Mutex lock_;
  sched::Mailbox* mailbox_;  // under the lock, as is what follows
  std::vector<CallbackTarget> returned_;
};

/// One array that is lent. It is given back when the payload that views it ends, on whatever
/// thread. A copy of the payload has a copy of the array, so a copy of this is no loan.
class Loan {
 public:
  Loan() = default;
  Loan(std::shared_ptr<LoanDesk> desk, const CallbackTarget& returned)
      : terms_(new Terms{std::move(desk), returned}) {}
  Loan(const Loan&) noexcept {}
  Loan(Loan&&) noexcept = default;
  Loan& operator=(const Loan&) = delete;
  Loan& operator=(Loan&&) noexcept = default;
  ~Loan() {
    if (terms_ != nullptr) terms_->desk->give_back(terms_->returned);
  }

 private:
  struct Terms {
    std::shared_ptr<LoanDesk> desk;
    CallbackTarget returned;
  };
  std::unique_ptr<Terms> terms_;
};

/// The loans of one PE.
class Loans final : public sched::WorkSource {
 public:
  Loans(const PeContext& context, Replies& replies);
  ~Loans() override;
  Loan make(const CallbackTarget& returned) { return {desk_, returned}; }

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return desk_->is_empty() ? never_ns : 0; }

 private:
  const PeContext& context_;
  Replies& replies_;
  const std::shared_ptr<LoanDesk> desk_;
};

Loan make_loan(const CallbackTarget& returned);

/// An argument for a parameter of type std::span<const T>; see isthmus::lend. A loan begins with
/// each message that it is given to.
template <class T>
class LentArray {
 public:
  LentArray(std::span<const T> values, const CallbackTarget& returned)
      : values_(values), returned_(returned) {}
  const T* data() const { return values_.data(); }
  std::size_t size() const { return values_.size(); }
  /// For who takes them at once, and so borrows nothing.
  operator std::span<const T>() const { return values_; }
  Loan begin_loan() const { return make_loan(returned_); }

 private:
  std::span<const T> values_;
  CallbackTarget returned_;
};

template <class A>
inline constexpr bool is_lent_array = false;
template <class T>
inline constexpr bool is_lent_array<LentArray<T>> = true;

}  // namespace detail

/// `element.send<&Block::take>(lend(values, callback))`: an argument for a parameter of type
/// std::span<const T> whose elements are not copied: they are read where they are when the message
/// is written to the network, and an object in the same process is given them where they are. Until
/// the callback comes they must stay, unchanged. It comes when nobody needs them any more, to this
/// PE first: when the object has taken them, or when the carrier is done with them, which with
/// links between sites is when the other end has acknowledged them; once for each message, and
/// never where try_send says no. Filters that rewrite what passes, arrays below 4 KiB, and arrays
/// with `ordered` elements are copied after all, and come back the sooner. Quiescence does not wait
/// for arrays that are on their way back. For the PE's thread.
template <std::ranges::contiguous_range Range>
  requires std::ranges::sized_range<Range> && std::ranges::borrowed_range<Range>
auto lend(Range&& values, const Callback<void>& returned) {
  using T = std::ranges::range_value_t<Range>;
  return detail::LentArray<T>(
      std::span<const T>(std::ranges::data(values), std::ranges::size(values)), returned.target);
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::lend;

}  // namespace isthmus
