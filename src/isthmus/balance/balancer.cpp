#include "isthmus/balance/balancer.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "isthmus/balance/snapshot_json.hpp"
#include "isthmus/balance/strategy_choice.hpp"
#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::balance {

namespace {

using Reports = std::vector<PeMeasurements>;
using Moves = std::vector<Move>;

// A job in which nothing happens is looked at ever less often, so that it can be seen to stand
// still.
constexpr int pause_growth = 2;

/// To who looks at the job.
constexpr std::size_t shown_steps_max = 8;

double seconds(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

}  // namespace

Balancer::Balancer(const Parts& parts)
    : parts_(parts),
      request_handler_(
          parts.objects.pe().add_handler<&Balancer::receive_request>(this, sched::Work::balancing)),
      report_handler_(
          parts.objects.pe().add_handler<&Balancer::receive_report>(this, sched::Work::balancing)),
      moves_handler_(
          parts.objects.pe().add_handler<&Balancer::receive_moves>(this, sched::Work::balancing)),
      measuring_handler_(parts.objects.pe().add_handler<&Balancer::receive_measuring>(
          this, sched::Work::balancing)),
      outcome_handler_(
          parts.objects.pe().add_handler<&Balancer::receive_outcome>(this, sched::Work::balancing)),
      point_handler_(
          parts.objects.pe().add_handler<&Balancer::receive_point>(this, sched::Work::balancing)),
      latency_watch_(parts.objects, parts.clock) {
  parts.objects.attach(*this);
  // Who wants snapshots wants a PE that sees all.
  if (parts.plan.strategy->deciders != Deciders::one && parts.plan.snapshots.empty()) {
    distributed_.emplace(parts.objects, parts.plan, moves_handler_, [this](const Outcome& outcome) {
      has_own_ = true;
      add(outcome);
    });
  }
  if (parts.objects.pe_id() != parts.objects.members().first()) return;
  central_.emplace(parts.objects.topology(), parts.plan);
  last_step_ended_ns_ = parts.clock.now_ns();
  if (parts.plan.every_ns == never_ns) return;
  pause_ns_ = parts.plan.every_ns;
  next_step_ns_ = last_step_ended_ns_ + pause_ns_;
  parts.objects.pe().add_source(*this);
}

Balancer::~Balancer() = default;

void Balancer::add_verbs(Verbs& verbs) {
  if (!central_ || distributed_) return;
  std::vector<std::string> names;
  for (const Strategy& strategy : strategies()) {
    if (strategy.deciders == Deciders::one) names.emplace_back(strategy.name);
  }
  verbs.add({.name = "balancer",
             .metavar = "NAME[:KEY=VALUE,...]",
             .what = "The strategy of the steps to come, one that a PE decides by which sees all.",
             .takes_effect = TakesEffect::at_the_next_balancing_step,
             .choices = std::move(names),
             .value = [this] { return std::string(central_->plan().strategy->name); },
             .set = [this](const std::string& text) -> Expected<void> {
               Options options = central_->plan().options;
               auto strategy = read_strategy(text, options);
               if (!strategy) return forward_error(strategy);
               if ((*strategy)->deciders != Deciders::one) {
                 return fail(ErrorCode::bad_input,
                             "by '" + std::string((*strategy)->name) + "' all PEs decide", {},
                             "a strategy by which one does, as by that of the job's start");
               }
               central_->change(**strategy, options);
               return {};
             }});
}

void Balancer::show(std::vector<ShownRow>& rows) const {
  if (!central_) return;
  const std::vector<StepRecord>& steps = central_->steps();
  for (std::size_t i = steps.size() - std::min(steps.size(), shown_steps_max); i < steps.size();
       ++i) {
    const StepRecord& step = steps[i];
    ShownRow row{.panel = "balancing_steps",
                 .figures = {{"number", static_cast<double>(i + 1)},
                             {"began_s", step.at_s},
                             {"period_s", step.period_s},
                             {"gather_s", step.gather_s},
                             {"decide_s", step.decide_s},
                             {"objects", static_cast<double>(step.objects)},
                             {"moved", static_cast<double>(step.expected.objects_moved)},
                             {"moved_bytes", static_cast<double>(step.expected.bytes_moved)},
                             {"load_max_s", step.before.load_max_s},
                             {"load_mean_s", step.before.load_mean_s},
                             {"expected_load_max_s", step.expected.load_max_s}},
                 .words = {{"strategy", step.strategy}, {"text", describe(step, i + 1)}}};
    if (i + 1 < steps.size()) {
      row.figures.push_back({"measured_load_max_s", steps[i + 1].before.load_max_s});
    }
    rows.push_back(std::move(row));
  }
}

// --- PE 0 --------------------------------------------------------------------------------------

int Balancer::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (now_ns < next_step_ns_ || is_stepping_ || is_held_) return 0;
  begin();
  return 1;
}

