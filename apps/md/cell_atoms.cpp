#include "md/cell_atoms.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "md/noise.hpp"
#include "md/vec.hpp"

namespace md {

namespace {

// The cell is cut into bins of about eight atoms, so that atoms that follow each other are near
// each other: lists look at eight at a time.
int bins_across(std::size_t atoms) {
  const double bins = static_cast<double>(atoms) / 8.0;
  return std::max(1, static_cast<int>(std::lround(std::cbrt(bins))));
}

// Bins in the order of a snake, so that consecutive ones touch.
int bin_of(const Vec& position, const Place& cell, const CellGrid& grid, int across) {
  std::array<int, 3> at = {0, 0, 0};
  for (std::size_t d = 0; d < 3; ++d) {
    const double width = grid.side(static_cast<int>(d));
    const double within = (position[d] - grid.box().low[d]) / width - cell[d];
    at[d] = std::clamp(static_cast<int>(within * across), 0, across - 1);
  }
  if (at[0] % 2 == 1) at[1] = across - 1 - at[1];
  if ((at[0] * across + at[1]) % 2 == 1) at[2] = across - 1 - at[2];
  return (at[0] * across + at[1]) * across + at[2];
}

std::map<std::int64_t, std::size_t> places_of(const std::vector<Atom>& atoms) {
  std::map<std::int64_t, std::size_t> places;
  for (std::size_t i = 0; i < atoms.size(); ++i) places[atoms[i].id] = i;
  return places;
}

std::string name_of(const Atom& atom) { return "atom " + std::to_string(atom.id); }

}  // namespace

void wrap(Atom& atom, const Box& box) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (!box.periodic[d]) continue;
    const double length = box.length(static_cast<int>(d));
    const double turns = std::floor((atom.position[d] - box.low[d]) / length);
    if (turns == 0) continue;
    atom.position[d] -= turns * length;
    atom.image[d] += static_cast<std::int32_t>(turns);
    // A tiny step below the lower end may round to the upper one, which is the lower one again.
    if (atom.position[d] >= box.high[d]) {
      atom.position[d] = box.low[d];
      ++atom.image[d];
    }
  }
}

std::vector<std::size_t> wrap_groups(std::vector<Atom>& atoms, const RigidGroups& rigid,
                                     const Box& box) {
  std::vector<std::size_t> leaders(atoms.size());
  std::iota(leaders.begin(), leaders.end(), std::size_t{0});
  if (rigid.empty()) {
    for (Atom& atom : atoms) wrap(atom, box);
    return leaders;
  }
  const std::map<std::int64_t, std::size_t> places = places_of(atoms);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const RigidGroup* const group = rigid.led_by(atoms[i].id);
    if (group == nullptr) continue;
    for (std::size_t j = 1; j < static_cast<std::size_t>(group->atom_count); ++j) {
      leaders[places.at(group->atoms[j])] = i;
    }
  }
  std::vector<std::array<std::int32_t, 3>> before(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    before[i] = atoms[i].image;
    if (leaders[i] == i) wrap(atoms[i], box);
  }
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const std::size_t leader = leaders[i];
    if (leader == i) continue;
    for (std::size_t d = 0; d < 3; ++d) {
      const std::int32_t turns = atoms[leader].image[d] - before[leader][d];
      atoms[i].position[d] -= turns * box.length(static_cast<int>(d));
      atoms[i].image[d] += turns;
    }
  }
  return leaders;
}

CellAtoms::CellAtoms(const Place& place, std::vector<Atom> atoms, const Model& model)
    : place_(place), atoms_(std::move(atoms)) {
  settle(model);
}

void CellAtoms::clear_forces() {
  for (std::vector<double>* const part : {&forces_x_, &forces_y_, &forces_z_}) {
    part->assign(atoms_.size(), 0.0);
  }
  energies_ = {};
  terms_ = 0;
}

void CellAtoms::add(const Forces& forces) {
  const double* const x = forces.x();
  const double* const y = forces.y();
  const double* const z = forces.z();
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const auto atom = static_cast<std::size_t>(forces.atoms[i]);
    forces_x_[atom] += x[i];
    forces_y_[atom] += y[i];
    forces_z_[atom] += z[i];
  }
  energies_ += forces.energies;
  terms_ += forces.terms;
}

isthmus::Expected<void> CellAtoms::check_terms() const {
  if (terms_ == terms_due_) return {};
  return isthmus::fail(isthmus::ErrorCode::program,
                       "a bond, angle or dihedral reaches over more than two cells", {},
                       "fewer --cells, or a system whose bonds are near their lengths");
}

void CellAtoms::thermalize(const Model& model, int step) {
  const Bath& bath = model.bath;
  if (!bath.is_there()) return;
  for (Atom& atom : atoms_) {
    const Vec noise = noise_of(bath.seed, atom.id, step);
    const double mass = model.masses[static_cast<std::size_t>(atom.type)];
    const double strength = bath.strength / std::sqrt(mass);
    for (std::size_t d = 0; d < 3; ++d) {
      atom.velocity[d] = bath.decay * atom.velocity[d] + strength * noise[d];
    }
  }
  hold_velocities(model);
}

