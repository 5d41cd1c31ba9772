// mesh/complex_function.hpp: grid functions of complex numbers: two functions of real ones, so that
// ghosts, boundaries and levels are those of any function. They are put out as complex numbers.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

/// Interpolations, or equations, of both parts: `.reduces({felt.re, felt.im})`.
struct ComplexReductionId {
  ReductionId re;
  ReductionId im;
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
  thorn.join_complex(name, id.re, id.im);
  return id;
}

/// A method of lines integrates both parts of a function of the thorn.
inline void evolves(Thorn& thorn, const ComplexFunctionId& function,
                    const ComplexFunctionId& derivative) {
  thorn.evolves(function.re, derivative.re);
  thorn.evolves(function.im, derivative.im);
}

/// Of absolute values: norms, the least and the greatest of them. Complex numbers have no order; a
/// sum of theirs is those of their parts.
inline ReductionId reduction(Thorn& thorn, std::string name, const ComplexFunctionId& function,
                             std::string meaning = {}) {
  return thorn.reduction(std::move(name), function.re, function.im, std::move(meaning));
}

/// As `Thorn::interpolation`; the parts are "felt_re" and "felt_im".
inline ComplexReductionId interpolation(Thorn& thorn, const std::string& name,
                                        const ComplexFunctionId& function,
                                        const std::vector<Place>& places, std::int32_t order,
                                        const std::string& meaning = {},
                                        std::array<std::int8_t, dimension_count> derivative = {}) {
  return {thorn.interpolation(name + "_re", function.re, places, order, meaning, derivative),
          thorn.interpolation(name + "_im", function.im, places, order, meaning, derivative)};
}

/// Of the place of that number.
inline std::complex<double> interpolated(const Patch& patch, const ComplexReductionId& id,
                                         std::size_t place) {
  return {patch.interpolated(id.re)[place], patch.interpolated(id.im)[place]};
}

/// laplacian f + coefficient f + source = 0, with a complex f and source, and a real coefficient,
/// so that the parts do not depend on each other.
struct ComplexEquation {
  ComplexFunctionId function;
  ComplexFunctionId source = {};  ///< none: 0
  Equation options = {};          ///< all else; its function and source do not count
};

/// The parts, "gravity_re" and "gravity_im", are each solved to half of the tolerance, so that the
/// norm of the absolute values of what is left is at most that. A value beyond the grid is real.
inline ComplexReductionId equation(Thorn& thorn, const std::string& name,
                                   const ComplexEquation& what, const std::string& meaning = {}) {
  Equation part = what.options;
  part.tolerance /= 2;
  part.function = what.function.re;
  part.source = what.source.re;
  ComplexReductionId id;
  id.re = thorn.equation(name + "_re", part, meaning);
  part.function = what.function.im;
  part.source = what.source.im;
  if (part.beyond) part.beyond->value = 0;
  id.im = thorn.equation(name + "_im", part, meaning);
  return id;
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
