/* A rope that is held by what it is at places between its points. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Interp.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#define PLACES 3

static int felt(const cGH* cctkGH, int order, CCTK_REAL shift, CCTK_REAL* values) {
  CCTK_REAL x[PLACES], y[PLACES], z[PLACES];
  const void* const at[3] = {x, y, z};
  const CCTK_INT which = CCTK_VarIndex("rope::u"), type = CCTK_VARIABLE_REAL;
  void* const to[1] = {values};
  const int table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  int i, status;
  Util_TableSetInt(table, order, "order");
  for (i = 0; i < PLACES; i++) {
    x[i] = 0.31 * i - 0.4 + shift;
    y[i] = 0.2 - 0.27 * i;
    z[i] = 0.1 * i;
  }
  status = CCTK_InterpGridArrays(cctkGH, 3,
                                 CCTK_InterpHandle("Lagrange polynomial interpolation"), table,
                                 CCTK_CoordSystemHandle("cart3d"), PLACES, CCTK_VARIABLE_REAL, at,
                                 1, &which, 1, &type, to);
  Util_TableDestroy(table);
  return status;
}

/* The same of a table of its own: 2 + 3 x^3 at 0.4, by points 1/2 apart from -1 on. */
static CCTK_REAL local(void) {
  CCTK_REAL values[6], x = 0.4, value = 0;
  const CCTK_REAL origin = -1, delta = 0.5;
  const void* const at[1] = {&x};
  const void* const in[1] = {values};
  void* const to[1] = {&value};
  const CCTK_INT size = 6, type = CCTK_VARIABLE_REAL;
  const int table = Util_TableCreateFromString("order=3");
  int i;
  for (i = 0; i < 6; i++) {
    const CCTK_REAL here = origin + i * delta;
    values[i] = 2 + 3 * here * here * here;
  }
  if (CCTK_InterpLocalUniform(1, CCTK_InterpHandle("uniform cartesian"), table, &origin, &delta, 1,
                              CCTK_VARIABLE_REAL, at, 1, &size, &type, in, 1, &type, to) != 0) {
    CCTK_WARN(0, "no interpolation");
  }
  if (CCTK_InterpHandle("Lagrange polynomial interpolation (maximum degree)") >= 0) {
    CCTK_WARN(0, "another polynomial, and not told");
  }
  x = 1.6;
  if (CCTK_InterpLocalUniform(1, CCTK_InterpHandle("uniform cartesian"), table, &origin, &delta, 1,
                              CCTK_VARIABLE_REAL, at, 1, &size, &type, in, 1, &type,
                              to) != CCTK_ERROR_INTERP_POINT_OUTSIDE) {
    CCTK_WARN(0, "outside, and not told");
  }
  Util_TableDestroy(table);
  return value;
}

void RopeProbe_Feel(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL here[PLACES], there[PLACES];
  int i, j, k;
  const int inside = felt(cctkGH, order, 0, here);
  const int outside = felt(cctkGH, order, far, there);
  CCTK_VInfo(CCTK_THORNSTRING, "%.17g %.17g %.17g: %d, %d, %.15g", here[0], here[1], here[2],
             inside, outside, local());
  for (k = 0; k < cctk_lsh[2]; k++) {
    for (j = 0; j < cctk_lsh[1]; j++) {
      for (i = 0; i < cctk_lsh[0]; i++) {
        const int at = CCTK_GFINDEX3D(cctkGH, i, j, k);
        u[at] = u[at] - 0.01 * (here[0] + here[1] - here[2]);
      }
    }
  }
}