void Balancer::request_step(const CallbackTarget& target) {
  if (goes_on_at_once(target)) return release(target);
  waiting_.push_back(target);
  if (!is_stepping_) begin();
}

CallbackTarget Balancer::point(CollectionId array, std::uint64_t entry_id) const {
  return {.kind = CallbackTarget::Kind::handler,
          .pe = parts_.objects.members().first(),
          .word = entry_id,
          .collection = array,
          .handler = point_handler_};
}

void Balancer::receive_point(MessagePtr message) {
  const CallbackTarget elements{.kind = CallbackTarget::Kind::all,
                                .collection = message->collection,
                                .entry_id = message->key.low};
  parts_.objects.pool().release(std::move(message));
  if (!central_) {
    return parts_.objects.fail({ErrorCode::malformed,
                                "a step of the load balancer that begins elsewhere",
                                "PE " + std::to_string(parts_.objects.pe_id().value), "PE 0"});
  }
  request_step(elements);
}

bool Balancer::goes_on_at_once(const CallbackTarget& target) {
  if (target.kind != CallbackTarget::Kind::all) return false;
  const CollectionId array = target.collection;
  const bool leads = leader_ == CollectionId() || array == leader_;
  if (is_stepping_) {
    if (leads) came_since_leader_.clear();
    return distributed_.has_value();
  }
  if (leads || ++came_since_leader_[array] > 1) {
    leader_ = array;
    came_since_leader_.clear();
    return false;
  }
  return true;
}

void Balancer::begin() {
  is_stepping_ = true;
  next_step_ns_ = never_ns;
  step_began_ns_ = parts_.clock.now_ns();
  tell_all(detail::make_value<void>(parts_.objects.pool()), request_handler_);
  // Where PEs agree among themselves, that takes several round trips; where they rest, nothing
  // moves at the end of the step. The elements need not wait for either.
  if (!distributed_ && central_->is_measuring()) return;
  for (const CallbackTarget& target : waiting_) {
    if (target.kind == CallbackTarget::Kind::all) release(target);
  }
  std::erase_if(waiting_, [](const CallbackTarget& target) {
    return target.kind == CallbackTarget::Kind::all;
  });
}

void Balancer::release(const CallbackTarget& target) {
  parts_.objects.replies().fire(target, detail::make_value<void>(parts_.objects.pool()));
}

void Balancer::tell_all(MessagePtr message, HandlerId inner) {
  message->priority = runtime_priority;
  message->source = parts_.objects.pe_id();
  parts_.objects.collectives().broadcast(std::move(message), inner);
}

void Balancer::conclude_step() {
  const Reports gathered = std::exchange(gathered_, {});
  const bool was_measured = central_->is_measuring();
  if (was_measured) {
    decide(gathered);
  } else {
    // Who has not answered yet is so far away that the gathering, which took as long, shows it.
    const TimeNs gather_ns = parts_.clock.now_ns() - step_began_ns_;
    central_->watch(gathered, seconds(latency_watch_.end_period().value_or(gather_ns / 2)));
  }
  if (!central_->is_measuring()) latency_watch_.begin_period();
  if (central_->is_measuring() != was_measured) {
    tell_all(detail::make_value<bool>(parts_.objects.pool(), !was_measured), measuring_handler_);
  }
  finish();
}

