#include "md/results.hpp"

#include <cerrno>

#include "md/generator.hpp"

namespace md {

namespace {

std::unexpected<isthmus::Error> cannot_write(const std::string& path) {
  return isthmus::fail(isthmus::ErrorCode::io, isthmus::with_errno("cannot be written", errno),
                       path);
}

double volume_of(const Reading& energies, const Model& model) {
  return model.grid.box().stretched(energies.stretch).volume();
}

}  // namespace

EnergyLog::EnergyLog(std::string path, std::size_t atoms, const Model& model)
    : path_(std::move(path)), atoms_(atoms), model_(model) {}

isthmus::Expected<void> EnergyLog::begin(const std::vector<std::pair<int, Reading>>& energies) {
  if (path_.empty()) return {};
  file_.reset(std::fopen(path_.c_str(), "w"));
  if (!file_) return cannot_write(path_);
  std::fputs(
      "step,time,total,potential,kinetic,van_der_waals,coulomb,bond,angle,dihedral,improper,"
      "cross,temperature,pressure,volume\n",
      file_.get());
  for (const auto& [step, some] : energies) {
    if (auto added = add(step, some); !added) return added;
  }
  return flush();
}

isthmus::Expected<void> EnergyLog::add(int step, const Reading& energies) {
  if (!file_) return {};
  const double temperature =
      temperature_of(energies.kinetic, atoms_, model_.units, model_.rigid.length_count());
  std::fprintf(file_.get(), "%d,%.10g", step, step * model_.timestep);
  for (const double value :
       {energies.total(), energies.potential(), energies.kinetic, energies.van_der_waals,
        energies.coulomb, energies.bond, energies.angle, energies.dihedral, energies.improper,
        energies.cross, temperature, pressure_of(energies, model_), volume_of(energies, model_)}) {
    std::fprintf(file_.get(), ",%.17g", value);
  }
  std::fputc('\n', file_.get());
  return flush();
}

isthmus::Expected<void> EnergyLog::flush() const {
  if (std::fflush(file_.get()) != 0 || std::ferror(file_.get()) != 0) return cannot_write(path_);
  return {};
}

double pressure_of(const Reading& energies, const Model& model) {
  const double sum = 2 * energies.kinetic + energies.virial;
  return sum / (3 * volume_of(energies, model)) * model.units.pressure;
}

isthmus::Expected<void> write_atoms(const std::string& path, const Outcome& outcome) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return cannot_write(path);
  std::fputs("id,type,x,y,z,vx,vy,vz,fx,fy,fz\n", file);
  for (std::size_t i = 0; i < outcome.atoms.size(); ++i) {
    const Atom& atom = outcome.atoms[i];
    std::fprintf(file, "%lld,%d", static_cast<long long>(atom.id), atom.type + 1);
    for (const Vec& vector : {atom.position, atom.velocity, outcome.forces[i]}) {
      for (const double value : vector) std::fprintf(file, ",%.17g", value);
    }
    std::fputc('\n', file);
  }
  const bool is_bad = std::fflush(file) != 0 || std::ferror(file) != 0;
  if (std::fclose(file) != 0 || is_bad) return cannot_write(path);
  return {};
}

std::string difference_of(const Outcome& outcome, const Outcome& serial) {
  if (outcome.atoms.size() != serial.atoms.size()) {
    return std::to_string(outcome.atoms.size()) + " atoms against " +
           std::to_string(serial.atoms.size());
  }
  std::size_t atoms = 0;
  for (std::size_t i = 0; i < serial.atoms.size(); ++i) {
    atoms += !(outcome.atoms[i] == serial.atoms[i] && outcome.forces[i] == serial.forces[i]);
  }
  std::size_t energies = outcome.energies.size() == serial.energies.size() ? 0 : 1;
  for (std::size_t i = 0; i < serial.energies.size() && i < outcome.energies.size(); ++i) {
    energies += outcome.energies[i] != serial.energies[i];
  }
  if (atoms == 0 && energies == 0) return {};
  return std::to_string(atoms) + " of " + std::to_string(serial.atoms.size()) +
         " atoms and the energies of " + std::to_string(energies) +
         " steps differ from the serial program";
}

}  // namespace md
