#include "isthmus/balance/central_balancer.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "isthmus/balance/strategy/automatic.hpp"

namespace isthmus::engine::balance {

namespace {

// Enough that not all of them were long by chance; few enough to follow a link that changes.
constexpr std::size_t latencies_kept = 4;

// Less than two periods cannot tell a peak from what lasts. Measuring costs some percent where
// entry methods are short, so that one period in nine may be measured for next to nothing.
constexpr int lasting_periods = 2;
constexpr int rest_periods_max = 8;

// A latency that is so many times as long or as short is another one, and no accident of a network
// that is shared; one that is so short either way decides nothing.
constexpr double other_latency = 1.5;
constexpr double latency_that_counts_s = 1e-3;

template <class... A>
std::string printed(const char* format, A... values) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

unsigned long long whole(std::uint64_t number) { return number; }

Choice choose_by(const Plan& plan, const Snapshot& snapshot, std::size_t steps_before) {
  Options options = plan.options;
  options.step = steps_before;
  options.periods_ahead = std::max(options.periods_ahead, static_cast<double>(steps_before + 1));
  if (plan.strategy->decide == &automatic) return choose(snapshot, options);
  return {plan.strategy->name, plan.strategy->decide(snapshot, options)};
}

}  // namespace

std::string describe(const StepRecord& step, std::size_t number) {
  const Quality& before = step.before;
  const Quality& after = step.expected;
  std::string text =
      printed("load balancing, step %zu: in %.3f s the busiest PE had %.2f times the mean load",
              number, step.period_s, before.imbalance);
  if (step.saw_all) {
    text += printed(", %llu messages crossed between sites and %llu between PEs",
                    whole(before.cross_site_messages),
                    whole(before.cross_pe_messages - before.cross_site_messages));
  }
  if (after.objects_moved == 0) {
    text += printed("; none of %zu objects moves", step.objects);
  } else {
    text +=
        printed("; %s moves %llu of %zu objects (%.1f KB), which should bring that to %.2f times",
                step.strategy.c_str(), whole(after.objects_moved), step.objects,
                static_cast<double>(after.bytes_moved) * 1e-3, after.imbalance);
    if (step.saw_all) {
      text += printed(", %llu and %llu", whole(after.cross_site_messages),
                      whole(after.cross_pe_messages - after.cross_site_messages));
    }
  }
  if (!step.saw_all) return text + printed("; decided PE by PE in %.1f ms", step.gather_s * 1e3);
  return text + printed("; gathered in %.1f ms, decided in %.1f ms", step.gather_s * 1e3,
                        step.decide_s * 1e3);
}

std::string describe_gain(const StepRecord& step, const StepRecord& next, std::size_t number) {
  std::string text =
      printed("load balancing, step %zu brought: %.2f times the mean load (expected %.2f)", number,
              next.before.imbalance, step.expected.imbalance);
  if (step.saw_all) {
    text += printed(", %llu messages between sites (%llu)", whole(next.before.cross_site_messages),
                    whole(step.expected.cross_site_messages));
  }
  return text + printed("; the period took %.3f s after %.3f s", next.period_s, step.period_s);
}

CentralBalancer::CentralBalancer(const topology::Topology& topology, const Plan& plan)
    : topology_(topology), plan_(plan) {
  for (int number = 0; number < topology.pe_count(); ++number) {
    const PeId pe(number);
    speeds_.push_back(topology.speed_of(pe));
    outlooks_.emplace_back(plan.share_of(pe));
  }
}

void CentralBalancer::take_outlook(Measured& measured, double gather_s) {
  Snapshot& snapshot = measured.snapshot;
  for (std::size_t number = 0; number < measured.pes.size(); ++number) {
    const std::size_t pe = measured.pes[number].value;
    outlooks_[pe].apply(speeds_[pe], snapshot.pes.speed[number], snapshot.pes.background_s[number]);
  }
  if (snapshot.site_count() < 2) return;
  // One way there and one back, and longer where PEs are busy.
  note_latency(gather_s / 2);
  snapshot.links.wide_area_latency_s = std::ranges::min(latencies_s_);
}

void CentralBalancer::note_latency(double latency_s) {
  latencies_s_.push_back(latency_s);
  if (latencies_s_.size() > latencies_kept) latencies_s_.pop_front();
}

// Nothing is there sooner than the link allows, so one gathering shows that it has become shorter;
// that it has become longer, those of a few periods do. While PEs rest they compute when they are
// asked, and answer between two entry methods, so that what is longer is so beside other such
// gatherings.
bool CentralBalancer::is_other_latency() const {
  if (std::ssize(latencies_s_) < lasting_periods || latency_at_rest_s_ == 0) return false;
  const double last_s = latencies_s_.back();
  const auto lately = latencies_s_.end() - lasting_periods;
  const double least_lately_s = *std::min_element(lately, latencies_s_.end());
  const double least_before_s = *std::min_element(latencies_s_.begin(), latencies_s_.end() - 1);
  return (least_lately_s > latency_that_counts_s &&
          least_lately_s > other_latency * latency_at_rest_s_) ||
         (least_before_s > latency_that_counts_s && least_before_s > other_latency * last_s);
}

void CentralBalancer::forget_peaks(Measured& measured) {
  const auto steps = static_cast<double>(measured.snapshot.steps);
  std::unordered_map<ObjectId, double, ObjectIdHash> now_s;
  now_s.reserve(measured.ids.size());
  for (std::size_t i = 0; i < measured.ids.size(); ++i) {
    double& cpu_s = measured.snapshot.objects.cpu_s[i];
    now_s.emplace(measured.ids[i], cpu_s / steps);
    const auto before = cpu_s_.find(measured.ids[i]);
    if (before != cpu_s_.end()) cpu_s = std::min(cpu_s, before->second * steps);
  }
  cpu_s_ = std::move(now_s);
}

std::vector<Move> CentralBalancer::decide(const std::vector<PeMeasurements>& pes,
                                          StepRecord& step) {
  last_ = assemble(topology_, speeds_, pes);
  take_outlook(last_, step.gather_s);
  // Of the strategies `auto` alone promises not to make things worse.
  if (plan_.strategy->decide == &automatic) forget_peaks(last_);
  const Snapshot& snapshot = last_.snapshot;
  // What has lasted so long goes on for as long again, for all that is known.
  const Choice choice = choose_by(plan_, snapshot, steps_.size());
  step.strategy = choice.strategy;
  step.objects = snapshot.object_count();
  step.before = measure(snapshot, current_placement(snapshot));
  step.expected = measure(snapshot, choice.placement);
  std::vector<Move> moves;
  for (std::size_t i = 0; i < choice.placement.size(); ++i) {
    const PeId to = last_.pes[choice.placement[i].value];
    if (to != last_.at[i]) moves.push_back({last_.ids[i], to});
  }
  plan_rest(moves.empty(), pes);
  return moves;
}

StepRecord CentralBalancer::summarize(const Outcome& outcome) const {
  StepRecord step;
  step.strategy = plan_.strategy->name;
  step.saw_all = false;
  step.objects = outcome.objects;
  const double mean_s = outcome.speed > 0 ? outcome.work_s / outcome.speed : 0;
  const auto quality = [&](double load_max_s) {
    return Quality{.load_max_s = load_max_s,
                   .load_mean_s = mean_s,
                   .imbalance = mean_s > 0 ? load_max_s / mean_s : 1.0};
  };
  step.before = quality(outcome.before_s);
  step.expected = quality(outcome.after_s);
  step.expected.objects_moved = outcome.moved;
  step.expected.bytes_moved = outcome.bytes;
  return step;
}

void CentralBalancer::plan_rest(bool nothing_pays, const std::vector<PeMeasurements>& pes) {
  // Who asks for every step's snapshot, or for steps by the clock, which must see whether anything
  // goes on at all, wants all that can be known.
  const bool may_rest =
      plan_.strategy->decide == &automatic && plan_.snapshots.empty() && plan_.every_ns == never_ns;
  if (!may_rest) return;
  quiet_periods_ = nothing_pays ? quiet_periods_ + 1 : 0;
  if (quiet_periods_ < lasting_periods) {
    next_rest_periods_ = 1;
    return;
  }
  rest_periods_ = next_rest_periods_;
  next_rest_periods_ = std::min(2 * next_rest_periods_, rest_periods_max);
  imbalance_at_rest_ = imbalance(pes);
  periods_apart_ = 0;
}

void CentralBalancer::watch(const std::vector<PeMeasurements>& pes, double latency_s) {
  --rest_periods_;
  if (topology_.site_count() > 1) note_latency(latency_s);
  const bool is_apart = imbalance(pes) > imbalance_at_rest_ + plan_.options.gain_min;
  periods_apart_ = is_apart ? periods_apart_ + 1 : 0;
  const bool is_other = topology_.site_count() > 1 && is_other_latency();
  if (is_other) {
    // What is known of the latency before the change would hide it.
    latencies_s_.erase(latencies_s_.begin(), latencies_s_.end() - lasting_periods);
    latency_at_rest_s_ = 0;
  } else if (latency_at_rest_s_ == 0 || latency_s <= other_latency * latency_at_rest_s_) {
    latency_at_rest_s_ = std::max(latency_at_rest_s_, latency_s);
  }
  if (periods_apart_ < lasting_periods && !is_other) return;
  rest_periods_ = 0;
  quiet_periods_ = 0;
}

double CentralBalancer::imbalance(const std::vector<PeMeasurements>& pes) const {
  double longest_s = 0;
  double work_s = 0;
  double speed = 0;
  for (const PeMeasurements& pe : pes) {
    if (!topology_.holds_objects(pe.pe)) continue;
    const auto busy_s = static_cast<double>(pe.busy_ns) * 1e-9;
    longest_s = std::max(longest_s, busy_s);
    work_s += busy_s * speeds_[pe.pe.value];
    speed += speeds_[pe.pe.value];
  }
  return work_s > 0 ? longest_s * speed / work_s : 1;
}

}  // namespace isthmus::engine::balance