void Balancer::decide(const Reports& gathered) {
  StepRecord step;
  const TimeNs begin_ns = parts_.clock.now_ns();
  step.gather_s = seconds(begin_ns - step_began_ns_);
  Moves moves = central_->decide(gathered, step);
  step.decide_s = seconds(parts_.clock.now_ns() - begin_ns);
  set_pause(std::ranges::all_of(gathered, is_idle));
  tell_of(std::move(step));
  save_snapshot();
  if (!moves.empty()) {
    tell_all(detail::make_value<Moves>(parts_.objects.pool(), std::move(moves)), moves_handler_);
  }
}

void Balancer::set_pause(bool nothing_happened) {
  if (parts_.plan.every_ns == never_ns) return;
  pause_ns_ = nothing_happened ? pause_ns_ * pause_growth : parts_.plan.every_ns;
}

void Balancer::tell_of(StepRecord step) {
  step.at_s = seconds(step_began_ns_);
  step.period_s = seconds(step_began_ns_ - last_step_ended_ns_);
  const std::vector<StepRecord>& before = central_->steps();
  const std::size_t number = before.size() + 1;
  const auto tell = [&](const std::string& text) {
    parts_.log.info(text);
    parts_.objects.pe().note("load balancing", text);
  };
  if (number > 1 && before.back().expected.objects_moved > 0) {
    tell(describe_gain(before.back(), step, number - 1));
  }
  // A program may come here hundreds of times without anything to be done.
  if (number == 1 || step.expected.objects_moved > 0) tell(describe(step, number));
  central_->remember(std::move(step));
}

void Balancer::save_snapshot() {
  if (parts_.plan.snapshots.empty()) return;
  const std::string path =
      parts_.plan.snapshots + "-" + std::to_string(central_->steps().size()) + ".json";
  if (auto saved = balance::save_snapshot(central_->snapshot(), path); !saved) {
    parts_.objects.fail(saved.error());
  }
}

// Behind the moves, in the one order of all broadcasts: elements are told to go before they go on.
// Where PEs have decided among themselves, what they ask each other for may be still under way.
void Balancer::finish() {
  is_stepping_ = false;
  last_step_ended_ns_ = parts_.clock.now_ns();
  if (pause_ns_ != never_ns) next_step_ns_ = last_step_ended_ns_ + pause_ns_;
  for (const CallbackTarget& target : std::exchange(waiting_, {})) release(target);
}

// --- every PE ----------------------------------------------------------------------------------

void Balancer::receive_request(MessagePtr message) {
  parts_.objects.pool().release(std::move(message));
  PeMeasurements measured = measure_period();
  if (distributed_) return distributed_->begin(measured);
  Reports own;
  own.push_back(std::move(measured));
  has_own_ = true;
  add(std::move(own));
}

PeMeasurements Balancer::measure_period() {
  Objects& objects = parts_.objects;
  LoadMeter& gauge = *objects.load_meter();
  PeMeasurements measured{.pe = objects.pe_id()};
  if (gauge.is_measuring()) {
    gauge.pause();
    measured = read_meter(objects);
    gauge.begin_period(objects.collections().all_elements());
  }
  const TimeNs now_ns = parts_.clock.now_ns();
  const TimeNs busy_ns = objects.pe().busy_ns() + now_ns - objects.pe().now_ns();
  const TimeNs displaced_ns = parts_.displaced == nullptr ? 0 : parts_.displaced->now_ns();
  measured.busy_ns = busy_ns - std::exchange(busy_at_begin_ns_, busy_ns);
  measured.displaced_ns = displaced_ns - std::exchange(displaced_at_begin_ns_, displaced_ns);
  return measured;
}

