// How far a tone is turned.
#include <complex>

#include "cctk.h"
#include "cctk_Parameters.h"

extern "C" CCTK_REAL RopeTune_Turn(int tone) {
  DECLARE_CCTK_PARAMETERS;
  return std::real(turns[tone] * std::conj(turns[tone]));
}
