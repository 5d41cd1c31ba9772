// mesh/ghosts/paper_rule.hpp: the adaptive strategies of Allen et al. (2001, section 6), as told.
#pragma once

#include <cstdint>
#include <optional>

#include "mesh/ghosts/controller.hpp"

namespace isthmus::mesh {

struct PaperOptions {
  std::int32_t deepest = 32;
  std::int32_t averaged = 5;  ///< windows at each depth
  /// What must change by 20 % to be a change at all: the time that is lost to communication, or the
  /// efficiency. The paper does not say; only the first has its rule go as far as it went.
  enum class Measure : std::uint8_t { lost_time, efficiency } measure = Measure::lost_time;
  double significance = 0.2;
};

/// Depths: begins at 1 and raises by one as long as that pays; else goes back by one and stays. Of
/// two sides of a plane each has its own; who is told that the other one is done goes back with it.
class PaperDepthRule {
 public:
  explicit PaperDepthRule(const PaperOptions& options = {}) : options_(options) {}

  std::optional<Decision> take(const WindowMeasure& measure);
  /// The neighbour has found that the depth of now does not pay, and both have gone back.
  void end(std::int32_t depth);
  bool is_done() const { return is_done_; }
  std::int32_t depth() const { return depth_; }
  void serialize(auto& archive) {
    archive(options_.deepest, options_.averaged, options_.measure, options_.significance, depth_,
            taken_, lost_s_, duration_s_, before_, is_done_);
  }

 private:
  std::optional<Decision> judge(double now);

  PaperOptions options_;
  std::int32_t depth_ = 1;
  std::int32_t taken_ = 0;
  double lost_s_ = 0;
  double duration_s_ = 0;
  std::optional<double> before_;  // the measure at the depth before
  bool is_done_ = false;
};

struct PaperCompressionOptions {
  std::int64_t first_after = 20;   ///< events
  std::int64_t again_after = 500;  ///< events, from one trial's end to the next trial
  std::int32_t averaged = 5;       ///< windows, before and during a trial
};

/// Compression: changed after a while, by each processor and in each direction on its own; kept if
/// that was better, and tried again from time to time.
class PaperCompressionRule {
 public:
  explicit PaperCompressionRule(const PaperCompressionOptions& options = {}) : options_(options) {}

  /// At a depth that does not change meanwhile. Returns what to do, when that changes.
  std::optional<Decision> take(const WindowMeasure& measure);
  bool is_packed() const { return is_packed_; }
  void serialize(auto& archive) {
    archive(is_packed_, is_trial_, was_tried_, waited_, taken_, event_s_, before_s_);
  }

 private:
  PaperCompressionOptions options_;
  bool is_packed_ = false;
  bool is_trial_ = false;
  bool was_tried_ = false;
  std::int64_t waited_ = 0;  // events since the last trial
  std::int32_t taken_ = 0;
  double event_s_ = 0;
  double before_s_ = 0;  // a step's event without the change that is on trial
};

/// Both, first depths and then compression, for who decides for all sides at once.
class PaperController : public Controller {
 public:
  PaperController() : PaperController(ControllerFacts{.work = {1}}) {}
  explicit PaperController(const ControllerFacts& facts, PaperOptions options = {});

  std::optional<Decision> take(const WindowMeasure& measure) override;
  const Exchange& exchange() const override { return exchange_; }
  void serialize(auto& archive) { archive(may_pack_, depth_, compression_, exchange_); }

 private:
  bool may_pack_;
  PaperDepthRule depth_;
  PaperCompressionRule compression_;
  Exchange exchange_;
};

}  // namespace isthmus::mesh
