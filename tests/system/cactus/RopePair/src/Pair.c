/* As RopeCharge, with another charge in the imaginary direction. */
#include "EllBase.h"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

void RopePair_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  const int of_pair = CCTK_VarIndex("ropepair::pair");
  const int of_load = CCTK_VarIndex("ropepair::load");
  const int of_softness = CCTK_VarIndex("ropepair::softness");
  const int of_weight = CCTK_VarIndex("ropepair::weight");
  const CCTK_REAL absolute[3] = {1e-9, 0, 0}, relative[3] = {-1, -1, -1};
  int i, j, k, status;
  for (k = 0; k < cctk_lsh[2]; k++)
    for (j = 0; j < cctk_lsh[1]; j++)
      for (i = 0; i < cctk_lsh[0]; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        pair[at] = CCTK_Cmplx(0, 0);
        load[at] = r[at] <= 0.9 ? CCTK_Cmplx(3, 1.5) : CCTK_Cmplx(0, 0);
        softness[at] = -0.25;
        weight[at] = 0;
        u[at] = u_p[at] = 0;
      }
  Ell_SetIntKey(4000, "Ell::SORmaxit");
  status = Ell_LinFlatSolver(
      cctkGH, CCTK_EQUALS(wrong, "source") ? of_weight : of_pair,
      CCTK_EQUALS(wrong, "coefficient") ? of_load : of_softness, of_load, absolute, relative,
      solver);
  CCTK_INFO(status == ELL_SUCCESS ? "is solved" : "is not solved");
}
