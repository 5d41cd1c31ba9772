// mesh/cctk/tables.hpp: what `isthmus mesh cctk build` has read of thorns of Cactus, as tables of
// their library.
//
// All are constants of the library, but for the numbers that are given when it is declared.
#pragma once

#include <span>

#include "mesh/cctk/include/cctk.h"
#include "mesh/isthmus_mesh.h"

namespace isthmus::cctk {

enum class ParameterType { real, integer, boolean, keyword, text };

/// One of the ranges of a number; all of them are allowed. Infinite where there is no limit.
struct Range {
  double least;
  bool has_least;  ///< itself allowed
  double greatest;
  bool has_greatest;
  long long every;  ///< integers from the least one on; 1 for all
};

struct Parameter {
  const char* thorn;
  const char* implementation;
  const char* name;
  const char* meaning;
  ParameterType type;
  double real;  ///< its usual value, by its type
  long long integer;
  const char* text;
  std::span<const char* const> allowed;  ///< keywords, or patterns of texts
  std::span<const Range> ranges;
  bool is_steerable;
};

struct Group {
  const char* implementation;
  const char* name;
  int dimension;
  int first;  ///< of its variables
  int count;
};

struct Variable {
  const char* thorn;
  const char* name;
  int group;
  int levels;
  bool is_coordinate;  ///< x, y, z or r of the grid: computed for each call, and kept nowhere
  int dimension;       ///< of the grid that its coordinate is along; 3 for r
  bool is_integer;
  bool is_complex;
  int elements;  ///< of a scalar or array: each is a function that has the same everywhere

  /// As many functions of the mesh: of a complex variable its real part, then its imaginary part.
  int parts() const { return (elements > 0 ? elements : 1) * (is_complex ? 2 : 1); }
};

/// What a routine does with a variable's time level.
struct Access {
  int variable;
  int level;
  bool is_read;
  bool has_neighbours;  ///< reads as many layers of them as there are ghosts
  bool is_written;
  bool is_partial;  ///< perhaps not at all points: the others stay as they were
};

enum class Bin { settle, initial, step, right_side, after_substep, analysis };

/// A line of the schedule, in its order.
struct Item {
  const char* thorn;
  const char* name;   ///< of the routine in the plan
  const char* where;  ///< "schedule.ccl:12", for mistakes
  Bin bin;
  bool applies_boundaries;               ///< the group ApplyBCs; all else is left empty
  bool selects;                          ///< says things that a plan is made of
  std::span<int (*const)()> conditions;  ///< of schedule.ccl; all have to be true
  void (*call)(const cGH*);
  isthmus_mesh_routine routine;
  isthmus_mesh_routine again;  ///< behind the equation that it solves; null where it solves none
  std::span<const Access> accesses;
  std::span<const int> synchronized;  ///< variables
};

struct Thorn {
  const char* name;
  const char* implementation;
  const char* meaning;
};

/// Of the library; defined by what is generated.
struct Library {
  std::span<const Thorn> thorns;
  std::span<const Parameter> parameters;
  std::span<const Group> groups;
  std::span<const Variable> variables;
  std::span<const Item> items;
  std::span<const char* const> functions;  ///< names of those that thorns may call by their name
  bool reduces;                            ///< whether any routine asks for a reduction
  bool interpolates;                       ///< or for values between points of the grid
  bool solves;                             ///< or for solutions of equations
  /// Gives parameters their values: all of `values`, by their numbers in the table.
  union Value {
    double real;
    long long integer;
    const char* text;
  };
  void (*set_parameters)(const Value* values);
};
extern const Library library;

/// Called by isthmus_declare_thorns of the library.
void declare(isthmus_mesh_flesh* flesh);
/// Calls an item's routine for a patch; where it solves an equation, what counts is what it does up
/// to that.
void run(int item, const isthmus_mesh_patch* patch);
/// Once the equation is solved.
void run_again(int item, const isthmus_mesh_patch* patch);

}  // namespace isthmus::cctk