void Balancer::receive_report(MessagePtr message) {
  if (!may_report(*message, !distributed_)) return;
  Expected<Reports> reports = detail::take_value<Reports>(*message);
  parts_.objects.pool().release(std::move(message));
  if (!reports) return parts_.objects.fail(reports.error());
  for (const PeMeasurements& pe : *reports) {
    if (auto sound = validate(pe, parts_.objects.topology()); !sound) {
      return parts_.objects.fail(sound.error());
    }
  }
  add(std::move(*reports));
}

// Each child reports once in a step, perhaps before this PE has heard of the step; nobody begins
// the next one before PE 0 has seen this one end.
bool Balancer::may_report(const Message& message, bool is_asked_for) {
  const bool is_due = parts_.tree.has_child(message.source) &&
                      std::ranges::find(reported_, message.source) == reported_.end() &&
                      (parts_.tree.parent || is_stepping_);
  if (is_asked_for && is_due) {
    reported_.push_back(message.source);
    return true;
  }
  parts_.objects.refuse(message, "a report on a step of the load balancer",
                        "one of each child in a step");
  return false;
}

bool Balancer::is_reported() {
  if (!has_own_ || reported_.size() < parts_.tree.children.size()) return false;
  has_own_ = false;
  reported_.clear();
  return true;
}

void Balancer::add(Reports measured) {
  std::ranges::move(measured, std::back_inserter(gathered_));
  if (!is_reported()) return;
  if (!parts_.tree.parent) return conclude_step();
  tell_parent(detail::make_value<Reports>(parts_.objects.pool(), std::exchange(gathered_, {})),
              report_handler_);
}

void Balancer::receive_outcome(MessagePtr message) {
  if (!may_report(*message, distributed_.has_value())) return;
  const Expected<Outcome> outcome = detail::take_value<Outcome>(*message);
  parts_.objects.pool().release(std::move(message));
  if (!outcome) return parts_.objects.fail(outcome.error());
  if (auto sound = validate(*outcome); !sound) return parts_.objects.fail(sound.error());
  add(*outcome);
}

void Balancer::add(const Outcome& outcome) {
  outcome_.add(outcome);
  if (!is_reported()) return;
  const Outcome all = std::exchange(outcome_, {});
  if (parts_.tree.parent)
    return tell_parent(detail::make_value<Outcome>(parts_.objects.pool(), all), outcome_handler_);
  StepRecord step = central_->summarize(all);
  step.gather_s = seconds(parts_.clock.now_ns() - step_began_ns_);
  set_pause(all.is_idle != 0);
  tell_of(std::move(step));
  finish();
}

void Balancer::tell_parent(MessagePtr message, HandlerId handler) {
  message->handler = handler;
  message->priority = runtime_priority;
  message->source = parts_.objects.pe_id();
  message->destination = *parts_.tree.parent;
  parts_.objects.pe().send(std::move(message));
}

void Balancer::receive_moves(MessagePtr message) {
  Objects& objects = parts_.objects;
  const Expected<Moves> moves = detail::take_value<Moves>(*message);
  objects.pool().release(std::move(message));
  if (!moves) return objects.fail(moves.error());
  const auto pe_count = static_cast<std::uint32_t>(objects.topology().pe_count());
  for (const Move& move : *moves) {
    if (move.to.value >= pe_count) {
      return objects.fail(Error{ErrorCode::malformed,
                                "an object that is to move to PE " + std::to_string(move.to.value),
                                "", "a PE below " + std::to_string(pe_count)});
    }
    // It may have moved or ended by itself meanwhile.
    if (Object* object = objects.find(move.object)) objects.lifecycle().migrate(*object, move.to);
  }
  objects.lifecycle().settle();
}

void Balancer::receive_measuring(MessagePtr message) {
  Objects& objects = parts_.objects;
  const Expected<bool> begins = detail::take_value<bool>(*message);
  objects.pool().release(std::move(message));
  if (!begins) return objects.fail(begins.error());
  if (*begins) return objects.load_meter()->begin_period(objects.collections().all_elements());
  objects.load_meter()->rest();
}

}  // namespace isthmus::engine::balance
