#include "isthmus/watch/rows.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace isthmus::engine::watch {
namespace {

ShownRow with_figures(std::vector<ShownFigure> figures) {
  return {.panel = "pes", .figures = std::move(figures)};
}

TEST(Rows, HaveFiguresAndWordsByName) {
  const ShownRow row{.panel = "pes", .figures = {{"a", 1}, {"b", 2}}, .words = {{"who", "me"}}};
  EXPECT_EQ(find_figure(row, "b"), &row.figures[1]);
  EXPECT_EQ(find_figure(row, "c"), nullptr);
  EXPECT_EQ(figure_of(row, "a"), 1);
  EXPECT_EQ(figure_of(row, "c"), 0);
  EXPECT_EQ(figure_or(row, "b", 7), 2);
  EXPECT_EQ(figure_or(row, "c", 7), 7);
  EXPECT_EQ(word_of(row, "who"), "me");
  EXPECT_EQ(word_of(row, "whom"), "");
}

TEST(Rows, AFigureIsFoundWhereverARowHasIt) {
  FigureAt b("b");
  EXPECT_EQ(b.of(with_figures({{"a", 1}, {"b", 2}})), 2);
  EXPECT_EQ(b.of(with_figures({{"a", 1}, {"b", 3}})), 3);
  EXPECT_EQ(b.of(with_figures({{"b", 4}})), 4);
  EXPECT_EQ(b.of(with_figures({{"x", 1}, {"y", 1}, {"b", 5}})), 5);
  EXPECT_EQ(b.of(with_figures({{"x", 1}})), 0);
  EXPECT_EQ(b.of(with_figures({})), 0);
  EXPECT_EQ(b.of(with_figures({{"x", 1}, {"y", 1}, {"b", 6}})), 6);
}

TEST(Rows, AddUpByName) {
  std::vector<ShownFigure> sums;
  add_figures(sums, with_figures({{"a", 1}, {"b", 2}}));
  add_figures(sums, with_figures({{"a", 10}, {"b", 20}}));
  add_figures(sums, with_figures({{"b", 200}, {"c", 300}, {"a", 100}}));
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].value, 111);
  EXPECT_EQ(sums[1].value, 222);
  EXPECT_EQ(sums[2].name, "c");
  EXPECT_EQ(sums[2].value, 300);
}

TEST(Rows, OfAPanelAreThoseOfPesAndOfProcesses) {
  PeStatuses pes;
  pes[PeId(0)].rows = {{.panel = "a"}, {.panel = "b"}};
  pes[PeId(0)].process_rows = {{.panel = "b"}};
  pes[PeId(3)].rows = {{.panel = "b"}};
  EXPECT_EQ(rows_of_panel(pes, "b"), 3u);
  EXPECT_EQ(rows_of_panel(pes, "c"), 0u);
  std::vector<PeId> whose;
  for_each_row(pes, "b", [&](PeId pe, const PeStatus&, const ShownRow&) { whose.push_back(pe); });
  EXPECT_EQ(whose, (std::vector<PeId>{PeId(0), PeId(0), PeId(3)}));
  EXPECT_EQ(find_row(pes[PeId(0)].rows, "b"), &pes[PeId(0)].rows[1]);
  EXPECT_EQ(find_row(pes[PeId(3)].rows, "a"), nullptr);
  erase_panel(pes, "b");
  EXPECT_EQ(rows_of_panel(pes, "b"), 0u);
  EXPECT_EQ(rows_of_panel(pes, "a"), 1u);
}

}  // namespace
}  // namespace isthmus::engine::watch
