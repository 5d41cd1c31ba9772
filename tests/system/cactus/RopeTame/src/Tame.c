/* What is done to all of a rope by what all of it has. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

static CCTK_REAL reduced(const cGH* cctkGH, const char* how) {
  CCTK_REAL value = 0;
  const int handle = CCTK_ReductionHandle(how);
  if (handle < 0) CCTK_WARN(0, "no such reduction");
  if (CCTK_Reduce(cctkGH, -1, handle, 1, CCTK_VARIABLE_REAL, &value, 1,
                  CCTK_VarIndex("rope::u")) != 0) {
    CCTK_WARN(0, "no reduction");
  }
  return value;
}

void RopeTame_Tame(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  const CCTK_REAL far = reduced(cctkGH, "maximum") - reduced(cctkGH, "minimum");
  const CCTK_REAL scale = far > farthest ? farthest / far : 1;
  int i, j, k;
  for (k = 0; k < cctk_lsh[2]; k++) {
    for (j = 0; j < cctk_lsh[1]; j++) {
      for (i = 0; i < cctk_lsh[0]; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        u[at] = scale * u[at];
      }
    }
  }
}

void RopeTame_Tell(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const CCTK_INT which = CCTK_VarIndex("rope::u"), type = CCTK_VARIABLE_REAL;
  CCTK_REAL norm = 0;
  void* const to[] = {&norm};
  CCTK_ReduceGridArrays(cctkGH, 0, CCTK_ReductionHandle("norm2"), -1, 1, &which, 1, &type, to);
  CCTK_VInfo(CCTK_THORNSTRING, "norm %.17g, most %.17g", norm, reduced(cctkGH, "norm_inf"));
}
