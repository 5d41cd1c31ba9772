/* A chord, of parameters that are arrays and complex numbers. */
#include <math.h>

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

CCTK_REAL RopeTune_Turn(int tone);

void RopeTune_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  for (int k = 0; k < cctk_lsh[2]; k++) {
    for (int j = 0; j < cctk_lsh[1]; j++) {
      for (int i = 0; i < cctk_lsh[0]; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        CCTK_REAL sum = 0;
        for (int tone = 0; tone < 3; tone++) {
          if (tone < 2 && is_silent[tone]) continue;
          const int count = waves[tone] * (tone < 2 && CCTK_EQUALS(mood[tone], "high") ? 2 : 1);
          const CCTK_REAL turn = tone < 2 ? RopeTune_Turn(tone) : 1;
          sum += weight[tone] * turn * count * x[at];
        }
        u[at] = sum * __real__ phase;
        u_p[at] = sum * __imag__ phase;
        u_p_p[at] = 0;
      }
    }
  }
  CCTK_VInfo(CCTK_THORNSTRING, "sings %s and %s", names[0], names[1]);
}
