// mesh/flesh/test_flesh.hpp: thorns and files to make plans of; for the tests of this folder.
#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {

inline void nothing(const Patch&) {}

inline MeshFile file_with(const std::string& thorns, const std::string& more = "") {
  const auto read = read_mesh_file("thorns = [" + thorns +
                                       "]\n[grid]\npoints = 8\nspacing = 1\n"
                                       "[time]\nsteps = 1\nstep = 1\n" +
                                       more,
                                   "a.toml");
  EXPECT_TRUE(read);
  EXPECT_THAT(read->mistakes, testing::IsEmpty());
  return *read;
}

inline std::vector<std::string> lines_of(const std::vector<Error>& errors) {
  std::vector<std::string> lines;
  for (const Error& error : errors) {
    lines.push_back(error.text());
    EXPECT_EQ(lines.back().find('\n'), std::string::npos);
    EXPECT_EQ(exit_status(error.code), 2);
  }
  return lines;
}

/// What is wrong with one thorn "wave" that has one function "phi" of so many levels.
inline std::vector<std::string> mistakes_of(
    const std::function<void(Thorn&, GridFunctionId)>& declare, std::int32_t levels = 1,
    const std::string& more = "") {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  declare(thorn, thorn.function("phi", {.time_levels = levels}));
  return lines_of(flesh.mistakes(file_with("\"wave\"", more)));
}

inline std::vector<std::string> operations(const std::vector<Operation>& list) {
  std::vector<std::string> names;
  for (const Operation& operation : list) {
    const bool is_sync = operation.kind == Operation::Kind::synchronize;
    const bool is_rotation = operation.kind == Operation::Kind::rotate;
    const bool is_reduction = operation.kind == Operation::Kind::reduce;
    names.push_back((is_sync        ? "sync "
                     : is_rotation  ? "rotate "
                     : is_reduction ? "reduce "
                                    : "") +
                    operation.name);
  }
  return names;
}

/// Two time levels, a step that reads neighbours of the one before.
inline void declare_leapfrog(Flesh& flesh) {
  Thorn& thorn = flesh.declare("wave", "a wave");
  const GridFunctionId phi = thorn.function("phi", {.time_levels = 3});
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, phi.previous()});
  thorn.routine(Bin::step, "evolve", nothing)
      .reads(phi.previous(), 1)
      .reads(phi.previous(2))
      .writes({phi})
      .synchronizes({phi});
}

inline void declare_lines(Flesh& flesh) {
  Thorn& thorn = flesh.declare("wave", "a wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId pi = thorn.function("pi");
  const GridFunctionId phi_dot = thorn.function("phi_dot");
  const GridFunctionId pi_dot = thorn.function("pi_dot");
  thorn.evolves(phi, phi_dot);
  thorn.evolves(pi, pi_dot);
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, pi});
  thorn.routine(Bin::right_side, "derivatives", nothing)
      .reads(phi, 1)
      .reads(pi)
      .writes({phi_dot, pi_dot});
  thorn.routine(Bin::after_substep, "mend", nothing).reads(phi).writes({phi});
}

}  // namespace isthmus::mesh
