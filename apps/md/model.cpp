#include "md/model.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "md/cell_atoms.hpp"
#include "md/generator.hpp"

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::fail;

isthmus::Expected<void> check_course(const Course& course) {
  if (course.steps < 0) {
    return fail(ErrorCode::bad_input, std::to_string(course.steps), "--steps", "0 or more");
  }
  if (course.away < 1 || course.away > 3) {
    return fail(ErrorCode::bad_input, std::to_string(course.away), "--away", "1 to 3");
  }
  if (course.exchange_every < 1) {
    return fail(ErrorCode::bad_input, std::to_string(course.exchange_every), "--exchange-every",
                "1 or more");
  }
  if (course.energies_every < 1) {
    return fail(ErrorCode::bad_input, std::to_string(course.energies_every), "--energies-every",
                "1 or more");
  }
  if (course.frames_every < 0) {
    return fail(ErrorCode::bad_input, std::to_string(course.frames_every), "--trajectory-every",
                "1 or more");
  }
  return {};
}

// Of four cutoffs each, so that pairs have little that does not touch; of two where there would be
// fewer than three of them. A cell and its pairs cost something without atoms, too: a gas has more
// room in each.
Place usual_cells(const System& system, const Model& model, int away) {
  constexpr std::int64_t atoms_a_cell = 8;
  constexpr std::int64_t few = 27;
  const Box& box = system.box;
  Place cells = fitting_cells(box, 4 * model.cutoff + model.skin, away);
  const Place more = fitting_cells(box, 2 * model.cutoff + model.skin, away);
  for (std::size_t d = 0; d < 3; ++d) cells[d] = std::max(cells[d], std::min(more[d], 3));
  return at_most(std::max(few, std::ssize(system.atoms) / atoms_a_cell), cells);
}

Bath bath_of(const Course& course, const Model& model) {
  if (course.bath < 0) return {};
  const double damping = course.damping > 0 ? course.damping : 100 * model.timestep;
  Bath bath;
  bath.decay = std::exp(-model.timestep / damping);
  bath.strength = std::sqrt((1 - bath.decay * bath.decay) * model.units.boltzmann * course.bath *
                            model.units.acceleration);
  bath.seed = course.seed;
  return bath;
}

// Of what is held the change in each timestep is that of Berendsen and others (1984), equations 10
// and 13 for what all steps up to the next look miss together.
isthmus::Expected<Regulator> regulator_of(const RegulatorCourse& course, const System& system,
                                          const Model& model) {
  Regulator regulator;
  if (!course.holds_pressure && course.temperature < 0) return regulator;
  if (course.every < 1) {
    return fail(ErrorCode::bad_input, std::to_string(course.every), "--hold-every", "1 or more");
  }
  if (course.lag < 0 || course.lag >= course.every) {
    return fail(ErrorCode::bad_input, std::to_string(course.lag), "--hold-lag",
                "0 or more, and less than --hold-every");
  }
  const auto is_periodic = [](bool periodic) { return periodic; };
  if (course.holds_pressure && !std::ranges::all_of(system.box.periodic, is_periodic)) {
    return fail(ErrorCode::bad_input, "an open box", "--hold-pressure", "one without --open");
  }
  regulator.every = course.every;
  regulator.lag = course.lag;
  regulator.steps = model.steps;
  const double time = course.every * model.timestep;
  if (course.holds_pressure) {
    const double given = course.compressibility;
    const double compressibility = given > 0 ? given : model.units.compressibility;
    const double usual = 1000 * model.timestep;
    const double share = time / (course.pressure_time > 0 ? course.pressure_time : usual);
    regulator.pressure = course.pressure / model.units.pressure;
    regulator.volume_change = share * compressibility * model.units.pressure;
  }
  if (course.temperature >= 0) {
    const double usual = 100 * model.timestep;
    const double span = course.temperature_time > 0 ? course.temperature_time : usual;
    const std::int64_t held = model.rigid.length_count();
    const double one = temperature_of(1, system.atoms.size(), model.units, held);
    regulator.velocity_change = time / std::max(time, span);
    regulator.temperature = one > 0 ? course.temperature / one : 0;
  }
  return regulator;
}

