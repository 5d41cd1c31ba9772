// waves/wave.cpp: the scalar wave in three dimensions as a thorn in C++: the same as wave.c and
// wave.f90. By leapfrog: three levels in time, and nothing but the neighbours is read.
#include <cmath>
#include <cstdint>

#include "mesh/thorn_library.hpp"

namespace {

using isthmus::mesh::Bin;
using isthmus::mesh::Box;
using isthmus::mesh::declare_thorn;
using isthmus::mesh::GridFunctionId;
using isthmus::mesh::ParameterId;
using isthmus::mesh::Patch;
using isthmus::mesh::RealParameter;
using isthmus::mesh::Thorn;
using isthmus::mesh::View;

struct Wave {
  GridFunctionId phi;
  ParameterId amplitude, width, speed;
};

void begin(const Wave& wave, const Patch& patch) {
  const View now = patch(wave.phi);
  const View before = patch(wave.phi.previous());
  const double a = patch.real(wave.amplitude);
  const double w = patch.real(wave.width);
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const double x = patch.geometry().coordinate(0, i) / w;
        const double y = patch.geometry().coordinate(1, j) / w;
        const double z = patch.geometry().coordinate(2, k) / w;
        const double value = a * std::exp(-(x * x + y * y + z * z));
        now(i, j, k) = value;
        before(i, j, k) = value;
      }
    }
  }
}

void evolve(const Wave& wave, const Patch& patch) {
  const View next = patch(wave.phi);
  const View now = patch(wave.phi.previous());
  const View before = patch(wave.phi.previous(2));
  const double c = patch.real(wave.speed) * patch.moment().step_size;
  const auto& h = patch.geometry().spacing;
  const double wx = c * c / (h[0] * h[0]);
  const double wy = c * c / (h[1] * h[1]);
  const double wz = c * c / (h[2] * h[2]);
  const std::ptrdiff_t row = now.row_stride();
  const std::ptrdiff_t plane = now.plane_stride();
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      double* const to = next.row(j, k);
      const double* const u = now.row(j, k);
      const double* const old = before.row(j, k);
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const double x = u[i - 1] - 2 * u[i] + u[i + 1];
        const double y = u[i - row] - 2 * u[i] + u[i + row];
        const double z = u[i - plane] - 2 * u[i] + u[i + plane];
        to[i] = 2 * u[i] - old[i] + (wx * x + wy * y + wz * z);
      }
    }
  }
}

}  // namespace

extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  Thorn& thorn = declare_thorn(flesh, "wave", "a scalar wave in three dimensions");
  Wave wave;
  wave.phi = thorn.function("phi", {.time_levels = 3, .meaning = "the wave"});
  wave.amplitude = thorn.parameter({"amplitude", RealParameter{1, {-10, 10}}, "of the pulse"});
  wave.width = thorn.parameter({"width", RealParameter{0.25, {1e-6, 1e6}}, "of the pulse"});
  wave.speed = thorn.parameter({"speed", RealParameter{1, {0, 10}}, "of the wave", true});

  thorn.routine(Bin::initial, "begin", [wave](const Patch& patch) { begin(wave, patch); })
      .writes({wave.phi, wave.phi.previous()});
  thorn.routine(Bin::step, "evolve", [wave](const Patch& patch) { evolve(wave, patch); })
      .reads(wave.phi.previous(), 1)
      .reads(wave.phi.previous(2))
      .writes({wave.phi})
      .synchronizes({wave.phi})
      .flops(19);
}
