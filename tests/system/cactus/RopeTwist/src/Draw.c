/* Complex numbers in C. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

void RopeTwist_Register(CCTK_ARGUMENTS) {
  if (MoLRegisterEvolvedGroup(CCTK_GroupIndex("ropetwist::state"),
                              CCTK_GroupIndex("ropetwist::right_side")) != 0) {
    CCTK_WARN(0, "nothing is evolved");
  }
}

void RopeTwist_Edge(CCTK_ARGUMENTS) {
  Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, 1, -1, "ropetwist::state", "radiation");
}

static CCTK_REAL over_square(CCTK_REAL a) { return 1 / (a * a); }

void RopeTwist_Draw(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const CCTK_REAL wx = over_square(CCTK_DELTA_SPACE(0)), wy = over_square(CCTK_DELTA_SPACE(1));
  const CCTK_REAL wz = over_square(CCTK_DELTA_SPACE(2));
  int i, j, k;
  for (k = 1; k < cctk_lsh[2] - 1; k++)
    for (j = 1; j < cctk_lsh[1] - 1; j++)
      for (i = 1; i < cctk_lsh[0] - 1; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        const int ny = CCTK_GFINDEX3D(cctkGH, i, j + 1, k),
                  sy = CCTK_GFINDEX3D(cctkGH, i, j - 1, k);
        const int nz = CCTK_GFINDEX3D(cctkGH, i, j, k + 1),
                  sz = CCTK_GFINDEX3D(cctkGH, i, j, k - 1);
        rate_dot[at] = wx * (psi[at + 1] - 2 * psi[at] + psi[at - 1]) +
                       wy * (psi[ny] - 2 * psi[at] + psi[sy]) +
                       wz * (psi[nz] - 2 * psi[at] + psi[sz]);
      }
}

void RopeTwist_Tell(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  const int which = CCTK_VarIndex("ropetwist::psi");
  CCTK_COMPLEX sum[2];
  CCTK_REAL norm = 0;
  if (CCTK_VarTypeI(which) != CCTK_VARIABLE_COMPLEX) CCTK_WARN(0, "psi is not complex");
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle(asked), 2, CCTK_VARIABLE_COMPLEX, sum, 2, which,
                  which) != 0 ||
      CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("norm2"), 1, CCTK_VARIABLE_REAL, &norm, 1,
                  which) != 0) {
    CCTK_WARN(0, "no reduction");
  }
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("sum"), 1, CCTK_VARIABLE_REAL, &norm, 1,
                  which) == 0) {
    CCTK_WARN(0, "a sum that is no complex number");
  }
  CCTK_VInfo(CCTK_THORNSTRING, "sum %.17g %.17g norm %.17g", CCTK_CmplxReal(sum[1]),
             CCTK_CmplxImag(sum[0]), norm);
}
