// fracture/material.hpp: elastic solids, and how fast waves are in them.
#pragma once

#include <cstdint>

#include "fracture/tensor.hpp"

namespace fracture {

enum class Law : std::uint8_t {
  linear,      ///< Small strains, isotropic (Hooke).
  neo_hookean  ///< Large strains; the form without a logarithm of Smith, de Goes, Kim 2018.
};

/// Units are SI.
struct Material {
  Law law = Law::linear;
  double young = 30e9;    ///< Pa.
  double poisson = 0.2;   ///< From 0 up to, but not including, 0.5.
  double density = 2400;  ///< kg/m^3.

  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  double mu() const { return young / (2 * (1 + poisson)); }
  /// m/s, of small waves: with and across their direction, and along a free surface (the root of
  /// Rayleigh's equation).
  double pressure_speed() const { return std::sqrt((lambda() + 2 * mu()) / density); }
  double shear_speed() const { return std::sqrt(mu() / density); }
  double rayleigh_speed() const;
};

/// The first Piola-Kirchhoff stress, in Pa, of a displacement gradient du_i/dX_j.
Mat stress(const Material& material, const Mat& gradient);
/// J/m^3 of the undeformed solid.
double energy_density(const Material& material, const Mat& gradient);

}  // namespace fracture
