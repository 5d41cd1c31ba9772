#include "mesh/refinement/relatives.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace isthmus::mesh {
namespace {

/// By tie, what has come from it; nothing is copied.
std::vector<std::span<const double>> in_order(std::span<const Tie> ties,
                                              std::span<const Parcel> parcels, std::size_t fields) {
  std::vector<std::span<const double>> values(ties.size());
  std::vector<bool> is_here(ties.size(), false);
  for (const Parcel& parcel : parcels) {
    const auto tie = std::ranges::find_if(ties, [&](const Tie& one) {
      return one.region == parcel.region && one.place == parcel.place;
    });
    const auto number = static_cast<std::size_t>(tie - ties.begin());
    if (tie == ties.end() || is_here[number] ||
        parcel.values.size() != static_cast<std::size_t>(tie->points()) * fields) {
      throw std::logic_error(std::to_string(parcel.values.size()) +
                             " values of a block of region " + std::to_string(parcel.region) +
                             " that are not awaited");
    }
    is_here[number] = true;
    values[number] = parcel.values;
  }
  return values;
}

std::vector<double> mixed_for(const Tie& child, const Subgrid& subgrid,
                              std::span<const ProlongedField> fields) {
  std::vector<double> values(static_cast<std::size_t>(child.points()) * fields.size());
  double* to = values.data();
  const Fields& memory = subgrid.fields();
  for (const TiedPiece& piece : child.pieces) {
    for (const ProlongedField& field : fields) {
      to = pack_mixed(memory.all(), memory.storage(), field.sources, piece.box, to);
    }
  }
  return values;
}

}  // namespace

std::string name_in_region(const char* name, std::int32_t region) {
  return region == 0 ? name : name + (" of region " + std::to_string(region));
}

void Relatives::tie(const Course& course, const LevelTree& tree, std::int32_t region,
                    const Point& place) {
  tree_ = tree;
  region_ = region;
  place_ = place;
  attach(course);
}

void Relatives::attach(const Course& course) {
  if (!is_tied()) return;
  levels_ = level_plan_of(course).value();
  ghosts_from_parent_ = ties_to_parent(tree_, region_, place_, pieces_for_ghosts);
  values_for_parent_ = ties_to_parent(tree_, region_, place_, pieces_for_values);
  ghosts_for_children_ = ties_to_children(tree_, region_, place_, pieces_for_ghosts);
  values_from_children_ = ties_to_children(tree_, region_, place_, pieces_for_values);
  ghosts_ = open_ghosts(tree_, region_, place_);
  if (has_parent()) sources_ = open_sources(tree_, region_, ghosts_);
}

std::vector<double> Relatives::all_for(const Tie& child, const Subgrid& subgrid) {
  return mixed_for(child, subgrid, level_plan_of(subgrid.course()).value().prolonged);
}

std::vector<double> Relatives::points_for(const Tie& successor, const Subgrid& subgrid) {
  const LevelPlan levels = level_plan_of(subgrid.course()).value();
  std::vector<double> values(static_cast<std::size_t>(successor.points()) *
                             levels.prolonged.size());
  double* to = values.data();
  for (const TiedPiece& piece : successor.pieces) {
    for (const ProlongedField& field : levels.prolonged) {
      to = pack(subgrid.fields()[field.field], piece.box, to);
    }
  }
  return values;
}

void Relatives::fill(const Point& place, Subgrid& subgrid) {
  const LevelTree& tree = filling.change.now;
  const std::int32_t region = filling.change.region;
  const std::vector<ProlongedField> wanted = level_plan_of(subgrid.course()).value().prolonged;
  const Prolongation prolongation = tree.frame.prolongation_from(tree.region(region).level - 1);
  const Box all = filled_by(tree, region, place);
  const Box source = prolongation.source(all);
  std::vector<double> coarse(static_cast<std::size_t>(source.point_count()));
  const View view(coarse.data(), source);
  const auto of_parent = in_order(filling.ties_to_parent, filling.of_parent, wanted.size());
  const auto of_before = in_order(filling.ties_to_before, filling.of_before, wanted.size());
  for (std::size_t field = 0; field < wanted.size(); ++field) {
    unpack_source(filling.ties_to_parent, of_parent, 0, field, wanted.size(), view);
    prolongation.fill(view, subgrid.fields()[wanted[field].field], all);
    unpack_source(filling.ties_to_before, of_before, 0, field, wanted.size(),
                  subgrid.fields()[wanted[field].field]);
  }
  filling = {};
}

