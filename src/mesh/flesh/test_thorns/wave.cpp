// A scalar wave as a thorn in C++, for tests: the same as wave.c and wave.f90.

#include <cmath>

#include "mesh/thorn_library.hpp"

namespace {

using isthmus::mesh::Bin;
using isthmus::mesh::Boundary;
using isthmus::mesh::BoundaryKind;
using isthmus::mesh::Box;
using isthmus::mesh::GridFunctionId;
using isthmus::mesh::KeywordParameter;
using isthmus::mesh::ParameterId;
using isthmus::mesh::Patch;
using isthmus::mesh::RealParameter;
using isthmus::mesh::View;

struct Wave {
  GridFunctionId phi, rate, phi_dot, rate_dot;
  ParameterId amplitude, speed, law;
};

void begin(const Wave& wave, const Patch& patch) {
  const View u = patch(wave.phi);
  const View v = patch(wave.rate);
  const double a = patch.real(wave.amplitude);
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const double x = patch.geometry().coordinate(0, i);
        const double y = patch.geometry().coordinate(1, j);
        const double z = patch.geometry().coordinate(2, k);
        u(i, j, k) = a * std::exp(-(x * x + y * y + z * z));
        v(i, j, k) = 0;
      }
    }
  }
}

void derive(const Wave& wave, const Patch& patch) {
  const View u = patch(wave.phi);
  const View v = patch(wave.rate);
  const View u_dot = patch(wave.phi_dot);
  const View v_dot = patch(wave.rate_dot);
  const double c = patch.real(wave.speed);
  const double force = patch.integer(wave.law) == 1 ? 0.1 * patch.moment().time : 0;
  const auto& h = patch.geometry().spacing;
  const double wx = c * c / (h[0] * h[0]);
  const double wy = c * c / (h[1] * h[1]);
  const double wz = c * c / (h[2] * h[2]);
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        u_dot(i, j, k) = v(i, j, k);
        v_dot(i, j, k) = wx * (u(i - 1, j, k) - 2 * u(i, j, k) + u(i + 1, j, k)) +
                         wy * (u(i, j - 1, k) - 2 * u(i, j, k) + u(i, j + 1, k)) +
                         wz * (u(i, j, k - 1) - 2 * u(i, j, k) + u(i, j, k + 1)) + force;
      }
    }
  }
}

}  // namespace

extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus::mesh::Thorn& thorn = isthmus::mesh::declare_thorn(flesh, "wave", "a scalar wave");
  const Boundary outwards{BoundaryKind::radiative, 0, 1};
  Wave wave;
  wave.phi = thorn.function("phi", {.boundary = outwards, .meaning = "the wave"});
  wave.rate = thorn.function("rate", {.boundary = outwards, .meaning = "its derivative in time"});
  wave.phi_dot = thorn.function("phi_dot");
  wave.rate_dot = thorn.function("rate_dot");
  thorn.evolves(wave.phi, wave.phi_dot);
  thorn.evolves(wave.rate, wave.rate_dot);
  wave.amplitude = thorn.parameter({"amplitude", RealParameter{1, {0, 10}}, "of the pulse"});
  wave.speed = thorn.parameter({"speed", RealParameter{1, {0, 2}}, "of the wave", true});
  wave.law =
      thorn.parameter({"law", KeywordParameter{"free", {"free", "driven"}}, "what acts on it"});

  thorn.routine(Bin::initial, "begin", [wave](const Patch& patch) { begin(wave, patch); })
      .writes({wave.phi, wave.rate});
  thorn.routine(Bin::right_side, "derive", [wave](const Patch& patch) { derive(wave, patch); })
      .reads(wave.phi, 1)
      .reads(wave.rate)
      .writes({wave.phi_dot, wave.rate_dot})
      .flops(17);
}
