#include "isthmus/runtime/chain_changes.hpp"

#include <utility>
#include <vector>

#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::runtime {

namespace {

/// What PE 0 tells a process. The classes are of meaning in the first step alone.
struct ChainOrder {
  std::uint64_t number = 0;
  std::uint8_t step = 0;
  std::string link_class;
  std::string to;
};

/// What a process answers when it has done a step.
struct ChainReport {
  std::uint64_t number = 0;
  std::string refusal;
};

}  // namespace

void ChainChanges::attach(Objects& objects) {
  if (first_ == nullptr) {
    first_ = &objects;
    objects.pe().add_source(*this);
  }
  order_handler_ = objects.pe().add_handler<&ChainChanges::receive_order>(this);
  report_handler_ = objects.pe().add_handler<&ChainChanges::receive_report>(this);
}

template <class T>
void ChainChanges::send(HandlerId handler, PeId to, T value) {
  MessagePtr message = detail::make_value<T>(first_->pool(), std::move(value));
  message->handler = handler;
  message->flags |= flag_uncounted;
  message->priority = runtime_priority;
  message->source = first_->pe_id();
  message->destination = to;
  first_->pe().send(std::move(message));
}

// --- on PE 0 -----------------------------------------------------------------------------------

void ChainChanges::request(std::string link_class, std::string to, const CallbackTarget& target) {
  wishes_.push_back({std::move(link_class), std::move(to), target});
  if (wishes_.size() == 1) start_next();
}

void ChainChanges::add_verbs(Verbs& verbs) {
  verbs.add({.name = "change-chain",
             .metavar = "CLASS:TO",
             .what = "The links of CLASS get the devices of the class TO; its own name takes that "
                     "back. A refusal of a process is told in the log.",
             .value = [this] { return last_wish_; },
             .set = [this](const std::string& text) -> Expected<void> {
               const std::size_t colon = text.find(':');
               if (colon == std::string::npos) {
                 return fail(ErrorCode::bad_input, "'" + text + "'", {},
                             "CLASS:TO, such as between_sites:thin");
               }
               for (const std::string& name : {text.substr(0, colon), text.substr(colon + 1)}) {
                 if (auto known = class_of(name); !known) return forward_error(known);
               }
               last_wish_ = text;
               request(text.substr(0, colon), text.substr(colon + 1), {});
               return {};
             }});
}

void ChainChanges::start_next() {
  refusal_.clear();
  ++asked_;
  order(Step::prepare);
}

void ChainChanges::order(Step step) {
  step_ = step;
  for (int rank = 0; rank < topology_.process_count(); ++rank) {
    unreported_.insert(ProcessId(static_cast<std::uint32_t>(rank)));
  }
  const Wish& wish = wishes_.front();
  // Its own process comes last: what it holds back from then on are no orders.
  for (int rank = topology_.process_count() - 1; rank >= 0; --rank) {
    const PeId first = topology_.pes_of(ProcessId(static_cast<std::uint32_t>(rank))).first;
    send(order_handler_, first,
         ChainOrder{asked_, static_cast<std::uint8_t>(step), wish.link_class, wish.to});
  }
}

void ChainChanges::receive_report(MessagePtr message) {
  // On another PE's thread nothing of the first PE may be touched; nor is this told anybody else.
  if (message->destination != first_->members().first()) {
    return first_->refuse(*message, "a report on a change of chains", "PE 0 to be told");
  }
  Expected<ChainReport> come = detail::take_value<ChainReport>(*message);
  const PeId source = message->source;
  first_->pool().release(std::move(message));
  if (!come) return first_->fail(come.error());
  if (come->number != asked_ || unreported_.erase(topology_.process_of(source)) == 0) {
    return first_->fail(
        {ErrorCode::malformed, "a report on change " + std::to_string(come->number) + " of chains",
         "PE " + std::to_string(source.value), "one on a change that is under way"});
  }
  if (refusal_.empty()) refusal_ = std::move(come->refusal);
  if (!unreported_.empty()) return;
  if (step_ != Step::prepare) return finish();
  order(refusal_.empty() ? Step::begin : Step::cancel);
}

void ChainChanges::finish() {
  const Wish wish = std::move(wishes_.front());
  wishes_.pop_front();
  if (refusal_.empty()) {
    log_.info("the links of class '" + wish.link_class + "' have the devices of '" + wish.to +
              "' from now on");
  } else {
    log_.warning(refusal_);
  }
  first_->replies().fire(wish.target,
                         detail::make_value<ChainChange>(first_->pool(), ChainChange{refusal_}));
  if (!wishes_.empty()) start_next();
}

// --- in each process ---------------------------------------------------------------------------

void ChainChanges::report(std::string refusal) {
  send(report_handler_, first_->members().first(), ChainReport{number_, std::move(refusal)});
}

void ChainChanges::receive_order(MessagePtr message) {
  if (message->destination != first_->pe_id()) {
    return first_->refuse(*message, "an order to change chains",
                          "the process's first PE to be told");
  }
  Expected<ChainOrder> come = detail::take_value<ChainOrder>(*message);
  const PeId source = message->source;
  first_->pool().release(std::move(message));
  if (!come) return first_->fail(come.error());
  const auto step = static_cast<Step>(come->step);
  const bool is_of_this = come->number == number_;
  const bool follows = step == Step::prepare ? state_ == State::idle && come->number > number_
                       : step == Step::begin
                           ? state_ == State::prepared && is_of_this
                           : state_ != State::idle && state_ != State::begun && is_of_this;
  if (source != first_->members().first() || step > Step::cancel || !follows) {
    return first_->fail({ErrorCode::malformed,
                         "an order to change chains, " + std::to_string(come->number) + " step " +
                             std::to_string(come->step),
                         "PE " + std::to_string(source.value), "orders of PE 0 in turn"});
  }
  number_ = come->number;
  switch (step) {
    case Step::prepare: {
      const Expected<void> prepared = prepare(come->link_class, come->to);
      state_ = prepared ? State::prepared : State::refused;
      return report(prepared ? "" : prepared.error().text());
    }
    case Step::begin:
      state_ = State::begun;
      // The last chain to change may do so on any PE's thread.
      return router_.begin_change([this] {
        has_changed_.store(true, std::memory_order_release);
        first_->pe().mailbox().nudge();
      });
    case Step::cancel:
      if (state_ == State::prepared) {
        if (auto cancelled = router_.cancel_change(); !cancelled) {
          return first_->fail(cancelled.error());
        }
      }
      state_ = State::idle;
      return report("");
  }
}

Expected<const topology::LinkClass*> ChainChanges::class_of(const std::string& name) const {
  if (const topology::LinkClass* found = topology_.find_link_class(name)) return found;
  return fail(ErrorCode::bad_input, "no link class '" + name + "'", topology_.grid().file_name,
              "a [link.KIND] or a [class.NAME] of the grid file");
}

Expected<void> ChainChanges::prepare(const std::string& link_class, const std::string& to) {
  Expected<const topology::LinkClass*> changed = class_of(link_class);
  if (!changed) return forward_error(changed);
  Expected<const topology::LinkClass*> follows = class_of(to);
  if (!follows) return forward_error(follows);
  return router_.prepare_change(number_, **changed, **follows);
}

int ChainChanges::poll(sched::Pe&, TimeNs, bool) {
  if (!has_changed_.load(std::memory_order_acquire)) return 0;
  has_changed_.store(false, std::memory_order_relaxed);
  state_ = State::idle;
  report("");
  return 1;
}

}  // namespace isthmus::runtime
