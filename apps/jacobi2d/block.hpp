// jacobi2d/block.hpp: one tile of the mesh as a message-driven object.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "jacobi2d/collector.hpp"
#include "jacobi2d/problem.hpp"
#include "jacobi2d/tile.hpp"

namespace jacobi2d {

/// How the steps are done; plain data.
struct Execution {
  int mark_every = 1;  ///< Steps between two looks at the clock.
  bool plain = false;  ///< Every edge is a message of its own, and all have one priority.
  double cell_ns = 0;  ///< Where not 0, steps compute nothing and charge so much for each cell.
  /// Work rises from left to right, from about 1 to about so many times as much an object.
  double imbalance = 1;
  int sync_every = 0;  ///< Steps between two points for the load balancer; 0: none.
  int syncs = 0;       ///< At most so many of them; 0: all.
  /// Where nothing is computed: blocks still hold their cells, so that moving one takes its time.
  bool carries_cells = false;
  /// What the numbers of an edge may be off by when they arrive; 0: nothing.
  double halo_error = 0;

  bool has_cells() const { return cell_ns <= 0 || carries_cells; }
};

/// How many times as much as without imbalance the objects of a column cost.
double cost_of_column(const Problem& problem, const Execution& execution, int column);

/// Steps whenever its four ghosts are there, without waiting for anybody else; so a PE whose one
/// block waits for a far site works on another (Koenig 2007, 4.2).
class Block : public isthmus::Chare<Block, isthmus::Index2> {
 public:
  Block() = default;
  /// Every `execution.mark_every` steps it takes part in the reduction "mark", by which the main
  /// program sees time pass.
  Block(const Problem& problem, const Execution& execution);

  // Entry methods.

  /// The cells and the ring around them, for a problem that starts from a file.
  void load(const Field& piece);
  /// May do steps until `steps` are done; then it waits to be told again.
  void advance(int steps);
  /// The neighbour's edge at `side`, as the ghosts of step `step`.
  void halo(int step, Side side, isthmus::AdmittedError error, std::span<const double> edge);
  /// Does what steps it can; sent to itself when the last ghost has come.
  void run();
  /// Goes on after a point for the load balancer.
  void go_on();
  /// Sends its cells.
  void collect(const isthmus::ChareProxy<Collector>& collector);

  void serialize(auto& archive) {
    archive(problem_, tile_, steps_done_, limit_, ghosts_here_, execution_, is_in_sync_);
  }
  void after_migration() { look_around(); }

  /// The tile's place in the mesh.
  Range rows() const { return split(problem_.rows, problem_.objects_down, index()[0]); }
  Range columns() const { return split(problem_.columns, problem_.objects_across, index()[1]); }

 private:
  /// Finds out who its neighbours are, and which of them are on another PE.
  void look_around();
  void set_priority();
  bool is_ready() const;
  void do_extra_work();
  void step_once();
  bool comes_to_sync() const;
  void send_edges();
  std::span<const double> edge(Side side) const;

  // What every step touches lies together.
  Problem problem_;
  Tile tile_;  // empty where nothing is computed or carried
  int steps_done_ = 0;
  int limit_ = 0;
  int neighbour_count_ = 0;
  std::array<int, 2> ghosts_here_ = {0, 0};  // for even and odd steps
  std::array<bool, 4> has_neighbour_ = {};
  Execution execution_;
  bool is_in_sync_ = false;  // waits for the load balancer
  double roughness_ = 0;     // what extra work is done for
  double extra_rows_ = 0;    // done so far and too little for a whole row, for uneven cost
  isthmus::ElementProxy<Block> self_;
  std::array<isthmus::ElementProxy<Block>, 4> neighbours_;
  std::vector<double> blank_edge_;  // sent where nothing is computed
};

}  // namespace jacobi2d
