// Pushes a rope where it is near its middle.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

extern "C" void RopeSource_Push(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (cctk_iteration == 1) CCTK_VInfo(CCTK_THORNSTRING, "%s %g", greeting, double(strength));
  for (int k = 0; k < cctk_lsh[2]; ++k) {
    for (int j = 0; j < cctk_lsh[1]; ++j) {
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        if (r[at] < 1 && cctk_time < 1) u[at] += strength * CCTK_DELTA_TIME;
      }
    }
  }
}
