/* What a rope does at its border and in mirrors. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "Symmetry.h"
#include "util_Table.h"

static const char *rcsid = "none";
CCTK_FILEVERSION(Tests_RopeC_Edge_c)

int RopeC_Banner(void) {
  CCTK_RegisterBanner("A rope");
  return 0;
}

void RopeC_Signs(CCTK_ARGUMENTS) {
  const int signs[3] = {1, -1, 1};
  if (SetCartSymGN(cctkGH, signs, "rope::displacement") < 0) CCTK_ERROR("no such group");
}

void RopeC_Edge(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  const char *kind = CCTK_EQUALS(edge, "still") ? "static"
                     : CCTK_Equals(edge, "loose") ? "Flat"
                     : CCTK_Equals(edge, "held") ? "scalar"
                     : CCTK_Equals(edge, "faint") ? "Robin"
                                                 : "radiation";
  const int table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  Util_TableSetReal(table, hold_at, "SCALAR");
  Util_TableSetReal(table, 0.125, "FINF");
  Util_TableSetInt(table, 3, "DECAY_POWER");
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, 1, table, "rope::displacement", kind) < 0)
    CCTK_WARN(0, "no such group");
  Util_TableDestroy(table);
}
