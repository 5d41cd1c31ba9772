// Complex numbers in C++.
#include <complex>

#include "cctk.h"
#include "cctk_Arguments.h"

extern "C" void RopeTwist_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  turn[0] = CCTK_COMPLEX(0.6, 0.8);
  turn[1] = CCTK_Cmplx(0, 2);
  for (int k = 0; k < cctk_lsh[2]; k++) {
    for (int j = 0; j < cctk_lsh[1]; j++) {
      for (int i = 0; i < cctk_lsh[0]; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        psi[at] = u[at] * CCTK_COMPLEX(1, 2);
        rate[at] = v[at] * CCTK_COMPLEX(1, 2);
        psi_p[at] = psi[at];
        rate_p[at] = rate[at];
      }
    }
  }
}
