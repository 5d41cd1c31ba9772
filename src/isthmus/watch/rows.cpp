#include "isthmus/watch/rows.hpp"

#include <algorithm>

namespace isthmus::engine::watch {

const ShownFigure* find_figure(const ShownRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.figures, name, &ShownFigure::name);
  return found == row.figures.end() ? nullptr : &*found;
}

double figure_or(const ShownRow& row, std::string_view name, double otherwise) {
  const ShownFigure* const found = find_figure(row, name);
  return found == nullptr ? otherwise : found->value;
}

double figure_of(const ShownRow& row, std::string_view name) { return figure_or(row, name, 0); }

double FigureAt::of(const ShownRow& row) {
  if (at_ < row.figures.size() && row.figures[at_].name == name_) return row.figures[at_].value;
  const ShownFigure* const found = find_figure(row, name_);
  if (found == nullptr) return 0;
  at_ = static_cast<std::size_t>(found - row.figures.data());
  return found->value;
}

void add_figures(std::vector<ShownFigure>& sums, const ShownRow& row) {
  for (std::size_t i = 0; i < row.figures.size(); ++i) {
    const ShownFigure& figure = row.figures[i];
    // Mostly it stands where it stood in the first row.
    auto known = i < sums.size() && sums[i].name == figure.name
                     ? sums.begin() + static_cast<std::ptrdiff_t>(i)
                     : std::ranges::find(sums, figure.name, &ShownFigure::name);
    if (known == sums.end()) {
      sums.push_back(figure);
    } else {
      known->value += figure.value;
    }
  }
}

std::string word_of(const ShownRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.words, name, &ShownWord::name);
  return found == row.words.end() ? std::string() : found->text;
}

const ShownRow* find_row(const std::vector<ShownRow>& rows, std::string_view panel) {
  const auto found = std::ranges::find(rows, panel, &ShownRow::panel);
  return found == rows.end() ? nullptr : &*found;
}

std::size_t rows_of_panel(const PeStatuses& pes, std::string_view panel) {
  std::size_t count = 0;
  for_each_row(pes, panel, [&](PeId, const PeStatus&, const ShownRow&) { ++count; });
  return count;
}

void erase_panel(PeStatuses& pes, std::string_view panel) {
  const auto is_of_panel = [&](const ShownRow& row) { return row.panel == panel; };
  for (auto& [pe, of_pe] : pes) {
    std::erase_if(of_pe.rows, is_of_panel);
    std::erase_if(of_pe.process_rows, is_of_panel);
  }
}

}  // namespace isthmus::engine::watch
