#include "isthmus/runtime/chain_changes.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <ranges>
#include <utility>
#include <vector>

#include "isthmus/fabric/registry.hpp"
#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::runtime {

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
  requests_.push_back({std::move(link_class), std::move(to), target});
  if (requests_.size() == 1) start_next();
}

void ChainChanges::add_verbs(Verbs& verbs) {
  Verb chain{.name = "change-chain",
             .metavar = "CLASS:TO",
             .what =
                 "The links of CLASS get the devices of the class TO; its own name takes that "
                 "back. A refusal of a process is told in the log.",
             .value = [this] { return last_request_; },
             .set = [this](const std::string& text) { return set_chain(text); }};
  for (const auto& [kind, from] : topology_.grid().links) {
    for (const auto& [name, to] : topology_.grid().link_classes) {
      chain.choices.push_back(from.name + ":" + name);
    }
    chain.choices.push_back(from.name + ":" + from.name);
  }
  verbs.add(std::move(chain));
  verbs.add({.name = "device",
             .metavar = "CLASS:DEVICE.PARAMETER=VALUE",
             .what = "A parameter of a filter that the links of CLASS have, such as "
                     "between_sites:delay.latency=5ms. A refusal of a process is told in the log.",
             .value = [this] { return last_device_; },
             .set = [this](const std::string& text) { return set_device(text); }});
}

Expected<void> ChainChanges::set_chain(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return fail(ErrorCode::bad_input, "'" + text + "'", {}, "CLASS:TO, such as between_sites:thin");
  }
  for (const std::string& name : {text.substr(0, colon), text.substr(colon + 1)}) {
    if (auto known = class_of(name); !known) return forward_error(known);
  }
  last_request_ = text;
  request(text.substr(0, colon), text.substr(colon + 1), {});
  return {};
}

Expected<void> ChainChanges::set_device(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return fail(ErrorCode::bad_input, "'" + text + "'", {},
                "CLASS:DEVICE.PARAMETER=VALUE, such as between_sites:delay.latency=5ms");
  }
  Expected<const topology::LinkClass*> link_class = class_of(text.substr(0, colon));
  if (!link_class) return forward_error(link_class);
  const std::string assignment = text.substr(colon + 1);
  if (auto made = changed(**link_class, assignment); !made) return forward_error(made);
  last_device_ = text;
  request(text.substr(0, colon), assignment, {});
  return {};
}

void ChainChanges::start_next() {
  coordinator_.start();
  order();
}

/// The step that is under way now.
void ChainChanges::order() {
  const Request& request = requests_.front();
  // Its own process comes last: what it holds back from then on are no orders.
  for (const ProcessId process : std::views::reverse(topology_.present())) {
    post(*first_, order_handler_, topology_.pes_of(process).first,
         ChainOrder{coordinator_.number(), static_cast<std::uint8_t>(coordinator_.step()),
                    request.link_class, request.to});
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
  const Request request = std::move(requests_.front());
  requests_.pop_front();
  const std::string& refusal = coordinator_.refusal();
  if (refusal.empty()) {
    const bool is_assignment = request.to.find('=') != std::string::npos;
    log_.info("the links of class '" + request.link_class + "' have " +
              (is_assignment ? request.to : "the devices of '" + request.to + "'") +
              " from now on");
  } else {
    log_.warning(refusal);
  }
  first_->replies().fire(request.target,
                         detail::make_value<ChainChange>(first_->pool(), ChainChange{refusal}));
  if (!requests_.empty()) start_next();
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

std::vector<topology::DeviceSpec> ChainChanges::present(
    const topology::LinkClass& link_class) const {
  const std::lock_guard lock(lock_);
  const auto found = present_.find(&link_class);
  return found == present_.end() ? link_class.chain : found->second;
}

/// The class as its links are now, with one parameter of a device changed.
Expected<topology::LinkClass> ChainChanges::changed(const topology::LinkClass& link_class,
                                                    const std::string& assignment) const {
  const std::size_t dot = assignment.find('.');
  const std::size_t equals = assignment.find('=');
  if (dot == std::string::npos || equals == std::string::npos || equals < dot) {
    return fail(ErrorCode::bad_input, "'" + assignment + "'", {},
                "DEVICE.PARAMETER=VALUE, such as delay.latency=5ms");
  }
  const std::string device = assignment.substr(0, dot);
  topology::LinkClass made{link_class.name + " with " + assignment, present(link_class),
                           link_class.measured};
  if (!made.set(device, assignment.substr(dot + 1, equals - dot - 1),
                assignment.substr(equals + 1))) {
    std::string known;
    for (const topology::DeviceSpec& one : made.chain) {
      known += (known.empty() ? "" : ", ") + one.name;
    }
    return fail(ErrorCode::bad_input,
                "the links of '" + link_class.name + "' have no '" + device + "'", {},
                "one of " + known);
  }
  if (auto sound = fabric::check_chain(made); !sound) return forward_error(sound);
  if (!std::ranges::equal(fabric::carrier_end(made), fabric::carrier_end(link_class))) {
    return fail(ErrorCode::bad_input, "'" + device + "' carries, which cannot change", {},
                "a filter");
  }
  return made;
}

Expected<void> ChainChanges::prepare(const std::string& link_class, const std::string& to) {
  Expected<const topology::LinkClass*> from = class_of(link_class);
  if (!from) return forward_error(from);
  changing_ = *from;
  if (to.find('=') == std::string::npos) {
    Expected<const topology::LinkClass*> follows = class_of(to);
    if (!follows) return forward_error(follows);
    changing_to_ = *follows;
  } else {
    Expected<topology::LinkClass> made = changed(**from, to);
    if (!made) return forward_error(made);
    changing_to_ = &made_.emplace_back(std::move(*made));
  }
  return router_.prepare_change(participant_.number(), *changing_, *changing_to_);
}

/// Its filters, on the carriers that stay.
void ChainChanges::note_present() {
  const auto own_end = fabric::carrier_end(*changing_);
  const std::size_t filters =
      changing_to_->chain.size() - fabric::carrier_end(*changing_to_).size();
  std::vector<topology::DeviceSpec> chain(
      changing_to_->chain.begin(),
      changing_to_->chain.begin() + static_cast<std::ptrdiff_t>(filters));
  chain.insert(chain.end(), own_end.begin(), own_end.end());
  const std::lock_guard lock(lock_);
  present_[changing_] = std::move(chain);
}

int ChainChanges::poll(sched::Pe&, TimeNs, bool) {
  if (!has_changed_.load(std::memory_order_acquire)) return 0;
  has_changed_.store(false, std::memory_order_relaxed);
  note_present();
  participant_.note_over();
  report("");
  return 1;
}

}  // namespace isthmus::engine::runtime
