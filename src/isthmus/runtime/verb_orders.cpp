#include "isthmus/runtime/verb_orders.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::runtime {

namespace {

/// So many that refuse are named; one that refuses is seldom alone.
constexpr std::size_t refusals_named_max = 4;

/// What the process of the main program tells another one.
struct VerbOrder {
  std::uint64_t number = 0;
  std::string name;
  std::string text;
};

struct VerbAnswer {
  std::uint64_t number = 0;
  std::string refusal;  // empty: it has been done
};

}  // namespace

void VerbOrders::attach(Objects& objects) {
  if (first_ == nullptr) first_ = &objects;
  order_handler_ = objects.pe().add_handler<&VerbOrders::receive_order>(this);
  answer_handler_ = objects.pe().add_handler<&VerbOrders::receive_answer>(this);
}

// --- in the process of the main program --------------------------------------------------------

void VerbOrders::set(std::string name, std::string text, Done done) {
  requests_.push_back({std::move(name), std::move(text), std::move(done)});
  start_next();
}

void VerbOrders::program_has_begun() {
  program_has_begun_ = true;
  start_next();
}

void VerbOrders::start_next() {
  // Whom the end of a request is told may make another one at once.
  while (!is_under_way_ && !requests_.empty()) {
    const Request& request = requests_.front();
    if (!program_has_begun_ && verbs_.find(request.name) == nullptr) return;
    const Expected<void> own = verbs_.set(request.name, request.text);
    const bool is_for_others = own && verbs_.find(request.name)->of == VerbOf::each_process &&
                               topology_.present().size() > 1;
    if (is_for_others) return order();
    const Done done = std::move(requests_.front().done);
    requests_.pop_front();
    done(own);
  }
}

void VerbOrders::order() {
  is_under_way_ = true;
  ++number_;
  refusals_.clear();
  const ProcessId self = topology_.process_of(first_->pe_id());
  for (const ProcessId process : topology_.present()) {
    if (process == self) continue;
    awaited_.insert(process);
    post(*first_, order_handler_, topology_.pes_of(process).first,
         VerbOrder{number_, requests_.front().name, requests_.front().text});
  }
}

void VerbOrders::receive_answer(MessagePtr message) {
  // On another PE's thread nothing of the first PE may be touched; nor is this told anybody else.
  if (message->destination != first_->members().first()) {
    return first_->refuse(*message, "an answer about a verb", "PE 0 to be told");
  }
  Expected<VerbAnswer> come = detail::take_value<VerbAnswer>(*message);
  const PeId source = message->source;
  first_->pool().release(std::move(message));
  if (!come) return first_->fail(come.error());
  const ProcessId process = topology_.process_of(source);
  if (!is_under_way_ || come->number != number_ || awaited_.erase(process) == 0) {
    return first_->fail({ErrorCode::malformed,
                         "an answer about a verb, " + std::to_string(come->number),
                         "PE " + std::to_string(source.value), "one to what was asked"});
  }
  if (!come->refusal.empty()) {
    refusals_.push_back("process " + std::to_string(process.value) + ": " + come->refusal);
  }
  if (awaited_.empty()) finish();
}

void VerbOrders::finish() {
  const Request request = std::move(requests_.front());
  requests_.pop_front();
  is_under_way_ = false;
  Expected<void> done;
  if (!refusals_.empty()) {
    std::ranges::sort(refusals_);
    std::string what;
    const std::size_t named = std::min(refusals_.size(), refusals_named_max);
    for (std::size_t i = 0; i < named; ++i) what += (i == 0 ? "" : "; ") + refusals_[i];
    if (named < refusals_.size()) {
      what += "; and " + std::to_string(refusals_.size() - named) + " more";
    }
    done = fail(ErrorCode::bad_input, what);
  }
  request.done(done);
  start_next();
}

// --- in each of the others ----------------------------------------------------------------------

void VerbOrders::receive_order(MessagePtr message) {
  if (message->destination != first_->pe_id() || message->source != first_->members().first()) {
    return first_->refuse(*message, "an order to set a verb", "PE 0 to tell a process's first PE");
  }
  Expected<VerbOrder> come = detail::take_value<VerbOrder>(*message);
  first_->pool().release(std::move(message));
  if (!come) return first_->fail(come.error());
  const Expected<void> done = verbs_.set(come->name, come->text);
  post(*first_, answer_handler_, first_->members().first(),
       VerbAnswer{come->number, done ? "" : done.error().text()});
}

}  // namespace isthmus::engine::runtime
