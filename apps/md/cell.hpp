// md/cell.hpp: the objects of a run: cells of atoms, pairs and blocks of cells, pencils.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "md/cell_atoms.hpp"
#include "md/cell_block.hpp"
#include "md/cell_pair.hpp"
#include "md/charges.hpp"
#include "md/mesh_pencil.hpp"
#include "md/model.hpp"
#include "md/shared.hpp"

namespace md {

/// What a cell holds, for the main program.
struct Piece {
  std::vector<Atom> atoms;
  std::vector<Vec> forces;
};

/// Where the atoms of a cell are, in the box where that is periodic.
struct Frame {
  double stretch = 1;  ///< Of that box.
  std::vector<std::int64_t> ids;
  std::vector<float> places;  ///< 3 each.
};

/// Names of the reductions that the main program waits for.
constexpr std::string_view energies_name = "energies";  ///< Gathered, of each step with energies.
constexpr std::string_view reached_name = "reached";
constexpr std::string_view frames_name = "frames";  ///< Gathered, of each step with a frame.
constexpr std::string_view warm_name = "warm";      ///< All have done the steps that are not timed.
constexpr std::string_view pieces_name = "pieces";  ///< Gathered.

/// A pair of cells, or a cell with itself; its index is the direction and the first cell's place.
/// Computes as soon as both cells have told where their atoms are.
class Pair : public isthmus::Chare<Pair, isthmus::Index4> {
 public:
  /// An entry method: the positions of a cell of this number.
  void take_positions(int cell, const Shared<Positions>& positions);

  void serialize(auto& archive) {
    archive(pair_, is_ready_, first_, second_, kept_on_first_, kept_on_second_);
  }
  std::string waits_for() const;

 private:
  void get_ready();
  void compute(const Positions& one, const Positions& other, Forces& on_first, Forces& on_second);

  CellPair pair_;
  bool is_ready_ = false;
  Shared<Positions> first_;  // of this step, until both are there
  Shared<Positions> second_;
  std::optional<Forces>
      kept_on_first_;  // where nothing moves: what it has found, at the first step
  Forces kept_on_second_;
};

/// A pencil of the mesh of charges; its index is its place. Spreads the charges of cells near it as
/// soon as all of these have told where their atoms are, and tells the others of its row and column
/// in turn what they lack.
class Pencil : public isthmus::Chare<Pencil, isthmus::Index2> {
 public:
  // Entry methods.

  /// The positions of a cell of this number.
  void take_positions(int cell, const Shared<Positions>& positions);
  /// What the peer at that place in the row or column tells.
  void take_part(Turning turning, int peer, const std::vector<Complex>& part);

  void serialize(auto& archive) { archive(pencil_, cells_, charges_, told_, count_); }
  std::string waits_for() const;

 private:
  void get_ready();
  std::vector<ChargedCell> charged() const;
  void tell(Turning turning);
  void tell_cells();

  MeshPencil pencil_;
  std::vector<int> cells_;                    // near it, by number; none before the first positions
  std::vector<std::vector<double>> charges_;  // of each
  std::vector<Shared<Positions>> told_;       // of this step
  std::size_t count_ = 0;                     // of those
};

/// Two by two by two cells; its index is the lowest one's. Computes what bonds do between their
/// atoms as soon as all have told where these are. There are none where there are no bonds.
class Block : public isthmus::Chare<Block, isthmus::Index3> {
 public:
  /// An entry method: the positions of a cell of this number.
  void take_positions(int cell, const Shared<Positions>& positions);

  void serialize(auto& archive) { archive(block_, cells_, told_, count_); }
  std::string waits_for() const;

 private:
  void compute();

  CellBlock block_;
  std::vector<Place> cells_;             // none before the first positions
  std::vector<Shared<Positions>> told_;  // of this step, by cell
  std::size_t count_ = 0;                // of those
};

/// A cell tells all its pairs and blocks where its atoms are, adds up the forces that they find, in
/// one order, and moves the atoms; nothing else makes it wait (Koenig 2007, 8.2).
class Cell : public isthmus::Chare<Cell, isthmus::Index3> {
 public:
  // Entry methods.

