#include "mesh/ghosts/paper_rule.hpp"

#include <cmath>
#include <string>

namespace isthmus::mesh {

std::optional<Decision> PaperDepthRule::take(const WindowMeasure& measure) {
  if (is_done_ || measure.exchange.depth != depth_) return std::nullopt;
  // Of an event, as windows of different depths are compared.
  lost_s_ += measure.lost_s() / depth_;
  duration_s_ += measure.event_s();
  if (++taken_ < options_.averaged) return std::nullopt;
  const bool goes_by_lost_time = options_.measure == PaperOptions::Measure::lost_time;
  return judge(goes_by_lost_time ? lost_s_ / taken_ : (duration_s_ - lost_s_) / duration_s_);
}

std::optional<Decision> PaperDepthRule::judge(double now) {
  taken_ = 0;
  lost_s_ = 0;
  duration_s_ = 0;
  if (before_) {
    const bool goes_by_lost_time = options_.measure == PaperOptions::Measure::lost_time;
    const double gain =
        goes_by_lost_time ? (*before_ - now) / *before_ : (now - *before_) / *before_;
    if (!(gain > options_.significance)) {
      is_done_ = true;
      --depth_;
      return Decision{{.depth = depth_},
                      std::to_string(depth_ + 1) + " layers made " +
                          std::to_string(std::lround(100 * gain)) + " % of difference"};
    }
  }
  if (depth_ == options_.deepest) {
    is_done_ = true;
    return std::nullopt;
  }
  before_ = now;
  ++depth_;
  return Decision{{.depth = depth_}, "one layer more than " + std::to_string(depth_ - 1)};
}

void PaperDepthRule::end(std::int32_t depth) {
  is_done_ = true;
  depth_ = depth;
}

std::optional<Decision> PaperCompressionRule::take(const WindowMeasure& measure) {
  if (measure.exchange.is_packed != is_packed_) return std::nullopt;
  waited_ += measure.exchange.depth;
  const std::int64_t due = was_tried_ ? options_.again_after : options_.first_after;
  if (!is_trial_ && waited_ < due) return std::nullopt;
  event_s_ += measure.event_s();
  if (++taken_ < options_.averaged) return std::nullopt;
  const double mean_s = event_s_ / taken_;
  taken_ = 0;
  event_s_ = 0;
  if (!is_trial_) {
    before_s_ = mean_s;
    is_trial_ = true;
    is_packed_ = !is_packed_;
    return Decision{{measure.exchange.depth, is_packed_},
                    is_packed_ ? "tries compression" : "tries without compression"};
  }
  is_trial_ = false;
  was_tried_ = true;
  waited_ = 0;
  if (mean_s < before_s_) return std::nullopt;
  is_packed_ = !is_packed_;
  return Decision{{measure.exchange.depth, is_packed_},
                  in_ms(mean_s) + " an event were " + in_ms(before_s_) + " before"};
}

PaperController::PaperController(const ControllerFacts& facts, PaperOptions options)
    : may_pack_(facts.may_pack), depth_([&] {
        options.deepest = std::min(options.deepest, static_cast<std::int32_t>(facts.work.size()));
        return PaperDepthRule(options);
      }()) {
  if (facts.is_depth_fixed) depth_.end(facts.depth);
  exchange_.depth = facts.depth;
}

std::optional<Decision> PaperController::take(const WindowMeasure& measure) {
  if (measure.exchange != exchange_) return std::nullopt;
  std::optional<Decision> decision;
  if (!depth_.is_done()) {
    decision = depth_.take(measure);
  } else if (may_pack_) {
    decision = compression_.take(measure);
  }
  if (decision) exchange_ = decision->exchange;
  return decision;
}

}  // namespace isthmus::mesh
