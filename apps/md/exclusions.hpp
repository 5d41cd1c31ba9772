// md/exclusions.hpp: pairs of atoms that lists leave out, as bonds join them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// Who is left out, and in which box; owns nothing. Without a topology nobody is.
struct Exclusions {
  const Topology* topology = nullptr;
  const Box* box = nullptr;
};

/// Takes out of the atoms near one those that are left out for it; for one cell's atoms, moved by
/// `shift`, while its list is made.
class ExclusionFilter {
 public:
  ExclusionFilter(const Exclusions& excluded, const Positions& atoms, const Roster& roster,
                  const Vec& shift);

  bool has_any() const { return !places_.empty(); }

  /// `near` are places, ascending, in the cell. Those that stay come first; returns how many.
  std::size_t keep(std::int64_t atom, const Vec& position, std::span<std::int32_t> near) const;

 private:
  bool is_nearest_image(const Vec& position, std::size_t place) const;

  Exclusions excluded_;
  const Positions& atoms_;
  Vec shift_;
  std::vector<std::pair<std::int64_t, std::int32_t>> places_;  // in the cell, by id
};

}  // namespace md
