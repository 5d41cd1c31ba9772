// A complex number that turns and spreads, for tests: the same as spin.c and spin.f90.
#include <cmath>
#include <complex>

#include "mesh/thorn_library.hpp"

namespace {

using isthmus::mesh::Bin;
using isthmus::mesh::Box;
using isthmus::mesh::ComplexFunctionId;
using isthmus::mesh::ComplexReductionId;
using isthmus::mesh::ComplexView;
using isthmus::mesh::GridFunctionId;
using isthmus::mesh::Patch;
using isthmus::mesh::ReductionId;

template <class What>
void for_each_point(const Box& box, What&& what) {
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) what(i, j, k);
    }
  }
}

}  // namespace

extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus::mesh::Thorn& thorn = isthmus::mesh::declare_thorn(flesh, "spin", "turns");
  const ComplexFunctionId psi = declare_complex(thorn, "psi", {.meaning = "what turns"});
  const ComplexFunctionId psi_dot = declare_complex(thorn, "psi_dot");
  const ComplexFunctionId pull = declare_complex(thorn, "pull", {.meaning = "what draws it"});
  const GridFunctionId drag = thorn.function("drag");
  const ReductionId size = reduction(thorn, "size", psi);
  const ComplexReductionId felt =
      interpolation(thorn, "felt", psi, {{0.3, 1.2, 0.9}, {1, 1, 1}}, 3);
  const ComplexReductionId law =
      equation(thorn, "law",
               {.function = pull,
                .source = psi,
                .options = {.function = {}, .coefficient = drag, .tolerance = 1e-9}});
  evolves(thorn, psi, psi_dot);
  thorn
      .routine(Bin::initial, "begin",
               [=](const Patch& patch) {
                 const ComplexView to(patch, psi);
                 const ComplexView none(patch, pull);
                 for_each_point(patch.box(), [&](auto i, auto j, auto k) {
                   const double x = patch.geometry().coordinate(0, i);
                   to.set(i, j, k, {1 + std::exp(-(x * x)) * (j % 3), 0.5 + k % 2});
                   none.set(i, j, k, 0);
                   patch(drag)(i, j, k) = -1;
                 });
               })
      .writes({psi.re, psi.im, pull.re, pull.im, drag})
      .reduces({size, felt.re, felt.im})
      .solves({law.re, law.im});
  thorn
      .routine(Bin::right_side, "turn",
               [=](const Patch& patch) {
                 const ComplexView f(patch, psi);
                 const ComplexView to(patch, psi_dot);
                 for_each_point(patch.box(), [&](auto i, auto j, auto k) {
                   const std::complex<double> here = f(i, j, k);
                   const auto spread = f(i - 1, j, k) - 2.0 * here + f(i + 1, j, k);
                   to.set(i, j, k, spread + std::complex<double>(-here.imag(), here.real()));
                 });
               })
      .reads(psi.re, 1)
      .reads(psi.im, 1)
      .writes({psi_dot.re, psi_dot.im});
}
