// md/lammps_pairs.hpp: Pair Coeffs and PairIJ Coeffs of a data file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "md/data_lines.hpp"
#include "md/system.hpp"

namespace md {

/// Reads both sections and mixes what is not given. Radii are mixed by their mean with `arithmetic`
/// and for coefficients as those of lj/charmm: epsilon, sigma, and both again for 1-4 pairs.
class PairSections {
 public:
  explicit PairSections(bool arithmetic) : arithmetic_(arithmetic) {}

  /// `style` is what stands behind the section's name.
  isthmus::Expected<void> read_own(DataLines& lines, std::int64_t types, const std::string& style);
  isthmus::Expected<void> read_all(DataLines& lines, std::int64_t types, const std::string& style);

  bool empty() const { return own_.empty() && all_.empty(); }
  /// False where a pair of types is missing.
  bool complete(std::int64_t types, Interaction& interaction) const;

 private:
  struct Pair {
    LennardJones plain;
    LennardJones close;
  };

  isthmus::Expected<Pair> pair_at(const DataLines& lines, std::size_t word,
                                  const std::string& style);
  std::optional<Pair> pair_of(std::size_t one, std::size_t other) const;

  bool arithmetic_;
  bool has_close_ = false;
  std::vector<Pair> own_;
  std::map<std::pair<std::size_t, std::size_t>, Pair> all_;
};

}  // namespace md
