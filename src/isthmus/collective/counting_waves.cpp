#include "isthmus/collective/counting_waves.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/object/value.hpp"

namespace isthmus::engine::collective {

CountingWaves::CountingWaves(Objects& objects, const TreePlace& tree)
    : Quiescence(objects),
      tree_(tree),
      wave_handler_(objects.pe().add_handler<&CountingWaves::receive_wave>(this)),
      sums_handler_(objects.pe().add_handler<&CountingWaves::receive_sums>(this)) {}

void CountingWaves::begin_probe() { begin_wave(); }

void CountingWaves::receive_wave(MessagePtr message) {
  // It is reminded of one that came before it caught up.
  if (in_wave_ && is_held() && tree_.parent == message->source) {
    return objects().pool().release(std::move(message));
  }
  if (in_wave_ || tree_.parent != message->source) {
    return objects().refuse(*message, "a wave out of turn",
                            "one after the other, by way of the tree");
  }
  objects().pool().release(std::move(message));
  begin_wave();
}

void CountingWaves::begin_wave() {
  in_wave_ = true;
  wake();
  sums_ = {};
  answers_due_ = tree_.children;
  for (const PeId child : tree_.children) {
    post(detail::make_value<void>(objects().pool()), wave_handler_, child);
  }
}

void CountingWaves::receive_sums(MessagePtr message) {
  const auto answered = std::ranges::find(answers_due_, message->source);
  if (!in_wave_ || answered == answers_due_.end()) {
    return objects().refuse(*message, "the answer to a wave",
                            "one of each child while a wave is under way");
  }
  const Expected<Sums> sums = detail::take_value<Sums>(*message);
  objects().pool().release(std::move(message));
  if (!sums) return objects().fail(sums.error());
  sums_.created += sums->created;
  sums_.processed += sums->processed;
  answers_due_.erase(answered);
}

int CountingWaves::poll(sched::Pe& pe, TimeNs now_ns, bool idle) {
  if (!in_wave_) return begin_due_probe(now_ns) ? 1 : 0;
  if (!answers_due_.empty() || !idle || !pe.is_idle() || is_held()) return 0;
  answer();
  return 1;
}

void CountingWaves::answer() {
  in_wave_ = false;
  sums_.created += created();
  sums_.processed += objects().pe().processed();
  if (tree_.parent) {
    post(detail::make_value<Sums>(objects().pool(), sums_), sums_handler_, *tree_.parent);
  } else {
    conclude(sums_);
  }
}

bool CountingWaves::remind(PeId who) {
  if (in_wave_ && std::ranges::find(answers_due_, who) != answers_due_.end()) {
    post(detail::make_value<void>(objects().pool()), wave_handler_, who);
  }
  return true;
}

void CountingWaves::doubt() {
  has_previous_ = false;
  is_doubted_ = in_wave_;
}

void CountingWaves::conclude(const Sums& sums) {
  if (std::exchange(is_doubted_, false)) {
    ask_again(true, false);
    return;
  }
  const bool settled = sums.created == sums.processed;
  const bool unchanged = has_previous_ && previous_ == sums;
  previous_ = sums;
  has_previous_ = true;
  if (settled && unchanged) {
    has_previous_ = false;
    found_quiet();
  } else if (!ask_again(!unchanged, settled)) {
    has_previous_ = false;
  }
}

}  // namespace isthmus::engine::collective
