#include "isthmus/collective/quiescence.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/collective/counting_waves.hpp"
#include "isthmus/collective/safra_ring.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::collective {

namespace {

// While messages are handled, probes follow each other closely. Once nothing has been handled for a
// while, messages are on a long way, and the next probe waits for a part of that while: the end is
// noticed late by at most that part.
constexpr TimeNs probe_pause_min_ns = 1'000;
constexpr TimeNs probe_pause_max_ns = 1'000'000;
constexpr TimeNs probe_pause_part = 8;

}  // namespace

std::unique_ptr<Quiescence> Quiescence::make(QuiescenceStrategy strategy, Objects& objects,
                                             const TreePlace& tree) {
  if (strategy == QuiescenceStrategy::safra) return std::make_unique<SafraRing>(objects);
  return std::make_unique<CountingWaves>(objects, tree);
}

Quiescence::Quiescence(Objects& objects)
    : objects_(objects),
      request_handler_(objects.pe().add_handler<&Quiescence::receive_request>(this)) {}

// The wish is counted, as all that the program does: no quiescence is found while it is under way,
// so that a state of the job taken there has it.
void Quiescence::detect(const CallbackTarget& target) {
  MessagePtr wish = detail::make_value<CallbackTarget>(objects_.pool(), target);
  wish->handler = request_handler_;
  wish->source = objects_.pe_id();
  wish->destination = objects_.members().first();
  objects_.pe().send(std::move(wish));
}

void Quiescence::receive_request(MessagePtr message) {
  if (objects_.pe_id() != objects_.members().first()) {
    return objects_.refuse(*message, "a wish for quiescence", "PE 0 to be asked");
  }
  const Expected<CallbackTarget> target = detail::take_value<CallbackTarget>(*message);
  objects_.pool().release(std::move(message));
  if (!target) return objects_.fail(target.error());
  targets_.push_back(*target);
  // A probe that runs already began before this request; what it finds held at some moment before
  // its end, so it may serve all the same.
  if (!is_probing()) begin();
}

void Quiescence::watch(std::function<void()> stalled) {
  stalled_ = std::move(stalled);
  if (!is_probing()) begin();
}

void Quiescence::begin_cut(std::function<void()> reached) {
  reached_ = std::move(reached);
  if (!is_probing()) begin();
}

void Quiescence::end_cut() {
  is_in_cut_ = false;
  if (!is_probing() && (!targets_.empty() || stalled_)) begin();
}

void Quiescence::begin() {
  next_probe_ns_ = never_ns;
  begin_probe();
}

bool Quiescence::begin_due_probe(TimeNs now_ns) {
  if (now_ns < next_probe_ns_) [[likely]] {
    if (next_probe_ns_ == never_ns) objects_.pe().rest(*this);
    return false;
  }
  begin();
  return true;
}

bool Quiescence::ask_again(bool changed, bool settled) {
  const TimeNs now_ns = objects_.pe().now_ns();
  if (changed) changed_ns_ = now_ns;
  if (targets_.empty() && !stalled_ && !reached_) return false;
  const TimeNs pause_ns =
      std::clamp((now_ns - changed_ns_) / probe_pause_part, probe_pause_min_ns, probe_pause_max_ns);
  next_probe_ns_ = settled ? now_ns : now_ns + pause_ns;
  wake();
  return true;
}

void Quiescence::found_quiet() {
  if (witness_) witness_();
  const auto stalled = std::exchange(stalled_, nullptr);
  if (reached_) {
    is_in_cut_ = true;
    return std::exchange(reached_, nullptr)();
  }
  if (is_in_cut_ || targets_.empty()) {
    if (stalled) stalled();
    return;
  }
  was_found_ = true;
  const auto targets = std::exchange(targets_, {});
  for (const CallbackTarget& target : targets) {
    objects_.replies().fire(target, detail::make_value<void>(objects_.pool()));
  }
}

void Quiescence::post(MessagePtr message, HandlerId handler, PeId to) {
  message->handler = handler;
  message->flags |= flag_uncounted;
  message->source = objects_.pe_id();
  message->destination = to;
  objects_.pe().send(std::move(message));
}

}  // namespace isthmus::engine::collective
