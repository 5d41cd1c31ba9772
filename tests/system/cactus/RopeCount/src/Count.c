/* Scalars, an array and a function of whole numbers. */
#include "cctk.h"
#include "cctk_Arguments.h"

void RopeCount_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  *steps_done = 0;
  *highest = 0;
  *before = 0;
  for (int i = 0; i < 4; i++) weights[i] = 0.01 / (i + 1);
  for (int k = 0; k < cctk_lsh[2]; k++)
    for (int j = 0; j < cctk_lsh[1]; j++)
      for (int i = 0; i < cctk_lsh[0]; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        zone[at] = x[at] > 0 ? 1 : 0;
      }
}

void RopeCount_Count(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  CCTK_REAL most = 0;
  (*steps_done)++;
  CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("maximum"), 1, CCTK_VARIABLE_REAL, &most, 1,
              CCTK_VarIndex("rope::u"));
  *before = *highest;
  if (most > *highest) *highest = most;
}

void RopeCount_Tell(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  CCTK_VInfo(CCTK_THORNSTRING, "%d steps, %.17g at most, %.17g before, types %d %d", *steps_done,
             *highest, *before, CCTK_GroupTypeI(CCTK_GroupIndex("ropecount::marks")) == CCTK_SCALAR,
             CCTK_VarTypeI(CCTK_VarIndex("ropecount::zone")) == CCTK_VARIABLE_INT);
}
