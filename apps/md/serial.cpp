#include "md/serial.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "md/cell_atoms.hpp"
#include "md/cell_block.hpp"
#include "md/cell_pair.hpp"
#include "md/mesh_pencil.hpp"

namespace md {

namespace {

class World {
 public:
  World(const System& system, const Model& model) : model_(model), grid_(model.grid) {
    std::vector<std::vector<Atom>> atoms = by_cells(system, grid_);
    for (int cell = 0; cell < grid_.cell_count(); ++cell) {
      cells_.emplace_back(grid_.place_of(cell), std::move(atoms[static_cast<std::size_t>(cell)]),
                          model);
      pairs_.emplace_back();
      for (int direction = 0; direction < grid_.direction_count(); ++direction) {
        const auto partner = grid_.partner(grid_.place_of(cell), direction);
        pairs_.back().emplace_back(partner ? partner->shift : Vec{}, direction == 0);
      }
      if (model.has_terms()) blocks_.emplace_back(grid_.place_of(cell));
    }
  }

  // The forces of all pairs, each cell's sum of them, then those of bonds.
  isthmus::Expected<void> compute_forces(int step) {
    std::vector<Positions> positions;
    for (CellAtoms& cell : cells_) positions.push_back(cell.positions(step));
    std::vector<std::vector<std::array<Forces, 2>>> found(cells_.size());
    for (int cell = 0; cell < grid_.cell_count(); ++cell) {
      const auto at = static_cast<std::size_t>(cell);
      found[at].resize(static_cast<std::size_t>(grid_.direction_count()));
      for (int direction = 0; direction < grid_.direction_count(); ++direction) {
        const auto partner = grid_.partner(grid_.place_of(cell), direction);
        if (!partner) continue;
        auto& [on_first, on_second] = found[at][static_cast<std::size_t>(direction)];
        const auto other = static_cast<std::size_t>(grid_.number_of(partner->cell));
        pairs_[at][static_cast<std::size_t>(direction)].compute(positions[at], positions[other],
                                                                model_, on_first, on_second);
      }
    }
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      cells_[at].clear_forces();
      for (const CellGrid::Part& part : grid_.parts_of(grid_.place_of(static_cast<int>(at)))) {
        const auto first = static_cast<std::size_t>(grid_.number_of(part.first));
        cells_[at].add(found[first][static_cast<std::size_t>(part.direction)][part.is_second]);
      }
    }
    add_bonded_forces(positions);
    if (model_.mesh.is_there()) add_mesh_forces(positions);
    for (const CellAtoms& cell : cells_) {
      if (auto sound = cell.check_terms(); !sound) return sound;
    }
    return {};
  }

  void thermalize(int step) {
    for (CellAtoms& cell : cells_) cell.thermalize(model_, step);
  }

  void kick() {
    for (CellAtoms& cell : cells_) cell.kick(model_);
  }

  void hold_velocities() {
    for (CellAtoms& cell : cells_) cell.hold_velocities(model_);
  }

  isthmus::Expected<void> drift() {
    for (CellAtoms& cell : cells_) {
      if (auto moved = cell.drift(model_); !moved) return moved;
    }
    return {};
  }

  isthmus::Expected<void> exchange() {
    std::vector<std::map<Place, std::vector<Atom>>> leavers;
    for (CellAtoms& cell : cells_) {
      auto some = cell.take_leavers(model_);
      if (!some) return isthmus::forward_error(some);
      leavers.push_back(std::move(*some));
    }
    for (const auto& some : leavers) {
      for (const auto& [cell, atoms] : some) {
        cells_[static_cast<std::size_t>(grid_.number_of(cell))].add_comers(atoms);
      }
    }
    for (CellAtoms& cell : cells_) cell.settle(model_);
    return {};
  }

  Reading energies() const {
    Reading sum;
    for (const CellAtoms& cell : cells_) sum += cell.measure(model_);
    sum.stretch = cells_.front().stretch();
    return sum;
  }

