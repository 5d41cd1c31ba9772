#include "md/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/output_file.hpp"
#include "md/lammps_data.hpp"

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

bool read_whole(std::string_view text, std::int32_t& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size();
}

// "6" or "6x4x5".
Expected<Place> read_place(const std::string& text, const std::string& option) {
  Place cells = {0, 0, 0};
  std::string_view rest = text;
  std::size_t count = 0;
  for (; count < 3; ++count) {
    const std::size_t cross = rest.find('x');
    if (!read_whole(rest.substr(0, cross), cells[count]) || cells[count] < 1) break;
    if (cross == rest.npos) {
      rest = {};
      ++count;
      break;
    }
    rest.remove_prefix(cross + 1);
  }
  if (rest.empty() && count == 1) return Place{cells[0], cells[0], cells[0]};
  if (rest.empty() && count == 3) return cells;
  return fail(ErrorCode::bad_input, "'" + text + "'", option, "N or AxBxC, 1 or more each");
}

bool is_psf(const std::string& shape) { return shape.ends_with(".psf"); }

// "30x30x28.5", lengths.
Expected<Vec> read_lengths(const std::string& text) {
  Vec lengths;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t d = 0; d < 3; ++d) {
    const auto [stop, status] = std::from_chars(at, end, lengths[d]);
    const bool is_last = d == 2;
    const bool is_read = status == std::errc() && lengths[d] > 0 && lengths[d] < 1e6;
    if (!is_read || (stop == end) != is_last || (!is_last && *stop != 'x')) {
      return fail(ErrorCode::bad_input, "'" + text + "'", "--box", "AxBxC, lengths above 0");
    }
    at = stop + 1;
  }
  return lengths;
}

// "amber", "opls", or two factors with a comma between.
Expected<PairType> read_one_four(const std::string& text) {
  if (text == "amber") return PairType{1.0 / 2, 5.0 / 6};
  if (text == "opls") return PairType{1.0 / 2, 1.0 / 2};
  std::array<double, 2> factors;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < 2; ++i) {
    const auto [stop, status] = std::from_chars(at, end, factors[i]);
    const bool is_read = status == std::errc() && factors[i] >= 0 && factors[i] <= 1;
    if (!is_read || (stop == end) != (i == 1) || (i == 0 && *stop != ',')) {
      return fail(ErrorCode::bad_input, "'" + text + "'", "--one-four",
                  "amber, opls, or two factors from 0 to 1, as 0.5,0.8333");
    }
    at = stop + 1;
  }
  return PairType{factors[0], factors[1]};
}

void declare_charmm(CLI::App& app, charmm::Files& files, std::string& box) {
  app.add_option("--coordinates", files.coordinates,
                 "With a PSF: where its atoms are, a PDB or .gro file.");
  app.add_option("--parameters", files.parameters,
                 "With a PSF: CHARMM parameter files; later ones replace what earlier ones say.");
  app.add_option("--box", box,
                 "With a PSF: lengths AxBxC of the box. Default those of the coordinates.");
}

void declare_system(CLI::App& app, Arguments& arguments, std::string& coulomb,
                    std::string& one_four) {
  Recipe& recipe = arguments.recipe;
  app.add_option(
      "--system", recipe.shape,
      "melt, drop (a dense ball in a large box), water, a PSF file (.psf), or a LAMMPS data file. "
      "Default melt.");
  app.add_option("--units", arguments.units, "Of a data file: lj (the default) or real.");
  app.add_option("--atoms", recipe.atoms,
                 "Of a melt: at least so many; of a drop: about. Default 4000.");
  app.add_option("--molecules", recipe.molecules, "Of water. Default 1000.");
  app.add_option("--density", arguments.density,
                 "Of melt and drop, atoms a volume: default 0.8442; of water in g/cm^3: 0.997.");
  app.add_option("--temperature", arguments.heat_to,
                 "Random velocities of that temperature. Default 1.44 for melt and drop, 300 for "
                 "water, and for a data file the velocities that it has.");
  app.add_option("--seed", recipe.seed, "Of random velocities and kicks. Default 1.");
  app.add_option("--open", arguments.open,
                 "Dimensions that do not go round, such as z or xyz. Default none.");
  app.add_option("--cutoff", arguments.cutoff,
                 "Pairs farther apart do nothing. Default 2.5, in real units 12.")
      ->check(CLI::Range(1e-3, 1e6));
  app.add_option("--switch-from", arguments.switch_from,
                 "Switch energies off from that distance to the cutoff, as CHARMM does.")
      ->check(CLI::Range(1e-3, 1e6));
  app.add_option("--coulomb", coulomb,
                 "How the energy of two charges ends at the cutoff: shift (the default: energy and "
                 "force go to 0) or cut; with pme it does not end (particle-mesh Ewald).")
      ->check(CLI::IsMember({"shift", "cut", "pme"}));
  app.add_option("--one-four", one_four,
                 "How much of Lennard-Jones and of charges acts between atoms that three bonds "
                 "join: amber (0.5, 5/6), opls (0.5, 0.5), or two factors as 0.5,0.8333. Default "
                 "what the weights of dihedrals say.");
  app.add_flag("--arithmetic", arguments.mixes_arithmetically,
               "Mix the radii of a data file's types by their mean, not their geometric mean.");
  app.add_option("--rigid", arguments.rigid,
                 "Keep lengths: those of water molecules, or those and all bonds with hydrogens "
                 "(atoms of a mass below 1.5). Default none.")
      ->check(CLI::IsMember({"none", "water", "hydrogens"}));
  app.add_flag("--shift", arguments.shifts, "Shift energies to 0 at the cutoff.");
}

