// meshgen/test_verdicts.hpp: meshes that tests expect to be what was asked for.
#pragma once

#include <gtest/gtest.h>

#include "meshgen/check.hpp"
#include "meshgen/decompose.hpp"
#include "meshgen/triangulate.hpp"

namespace meshgen {

/// Of a mesh that may have bad triangles: with `any_angle` angles and areas are not looked at.
inline void expect_holds(const Mesh& mesh, const Domain& domain, const Bounds& bounds,
                         bool any_angle = false) {
  const Mesh first = *triangulate(domain);
  const Requirements required{.angle_deg = bounds.angle_deg,
                              .area = total_area(first),
                              .segments = first.families(),
                              .holes = domain.holes};
  for (const Verdict& verdict : check(assemble({piece_of(mesh, 0, 0, bounds)}), required)) {
    if (any_angle && (verdict.subject == "angles" || verdict.subject == "areas")) continue;
    EXPECT_TRUE(verdict.holds) << verdict.subject << ": " << verdict.finding;
  }
}

}  // namespace meshgen
