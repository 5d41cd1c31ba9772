// mesh/complex_function.hpp: grid functions of complex numbers: two functions of real ones, so that
// ghosts, boundaries, levels, reductions and output are those of any function.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <utility>

#include "mesh/patch.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// The functions "psi_re" and "psi_im". What a routine reads, writes and synchronizes are its
/// parts: `.reads(psi.re, 1).reads(psi.im, 1)`, `.writes({psi.re, psi.im})`.
struct ComplexFunctionId {
  GridFunctionId re;
  GridFunctionId im;

  /// As it was so many steps ago.
  constexpr ComplexFunctionId previous(std::int32_t steps = 1) const {
    return {re.previous(steps), im.previous(steps)};
  }
};

/// Both parts have the options; a value that a boundary has is real, and the boundary of another
/// function is that of the parts of a complex one, of which `Boundary::of` is the real part.
inline ComplexFunctionId declare_complex(Thorn& thorn, const std::string& name,
                                         FunctionOptions options = {}) {
  ComplexFunctionId id;
  id.re = thorn.function(name + "_re", options);
  options.boundary.value = 0;
  if (options.boundary.kind == BoundaryKind::another) ++options.boundary.of.function;
  id.im = thorn.function(name + "_im", std::move(options));
  return id;
}

/// A method of lines integrates both parts of a function of the thorn.
inline void evolves(Thorn& thorn, const ComplexFunctionId& function,
                    const ComplexFunctionId& derivative) {
  thorn.evolves(function.re, derivative.re);
  thorn.evolves(function.im, derivative.im);
}

/// The values, by the indices of the whole grid. A reference: owns nothing.
class ComplexView {
 public:
  ComplexView(const Patch& patch, const ComplexFunctionId& id)
      : re_(patch(id.re)), im_(patch(id.im)) {}

  std::complex<double> operator()(std::int32_t i, std::int32_t j, std::int32_t k) const {
    return {re_(i, j, k), im_(i, j, k)};
  }
  void set(std::int32_t i, std::int32_t j, std::int32_t k, std::complex<double> value) const {
    re_(i, j, k) = value.real();
    im_(i, j, k) = value.imag();
  }
  /// Its parts, for loops along rows.
  const View& re() const { return re_; }
  const View& im() const { return im_; }

 private:
  View re_;
  View im_;
};

}  // namespace isthmus::mesh