  Regulator::Sums sums() const {
    std::vector<Regulator::Sums> all;
    for (const CellAtoms& cell : cells_) all.push_back(cell.sums(model_));
    return sum_in_order(all.data(), all.size());
  }

  isthmus::Expected<void> regulate(const Regulator::Sums& sums) {
    for (CellAtoms& cell : cells_) {
      if (auto done = cell.regulate(model_, sums); !done) return done;
    }
    return {};
  }

  Outcome outcome() const {
    Outcome outcome;
    for (const CellAtoms& cell : cells_) {
      for (std::size_t i = 0; i < cell.atoms().size(); ++i) {
        outcome.atoms.push_back(cell.atoms()[i]);
        outcome.forces.push_back(cell.force(i));
      }
    }
    order_by_id(outcome);
    return outcome;
  }

 private:
  // Blocks in the order of their corners, as each cell adds them.
  void add_bonded_forces(const std::vector<Positions>& positions) {
    for (std::size_t corner = 0; corner < blocks_.size(); ++corner) {
      const std::vector<Place> members = grid_.block(grid_.place_of(static_cast<int>(corner)));
      std::vector<const Positions*> told;
      for (const Place& cell : members) told.push_back(&positions[number_of(cell)]);
      std::vector<Forces> found;
      blocks_[corner].compute(told, model_, found);
      for (std::size_t i = 0; i < members.size(); ++i) cells_[number_of(members[i])].add(found[i]);
    }
  }

  void add_mesh_forces(const std::vector<Positions>& positions) {
    charges_.resize(cells_.size());
    std::vector<ChargedCell> charged;
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      if (positions[at].has_roster) charges_[at] = positions[at].roster.charges;
      charged.push_back({&positions[at], &charges_[at]});
    }
    const auto found = compute_mesh(model_.mesh, grid_, model_.cutoff, charged);
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      for (const Forces& forces : found[at]) cells_[at].add(forces);
    }
  }

  std::size_t number_of(const Place& cell) const {
    return static_cast<std::size_t>(grid_.number_of(cell));
  }

  const Model& model_;
  const CellGrid& grid_;
  std::vector<CellAtoms> cells_;              // by number
  std::vector<std::vector<CellPair>> pairs_;  // by the first cell's number and direction
  std::vector<CellBlock> blocks_;             // by the corner's number; none without bonds
  std::vector<std::vector<double>> charges_;  // by cell, for the mesh
};

}  // namespace

isthmus::Expected<Outcome> solve_serial(const System& system, const Model& model) {
  World world(system, model);
  std::vector<std::pair<int, Reading>> energies;
  Regulator::Sums sums = {0, 0};
  for (int step = 0;; ++step) {
    if (step > 0) {
      if (model.regulator.answers(step - 1)) {
        if (auto done = world.regulate(sums); !done) return isthmus::forward_error(done);
      }
      world.thermalize(step);
      world.kick();
      if (auto moved = world.drift(); !moved) return isthmus::forward_error(moved);
      if (model.wants_exchange(step)) {
        if (auto moved = world.exchange(); !moved) return isthmus::forward_error(moved);
      }
    }
    if (auto found = world.compute_forces(step); !found) return isthmus::forward_error(found);
    if (step > 0) {
      world.kick();
      world.hold_velocities();
    }
    if (model.regulator.asks(step)) sums = world.sums();
    if (model.wants_energies(step)) energies.emplace_back(step, world.energies());
    if (step == model.steps) break;
  }
  Outcome outcome = world.outcome();
  outcome.energies = std::move(energies);
  return outcome;
}

void order_by_id(Outcome& outcome) {
  std::vector<std::size_t> order(outcome.atoms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return outcome.atoms[i].id; });
  std::vector<Atom> atoms;
  std::vector<Vec> forces;
  for (const std::size_t i : order) {
    atoms.push_back(outcome.atoms[i]);
    forces.push_back(outcome.forces[i]);
  }
  outcome.atoms = std::move(atoms);
  outcome.forces = std::move(forces);
}

}  // namespace md
