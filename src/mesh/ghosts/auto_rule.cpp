#include "mesh/ghosts/auto_rule.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isthmus::mesh {
namespace {

/// Windows that a mean is made of; older ones of the same kind are forgotten.
constexpr std::size_t averaged = 12;

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

void AutoController::Seen::add(const WindowMeasure& measure) {
  lost_s.push_back(measure.lost_s());
  busy_s.push_back(measure.busy_s);
  if (lost_s.size() <= averaged) return;
  lost_s.erase(lost_s.begin());
  busy_s.erase(busy_s.begin());
}
double AutoController::Seen::lost() const { return mean(lost_s); }
double AutoController::Seen::busy() const { return mean(busy_s); }
double AutoController::Seen::spread() const {
  const double middle = lost();
  double sum = 0;
  for (const double value : lost_s) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(lost_s.size()));
}

AutoController::AutoController(const ControllerFacts& facts, const AutoOptions& options)
    : facts_(facts),
      options_(options),
      exchange_{.depth = facts.depth},
      packing_pause_(options.packing_again) {
  ISTHMUS_ASSERT(!facts.work.empty());
}

std::optional<Decision> AutoController::take(const WindowMeasure& measure) {
  ++windows_;
  if (measure.exchange != exchange_) return std::nullopt;
  const Key key{exchange_.is_packed, exchange_.depth};
  ++settled_windows_;
  if (!note(key, measure)) return std::nullopt;
  if (settled_windows_ < options_.settled) return std::nullopt;
  if (auto decision = judge_packing()) return decision;
  if (without_trial_s_ || facts_.is_depth_fixed) return std::nullopt;
  return judge_depth(cause_);
}

/// Whether there is something to judge by. Windows unlike those before them are kept aside: alone
/// they are nothing, and several one after the other are another link.
bool AutoController::note(const Key& key, const WindowMeasure& measure) {
  Seen& seen = seen_[key];
  if (const int sign = differs(seen, measure); sign != 0) {
    if (sign != odd_sign_) odd_ = {};
    odd_sign_ = sign;
    odd_.add(measure);
    if (odd_.count() < static_cast<std::size_t>(options_.settled)) return false;
    forget_the_link();
    seen_[key] = std::exchange(odd_, {});
    cause_ = "the link has changed, " + in_ms(seen_[key].lost()) + " are lost: ";
    return true;
  }
  odd_ = {};
  seen.add(measure);
  return true;
}

/// -1 or 1 where less or more is lost than before.
int AutoController::differs(const Seen& seen, const WindowMeasure& measure) const {
  if (seen.count() < static_cast<std::size_t>(options_.settled)) return 0;
  const double was = seen.lost();
  const double least = std::max({options_.link_change * std::abs(was),
                                 options_.worth_it * (was + seen.busy()), 4 * seen.spread()});
  const double more = measure.lost_s() - was;
  if (std::abs(more) <= least) return 0;
  return more < 0 ? -1 : 1;
}

void AutoController::forget_the_link() {
  seen_.clear();
  packing_due_ = windows_;
  packing_pause_ = options_.packing_again;
  without_trial_s_.reset();
}

/// Least squares over the depths that were measured, each as often as it was.
AutoController::Line AutoController::line(bool is_packed) const {
  double n = 0;
  double sum_g = 0;
  double sum_gg = 0;
  double sum_lost = 0;
  double sum_g_lost = 0;
  int depths = 0;
  for (const auto& [key, seen] : seen_) {
    if (key.is_packed != is_packed || seen.count() < static_cast<std::size_t>(options_.settled)) {
      continue;
    }
    const auto count = static_cast<double>(seen.lost_s.size());
    const double lost = seen.lost();
    ++depths;
    n += count;
    sum_g += count * key.depth;
    sum_gg += count * key.depth * key.depth;
    sum_lost += count * lost;
    sum_g_lost += count * key.depth * lost;
  }
  if (depths >= 2) {
    const double always = (n * sum_g_lost - sum_g * sum_lost) / (n * sum_gg - sum_g * sum_g);
    return {(sum_lost - always * sum_g) / n, always, true};
  }
  if (depths == 0) return {0, 0, false};
  // The latency is the same, packed or not.
  const Line other = is_packed ? line(false) : Line{0, 0, false};
  if (other.is_known) return {other.once_s, (sum_lost / n - other.once_s) / (sum_g / n), true};
  return {sum_lost / n, 0, false};
}

bool AutoController::is_measured(std::int32_t depth, bool is_packed) const {
  const auto found = seen_.find({is_packed, depth});
  return found != seen_.end() &&
         found->second.count() >= static_cast<std::size_t>(options_.settled);
}

