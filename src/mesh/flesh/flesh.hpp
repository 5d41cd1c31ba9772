// mesh/flesh/flesh.hpp: the flesh: knows the thorns of a job, and makes a plan of those that a
// parameter file makes active.
//
//   Flesh flesh;
//   declare_wave(flesh);                       // thorns in the program
//   auto file = load_mesh_file("wave.toml");
//   flesh.open(*file);                         // thorns in libraries that the file names
//   Expected<Plan> plan = flesh.plan(*file);
//
// A plan holds functions of the process, so each process of a job makes its own, of the same file.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/settled.hpp"
#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

class Flesh {
 public:
  /// Where the next thorn is declared, this one has to be done: its numbers end there. Good as long
  /// as the flesh. Wrong names and declarations are kept, and told by `mistakes`.
  Thorn& declare(std::string name, std::string meaning = {});

  /// The function of a thorn that was declared before, as "wave::phi"; a mistake is kept where
  /// there is none.
  GridFunctionId find_function(std::string_view name);

  /// Finds a reduction likewise.
  ReductionId find_reduction(std::string_view name);

  /// Keeps a mistake of one who declares thorns.
  void note(std::string what, std::string where = {});

  /// Whoever declares by what a parameter file says does so whenever a plan is made of one. By
  /// then functions, parameters and reductions have their numbers.
  void declare_later(LateDeclaration later) { later_.push_back(std::move(later)); }

  /// Opens the libraries that the file names, each of which declares its thorns: see
  /// isthmus_mesh.h. Libraries stay open as long as the process lives, since plans have routines of
  /// theirs. A failure is kept.
  void open(const MeshFile& file);

  const std::deque<Thorn>& thorns() const { return thorns_; }

  /// Everything that is wrong: in the file, in what thorns declare, and in what they do together.
  std::vector<Error> mistakes(const MeshFile& file) const;

  /// The plan of the file's thorns, or what is wrong first and how much besides.
  Expected<Plan> plan(const MeshFile& file) const;

 private:
  std::deque<Thorn> thorns_;
  std::vector<LateDeclaration> later_;
  std::vector<Error> mistakes_;
};

}  // namespace isthmus::mesh
