#include "isthmus/object/loan.hpp"

#include <mutex>

#include "isthmus/object/objects.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::detail {

void LoanDesk::give_back(const CallbackTarget& returned) {
  const std::lock_guard lock(lock_);
  if (mailbox_ == nullptr) return;
  returned_.push_back(returned);
  has_any_.store(true, std::memory_order_relaxed);
  mailbox_->nudge();
}

std::vector<CallbackTarget> LoanDesk::take() {
  const std::lock_guard lock(lock_);
  has_any_.store(false, std::memory_order_relaxed);
  return std::exchange(returned_, {});
}

void LoanDesk::close() {
  const std::lock_guard lock(lock_);
  mailbox_ = nullptr;
}

Loans::Loans(const PeContext& context, Replies& replies)
    : context_(context),
      replies_(replies),
      desk_(std::make_shared<LoanDesk>(context.pe().mailbox())) {
  context.pe().add_source(*this);
}

Loans::~Loans() { desk_->close(); }

int Loans::poll(sched::Pe&, TimeNs, bool) {
  if (desk_->is_empty()) return 0;
  const std::vector<CallbackTarget> returned = desk_->take();
  for (const CallbackTarget& target : returned) {
    replies_.fire(target, make_value<void>(context_.pool()));
  }
  return static_cast<int>(returned.size());
}

Loan make_loan(const CallbackTarget& returned) { return Objects::current().loans().make(returned); }

}  // namespace isthmus::engine::detail