double AutoController::event_s(std::int32_t depth, bool is_packed, const Line& line) const {
  if (is_measured(depth, is_packed)) {
    const Seen& seen = seen_.at({is_packed, depth});
    return (seen.lost() + seen.busy()) / depth;
  }
  const Seen& now = seen_.at({exchange_.is_packed, exchange_.depth});
  const double busy = now.busy() / exchange_.depth * work(depth) / work(exchange_.depth);
  return busy + std::max(0.0, line.once_s / depth + line.always_s);
}

std::int32_t AutoController::best_depth(const Line& line) const {
  const auto deepest = static_cast<std::int32_t>(facts_.work.size());
  double least = event_s(1, exchange_.is_packed, line);
  for (std::int32_t depth = 2; depth <= deepest; ++depth) {
    least = std::min(least, event_s(depth, exchange_.is_packed, line));
  }
  std::int32_t depth = 1;
  while (event_s(depth, exchange_.is_packed, line) > least * (1 + options_.flat)) ++depth;
  return depth;
}

std::optional<Decision> AutoController::judge_depth(const std::string& cause) {
  const Line known = line(exchange_.is_packed);
  const double now = event_s(exchange_.depth, exchange_.is_packed, known);
  std::int32_t depth = best_depth(known);
  // With nothing lost, less deep may do as well; how much less nothing tells, so half.
  const Seen& seen = seen_.at({exchange_.is_packed, exchange_.depth});
  const double redundant = 1 - work(1) / work(exchange_.depth);
  if (depth >= exchange_.depth && !known.is_known && exchange_.depth > 1 &&
      redundant > options_.worth_it && seen.lost() < options_.worth_it * seen.busy()) {
    depth = (exchange_.depth + 1) / 2;
    return change_to({depth, exchange_.is_packed}, cause + "nothing is lost, less may do");
  }
  if (depth == exchange_.depth) return std::nullopt;
  const double then = event_s(depth, exchange_.is_packed, known);
  if (then > now * (1 - options_.worth_it)) return std::nullopt;
  if (!known.is_known) {
    const double middle = std::sqrt(static_cast<double>(exchange_.depth) * depth);
    depth = exchange_.depth < depth ? static_cast<std::int32_t>(std::ceil(middle))
                                    : static_cast<std::int32_t>(std::floor(middle));
    return change_to({depth, exchange_.is_packed},
                     cause + in_ms(seen.lost() / exchange_.depth) + " of " + in_ms(now) +
                         " are lost, and perhaps all of it is latency");
  }
  return change_to({depth, exchange_.is_packed}, cause + in_ms(then) + " instead of " + in_ms(now) +
                                                     " an event, as " + in_ms(known.once_s) +
                                                     " are lost in an exchange and " +
                                                     in_ms(known.always_s) + " in an event");
}

/// A trial once the depth has nothing to gain: what compression costs and leaves is known when it
/// was done.
std::optional<Decision> AutoController::judge_packing() {
  if (!facts_.may_pack) return std::nullopt;
  const Seen& seen = seen_.at({exchange_.is_packed, exchange_.depth});
  const double now = (seen.lost() + seen.busy()) / exchange_.depth;
  if (without_trial_s_) {
    const double before = *std::exchange(without_trial_s_, std::nullopt);
    packing_due_ = windows_ + packing_pause_;
    packing_pause_ *= 2;
    if (now <= before * (1 - options_.worth_it)) return std::nullopt;
    return change_to({exchange_.depth, !exchange_.is_packed},
                     in_ms(now) + " an event were " + in_ms(before) + " before");
  }
  // Where most of what is lost is lost with each event, no depth helps; elsewhere the depth first.
  const Line known = line(exchange_.is_packed);
  const bool is_thin = known.is_known && 2 * known.always_s * exchange_.depth > seen.lost();
  const int patience = is_thin ? options_.settled : 2 * options_.settled;
  const bool is_due = windows_ >= packing_due_ && settled_windows_ >= patience;
  const bool has_reason =
      exchange_.is_packed || seen.lost() > options_.packing_worth_it * (seen.lost() + seen.busy());
  if (!is_due || !has_reason) return std::nullopt;
  without_trial_s_ = now;
  return change_to({exchange_.depth, !exchange_.is_packed},
                   exchange_.is_packed ? "tries without compression" : "tries compression");
}

Decision AutoController::change_to(const Exchange& exchange, std::string reason) {
  exchange_ = exchange;
  settled_windows_ = 0;
  cause_.clear();
  odd_ = {};
  return {exchange, std::move(reason)};
}

}  // namespace isthmus::mesh