void CellAtoms::kick(const Model& model) {
  const double half = 0.5 * model.timestep * model.units.acceleration;
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    Atom& atom = atoms_[i];
    const double factor = half / model.masses[static_cast<std::size_t>(atom.type)];
    atom.velocity[0] += factor * forces_x_[i];
    atom.velocity[1] += factor * forces_y_[i];
    atom.velocity[2] += factor * forces_z_[i];
  }
}

GroupState CellAtoms::state_of(const LocalGroup& group, const Model& model) const {
  GroupState state;
  for (std::size_t i = 0; i < static_cast<std::size_t>(group.group.atom_count); ++i) {
    const auto place = static_cast<std::size_t>(group.places[i]);
    const Atom& atom = atoms_[place];
    const double mass = model.masses[static_cast<std::size_t>(atom.type)];
    state.positions[i] = atom.position;
    state.velocities[i] = atom.velocity;
    state.inverse_masses[i] = 1 / mass;
    state.accelerations[i] = times(model.units.acceleration / mass, force(place));
  }
  return state;
}

void CellAtoms::set_velocities(const LocalGroup& group, const GroupState& state) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(group.group.atom_count); ++i) {
    atoms_[static_cast<std::size_t>(group.places[i])].velocity = state.velocities[i];
  }
}

void CellAtoms::hold_velocities(const Model& model) {
  for (const LocalGroup& group : groups_) {
    GroupState state = state_of(group, model);
    md::hold_velocities(group.group, state);
    set_velocities(group, state);
  }
}

isthmus::Expected<void> CellAtoms::drift(const Model& model) {
  for (const LocalGroup& group : groups_) {
    GroupState state = state_of(group, model);
    if (!hold_lengths(group.group, model.timestep, state)) {
      return isthmus::fail(isthmus::ErrorCode::program,
                           "the rigid bonds of atom " + std::to_string(group.group.atoms[0]) +
                               " cannot keep their lengths",
                           {}, "a smaller --timestep, or atoms that do not lie upon each other");
    }
    set_velocities(group, state);
  }
  double fastest = 0;
  double all = 0;
  for (Atom& atom : atoms_) {
    const Vec& v = atom.velocity;
    for (std::size_t d = 0; d < 3; ++d) atom.position[d] += model.timestep * v[d];
    const double speed = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    fastest = std::max(fastest, speed);
    all += speed;
  }
  if (!std::isfinite(all)) {
    return isthmus::fail(isthmus::ErrorCode::program, "atoms fly apart at no finite speed", {},
                         "a smaller --timestep, or atoms that do not lie upon each other");
  }
  path_ += model.timestep * std::sqrt(fastest);
  if (stretch_ == 1) return check_outside(model, model.grid);
  return check_outside(model, model.grid.stretched(stretch_));
}

// Which cells and pencils hear of each other has been decided in the box of the beginning.
isthmus::Expected<void> CellAtoms::check_outside(const Model& model, const CellGrid& grid) const {
  const double then = stretch_ * model.grid.margin(model.cutoff);
  const double free = 0.5 * std::min(then, grid.margin(model.cutoff));
  if (outside_ + path_ <= free) return {};
  for (const Atom& atom : atoms_) {
    if (grid.distance_outside(place_, atom.position) <= free) continue;
    return isthmus::fail(isthmus::ErrorCode::program,
                         name_of(atom) + " has gone too far out of its cell", {},
                         "a smaller --timestep or --exchange-every, or fewer --cells");
  }
  return {};
}

// A group keeps its lengths, so what its atoms move more or less than others is its reach at most.
void CellAtoms::stretch(const Model& model, double more) {
  const Box& box = model.grid.box();
  const Vec middle = {box.middle(0), box.middle(1), box.middle(2)};
  std::vector<char> is_moved(atoms_.size(), 0);
  for (const LocalGroup& group : groups_) {
    const GroupState state = state_of(group, model);
    const auto count = static_cast<std::size_t>(group.group.atom_count);
    Vec centre = {0, 0, 0};
    double mass = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double some = 1 / state.inverse_masses[i];
      add_to(centre, times(some, minus(state.positions[i], middle)));
      mass += some;
    }
    const Vec way = times((more - 1) / mass, centre);
    for (std::size_t i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(group.places[i]);
      add_to(atoms_[place].position, way);
      is_moved[place] = 1;
    }
  }
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    if (is_moved[i]) continue;
    const Vec way = times(more, minus(atoms_[i].position, middle));
    atoms_[i].position = sum(middle, way);
  }
  stretch_ *= more;
  path_ = more * path_ + std::abs(more - 1) * model.rigid.reach();
  outside_ *= more;
}