void declare_mesh(CLI::App& app, MeshCourse& mesh, std::string& points, std::string& pencils,
                  std::string& transforms) {
  app.add_option("--mesh", points,
                 "Of pme: points N or AxBxC, at least. Default a tenth of the cutoff apart.");
  app.add_option("--pencils", pencils,
                 "AxB: what the mesh is cut into along x and y. Default about 16 points each.");
  app.add_option("--fft", transforms,
                 "Who transforms: own, or fftw where the build has it. Default own.");
  app.add_option("--mesh-order", mesh.order, "Of the mesh's splines: 4, 6 or 8. Default 6.");
  app.add_option("--ewald-tolerance", mesh.tolerance,
                 "What pairs leave out at the cutoff, of two charges' energy. Default 1e-5.");
}

void declare_course(CLI::App& app, Arguments& arguments, std::string& cells) {
  Course& course = arguments.course;
  app.add_option(
      "--cells", cells,
      "Cells: N for N x N x N, or AxBxC. Default: of two to four cutoffs, larger where atoms are "
      "few.");
  app.add_option("--away", course.away, "Pairs reach over so many cells. Default 1.");
  app.add_option("--skin", course.skin,
                 "Lists hold pairs within cutoff and skin. Default 0.4, or 0.3 where "
                 "cells are hardly longer than the cutoff; in real units 2.")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--timestep", course.timestep, "Default 0.005, in real units 1 (fs).")
      ->check(CLI::Range(1e-9, 1e6));
  app.add_option("--steps", course.steps, "Steps to do. Default 100.")
      ->check(CLI::Range(0, 1'000'000'000));
  app.add_option("--warmup", arguments.warmup, "Steps to do before those that are timed.")
      ->check(CLI::Range(0, 1'000'000'000));
  app.add_option("--langevin", course.bath,
                 "Hold that temperature by friction and random kicks, which --seed decides.")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--damping", course.damping,
                 "Time in which friction takes an atom's speed. Default 100 timesteps.")
      ->check(CLI::Range(1e-9, 1e12));
  app.add_option("--exchange-every", course.exchange_every,
                 "Steps between two times that atoms may change cells. Default 20.");
  app.add_option("--energies-every", course.energies_every,
                 "Steps between two looks at the energies. Default 10.");
}

void declare_regulator(CLI::App& app, Arguments& arguments) {
  RegulatorCourse& held = arguments.course.regulator;
  app.add_option("--hold-pressure", arguments.pressure,
                 "Stretch the box so that the pressure becomes that one (Berendsen's barostat).")
      ->check(CLI::Range(-1e9, 1e9));
  app.add_option("--pressure-time", held.pressure_time,
                 "Time in which it comes back. Default 1000 timesteps.")
      ->check(CLI::Range(1e-9, 1e12));
  app.add_option("--compressibility", held.compressibility,
                 "By which the volume answers. Default 0.1, in real units 4.6e-5 (per atm).")
      ->check(CLI::Range(1e-12, 1e6));
  app.add_option("--hold-temperature", held.temperature,
                 "Scale velocities so that the temperature becomes that one (Berendsen's "
                 "thermostat).")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--temperature-time", held.temperature_time,
                 "Time in which it comes back. Default 100 timesteps.")
      ->check(CLI::Range(1e-9, 1e12));
  app.add_option("--hold-every", held.every, "Steps between two looks at them. Default 10.");
  app.add_option("--hold-lag", held.lag,
                 "Steps for which cells go on while all atoms' sums are on their way: fewer than "
                 "--hold-every. Default 0.");
}

void declare_charges(CLI::App& app, Charges& charges) {
  app.add_option("--entry-time", charges.entry_ns,
                 "With --backend sim --costs charged: what a pair of atoms in a list takes a step, "
                 "in ns.")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--atom-time", charges.atom_ns, "The same, of an atom in its cell.")
      ->check(CLI::Range(0.0, 1e9));
  app.add_flag("--still", charges.is_still,
               "Compute the first forces alone; nothing moves, and messages are as large as ever.");
}

void declare_run(CLI::App& app, Arguments& arguments) {
  app.add_option("--mapping", arguments.mapping,
                 "Objects to PEs: block, naive, round_robin or hashed (anywhere).")
      ->check(CLI::IsMember({"block", "naive", "round_robin", "hashed"}));
  app.add_option("--sync-every", arguments.sync_every,
                 "Come to a point for the load balancer, if there is one, every so many steps.")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--syncs", arguments.syncs, "At most so many times; 0 (the default): no limit.")
      ->check(CLI::Range(0, 1'000'000'000));
  app.add_flag("--tell-each", arguments.tells_each,
               "Cells send positions to each pair, not in a multicast by way of other PEs.");
  app.add_option("--points-every", arguments.points_every,
                 "Steps between two points where the job may be kept. Default 100.")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--energies", arguments.energies, "Write the energies to this .csv file.");
  app.add_option("--trajectory", arguments.trajectory,
                 "Write the positions as they change to this DCD file.");
  app.add_option("--trajectory-every", arguments.course.frames_every,
                 "Steps between two frames of it. Default 100.")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--output", arguments.output,
                 "Write the atoms at the end, with velocities and forces, to this .csv file.");
  app.add_option("--output-data", arguments.output_data,
                 "Write the system at the end to this LAMMPS data file, to go on from.");
  app.add_option("--output-pdb", arguments.output_pdb,
                 "Write where the atoms are at the end to this PDB file.");
  app.add_flag("--check", arguments.check, "Compare the result with the serial program.");
}

// What goes with a PSF does so alone.
Expected<void> complete_charmm(Arguments& arguments, const std::string& box) {
  charmm::Files& files = arguments.charmm;
  if (!is_psf(arguments.recipe.shape)) {
    if (files.coordinates.empty() && files.parameters.empty() && box.empty()) return {};
    return fail(ErrorCode::bad_input, "--coordinates, --parameters or --box", {},
                "--system with a .psf file");
  }
  files.psf = arguments.recipe.shape;
  if (files.coordinates.empty() || files.parameters.empty()) {
    return fail(ErrorCode::bad_input, "a PSF alone", "--system",
                "--coordinates and --parameters with it");
  }
  if (box.empty()) return {};
  const auto lengths = read_lengths(box);
  if (!lengths) return std::unexpected(lengths.error());
  files.box = *lengths;
  return {};
}

Expected<void> complete_regulator(Arguments& arguments) {
  RegulatorCourse& held = arguments.course.regulator;
  held.holds_pressure = arguments.pressure.has_value();
  held.pressure = arguments.pressure.value_or(0);
  const bool holds_temperature = held.temperature >= 0;
  const RegulatorCourse usual;
  const auto alone = [](const char* option, const char* other) {
    return fail(ErrorCode::bad_input, option, {}, std::string(other) + " with it");
  };
  if (!held.holds_pressure && (held.pressure_time > 0 || held.compressibility > 0)) {
    return alone("--pressure-time or --compressibility", "--hold-pressure");
  }
  if (!holds_temperature && held.temperature_time > 0) {
    return alone("--temperature-time", "--hold-temperature");
  }
  if (!held.holds_pressure && !holds_temperature) {
    if (held.every == usual.every && held.lag == usual.lag) return {};
    return alone("--hold-every or --hold-lag", "--hold-pressure or --hold-temperature");
  }
  if (arguments.charges.is_still) {
    return fail(ErrorCode::bad_input, "--hold-pressure or --hold-temperature with --still", {},
                "one of them");
  }
  return {};
}

// What the options say together.
Expected<void> complete(Arguments& arguments) {
  const bool is_water = arguments.recipe.shape == "water";
  if (is_water || is_psf(arguments.recipe.shape)) arguments.units = "real";
  arguments.recipe.density = arguments.density.value_or(is_water ? 0.997 : 0.8442);
  arguments.recipe.temperature = arguments.heat_to.value_or(is_water ? 300 : 1.44);
  if (arguments.open.find_first_not_of("xyz") != std::string::npos) {
    return fail(ErrorCode::bad_input, "'" + arguments.open + "'", "--open", "letters of xyz");
  }
  Course& course = arguments.course;
  course.steps += arguments.warmup;
  course.seed = arguments.recipe.seed;
  if (arguments.trajectory.empty() && course.frames_every > 0) {
    return fail(ErrorCode::bad_input, "--trajectory-every", {}, "--trajectory with it");
  }
  if (!arguments.trajectory.empty() && course.frames_every == 0) course.frames_every = 100;
  if (course.bath < 0 && course.damping > 0) {
    return fail(ErrorCode::bad_input, "--damping", {}, "--langevin with it");
  }
  if (course.bath >= 0 && arguments.charges.is_still) {
    return fail(ErrorCode::bad_input, "--langevin with --still", {}, "one of them");
  }
  if (auto sound = complete_regulator(arguments); !sound) return sound;
  if (arguments.cutoff == 0) arguments.cutoff = arguments.units == "real" ? 12 : 2.5;
  if (arguments.switch_from >= arguments.cutoff) {
    return fail(ErrorCode::bad_input, std::to_string(arguments.switch_from), "--switch-from",
                "less than the cutoff, " + std::to_string(arguments.cutoff));
  }
  if (arguments.switch_from > 0 && arguments.shifts) {
    return fail(ErrorCode::bad_input, "--switch-from with --shift", {}, "one of them");
  }
  if (arguments.charges.is_still && arguments.check) {
    return fail(ErrorCode::bad_input, "--still with --check", {}, "one of them");
  }
  for (const auto& [path, option] :
       {std::pair(arguments.energies, "--energies"), std::pair(arguments.output, "--output"),
        std::pair(arguments.trajectory, "--trajectory"),
        std::pair(arguments.output_data, "--output-data"),
        std::pair(arguments.output_pdb, "--output-pdb")}) {
    if (auto writable = isthmus::check_writable(path, option); !writable) return writable;
  }
  return {};
}

}  // namespace

Expected<Arguments> parse_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  std::string cells;
  std::string coulomb = "shift";
  std::string points;
  std::string pencils;
  std::string transforms;
  std::string box;
  std::string one_four;
  CLI::App app(
      "Molecular dynamics of Lennard-Jones atoms, charges and bonds, by cells and pairs of cells.");
  app.name("md [runtime options] --");
  declare_system(app, arguments, coulomb, one_four);
  declare_charmm(app, arguments.charmm, box);
  declare_mesh(app, arguments.course.mesh, points, pencils, transforms);
  declare_course(app, arguments, cells);
  declare_regulator(app, arguments);
  declare_run(app, arguments);
  declare_charges(app, arguments.charges);
  auto help = isthmus::read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return isthmus::forward_error(help);
  if (*help) {
    arguments.help = std::move(*help);
    return arguments;
  }
  arguments.cuts_coulomb = coulomb == "cut";
  if (!cells.empty()) {
    const auto read = read_place(cells, "--cells");
    if (!read) return std::unexpected(read.error());
    arguments.course.cells = *read;
  }
  if (!one_four.empty()) {
    const auto read = read_one_four(one_four);
    if (!read) return std::unexpected(read.error());
    arguments.one_four = *read;
  }
  arguments.course.has_mesh = coulomb == "pme";
  const MeshCourse& mesh = arguments.course.mesh;
  const bool has_own = mesh.order != MeshCourse().order || mesh.tolerance != MeshCourse().tolerance;
  if (coulomb != "pme" && has_own) {
    return fail(ErrorCode::bad_input, "--mesh-order or --ewald-tolerance", {},
                "--coulomb pme with it");
  }
  if (!points.empty()) {
    if (coulomb != "pme") return fail(ErrorCode::bad_input, "--mesh", {}, "--coulomb pme with it");
    const auto read = read_place(points, "--mesh");
    if (!read) return std::unexpected(read.error());
    arguments.course.mesh.points = *read;
  }
  if (!pencils.empty()) {
    if (coulomb != "pme") {
      return fail(ErrorCode::bad_input, "--pencils", {}, "--coulomb pme with it");
    }
    // As a place with one more number.
    const auto read = read_place(pencils + "x1", "--pencils");
    if (!read || std::ranges::count(pencils, 'x') != 1) {
      return fail(ErrorCode::bad_input, "'" + pencils + "'", "--pencils", "AxB, 1 or more each");
    }
    arguments.course.mesh.pencils = {(*read)[0], (*read)[1]};
  }
  if (!transforms.empty()) {
    if (coulomb != "pme") return fail(ErrorCode::bad_input, "--fft", {}, "--coulomb pme with it");
    const auto found = find_transforms(transforms);
    if (!found) return fail(ErrorCode::bad_input, "'" + transforms + "'", "--fft", "own or fftw");
    if (!has_transforms(*found)) {
      return fail(ErrorCode::bad_input, "fftw, which this build does not have", "--fft",
                  "own, or a build with -DISTHMUS_FFTW=ON");
    }
    arguments.course.mesh.transforms = *found;
  }
  if (auto sound = complete_charmm(arguments, box); !sound) return isthmus::forward_error(sound);
  if (auto sound = complete(arguments); !sound) return isthmus::forward_error(sound);
  return arguments;
}

Expected<System> system_of(const Arguments& arguments) {
  Recipe recipe = arguments.recipe;
  auto units = Units::named(arguments.units);
  if (!units) return isthmus::forward_error(units);
  const bool is_water = recipe.shape == "water";
  const bool is_made_up = is_water || recipe.shape == "melt" || recipe.shape == "drop";
  if (is_made_up && !is_water && arguments.units != "lj") {
    return fail(ErrorCode::bad_input, "'" + arguments.units + "'", "--units",
                "lj, which " + recipe.shape + " is made in");
  }
  auto system = is_made_up ? generate(recipe)
                : is_psf(recipe.shape)
                    ? charmm::read_system(arguments.charmm)
                    : read_lammps_data(recipe.shape, *units, arguments.mixes_arithmetically);
  if (!system) return system;
  for (const char d : arguments.open) {
    system->box.periodic[static_cast<std::size_t>(d - 'x')] = false;
  }
  if (!arguments.output_data.empty() && !system->topology.crosses.empty()) {
    return fail(ErrorCode::bad_input, "--output-data", recipe.shape,
                "a system without cross-terms (CMAP), which such a file has no room for");
  }
  auto rigid = rigid_groups_of(*system, arguments.rigid);
  if (!rigid) return isthmus::forward_error(rigid);
  if (arguments.rigid != "none" && rigid->empty()) {
    return fail(ErrorCode::bad_input, "--rigid " + arguments.rigid, recipe.shape,
                "a system that has such bonds");
  }
  system->rigid = std::move(*rigid);
  if (auto made = make_rigid(*system); !made) return isthmus::forward_error(made);
  const bool is_heated = arguments.heat_to || (is_made_up && !system->rigid.empty());
  if (is_heated) {
    if (!(recipe.temperature >= 0 && recipe.temperature <= 1e6)) {
      return fail(ErrorCode::bad_input, std::to_string(recipe.temperature), "--temperature",
                  "0 to 1e6");
    }
    give_velocities(*system, recipe.temperature, recipe.seed);
  }
  Interaction& interaction = system->interaction;
  interaction.cutoff = arguments.cutoff;
  interaction.switch_from = arguments.switch_from;
  const auto is_charged = [](const Atom& atom) { return atom.charge != 0; };
  if (std::ranges::any_of(system->atoms, is_charged)) interaction.coulomb = units->coulomb;
  interaction.shifts_coulomb = !arguments.cuts_coulomb;
  if (arguments.switch_from > 0) interaction.ending = Ending::smooth;
  if (arguments.shifts) interaction.ending = Ending::shift;
  interaction.one_four = arguments.one_four;
  const auto has_weight = [](const DihedralType& type) { return type.weight != 0; };
  if ((interaction.one_four.van_der_waals != 0 || interaction.one_four.coulomb != 0) &&
      std::ranges::any_of(system->topology.dihedrals, has_weight)) {
    return fail(ErrorCode::bad_input, "--one-four", recipe.shape,
                "dihedrals without weights, which say the same");
  }
  return system;
}

}  // namespace md
