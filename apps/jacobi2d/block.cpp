#include "jacobi2d/block.hpp"

#include <algorithm>
#include <cmath>

namespace jacobi2d {

namespace {

// Edges that leave a PE, and the steps of blocks that wait for such edges, go before other work:
// the sooner they go, the more of their way is hidden.
constexpr int urgent = -1;

}  // namespace

double cost_of_column(const Problem& problem, const Execution& execution, int column) {
  const double share = (column + 0.5) / problem.objects_across;
  return 1 + (execution.imbalance - 1) * share;
}

Block::Block(const Problem& problem, const Execution& execution)
    : problem_(problem), execution_(execution) {
  look_around();
  const bool has_cells = execution.has_cells();
  if (has_cells && problem.boundary.file.empty()) {
    tile_ = Tile(piece_of(problem, rows(), columns()));
  }
  // The first step needs no messages: a start's ring holds what the neighbours start with.
  ghosts_here_[0] = neighbour_count_;
}

void Block::look_around() {
  const int down = index()[0];
  const int across = index()[1];
  const std::array<isthmus::Index2, 4> places = {
      {{{down - 1, across}}, {{down + 1, across}}, {{down, across - 1}}, {{down, across + 1}}}};
  neighbour_count_ = 0;
  for (const Side side : all_sides) {
    const auto at = static_cast<std::size_t>(side);
    const isthmus::Index2 place = places[at];
    has_neighbour_[at] = place[0] >= 0 && place[0] < problem_.objects_down && place[1] >= 0 &&
                         place[1] < problem_.objects_across;
    neighbours_[at] = array()[place].with_priority(execution_.plain ? 0 : urgent);
    neighbour_count_ += has_neighbour_[at];
  }
  if (execution_.cell_ns > 0) {
    blank_edge_.resize(static_cast<std::size_t>(std::max(rows().size, columns().size)));
  }
  set_priority();
}

void Block::set_priority() {
  const auto is_away = [&](Side side) {
    const auto at = static_cast<std::size_t>(side);
    return has_neighbour_[at] && neighbours_[at].local() == nullptr;
  };
  const bool is_urgent = !execution_.plain && std::ranges::any_of(all_sides, is_away);
  self_ = proxy().with_priority(is_urgent ? urgent : 0);
}

void Block::load(const Field& piece) { tile_ = Tile(piece); }

void Block::advance(int steps) {
  limit_ = steps;
  set_priority();
  run();
}

void Block::go_on() {
  is_in_sync_ = false;
  set_priority();
  run();
}

void Block::halo(int step, Side side, isthmus::AdmittedError, std::span<const double> edge) {
  if (execution_.cell_ns <= 0) tile_.set_ghost(side, step, edge);
  ++ghosts_here_[static_cast<std::size_t>(step % 2)];
  if (step != steps_done_ || !is_ready()) return;
  if (execution_.plain) return run();
  // The step itself is a message of its own: this may run inside a neighbour's step.
  self_.send<&Block::run>();
}

bool Block::is_ready() const {
  return steps_done_ < limit_ && !is_in_sync_ &&
         ghosts_here_[static_cast<std::size_t>(steps_done_ % 2)] == neighbour_count_;
}

void Block::run() {
  while (is_ready()) step_once();
}

void Block::step_once() {
  ghosts_here_[static_cast<std::size_t>(steps_done_ % 2)] = 0;
  const bool with_residual = wants_residual(problem_, ++steps_done_);
  double residual = 0.0;
  if (execution_.cell_ns > 0) {
    const double cells = static_cast<double>(rows().size) * columns().size;
    isthmus::charge(std::llround(cells * execution_.cell_ns *
                                 cost_of_column(problem_, execution_, index()[1])));
  } else if (with_residual) {
    residual = tile_.step_with_residual();
  } else {
    tile_.step();
  }
  if (execution_.imbalance > 1) do_extra_work();
  if (steps_done_ < problem_.steps) send_edges();
  if (steps_done_ % execution_.mark_every == 0) contribute("mark");
  if (with_residual) contribute("residual", residual, isthmus::reduce::max);
  if (comes_to_sync()) {
    is_in_sync_ = true;
    at_sync<&Block::go_on>();
  }
}

bool Block::comes_to_sync() const {
  const int every = execution_.sync_every;
  if (every <= 0 || steps_done_ % every != 0 || steps_done_ >= problem_.steps) return false;
  return execution_.syncs <= 0 || steps_done_ / every <= execution_.syncs;
}

/// Looks at as many rows once more as make the step cost what it should, without changing a cell.
void Block::do_extra_work() {
  if (execution_.cell_ns > 0) return;
  extra_rows_ += (cost_of_column(problem_, execution_, index()[1]) - 1) * rows().size;
  for (int row = 0; extra_rows_ >= 1; ++row, --extra_rows_) {
    const std::span<const double> cells = tile_.row(row % rows().size);
    double sum = 0;
    for (std::size_t i = 1; i + 1 < cells.size(); ++i) {
      sum += std::abs(cells[i] - 0.5 * (cells[i - 1] + cells[i + 1]));
    }
    roughness_ = std::max(roughness_, sum);
  }
}

std::span<const double> Block::edge(Side side) const {
  if (execution_.cell_ns <= 0) return tile_.edge(side);
  const int length = side == Side::north || side == Side::south ? columns().size : rows().size;
  return std::span(blank_edge_).first(static_cast<std::size_t>(length));
}

void Block::send_edges() {
  const isthmus::AdmittedError error{execution_.halo_error};
  for (const Side side : all_sides) {
    const auto at = static_cast<std::size_t>(side);
    if (!has_neighbour_[at]) continue;
    const auto& neighbour = neighbours_[at];
    if (execution_.plain) {
      neighbour.send<&Block::halo>(steps_done_, opposite(side), error, edge(side));
    } else {
      neighbour.send_inline<&Block::halo>(steps_done_, opposite(side), error, edge(side));
    }
  }
}

void Block::collect(const isthmus::ChareProxy<Collector>& collector) {
  collector.send<&Collector::take>(rows(), columns(), tile_.cells());
}

}  // namespace jacobi2d
