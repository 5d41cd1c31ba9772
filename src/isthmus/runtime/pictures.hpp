// isthmus/runtime/pictures.hpp: pictures that a main program shows to who looks at its job.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/shown.hpp"

namespace isthmus::engine::runtime {

/// Numbers in rows and columns, by name, as they were set last; as rows of the panel "pictures"
/// (docs/formats/status.md). Of each at most 96 x 96 cells are kept, so that who looks often gets
/// little. For the main program's thread.
class Pictures {
 public:
  static constexpr std::size_t count_max = 4;
  static constexpr std::size_t side_max = 96;

  /// Row by row, the first one on top; NaN is nothing. Larger ones are made smaller: a cell is then
  /// the mean of the numbers of a square. No values: there is no such picture any longer. Of more
  /// than `count_max` that goes which was set longest ago. Whole rows, else it is a mistake.
  void set(std::string_view name, std::size_t columns, std::span<const double> values,
           TimeNs now_ns);
  void show(std::vector<ShownRow>& rows) const;

 private:
  struct Picture {
    std::string name;
    TimeNs set_ns = 0;
    std::size_t of_columns = 0;  // as it was set
    std::size_t of_rows = 0;
    std::size_t columns = 0;  // as it is kept
    std::vector<double> cells;
  };

  std::vector<Picture> pictures_;  // what was set last is the last
};

}  // namespace isthmus::engine::runtime