isthmus::Expected<void> CellAtoms::regulate(const Model& model, const Regulator::Sums& sums) {
  auto factors = model.regulator.factors(sums, box(model).volume());
  if (!factors) return isthmus::forward_error(factors);
  if (factors->velocity != 1) {
    for (Atom& atom : atoms_) atom.velocity = times(factors->velocity, atom.velocity);
  }
  if (factors->stretch == 1) return {};
  stretch(model, factors->stretch);
  const CellGrid grid = model.grid.stretched(stretch_);
  if (auto fits = validate(grid, model.cutoff, model.skin, model.rigid.reach()); !fits) {
    return isthmus::fail(isthmus::ErrorCode::program,
                         "the box has shrunk to " + std::to_string(stretch_) +
                             " of its lengths, where its cells are too small",
                         {}, "fewer --cells, or a larger --away");
  }
  return check_outside(model, grid);
}

isthmus::Expected<std::map<Place, std::vector<Atom>>> CellAtoms::take_leavers(const Model& model) {
  std::map<Place, std::vector<Atom>> leavers;
  const CellGrid grid = model.grid.stretched(stretch_);
  const std::vector<Place> around = grid.around(place_);
  for (const Place& cell : around) leavers[cell];
  std::vector<Atom> stay;
  const std::vector<std::size_t> leaders = wrap_groups(atoms_, model.rigid, grid.box());
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    const Atom& atom = atoms_[i];
    const Place cell = grid.cell_of(atoms_[leaders[i]].position);
    if (cell == place_) {
      stay.push_back(atom);
    } else if (const auto found = leavers.find(cell); found != leavers.end()) {
      found->second.push_back(atom);
    } else {
      return isthmus::fail(isthmus::ErrorCode::program,
                           name_of(atom) + " has gone beyond the cells next to its own", {},
                           "a smaller --timestep or --exchange-every");
    }
  }
  atoms_ = std::move(stay);
  return leavers;
}

void CellAtoms::add_comers(std::span<const Atom> atoms) {
  atoms_.insert(atoms_.end(), atoms.begin(), atoms.end());
}

void CellAtoms::find_groups(const Model& model) {
  groups_.clear();
  outside_ = 0;
  if (model.rigid.empty()) return;
  const std::map<std::int64_t, std::size_t> places = places_of(atoms_);
  const CellGrid grid = model.grid.stretched(stretch_);
  for (const Atom& atom : atoms_) {
    const RigidGroup* const found = model.rigid.led_by(atom.id);
    if (found == nullptr) continue;
    LocalGroup group{*found, {}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(found->atom_count); ++i) {
      const std::size_t place = places.at(found->atoms[i]);
      group.places[i] = static_cast<std::int32_t>(place);
      const double outside = grid.distance_outside(place_, atoms_[place].position);
      outside_ = std::max(outside_, outside);
    }
    groups_.push_back(group);
  }
}

void CellAtoms::settle(const Model& model) {
  const int across = bins_across(atoms_.size());
  const CellGrid grid = model.grid.stretched(stretch_);
  std::vector<std::pair<std::pair<int, std::int64_t>, std::size_t>> order;
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    order.push_back({{bin_of(atoms_[i].position, place_, grid, across), atoms_[i].id}, i});
  }
  std::ranges::sort(order);
  std::vector<Atom> ordered;
  ordered.reserve(atoms_.size());
  for (const auto& [key, place] : order) ordered.push_back(atoms_[place]);
  atoms_ = std::move(ordered);
  terms_due_ = 0;
  for (const Atom& atom : atoms_) {
    terms_due_ += static_cast<std::int64_t>(model.topology.terms_of(atom.id).size());
  }
  find_groups(model);
  path_ = 0;
  roster_is_new_ = true;
  clear_forces();
}

Positions CellAtoms::positions(int step) {
  Positions told;
  told.step = step;
  told.stretch = stretch_;
  told.path = path_;
  told.has_roster = std::exchange(roster_is_new_, false);
  for (const Atom& atom : atoms_) {
    told.x.push_back(atom.position[0]);
    told.y.push_back(atom.position[1]);
    told.z.push_back(atom.position[2]);
    if (!told.has_roster) continue;
    told.roster.ids.push_back(atom.id);
    told.roster.types.push_back(atom.type);
    told.roster.charges.push_back(atom.charge);
  }
  return told;
}

Regulator::Sums CellAtoms::sums(const Model& model) const {
  const Reading all = measure(model);
  return {2 * all.kinetic + all.virial, all.kinetic};
}

Reading CellAtoms::measure(const Model& model) const {
  Reading sum{energies_, stretch_};
  sum.kinetic = 0;
  for (const Atom& atom : atoms_) {
    const Vec& v = atom.velocity;
    const double mass = model.masses[static_cast<std::size_t>(atom.type)];
    sum.kinetic += 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
  sum.kinetic /= model.units.acceleration;
  for (const LocalGroup& group : groups_) {
    sum.virial += constraint_virial(group.group, state_of(group, model)) / model.units.acceleration;
  }
  return sum;
}

}  // namespace md
