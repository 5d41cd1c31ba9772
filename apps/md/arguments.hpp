// md/arguments.hpp: the application's own command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/charges.hpp"
#include "md/charmm/charmm_system.hpp"
#include "md/generator.hpp"
#include "md/model.hpp"
#include "md/system.hpp"

namespace md {

struct Arguments {
  Recipe recipe;
  charmm::Files charmm;  ///< What goes with a PSF.
  std::string units = "lj";
  double cutoff = 0;               ///< 0: the usual one.
  double switch_from = 0;          ///< Above 0: energies are switched off from there on.
  bool shifts = false;             ///< Energies are shifted to 0 at the cutoff.
  PairType one_four;               ///< Factors of atoms that three bonds join.
  bool cuts_coulomb = false;       ///< Energies of charges jump at the cutoff.
  std::optional<double> heat_to;   ///< Temperature of new random velocities.
  std::optional<double> density;   ///< Of what is made up.
  std::string rigid = "none";      ///< Or "water", "hydrogens": lengths that stay.
  std::string open;                ///< Letters of dimensions that do not go round.
  std::optional<double> pressure;  ///< That is held.
  Course course;
  std::string mapping = "block";
  int warmup = 0;           ///< Steps before those that are timed; part of course.steps.
  int points_every = 100;   ///< Steps between two points where the job is whole.
  int sync_every = 0;       ///< Steps between two points for the load balancer; 0: none.
  int syncs = 0;            ///< At most so many of them; 0: all.
  bool tells_each = false;  ///< Positions go to each pair, not in a multicast.
  Charges charges;
  std::string energies;               ///< .csv file; empty: none.
  bool mixes_arithmetically = false;  ///< The radii of a data file's types.
  std::string trajectory;             ///< .dcd file; empty: none.
  std::string output_data;            ///< LAMMPS data file of the system at the end; empty: none.
  std::string output_pdb;             ///< PDB of the atoms at the end; empty: none.
  std::string output;                 ///< .csv file of the atoms at the end; empty: none.
  bool check = false;                 ///< Compare with the serial program.
  std::optional<std::string> help;    ///< To be printed instead of doing anything.
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<Arguments> parse_arguments(const std::vector<std::string>& words);

/// Made up, or read from the file that is named instead.
isthmus::Expected<System> system_of(const Arguments& arguments);

}  // namespace md
