/* How much memory the routines of the charge hold at a time. */
#include <stdatomic.h>

#include "cctk.h"
#include "cctk_Arguments.h"

static atomic_int held;

void CCTK_FNAME(ropecharge_hold)(const int *by) { held += *by; }

void RopeCharge_Tell(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  CCTK_VInfo(CCTK_THORNSTRING, "holds %d pieces", (int)held);
}