std::vector<double> Relatives::bequest_for(const Tie& child, const Subgrid& subgrid) {
  std::vector<ProlongedField> fields;
  for (const std::int32_t field : inherited_fields(subgrid.course().plan())) {
    fields.push_back({field, time_sources(field, 0)});
  }
  return mixed_for(child, subgrid, fields);
}

void Relatives::inherit(const Point& place, const Operation& operation, Subgrid& subgrid) const {
  if (!inheritance.is_on) return;
  const LevelTree& tree = inheritance.tree;
  const std::vector<std::int32_t> fields = inherited_fields(subgrid.course().plan());
  const auto number = static_cast<std::size_t>(
      std::ranges::find(fields, operation.reads.front().field) - fields.begin());
  const auto values = in_order(inheritance.ties, inheritance.parcels, fields.size());
  const std::vector<Box> ghosts = open_ghosts(tree, inheritance.region, place);
  const std::vector<Box> sources = open_sources(tree, inheritance.region, ghosts);
  const Prolongation prolongation =
      tree.frame.prolongation_from(tree.region(inheritance.region).level - 1);
  std::vector<double> coarse;
  for (std::size_t slab = 0; slab < ghosts.size(); ++slab) {
    coarse.resize(static_cast<std::size_t>(sources[slab].point_count()));
    const View view(coarse.data(), sources[slab]);
    unpack_source(inheritance.ties, values, slab, number, fields.size(), view);
    for (const std::int32_t field : operation.writes) {
      prolongation.fill(view, subgrid.fields()[field], ghosts[slab]);
    }
  }
}

std::vector<ProlongedField> Relatives::fields(bool is_begin) const {
  std::vector<ProlongedField> fields = levels_.prolonged;
  if (is_begin) std::erase_if(fields, [](const ProlongedField& field) { return !field.at_begin; });
  return fields;
}

std::vector<double> Relatives::ghosts_for(const Tie& child, const Subgrid& subgrid,
                                          bool is_begin) const {
  return mixed_for(child, subgrid, fields(is_begin));
}

std::vector<double> Relatives::values_for(const Tie& parent, const Subgrid& subgrid) const {
  std::vector<double> values(static_cast<std::size_t>(parent.points()) * levels_.restricted.size());
  double* to = values.data();
  for (const TiedPiece& piece : parent.pieces) {
    for (const std::int32_t field : levels_.restricted) {
      to = pack_injected(subgrid.fields()[field], piece.box, tree_.frame.is_refined(), to);
    }
  }
  return values;
}

void Relatives::take_values(std::span<const Parcel> parcels, Subgrid& subgrid) const {
  if (values_from_children_.empty()) return;
  const auto values = in_order(values_from_children_, parcels, levels_.restricted.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double* from = values[i].data();
    for (const TiedPiece& piece : values_from_children_[i].pieces) {
      for (const std::int32_t field : levels_.restricted) {
        from = unpack(from, subgrid.fields()[field], piece.box);
      }
    }
  }
  // What boundaries make of points inside is made anew; the others have no past, and stay.
  Operation operation;
  operation.fields = levels_.restricted;
  subgrid.fill_boundaries(operation, false, 0);
}

void Relatives::take_ghosts(std::span<const Parcel> parcels, Subgrid& subgrid,
                            bool is_begin) const {
  if (ghosts_from_parent_.empty()) return;
  const std::vector<ProlongedField> wanted = fields(is_begin);
  const auto values = in_order(ghosts_from_parent_, parcels, wanted.size());
  const Prolongation prolongation = tree_.frame.prolongation_from(tree_.region(region_).level - 1);
  std::vector<double> coarse;
  for (std::size_t slab = 0; slab < ghosts_.size(); ++slab) {
    coarse.resize(static_cast<std::size_t>(sources_[slab].point_count()));
    const View view(coarse.data(), sources_[slab]);
    for (std::size_t field = 0; field < wanted.size(); ++field) {
      unpack_source(ghosts_from_parent_, values, slab, field, wanted.size(), view);
      prolongation.fill(view, subgrid.fields()[wanted[field].field], ghosts_[slab]);
    }
  }
}

}  // namespace isthmus::mesh
