/* What a rope does, in three routines that do not say what they read and write. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#define AT(f, i, j, k) f[CCTK_GFINDEX3D(cctkGH, i, j, k)]

static CCTK_REAL square(CCTK_REAL a) { return a * a; }

/* Inside alone. */
void RopeC_Pull(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  const CCTK_REAL wx = square(speed / CCTK_DELTA_SPACE(0));
  const CCTK_REAL wy = square(speed / CCTK_DELTA_SPACE(1));
  const CCTK_REAL wz = square(speed / CCTK_DELTA_SPACE(2));
  int i, j, k;
  for (k = 1; k < cctk_lsh[2] - 1; k++) {
    for (j = 1; j < cctk_lsh[1] - 1; j++) {
      for (i = 1; i < cctk_lsh[0] - 1; i++) {
        AT(pull, i, j, k) = wx * (AT(u_p, i - 1, j, k) - 2 * AT(u_p, i, j, k) + AT(u_p, i + 1, j, k)) +
                            wy * (AT(u_p, i, j - 1, k) - 2 * AT(u_p, i, j, k) + AT(u_p, i, j + 1, k)) +
                            wz * (AT(u_p, i, j, k - 1) - 2 * AT(u_p, i, j, k) + AT(u_p, i, j, k + 1));
      }
    }
  }
}

/* Everywhere, with an index that is reckoned by hand. */
void RopeC_Swing(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const int nx = cctk_lsh[0], ny = cctk_lsh[1];
  const CCTK_REAL dt2 = CCTK_DELTA_TIME * CCTK_DELTA_TIME;
  for (int k = 0; k < cctk_lsh[2]; k++) {
    for (int j = 0; j < ny; j++) {
      for (int i = 0; i < nx; i++) {
        const int at = i + nx * (j + ny * k);
        u[at] = 2 * u_p[at] - u_p_p[at] + dt2 * pull[at];
      }
    }
  }
}

void RopeC_Damp(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  int at;
  for (int k = 0; k < cctk_lsh[2]; k++)
    for (int j = 0; j < cctk_lsh[1]; j++)
      for (int i = 0; i < cctk_lsh[0]; i++) {
        at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        u[at] *= 0.999;
      }
}
