// md/results.hpp: what a run leaves behind: energies, atoms, and how two runs differ.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/model.hpp"
#include "md/serial.hpp"

namespace md {

/// Energies as a .csv file, a line as soon as it is known. Without a path it does nothing.
/// ErrorCode io where the file cannot be written.
class EnergyLog {
 public:
  EnergyLog(std::string path, std::size_t atoms, const Model& model);

  /// Begins the file anew, with the lines that are known already.
  isthmus::Expected<void> begin(const std::vector<std::pair<int, Reading>>& energies);
  isthmus::Expected<void> add(int step, const Reading& energies);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  isthmus::Expected<void> flush() const;

  std::string path_;
  std::size_t atoms_;
  const Model& model_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Of the kinetic energy and the virial.
double pressure_of(const Reading& energies, const Model& model);

/// All atoms by id, with positions, velocities and forces, as a .csv file of 17 digits.
isthmus::Expected<void> write_atoms(const std::string& path, const Outcome& outcome);

/// In words, where the two differ by a bit; empty where they do not.
std::string difference_of(const Outcome& outcome, const Outcome& serial);

}  // namespace md