// Pairs that lists leave out and that act on each other all the same, or by a mesh.
void add_pairs(Topology& topology, const std::vector<std::array<std::int64_t, 4>>& ways,
               const Interaction& interaction) {
  const PairType& close = interaction.one_four;
  const bool has_close = close.van_der_waals != 0 || close.coulomb != 0;
  const bool has_mesh = interaction.ewald_beta > 0;
  if (!has_close && !has_mesh) return;
  topology.pairs = {close, {0, 0}};
  std::set<std::array<std::int64_t, 2>> ends;
  for (const auto& way : ways) ends.insert({way.front(), way.back()});
  std::vector<Term> terms;
  for (const std::int64_t one : topology.bonded()) {
    for (const std::int64_t other : topology.excluded(one)) {
      const bool is_close = has_close && ends.contains({one, other});
      if (other < one || !(is_close || has_mesh)) continue;
      terms.push_back({TermKind::pair, is_close ? 0 : 1, {one, other}});
    }
  }
  topology.add_terms(terms);
}

}  // namespace

isthmus::Expected<Model> model_of(const System& system, const Course& course) {
  if (auto sound = check_course(course); !sound) return isthmus::forward_error(sound);
  Model model;
  model.units = system.units;
  model.masses = system.masses;
  model.cutoff = system.interaction.cutoff;
  model.skin = course.skin >= 0 ? course.skin : system.units.skin;
  model.timestep = course.timestep > 0 ? course.timestep : system.units.timestep;
  model.steps = course.steps;
  model.exchange_every = course.exchange_every;
  model.energies_every = course.energies_every;
  model.frames_every = course.frames_every;
  model.bath = bath_of(course, model);
  Interaction interaction = system.interaction;
  if (course.has_mesh && interaction.coulomb == 0) {
    return isthmus::fail(isthmus::ErrorCode::bad_input, "--coulomb pme", {},
                         "a system with charges");
  }
  if (course.has_mesh) {
    auto mesh =
        EwaldMesh::of(course.mesh, system.box, model.cutoff, interaction.coulomb, system.atoms);
    if (!mesh) return isthmus::forward_error(mesh);
    model.mesh = std::move(*mesh);
    interaction.ewald_beta = model.mesh.beta;
  }
  model.table = PairTable(interaction, system.types());
  model.topology = system.topology;
  model.rigid = system.rigid;
  model.topology.drop_terms([&](const Term& term) { return model.rigid.hold(term); });
  add_pairs(model.topology, system.topology.three_bond_ways(), interaction);
  model.bonded = BondedTable(model.topology, interaction, system.types());
  Place cells = course.cells;
  if (cells[0] == 0) {
    cells = usual_cells(system, model, course.away);
  }
  auto regulator = regulator_of(course.regulator, system, model);
  if (!regulator) return isthmus::forward_error(regulator);
  model.regulator = *regulator;
  model.grid = CellGrid(system.box, cells, course.away);
  const double room = model.grid.margin(model.cutoff) - 2 * model.rigid.reach();
  if (course.skin < 0 && room < 1.5 * model.skin) model.skin = system.units.tight_skin;
  if (auto sound = validate(model.grid, model.cutoff, model.skin, model.rigid.reach()); !sound) {
    return isthmus::forward_error(sound);
  }
  return model;
}

std::vector<std::vector<Atom>> by_cells(const System& system, const CellGrid& grid) {
  std::vector<std::vector<Atom>> cells(static_cast<std::size_t>(grid.cell_count()));
  std::vector<Atom> atoms = system.atoms;
  const auto leaders = wrap_groups(atoms, system.rigid, grid.box());
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const int number = grid.number_of(grid.cell_of(atoms[leaders[i]].position));
    cells[static_cast<std::size_t>(number)].push_back(atoms[i]);
  }
  return cells;
}

}  // namespace md
