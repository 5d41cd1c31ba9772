// isthmus/watch/rows.hpp: figures, words and panels of rows as statuses have them. For the room
// alone.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// Null where the row has none of that name.
const ShownFigure* find_figure(const ShownRow& row, std::string_view name);
double figure_or(const ShownRow& row, std::string_view name, double otherwise);
/// 0 where the row has none of that name.
double figure_of(const ShownRow& row, std::string_view name);
/// Likewise empty.
std::string word_of(const ShownRow& row, std::string_view name);

/// figure_of for many rows: most have the figure where the one before had it.
class FigureAt {
 public:
  explicit FigureAt(std::string_view name) : name_(name) {}
  double of(const ShownRow& row);

 private:
  std::string_view name_;
  std::size_t at_ = 0;
};

/// Adds the figures of a row to their sums by name.
void add_figures(std::vector<ShownFigure>& sums, const ShownRow& row);

/// The first row of the panel; null where there is none.
const ShownRow* find_row(const std::vector<ShownRow>& rows, std::string_view panel);

using PeStatuses = std::map<PeId, PeStatus>;

/// visit(PeId, const PeStatus&, const ShownRow&) for each row of the panel, of PEs or processes.
template <class Visit>
void for_each_row(const PeStatuses& pes, std::string_view panel, Visit&& visit) {
  for (const auto& [pe, of_pe] : pes) {
    for (const std::vector<ShownRow>* rows : {&of_pe.rows, &of_pe.process_rows}) {
      for (const ShownRow& row : *rows) {
        if (row.panel == panel) visit(pe, of_pe, row);
      }
    }
  }
}

std::size_t rows_of_panel(const PeStatuses& pes, std::string_view panel);
void erase_panel(PeStatuses& pes, std::string_view panel);

}  // namespace isthmus::engine::watch
