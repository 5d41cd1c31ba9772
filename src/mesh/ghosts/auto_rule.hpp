// mesh/ghosts/auto_rule.hpp: depth and compression by what was measured and what follows from it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mesh/ghosts/controller.hpp"

namespace isthmus::mesh {

struct AutoOptions {
  std::int32_t settled = 3;          ///< windows that make a mean
  double worth_it = 0.02;            ///< the least gain for which anything is changed
  double flat = 0.005;               ///< of depths that close to the best, the least deep is taken
  double link_change = 0.25;         ///< of the time lost: more is another link
  double packing_worth_it = 0.05;    ///< lost time below this is no reason to compress
  std::int64_t packing_again = 500;  ///< windows until it is tried again, twice as many each time
};

/// A window of depth g loses A + B g: latency once, the line's time and what blocks wait for slower
/// ones with each event; what is hidden makes either less. Measured at one depth alone, all counts
/// as A; another depth is tried on the way to the best that follows, and with two known, A and
/// B are. Depths that were measured count as measured, so one that does not keep what it promised
/// is left again. Lost time that is another than it was at the same depth means another link: what
/// was known of the old one is forgotten.
class AutoController : public Controller {
 public:
  /// Of planes that are as deep as they will ever be.
  AutoController() : AutoController(ControllerFacts{.work = {1}}) {}
  explicit AutoController(const ControllerFacts& facts, const AutoOptions& options = {});

  std::optional<Decision> take(const WindowMeasure& measure) override;
  const Exchange& exchange() const override { return exchange_; }

  void serialize(auto& archive) {
    archive(facts_, exchange_, seen_, windows_, settled_windows_, odd_, odd_sign_, cause_,
            packing_due_, packing_pause_, without_trial_s_);
  }

 private:
  /// Windows of one kind of exchange since it was begun to be used.
  struct Seen {
    std::vector<double> lost_s;  ///< of a window, the latest last
    std::vector<double> busy_s;

    void add(const WindowMeasure& measure);
    std::size_t count() const { return lost_s.size(); }
    double lost() const;
    double busy() const;
    double spread() const;  ///< standard deviation of the lost times
    void serialize(auto& archive) { archive(lost_s, busy_s); }
  };
  struct Key {
    bool is_packed = false;
    std::int32_t depth = 1;
    auto operator<=>(const Key&) const = default;
    void serialize(auto& archive) { archive(is_packed, depth); }
  };
  struct Line {
    double once_s;    ///< A
    double always_s;  ///< B
    bool is_known;    ///< from two depths
  };

  bool note(const Key& key, const WindowMeasure& measure);
  int differs(const Seen& seen, const WindowMeasure& measure) const;
  void forget_the_link();
  Line line(bool is_packed) const;
  double work(std::int32_t depth) const { return facts_.work[static_cast<std::size_t>(depth - 1)]; }
  /// Of an event, as measured or as it follows.
  double event_s(std::int32_t depth, bool is_packed, const Line& line) const;
  bool is_measured(std::int32_t depth, bool is_packed) const;
  std::int32_t best_depth(const Line& line) const;
  std::optional<Decision> judge_depth(const std::string& cause);
  std::optional<Decision> judge_packing();
  Decision change_to(const Exchange& exchange, std::string reason);

  ControllerFacts facts_;
  AutoOptions options_;
  Exchange exchange_;
  std::map<Key, Seen> seen_;
  std::int64_t windows_ = 0;
  std::int64_t settled_windows_ = 0;  // since the last change
  Seen odd_;                          // windows unlike those before them, the latest ones
  int odd_sign_ = 0;
  std::string cause_;  // of what comes next, for reports

  std::int64_t packing_due_ = 0;
  std::int64_t packing_pause_;
  std::optional<double> without_trial_s_;  // of an event, when a trial of packing began
};

}  // namespace isthmus::mesh
