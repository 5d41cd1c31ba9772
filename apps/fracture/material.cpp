#include "fracture/material.hpp"

namespace fracture {

namespace {

struct Strain {
  double xx, yy, zz, xy, yz, zx;
  double trace() const { return xx + yy + zz; }
};

Strain strain_of(const Mat& h) {
  return {h[0], h[4], h[8], 0.5 * (h[1] + h[3]), 0.5 * (h[5] + h[7]), 0.5 * (h[6] + h[2])};
}

Mat deformation(const Mat& h) {
  Mat f = h;
  f[0] += 1;
  f[4] += 1;
  f[8] += 1;
  return f;
}

}  // namespace

double Material::rayleigh_speed() const {
  // Of x = (c / c_shear)^2: x^3 - 8 x^2 + (24 - 16 k) x - 16 (1 - k), one root below 1.
  const double k = mu() / (lambda() + 2 * mu());
  double low = 0.5;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double x = 0.5 * (low + high);
    const double value = ((x - 8) * x + (24 - 16 * k)) * x - 16 * (1 - k);
    (value < 0 ? low : high) = x;
  }
  return shear_speed() * std::sqrt(low);
}

Mat stress(const Material& material, const Mat& gradient) {
  const double mu = material.mu();
  if (material.law == Law::linear) {
    const Strain e = strain_of(gradient);
    const double pressure = material.lambda() * e.trace();
    return {pressure + 2 * mu * e.xx, 2 * mu * e.xy, 2 * mu * e.zx, 2 * mu * e.xy,
            pressure + 2 * mu * e.yy, 2 * mu * e.yz, 2 * mu * e.zx, 2 * mu * e.yz,
            pressure + 2 * mu * e.zz};
  }
  const Mat f = deformation(gradient);
  const Mat c = cofactors(f);
  const double pressure = (material.lambda() + mu) * (determinant(f, c) - 1) - mu;
  Mat p;
  for (std::size_t i = 0; i < 9; ++i) p[i] = mu * f[i] + pressure * c[i];
  return p;
}

double energy_density(const Material& material, const Mat& gradient) {
  const double mu = material.mu();
  if (material.law == Law::linear) {
    const Strain e = strain_of(gradient);
    const double squares =
        e.xx * e.xx + e.yy * e.yy + e.zz * e.zz + 2 * (e.xy * e.xy + e.yz * e.yz + e.zx * e.zx);
    return 0.5 * material.lambda() * e.trace() * e.trace() + mu * squares;
  }
  // In terms of the gradient, so that small strains do not drown in 1 - 1.
  const Mat& h = gradient;
  double squares = 0;
  for (const double x : h) squares += x * x;
  const Mat c = cofactors(h);
  const double trace = h[0] + h[4] + h[8];
  const double rest = c[0] + c[4] + c[8] + determinant(h, c);  // det(1 + h) - 1 - trace
  const double swelling = trace + rest;
  return 0.5 * mu * squares - mu * rest + 0.5 * (material.lambda() + mu) * swelling * swelling;
}

}  // namespace fracture
