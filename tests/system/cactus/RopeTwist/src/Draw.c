/* Complex numbers in C. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Interp.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

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
  CCTK_REAL norm = 0, mean = 0, most = 0;
  if (CCTK_VarTypeI(which) != CCTK_VARIABLE_COMPLEX) CCTK_WARN(0, "psi is not complex");
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle(asked), 2, CCTK_VARIABLE_COMPLEX, sum, 2, which,
                  which) != 0 ||
      CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("norm2"), 1, CCTK_VARIABLE_REAL, &norm, 1,
                  which) != 0) {
    CCTK_WARN(0, "no reduction");
  }
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("norm1"), 1, CCTK_VARIABLE_REAL, &mean, 1,
                  which) != 0 ||
      CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("norm_inf"), 1, CCTK_VARIABLE_REAL, &most, 1,
                  which) != 0) {
    CCTK_WARN(0, "no norms of absolute values");
  }
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("sum"), 1, CCTK_VARIABLE_REAL, &norm, 1,
                  which) == 0) {
    CCTK_WARN(0, "a sum that is no complex number");
  }
  CCTK_VInfo(CCTK_THORNSTRING, "sum %.17g %.17g norm %.17g mean %.17g most %.17g",
             CCTK_CmplxReal(sum[1]), CCTK_CmplxImag(sum[0]), norm, mean, most);
}

/* A real and a complex rope at two places, the second of them outside the grid. */
static int felt(const cGH* cctkGH, const char* name, CCTK_INT type, void* values) {
  const CCTK_REAL x[2] = {0.3, 7}, y[2] = {-0.7, 0}, z[2] = {0.1, 0};
  const void* const at[3] = {x, y, z};
  const CCTK_INT which = CCTK_VarIndex(name);
  void* const to[1] = {values};
  const int table = Util_TableCreateFromString("order=3");
  const int status = CCTK_InterpGridArrays(
      cctkGH, 3, CCTK_InterpHandle("uniform cartesian"), table, CCTK_CoordSystemHandle("cart3d"), 2,
      CCTK_VARIABLE_REAL, at, 1, &which, 1, &type, to);
  Util_TableDestroy(table);
  return status;
}

/* 1 + i at 0, 3 - i at 1: 1.5 + 0.5 i between. */
static CCTK_COMPLEX between(void) {
  const CCTK_COMPLEX values[2] = {CCTK_Cmplx(1, 1), CCTK_Cmplx(3, -1)};
  const CCTK_REAL origin = 0, delta = 1, x = 0.25;
  const void *const at[1] = {&x}, *const in[1] = {values};
  CCTK_COMPLEX value;
  void* const to[1] = {&value};
  const CCTK_INT size = 2, type = CCTK_VARIABLE_COMPLEX;
  const int table = Util_TableCreateFromString("order=1");
  if (CCTK_InterpLocalUniform(1, CCTK_InterpHandle("uniform cartesian"), table, &origin, &delta, 1,
                              CCTK_VARIABLE_REAL, at, 1, &size, &type, in, 1, &type, to) != 0) {
    CCTK_WARN(0, "no interpolation of one's own complex numbers");
  }
  Util_TableDestroy(table);
  return value;
}

void RopeTwist_Feel(CCTK_ARGUMENTS) {
  CCTK_REAL plain[2];
  CCTK_COMPLEX both[2];
  const int real = felt(cctkGH, "ropelines::u", CCTK_VARIABLE_REAL, plain);
  const int complex = felt(cctkGH, "ropetwist::psi", CCTK_VARIABLE_COMPLEX, both);
  if (felt(cctkGH, "ropetwist::psi", CCTK_VARIABLE_REAL, both) != UTIL_ERROR_BAD_INPUT) {
    CCTK_WARN(0, "complex values as real ones");
  }
  CCTK_VInfo(CCTK_THORNSTRING, "feels %.17g %.17g %.17g %d %d %g %g", plain[0],
             CCTK_CmplxReal(both[0]), CCTK_CmplxImag(both[0]), real, complex,
             CCTK_CmplxReal(between()), CCTK_CmplxImag(between()));
}
