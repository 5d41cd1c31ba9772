// waves/standin.cpp: a thorn with the costs of a code for Einstein's equations, as Allen et al.
// (2001) have counted them: 57 functions, 780 floating-point operations for a point and a step,
// stencils of width 1, and 6 functions whose ghosts are exchanged. What it computes are six fields
// that diffuse, and 45 that follow from them at the point; every operation is done.
#include <array>
#include <cstdint>
#include <string>

#include "mesh/thorn_library.hpp"

namespace {

using isthmus::mesh::Bin;
using isthmus::mesh::Box;
using isthmus::mesh::declare_thorn;
using isthmus::mesh::GridFunctionId;
using isthmus::mesh::Patch;
using isthmus::mesh::Thorn;
using isthmus::mesh::View;

constexpr std::size_t evolved_count = 6;
constexpr std::size_t other_count = 45;
constexpr int fold_count = 7;

// A Laplacian has 7 operations and a new value 3; an other value has 2, and 2 for each fold.
constexpr std::size_t flops =
    evolved_count * (7 + 3) + other_count * (2 + 2 * static_cast<std::size_t>(fold_count));
static_assert(flops == 780);
static_assert(2 * evolved_count + other_count == 57);

struct StandIn {
  std::array<GridFunctionId, evolved_count> evolved;
  std::array<GridFunctionId, other_count> others;
};

void begin(const StandIn& functions, const Patch& patch) {
  const Box& box = patch.box();
  std::int32_t number = 0;
  const auto fill = [&](GridFunctionId id) {
    const View now = patch(id);
    ++number;
    for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
      for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
          now(i, j, k) = 1e-3 * ((i + 2 * j + 3 * k + number) % 7);
        }
      }
    }
  };
  for (const GridFunctionId id : functions.evolved) fill(id);
  for (const GridFunctionId id : functions.others) fill(id);
}

void evolve(const StandIn& functions, const Patch& patch) {
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::size_t o = 0; o < other_count; ++o) {
        const double* const u = patch(functions.evolved[o % evolved_count].previous()).row(j, k);
        double* const other = patch(functions.others[o]).row(j, k);
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
          double value = 0.25 * u[i] + 1e-3;
          for (int fold = 0; fold < fold_count; ++fold) value = 0.5 * value + 1e-4;
          other[i] = value;
        }
      }
      for (std::size_t f = 0; f < evolved_count; ++f) {
        const View now = patch(functions.evolved[f].previous());
        const double* const u = now.row(j, k);
        const double* const other = patch(functions.others[f]).row(j, k);
        double* const next = patch(functions.evolved[f]).row(j, k);
        const std::ptrdiff_t row = now.row_stride();
        const std::ptrdiff_t plane = now.plane_stride();
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
          const double laplacian = ((u[i - 1] + u[i + 1]) + (u[i - row] + u[i + row])) +
                                   (u[i - plane] + u[i + plane]) - 6 * u[i];
          next[i] = u[i] + 0.1 * (laplacian + other[i]);
        }
      }
    }
  }
}

}  // namespace

extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  Thorn& thorn = declare_thorn(flesh, "standin", "the costs of a code for Einstein's equations");
  StandIn functions;
  for (std::size_t f = 0; f < evolved_count; ++f) {
    functions.evolved[f] = thorn.function("u" + std::to_string(f), {.time_levels = 2});
  }
  for (std::size_t o = 0; o < other_count; ++o) {
    functions.others[o] = thorn.function("other" + std::to_string(o));
  }
  auto first = thorn.routine(Bin::initial, "begin",
                             [functions](const Patch& patch) { begin(functions, patch); });
  for (const GridFunctionId id : functions.evolved) first.writes({id});
  for (const GridFunctionId id : functions.others) first.writes({id});
  auto step = thorn.routine(Bin::step, "evolve",
                            [functions](const Patch& patch) { evolve(functions, patch); });
  step.flops(static_cast<double>(flops));
  for (const GridFunctionId id : functions.evolved) {
    step.reads(id.previous(), 1).writes({id}).synchronizes({id});
  }
  for (const GridFunctionId id : functions.others) step.writes({id});
}
