/* What is evolved, and what the rope does at its border and in mirrors. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "Symmetry.h"

void RopeLines_Signs(CCTK_ARGUMENTS) {
  const int signs[3] = {1, 1, 1};
  SetCartSymVN(cctkGH, signs, "ropelines::u");
  SetCartSymVN(cctkGH, signs, "ropelines::v");
}

void RopeLines_Register(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  int failed = 0;
  const int evolved = CCTK_GroupIndex("ropelines::state");
  const int derived = CCTK_GroupIndex("ropelines::right_side");
  if (CCTK_IsFunctionAliased("MoLRegisterEvolvedGroup"))
    failed += MoLRegisterEvolvedGroup(evolved, derived);
  else
    CCTK_WARN(0, "there is no method of lines");
  if (failed) CCTK_WARN(0, "nothing is evolved");
}

void RopeLines_Edge(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, 1, -1, "ropelines::state", edge) < 0)
    CCTK_WARN(0, "no such group");
}
