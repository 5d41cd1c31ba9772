// mesh/driver/adaptation.hpp: planes whose depth and compression are decided while a job runs, and
// who decides.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/auto_rule.hpp"
#include "mesh/ghosts/controller.hpp"
#include "mesh/ghosts/cut.hpp"
#include "mesh/ghosts/paper_rule.hpp"

namespace isthmus::mesh {

class Course;
struct MeshSetup;

/// The priority of what is said between blocks and who decides for them: it must not wait until
/// PEs have no other work, which may be never.
inline constexpr std::int32_t leading_priority = std::numeric_limits<std::int32_t>::min();

/// Which planes, all with one depth and the same windows. Plain data; may be sent.
struct Adaptation {
  std::string rule = "fixed";   ///< "auto" or "paper"; "fixed": all stays as it is set up
  bool is_depth_fixed = false;  ///< The rule decides of nothing but compression.
  bool keeps_windows = false;   ///< The pilot remembers all that it was told.
  /// By dimension and plane, as in Depths: 1 where it decides.
  std::array<std::vector<std::uint8_t>, dimension_count> planes;

  bool is_on() const;
  bool holds(std::size_t dimension, std::int32_t plane) const {
    const auto& all = planes[dimension];
    return !all.empty() && all[static_cast<std::size_t>(plane) % all.size()] != 0;
  }
  void serialize(auto& archive) { archive(rule, is_depth_fixed, keeps_windows, planes); }
};

/// How long blocks of a PE have worked, all together.
class WorkMeter : public Chare<WorkMeter, PeId> {
 public:
  void add(double seconds) { seconds_ += seconds; }
  double seconds() const { return seconds_; }
  /// Nothing: what blocks look at is how much more it has become while they were on the PE.
  void absorb(WorkMeter&&) {}
  void serialize(auto& archive) { archive(seconds_); }

 private:
  double seconds_ = 0;
};

/// A depth that was agreed upon, and whether ghosts go compressed.
struct DepthChange {
  std::int64_t step = 0;  ///< from the planes' first exchange in it or behind it on
  std::int32_t depth = 1;
  bool is_packed = false;
  std::string reason;

  void serialize(auto& archive) { archive(step, depth, is_packed, reason); }
};

/// Between two exchanges at the planes, as the blocks there have seen it on average.
struct SeenWindow {
  std::int64_t end = 0;  ///< the event that ended it, of all steps
  WindowMeasure measure;
  double told_s = 0;  ///< when the pilot knew of it, by its PE's clock

  void serialize(auto& archive) { archive(end, measure, told_s); }
};

/// Begins on PE 0, and may be moved as all objects. Blocks at the planes tell it of each window;
/// where its rule wants another depth, it has all blocks promise not to begin a step that they have
/// not nearly come to, and then tells them the first step that none of them has begun. So all
/// change at the same exchange, and nobody waits but who is told too late.
class Pilot : public Chare<Pilot> {
 public:
  Pilot() = default;
  /// `facing` blocks of them are at the planes; a step has so many events.
  Pilot(const Adaptation& adaptation, const ControllerFacts& facts, std::int64_t facing,
        std::int64_t blocks, std::int32_t events);

  // Entry methods.

  /// The blocks of this array are asked for a promise, and told what was agreed.
  void lead(CollectionId blocks) { blocks_ = blocks; }
  /// A block has gone through the window that ended at the event.
  void seen(std::int64_t event, const WindowMeasure& measure, bool is_valid);
  /// A block will not begin this step before it has been told.
  void promised(std::int64_t step);
  std::vector<DepthChange> changes() { return changes_; }
  /// Those that count, where they are kept: see WindowMeasure.
  std::vector<SeenWindow> windows() { return windows_; }

  void serialize(auto& archive) {
    archive(rule_, auto_, paper_, facing_, block_count_, events_, blocks_, sums_, depth_, wanted_,
            promises_, step_, changes_, keeps_windows_, windows_);
  }

 private:
  struct Sum {
    std::int64_t told = 0;
    std::int64_t valid = 0;
    WindowMeasure measure;

    void serialize(auto& archive) { archive(told, valid, measure); }
  };

  Controller& controller();

  std::string rule_;
  AutoController auto_;
  PaperController paper_;
  std::int64_t facing_ = 0;
  std::int64_t block_count_ = 0;
  std::int32_t events_ = 1;
  CollectionId blocks_;
  std::map<std::int64_t, Sum> sums_;  // by the event that ends the window
  std::int32_t depth_ = 1;
  DepthChange wanted_;
  std::int64_t promises_ = 0;  // that have not come yet
  std::int64_t step_ = 0;      // the latest that was promised
  std::vector<DepthChange> changes_;
  bool keeps_windows_ = false;
  std::vector<SeenWindow> windows_;
};

/// What a block at the planes knows of the present window and of what has been agreed.
struct PlaneWatch {
  bool is_on = false;
  bool is_facing = false;
  std::int64_t limit = -1;  ///< a step that it does not begin before it has been told; or -1
  /// At the begin of that step; none where its depth is 0.
  DepthChange change{.step = 0, .depth = 0, .is_packed = false, .reason = {}};
  std::int64_t begun_at = -1;  ///< the event that the window began with
  bool is_disturbed = true;    ///< it tells nothing of the planes
  TimeNs begun_ns = 0;
  double busy_s = 0;         ///< of the PE, when the window began
  TimeNs rested_ns = -1;     ///< since when the block has rested; or -1
  double rested_busy_s = 0;  ///< of the PE, by then

  /// A rest is no part of the window, whatever is done in it; not even where it begins twice.
  void begin_rest(TimeNs now, double busy) {
    if (rested_ns >= 0) return;
    rested_ns = now;
    rested_busy_s = busy;
  }
  void end_rest(TimeNs now, double busy) {
    if (rested_ns < 0) return;
    begun_ns += now - rested_ns;
    busy_s += busy - rested_busy_s;
    rested_ns = -1;
  }
  bool waits_at(std::int64_t step) const { return limit >= 0 && step >= limit; }
  bool changes_at(std::int64_t step) const { return change.depth > 0 && step >= change.step; }
  void serialize(auto& archive) {
    archive(is_on, is_facing, limit, change, begun_at, is_disturbed, begun_ns, busy_s, rested_ns,
            rested_busy_s);
  }
};

/// So many blocks of the cut are at the planes.
std::int64_t count_facing(const Cut& cut, const Adaptation& adaptation);

/// What is known before anything is measured: how deep the blocks' thickness lets the planes be,
/// and what blocks there compute twice. `share` of what a PE has are such blocks.
ControllerFacts facts_of(const Course& course, const MeshSetup& setup, double share);

}  // namespace isthmus::mesh
