// mesh/refinement/relatives.hpp: a block among those of other levels: what they have for each
// other, and what has come.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/subgrid.hpp"
#include "mesh/refinement/level_plan.hpp"
#include "mesh/refinement/ties.hpp"

namespace isthmus::mesh {

/// Reductions of several regions have names of their own; that of the whole grid is as given.
std::string name_in_region(const char* name, std::int32_t region);

/// Values that have come from a block of another level.
struct Parcel {
  std::int32_t region = 0;
  Point place{0, 0, 0};
  std::vector<double> values;

  void serialize(auto& archive) { archive(region, place, values); }
};

/// Knows ties and inboxes, and sends nothing. Of one block.
class Relatives {
 public:
  /// What has come before is kept: others may have been tied, and have begun, sooner.
  void tie(const Course& course, const LevelTree& tree, std::int32_t region, const Point& place);

  std::int32_t region() const { return region_; }
  const LevelTree& tree() const { return tree_; }
  std::int32_t level() const { return is_tied() ? tree_.region(region_).level : 0; }
  bool is_tied() const { return !tree_.regions.empty(); }
  bool has_parent() const { return is_tied() && tree_.region(region_).parent >= 0; }
  /// Both levels are at the same time behind this step.
  static bool is_aligned(std::int64_t step) { return step % substeps == 0; }

  const std::vector<Tie>& ghosts_for_children() const { return ghosts_for_children_; }
  const std::vector<Tie>& values_for_parent() const { return values_for_parent_; }
  std::size_t awaited_from_children() const { return values_from_children_.size(); }
  std::size_t awaited_from_parent() const { return ghosts_from_parent_.size(); }

  /// What a block of the finer level makes its ghosts of.
  std::vector<double> ghosts_for(const Tie& child, const Subgrid& subgrid, bool is_begin) const;
  std::vector<double> values_for(const Tie& parent, const Subgrid& subgrid) const;
  /// Throw std::logic_error where something has come that is not awaited.
  void take_values(std::span<const Parcel> parcels, Subgrid& subgrid) const;
  void take_ghosts(std::span<const Parcel> parcels, Subgrid& subgrid, bool is_begin) const;

  StepInbox<Parcel> from_children{"values of finer blocks"};
  StepInbox<Parcel> from_parent{"ghosts of finer blocks"};
  bool has_met_children = false;  ///< behind the present step
  bool is_beginning = false;      ///< nothing has been computed since it was tied

  /// A region that comes into being: what its blocks get from those of its parent, and from those
  /// of regions before. May be asked before it is tied.
  static std::vector<double> all_for(const Tie& child, const Subgrid& subgrid);
  static std::vector<double> points_for(const Tie& successor, const Subgrid& subgrid);
  /// Of a new block: keeps what comes, and whether that is all. Then `fill` uses it.
  struct Filling {
    LevelChange change;
    std::vector<Tie> ties_to_parent;
    std::vector<Tie> ties_to_before;
    std::vector<Parcel> of_parent;
    std::vector<Parcel> of_before;
    bool is_on = false;

    bool has_all() const {
      return of_parent.size() == ties_to_parent.size() && of_before.size() == ties_to_before.size();
    }
  };
  Filling filling;
  void fill(const Point& place, Subgrid& subgrid);

  /// What a region's blocks ask of the coarser level, whose initial data are done, for their own:
  /// see Operation::inherits. Before they are tied.
  struct Inheritance {
    LevelTree tree;
    std::int32_t region = 0;
    std::vector<Tie> ties;
    std::vector<Parcel> parcels;
    bool is_on = false;

    bool has_all() const { return parcels.size() == ties.size(); }
  };
  Inheritance inheritance;
  /// Of a block of the coarser level.
  static std::vector<double> bequest_for(const Tie& child, const Subgrid& subgrid);
  /// Nothing on the coarsest level.
  void inherit(const Point& place, const Operation& operation, Subgrid& subgrid) const;

  /// When it has been read, it needs `attach` before anything else.
  void serialize(auto& archive) {
    archive(tree_, region_, place_, from_children, from_parent, has_met_children, is_beginning,
            filling, inheritance);
  }
  void attach(const Course& course);

 private:
  std::vector<ProlongedField> fields(bool is_begin) const;

  LevelTree tree_;
  std::int32_t region_ = 0;
  Point place_{0, 0, 0};
  // What follows from these.
  LevelPlan levels_;
  std::vector<Box> ghosts_;
  std::vector<Box> sources_;
  std::vector<Tie> ghosts_from_parent_;
  std::vector<Tie> ghosts_for_children_;
  std::vector<Tie> values_from_children_;
  std::vector<Tie> values_for_parent_;
};

}  // namespace isthmus::mesh