  /// Its atoms, before anything else.
  void load(std::vector<Atom> atoms);
  /// May do steps until `limit` are done; takes part in the reduction "reached" then, and waits.
  void advance(int limit);
  /// What the pair in that direction has found.
  void take(int direction, bool is_second, Forces forces);
  /// What the block with that corner, a cell's number, has found.
  void take_bonded(int corner, Forces forces);
  /// What the mesh has found.
  void take_from_mesh(int pencil, Forces forces);
  /// Atoms that come from a neighbour, which sends them every time, if none.
  void add_comers(const std::vector<Atom>& atoms);
  /// The sums of all cells that the regulator has asked for.
  void take_sums(const Regulator::Sums& sums);
  /// Goes on after a point for the load balancer.
  void go_on();
  /// Takes part in the gathering "pieces".
  void give_piece();

  void serialize(auto& archive) {
    archive(atoms_, step_, limit_, has_begun_, is_moving_, next_part_, waiting_, has_come_, comers_,
            senders_, sums_, waits_for_sums_, to_pairs_, to_blocks_, to_pencils_, section_pe_);
  }
  void after_migration() { look_around(); }
  std::string waits_for() const;

 private:
  Place place() const { return {index()[0], index()[1], index()[2]}; }
  void look_around();
  std::vector<isthmus::Index4> pairs() const;
  void make_sections();
  void tell_pairs();
  void take_part(std::size_t part, Forces forces);
  void end_step();
  Frame frame() const;
  void reach();
  void begin_step();
  void send_leavers();
  void settle_if_all_came();

  CellAtoms atoms_;
  int step_ = 0;
  int limit_ = -1;
  bool has_begun_ = false;
  bool is_moving_ = false;       // waits for atoms of its neighbours
  std::size_t next_part_ = 0;    // whose forces are to be added next
  std::vector<Forces> waiting_;  // by part; that have come before their turn
  std::vector<char> has_come_;   // by part
  std::vector<Atom> comers_;
  std::size_t senders_ = 0;              // neighbours whose atoms have come
  std::optional<Regulator::Sums> sums_;  // until they are needed
  bool waits_for_sums_ = false;
  isthmus::SectionProxy<Pair> to_pairs_;
  isthmus::SectionProxy<Block> to_blocks_;
  isthmus::SectionProxy<Pencil> to_pencils_;
  isthmus::PeId section_pe_ = isthmus::PeId::none();  // which keeps the sections

  // Not of its own: follows from its place.
  std::vector<CellGrid::Part> parts_;
  std::vector<Place> corners_;          // of the blocks that it is in, whose parts follow
  std::vector<int> pencils_;            // that it may give charge to, whose parts follow
  std::vector<int> part_of_direction_;  // by 2 * direction + is_second
  std::vector<Place> around_;
};

/// Who is there, and when they come to the load balancer; readonly, as the Model is.
struct Company {
  isthmus::ArrayProxy<Cell> cells;
  isthmus::ArrayProxy<Pair> pairs;
  isthmus::ArrayProxy<Block> blocks;    ///< None where there are no bonds.
  isthmus::ArrayProxy<Pencil> pencils;  ///< None where charges end at the cutoff.
  int sync_every = 0;       ///< Steps between two points for the load balancer; 0: none.
  int syncs = 0;            ///< At most so many of them; 0: all.
  int warmup = 0;           ///< Steps before those that are timed.
  bool tells_each = false;  ///< Positions go to each pair, not to all in a multicast.
  Charges charges;

  bool comes_to_sync(int step) const {
    if (sync_every <= 0 || step <= 0 || step % sync_every != 0) return false;
    return syncs <= 0 || step / sync_every <= syncs;
  }

  void serialize(auto& archive) {
    archive(cells, pairs, blocks, pencils, sync_every, syncs, warmup, tells_each, charges);
  }
};

/// Where pairs start: with their first cells, as these are placed by isthmus::mapping::block.
struct BesideCells {
  isthmus::PeId operator()(const isthmus::Index4& pair, const isthmus::MapContext& context) const;
};

}  // namespace md
