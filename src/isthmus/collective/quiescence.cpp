#include "isthmus/collective/quiescence.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/object/value.hpp"

namespace isthmus::collective {

namespace {

// While messages are handled, waves follow each other closely. Once nothing has been handled for a
// while, messages are on a long way, and the next wave waits for a part of that while: the end is
// noticed late by at most that part.
constexpr TimeNs wave_pause_min_ns = 1'000;
constexpr TimeNs wave_pause_max_ns = 1'000'000;
constexpr TimeNs wave_pause_part = 8;

}  // namespace

Quiescence::Quiescence(Objects& objects, const TreePlace& tree) : objects_(objects), tree_(tree) {
  sched::Pe& pe = objects.pe();
  request_handler_ = pe.add_handler<&Quiescence::receive_request>(this);
  wave_handler_ = pe.add_handler<&Quiescence::receive_wave>(this);
  sums_handler_ = pe.add_handler<&Quiescence::receive_sums>(this);
}

void Quiescence::detect(const CallbackTarget& target) {
  MessagePtr message = detail::make_value<CallbackTarget>(objects_.pool(), target);
  message->handler = request_handler_;
  message->flags |= flag_uncounted;
  message->source = objects_.pe_id();
  message->destination = PeId(0);
  objects_.pe().send(std::move(message));
}

void Quiescence::receive_request(MessagePtr message) {
  const Expected<CallbackTarget> target = detail::take_value<CallbackTarget>(*message);
  objects_.pool().release(std::move(message));
  if (!target) return objects_.fail(target.error());
  targets_.push_back(*target);
  // A wave that runs already began before this request; its sums may serve as the first of two.
  if (!in_wave_) begin_wave();
}

void Quiescence::watch(std::function<void()> stalled) {
  stalled_ = std::move(stalled);
  if (!in_wave_) begin_wave();
}

void Quiescence::begin_wave() {
  next_wave_ns_ = never_ns;
  MessagePtr message = detail::make_value<Sums>(objects_.pool(), Sums{});
  message->destination = objects_.pe_id();
  receive_wave(std::move(message));
}

void Quiescence::post(HandlerId handler, PeId to, const Sums& sums) {
  MessagePtr message = detail::make_value<Sums>(objects_.pool(), sums);
  message->handler = handler;
  message->flags |= flag_uncounted;
  message->source = objects_.pe_id();
  message->destination = to;
  objects_.pe().send(std::move(message));
}

void Quiescence::receive_wave(MessagePtr message) {
  objects_.pool().release(std::move(message));
  in_wave_ = true;
  sums_ = {};
  answers_due_ = tree_.children.size();
  for (const PeId child : tree_.children) post(wave_handler_, child, {});
}

void Quiescence::receive_sums(MessagePtr message) {
  const Expected<Sums> sums = detail::take_value<Sums>(*message);
  objects_.pool().release(std::move(message));
  if (!sums) return objects_.fail(sums.error());
  sums_.created += sums->created;
  sums_.processed += sums->processed;
  --answers_due_;
}

int Quiescence::poll(sched::Pe& pe, TimeNs now_ns, bool idle) {
  if (!in_wave_) {
    if (now_ns < next_wave_ns_) [[likely]]
      return 0;
    begin_wave();
    return 1;
  }
  if (answers_due_ > 0 || !idle || !pe.idle()) return 0;
  answer();
  return 1;
}

void Quiescence::answer() {
  in_wave_ = false;
  sums_.created += objects_.pe().created();
  sums_.processed += objects_.pe().processed();
  if (tree_.parent) {
    post(sums_handler_, *tree_.parent, sums_);
  } else {
    conclude(sums_);
  }
}

void Quiescence::conclude(const Sums& sums) {
  const TimeNs now_ns = objects_.pe().now_ns();
  const bool settled = sums.created == sums.processed;
  const bool unchanged = has_previous_ && previous_ == sums;
  if (!unchanged) changed_ns_ = now_ns;
  previous_ = sums;
  has_previous_ = true;
  if (!(settled && unchanged)) {
    if (targets_.empty() && !stalled_) {
      has_previous_ = false;
      return;
    }
    const TimeNs pause_ns =
        std::clamp((now_ns - changed_ns_) / wave_pause_part, wave_pause_min_ns, wave_pause_max_ns);
    next_wave_ns_ = settled ? now_ns : now_ns + pause_ns;
    return;
  }
  has_previous_ = false;
  if (witness_) witness_();
  const auto stalled = std::exchange(stalled_, nullptr);
  const auto targets = std::exchange(targets_, {});
  for (const CallbackTarget& target : targets) {
    objects_.fire(target, detail::make_value<void>(objects_.pool()));
  }
  if (targets.empty() && stalled) stalled();
}

}  // namespace isthmus::collective
