#include "isthmus/runtime/chain_changes.hpp"

#include <ranges>
#include <utility>
#include <vector>

#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::runtime {

namespace {

using network::ChangeStep;

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
  coordinator_.start();
  order();
}

/// The step that is under way now.
void ChainChanges::order() {
  const Wish& wish = wishes_.front();
  // Its own process comes last: what it holds back from then on are no orders.
  for (const ProcessId process : std::views::reverse(topology_.present())) {
    post(*first_, order_handler_, topology_.pes_of(process).first,
         ChainOrder{coordinator_.number(), static_cast<std::uint8_t>(coordinator_.step()),
                    wish.link_class, wish.to});
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
  using Verdict = network::ChangeCoordinator::Verdict;
  switch (coordinator_.take_report(topology_.process_of(source), come->number,
                                   std::move(come->refusal))) {
    case Verdict::out_of_turn:
      return first_->fail({ErrorCode::malformed,
                           "a report on change " + std::to_string(come->number) + " of chains",
                           "PE " + std::to_string(source.value),
                           "one on a change that is under way"});
    case Verdict::waits:
      return;
    case Verdict::next_step:
      return order();
    case Verdict::over:
      return finish();
  }
}

void ChainChanges::finish() {
  const Wish wish = std::move(wishes_.front());
  wishes_.pop_front();
  const std::string& refusal = coordinator_.refusal();
  if (refusal.empty()) {
    log_.info("the links of class '" + wish.link_class + "' have the devices of '" + wish.to +
              "' from now on");
  } else {
    log_.warning(refusal);
  }
  first_->replies().fire(wish.target,
                         detail::make_value<ChainChange>(first_->pool(), ChainChange{refusal}));
  if (!wishes_.empty()) start_next();
}

// --- in each process ---------------------------------------------------------------------------

void ChainChanges::report(std::string refusal) {
  post(*first_, report_handler_, first_->members().first(),
       ChainReport{participant_.number(), std::move(refusal)});
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
  const auto step = static_cast<ChangeStep>(come->step);
  if (source != first_->members().first() || !participant_.take_order(come->number, step)) {
    return first_->fail({ErrorCode::malformed,
                         "an order to change chains, " + std::to_string(come->number) + " step " +
                             std::to_string(come->step),
                         "PE " + std::to_string(source.value), "orders of PE 0 in turn"});
  }
  switch (step) {
    case ChangeStep::prepare: {
      const Expected<void> prepared = prepare(come->link_class, come->to);
      participant_.note_prepared(prepared.has_value());
      return report(prepared ? "" : prepared.error().text());
    }
    case ChangeStep::begin:
      // The last chain to change may do so on any PE's thread.
      return router_.begin_change([this] {
        has_changed_.store(true, std::memory_order_release);
        first_->pe().mailbox().nudge();
      });
    case ChangeStep::cancel:
      if (participant_.is_prepared()) {
        if (auto cancelled = router_.cancel_change(); !cancelled) {
          return first_->fail(cancelled.error());
        }
      }
      participant_.note_over();
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
  return router_.prepare_change(participant_.number(), **changed, **follows);
}

int ChainChanges::poll(sched::Pe&, TimeNs, bool) {
  if (!has_changed_.load(std::memory_order_acquire)) return 0;
  has_changed_.store(false, std::memory_order_relaxed);
  participant_.note_over();
  report("");
  return 1;
}

}  // namespace isthmus::runtime
