/* What follows a rope inside, and is the rope at the border. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "Boundary.h"
#include "util_Table.h"

#define AT(f, i, j, k) f[CCTK_GFINDEX3D(cctkGH, i, j, k)]

static const int width[3] = {1, 1, 1};

void RopeShade_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  for (int k = 0; k < cctk_lsh[2]; k++)
    for (int j = 0; j < cctk_lsh[1]; j++)
      for (int i = 0; i < cctk_lsh[0]; i++) {
        AT(near, i, j, k) = 0;
        AT(far, i, j, k) = 0;
      }
}

void RopeShade_Near(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  for (int k = 1; k < cctk_lsh[2] - 1; k++)
    for (int j = 1; j < cctk_lsh[1] - 1; j++)
      for (int i = 1; i < cctk_lsh[0] - 1; i++)
        AT(near, i, j, k) = 0.5 * AT(u, i, j, k) + 0.25 * (AT(u, i - 1, j, k) + AT(u, i, j + 1, k));
}

void RopeShade_Edge(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_EQUALS(how, "call")) {
    if (BndCopyVN(cctkGH, width, "ropeshade::near", whose) < 0) CCTK_ERROR("no such variable");
    return;
  }
  const int table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  Util_TableSetString(table, whose, "COPY_FROM");
  if (Boundary_SelectVarForBC(cctkGH, CCTK_ALL_FACES, 1, table, "ropeshade::near", "Copy") < 0)
    CCTK_WARN(0, "no such variable");
  Util_TableDestroy(table);
}

void RopeShade_Back(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  for (int k = 1; k < cctk_lsh[2] - 1; k++)
    for (int j = 1; j < cctk_lsh[1] - 1; j++)
      for (int i = 1; i < cctk_lsh[0] - 1; i++)
        AT(u, i, j, k) +=
            0.01 * (AT(near, i + 1, j, k) - AT(far, i, j - 1, k) + AT(far, i, j, k + 1));
}
