#include "jacobi2d/block.hpp"

#include <algorithm>

namespace jacobi2d {

namespace {

// Edges that leave a PE, and the steps of blocks that wait for such edges, go before other work:
// the sooner they go, the more of their way is hidden.
constexpr int urgent = -1;

}  // namespace

Block::Block(const Problem& problem, int mark_every) : problem_(problem), mark_every_(mark_every) {
  const int down = index()[0];
  const int across = index()[1];
  const std::array<isthmus::Index2, 4> places = {
      {{{down - 1, across}}, {{down + 1, across}}, {{down, across - 1}}, {{down, across + 1}}}};
  for (const Side side : all_sides) {
    const auto at = static_cast<std::size_t>(side);
    const isthmus::Index2 place = places[at];
    has_neighbour_[at] = place[0] >= 0 && place[0] < problem.objects_down && place[1] >= 0 &&
                         place[1] < problem.objects_across;
    neighbours_[at] = array()[place].with_priority(urgent);
    neighbour_count_ += has_neighbour_[at];
  }
  if (problem.boundary.file.empty()) tile_ = Tile(piece_of(problem, rows(), columns()));
  // The first step needs no messages: a start's ring holds what the neighbours start with.
  ghosts_here_[0] = neighbour_count_;
}

void Block::load(const Field& piece) { tile_ = Tile(piece); }

void Block::advance(int steps) {
  limit_ = steps;
  const auto is_away = [&](Side side) {
    const auto at = static_cast<std::size_t>(side);
    return has_neighbour_[at] && neighbours_[at].local() == nullptr;
  };
  self_ = proxy().with_priority(std::ranges::any_of(all_sides, is_away) ? urgent : 0);
  run();
}

void Block::halo(int step, Side side, std::span<const double> edge) {
  tile_.set_ghost(side, step, edge);
  ++ghosts_here_[static_cast<std::size_t>(step % 2)];
  // The step itself is a message of its own: this may run inside a neighbour's step.
  if (step == tile_.steps_done() && ready()) self_.send<&Block::run>();
}

bool Block::ready() const {
  return tile_.steps_done() < limit_ &&
         ghosts_here_[static_cast<std::size_t>(tile_.steps_done() % 2)] == neighbour_count_;
}

void Block::run() {
  while (ready()) step_once();
}

void Block::step_once() {
  ghosts_here_[static_cast<std::size_t>(tile_.steps_done() % 2)] = 0;
  const int done = tile_.steps_done() + 1;
  const bool with_residual = wants_residual(problem_, done);
  double residual = 0.0;
  if (with_residual) {
    residual = tile_.step_with_residual();
  } else {
    tile_.step();
  }
  if (done < problem_.steps) send_edges();
  if (done % mark_every_ == 0) contribute("mark");
  if (with_residual) contribute("residual", residual, isthmus::reduce::max);
}

void Block::send_edges() {
  for (const Side side : all_sides) {
    const auto at = static_cast<std::size_t>(side);
    if (!has_neighbour_[at]) continue;
    neighbours_[at].send_inline<&Block::halo>(tile_.steps_done(), opposite(side), tile_.edge(side));
  }
}

void Block::collect(const isthmus::ChareProxy<Collector>& collector) {
  collector.send<&Collector::take>(rows(), columns(), tile_.cells());
}

}  // namespace jacobi2d
