/* What the rope does, with strides that are reckoned from the grid's. */
#include <math.h>

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

static CCTK_REAL square(CCTK_REAL a) { return a * a; }

void RopeLines_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  int i, j, k, at;
  for (k = 0; k < cctk_lsh[2]; k++)
    for (j = 0; j < cctk_lsh[1]; j++)
      for (i = 0; i < cctk_lsh[0]; i++) {
        at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        u[at] = exp(-4 * (square(x[at] - middle[0]) + square(y[at] - middle[1]) +
                          square(z[at] - middle[2])));
        v[at] = 0.0;
        u_p[at] = u[at];
        v_p[at] = 0;
      }
}

void RopeLines_Derive(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const CCTK_REAL wx = 1 / square(CCTK_DELTA_SPACE(0)), wy = 1 / square(CCTK_DELTA_SPACE(1));
  const CCTK_REAL wz = 1 / square(CCTK_DELTA_SPACE(2));
  const int di = 1;
  const int dj = CCTK_GFINDEX3D(cctkGH, 0, 1, 0) - CCTK_GFINDEX3D(cctkGH, 0, 0, 0);
  const int dk = CCTK_GFINDEX3D(cctkGH, 0, 0, 1) - CCTK_GFINDEX3D(cctkGH, 0, 0, 0);
  int i, j, k;
  for (k = 1; k < cctk_lsh[2] - 1; k++)
    for (j = 1; j < cctk_lsh[1] - 1; j++)
      for (i = 1; i < cctk_lsh[0] - 1; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        u_dot[at] = v[at];
        v_dot[at] = wx * (u[at + di] - 2 * u[at] + u[at - di]) +
                    wy * (u[at + dj] - 2 * u[at] + u[at - dj]) +
                    wz * (u[at + dk] - 2 * u[at] + u[at - dk]);
      }
}

void RopeLines_Energy(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const CCTK_REAL wide = 2 * CCTK_DELTA_SPACE(0);
  int i, j, k;
  for (k = 1; k < cctk_lsh[2] - 1; k++)
    for (j = 1; j < cctk_lsh[1] - 1; j++)
      for (i = 1; i < cctk_lsh[0] - 1; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        const CCTK_REAL after = u[CCTK_GFINDEX3D(cctkGH, i + 1, j, k)];
        const CCTK_REAL slope = (after - u[CCTK_GFINDEX3D(cctkGH, i - 1, j, k)]) / wide;
        energy[at] = 0.5 * (v[at] * v[at] + slope * slope);
      }
}
