#include "md/cell_block.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace md {

namespace {

// Where an atom of a block is.
struct Seat {
  std::int64_t id;
  std::size_t cell;   // of the block
  std::size_t place;  // in the cell
};

// All atoms of a block by id.
class Seats {
 public:
  void add(const Roster& roster, std::size_t cell) {
    for (std::size_t i = 0; i < roster.size(); ++i) seats_.push_back({roster.ids[i], cell, i});
  }
  void settle() { std::ranges::sort(seats_, {}, &Seat::id); }

  const Seat* find(std::int64_t id) const {
    const auto found = std::ranges::lower_bound(seats_, id, {}, &Seat::id);
    return found == seats_.end() || found->id != id ? nullptr : &*found;
  }

 private:
  std::vector<Seat> seats_;
};

// Where the atoms of a term are, if all are in the block and the term is its own.
std::optional<std::array<Seat, atoms_max>> seats_of(const Term& term, const Seats& seats,
                                                    const std::vector<Place>& places,
                                                    const Place& corner, const CellGrid& grid) {
  std::array<Seat, atoms_max> found;
  std::array<Place, atoms_max> cells;
  const std::size_t count = atoms_of(term.kind);
  for (std::size_t i = 0; i < count; ++i) {
    const Seat* const seat = seats.find(term.atoms[i]);
    if (seat == nullptr) return std::nullopt;
    found[i] = *seat;
    cells[i] = places[seat->cell];
  }
  if (grid.corner_of(std::span(cells).first(count)) != corner) return std::nullopt;
  return found;
}

}  // namespace

void CellBlock::find_terms(const Model& model) {
  const std::vector<Place> places = model.grid.block(corner_);
  Seats seats;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) seats.add(cells_[cell].roster, cell);
  seats.settle();
  terms_.clear();
  std::vector<std::array<Seat, atoms_max>> found;
  std::vector<std::vector<std::int32_t>> place_of(cells_.size());  // in atoms_; -1: has no terms
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    cells_[cell].terms = 0;
    place_of[cell].resize(cells_[cell].roster.size(), -1);
    for (const std::int64_t id : cells_[cell].roster.ids) {
      for (const Term& term : model.topology.terms_of(id)) {
        const auto some = seats_of(term, seats, places, corner_, model.grid);
        if (!some) continue;
        found.push_back(*some);
        terms_.push_back({term.kind, term.type, {}});
        ++cells_[cell].terms;
      }
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t j = 0; j < atoms_of(terms_[i].kind); ++j) {
      place_of[found[i][j].cell][found[i][j].place] = 0;
    }
  }
  atoms_ = {};
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    Member& member = cells_[cell];
    member.places.clear();
    for (std::size_t i = 0; i < member.roster.size(); ++i) {
      if (place_of[cell][i] < 0) continue;
      place_of[cell][i] = static_cast<std::int32_t>(atoms_.types.size());
      member.places.push_back(static_cast<std::int32_t>(i));
      atoms_.types.push_back(member.roster.types[i]);
      atoms_.charges.push_back(member.roster.charges[i]);
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t j = 0; j < atoms_of(terms_[i].kind); ++j) {
      terms_[i].atoms[j] = place_of[found[i][j].cell][found[i][j].place];
    }
  }
}

void CellBlock::compute(std::span<const Positions* const> told, const Model& model,
                        std::vector<Forces>& found) {
  cells_.resize(told.size());
  bool is_new = false;
  for (std::size_t cell = 0; cell < told.size(); ++cell) {
    if (!told[cell]->has_roster) continue;
    cells_[cell].roster = told[cell]->roster;
    is_new = true;
  }
  if (is_new) find_terms(model);
  atoms_.positions.clear();
  for (std::size_t cell = 0; cell < told.size(); ++cell) {
    for (const std::int32_t place : cells_[cell].places) {
      const auto i = static_cast<std::size_t>(place);
      atoms_.positions.push_back({told[cell]->x[i], told[cell]->y[i], told[cell]->z[i]});
    }
  }
  std::vector<Vec> forces(atoms_.positions.size(), Vec{0, 0, 0});
  const Box box = model.grid.box().stretched(told.front()->stretch);
  const Energies energies = compute_terms(terms_, model.bonded, box, atoms_, forces);
  found.assign(told.size(), Forces());
  std::size_t at = 0;
  for (std::size_t cell = 0; cell < told.size(); ++cell) {
    Forces& on_cell = found[cell];
    on_cell.atoms = cells_[cell].places;
    on_cell.terms = cells_[cell].terms;
    const std::size_t count = on_cell.size();
    on_cell.values.resize(3 * count);
    for (std::size_t i = 0; i < count; ++i, ++at) {
      for (std::size_t d = 0; d < 3; ++d) on_cell.values[d * count + i] = forces[at][d];
    }
  }
  found.front().energies = energies;
}

}  // namespace md
