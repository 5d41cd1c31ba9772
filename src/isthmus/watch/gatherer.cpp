#include "isthmus/watch/gatherer.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::watch {

namespace {

/// Of a status about that.
constexpr std::size_t waits_told_max = 1024;

/// What each PE is asked; all PEs of one status by one number.
struct StatusQuestion {
  std::uint64_t number = 0;
  std::uint8_t topic = 0;
};

struct StatusAnswer {
  std::uint64_t number = 0;
  PeStatus status;
};

}  // namespace

Gatherer::PeShown& Gatherer::attach(Objects& objects) {
  units_.push_back(std::make_unique<Unit>(*this, objects));
  Unit& unit = *units_.back();
  unit.question_handler = objects.pe().add_handler<&Unit::receive_question>(&unit);
  unit.answer_handler = objects.pe().add_handler<&Unit::receive_answer>(&unit);
  return unit.shown;
}

// --- in the process of the main program --------------------------------------------------------

void Gatherer::ask(Done done, Topic topic) {
  wait_.push_back({std::move(done), topic});
  plan();
}

TimeNs Gatherer::least_interval() const {
  const auto pes = static_cast<TimeNs>(first().members().count());
  return std::max(least_interval_ns, pes * interval_a_pe_ns);
}

/// Has the next status begin as soon as it may.
void Gatherer::plan() {
  if (is_under_way_ || is_planned_ || wait_.empty()) return;
  sched::Pe& pe = first().pe();
  const TimeNs earliest_ns = began_ns_ == never_ns ? pe.now_ns() : began_ns_ + least_interval();
  if (earliest_ns <= pe.now_ns()) return begin();
  is_planned_ = true;
  pe.timers().add(earliest_ns, [this] {
    is_planned_ = false;
    begin();
  });
}

void Gatherer::begin() {
  sched::Pe& pe = first().pe();
  is_under_way_ = true;
  topic_ = wait_.front().topic;
  for (Wish& wish : wait_) {
    if (wish.topic == topic_) asked_.push_back(std::move(wish.done));
  }
  std::erase_if(wait_, [&](const Wish& wish) { return wish.topic == topic_; });
  began_ns_ = pe.now_ns();
  status_ = {};
  status_.at_ns = began_ns_;
  ++number_;
  for (const PeId other : first().members().pes()) {
    ask_pe(other);
  }
  pe.timers().add(began_ns_ + patience_ns, [this, number = number_] {
    if (is_under_way_ && number == number_) end();
  });
}

void Gatherer::ask_pe(PeId pe) {
  // One that is busy for long has the last question before it still.
  if (!open_.try_emplace(pe, Question{number_, first().pe().now_ns()}).second) return;
  post(first(), units_.front()->question_handler, pe,
       StatusQuestion{number_, static_cast<std::uint8_t>(topic_)});
}

void Gatherer::receive_answer(Objects& objects, MessagePtr message) {
  // On another PE's thread nothing of the first PE may be touched; nor is this told anybody else.
  if (&objects != &first() || message->destination != first().members().first()) {
    return objects.refuse(*message, "an answer about a PE", "PE 0 to be told");
  }
  Expected<StatusAnswer> come = detail::take_value<StatusAnswer>(*message);
  const PeId source = message->source;
  objects.pool().release(std::move(message));
  if (!come) return objects.fail(come.error());
  const auto question = open_.find(source);
  if (question == open_.end() || question->second.number != come->number) {
    return objects.fail({ErrorCode::malformed,
                         "an answer about a PE, " + std::to_string(come->number),
                         "PE " + std::to_string(source.value), "one to what was asked"});
  }
  open_.erase(question);
  if (!is_under_way_) return;
  // What comes too late tells that the PE lives, and may be in time for this one.
  if (come->number != number_) return ask_pe(source);
  status_.pes.emplace(source, std::move(come->status));
  if (status_.pes.size() == first().members().count()) end();
}

void Gatherer::end() {
  is_under_way_ = false;
  const TimeNs now_ns = first().pe().now_ns();
  for (const auto& [pe, question] : open_) {
    status_.silent_ns.emplace(pe, now_ns - question.asked_ns);
  }
  JobStatus status = std::exchange(status_, {});
  status.pe_count = first().members().count();
  if (topic_ == Topic::all) {
    digester_.digest(status);
  } else {
    bound_waits(status, waits_told_max);
    bound_silent(status);
  }
  for (const Done& done : std::exchange(asked_, {})) done(status);
  plan();
}

// --- in each process ----------------------------------------------------------------------------

std::vector<ShownRow> Gatherer::rows_of_process(std::uint64_t number) {
  const std::lock_guard lock(process_lock_);
  if (number <= told_) return {};
  told_ = number;
  return of_process_.rows();
}

void Gatherer::Unit::receive_question(MessagePtr message) {
  if (message->source != objects.members().first()) {
    return objects.refuse(*message, "a question about a PE", "PE 0 to ask");
  }
  Expected<StatusQuestion> come = detail::take_value<StatusQuestion>(*message);
  objects.pool().release(std::move(message));
  if (!come) return objects.fail(come.error());
  if (come->topic >= topic_count) {
    return objects.fail({ErrorCode::malformed, "a question about a PE that there is not", {}, {}});
  }
  StatusAnswer answer{come->number, {objects.pe().now_ns(), shown[come->topic].rows(), {}}};
  if (come->topic == static_cast<std::uint8_t>(Topic::all)) {
    answer.status.process_rows = gatherer.rows_of_process(come->number);
  }
  post(objects, answer_handler, objects.members().first(), std::move(answer));
}

}  // namespace isthmus::watch
