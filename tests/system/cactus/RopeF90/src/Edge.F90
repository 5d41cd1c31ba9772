! What a rope does at its border and in mirrors.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

integer function RopeF90_Banner()
  implicit none
  integer :: ierr
  call CCTK_RegisterBanner(ierr, "A rope in Fortran")
  RopeF90_Banner = 0
end function

subroutine RopeF90_Signs(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  integer :: ierr, signs(3) = (/ 1, -1, 1 /)
  call SetCartSymGN(ierr, cctkGH, signs, "rope::displacement")
  if (ierr < 0) call CCTK_WARN(0, "no such group")
end subroutine

subroutine RopeF90_Edge(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  DECLARE_CCTK_FUNCTIONS
  CCTK_INT :: ierr, table
  character(len=20) :: kind
  kind = "radiation"
  if (CCTK_EQUALS(edge, "still")) kind = "static"
  if (CCTK_EQUALS(edge, "loose")) kind = "flat"
  if (CCTK_EQUALS(edge, "held")) kind = "scalar"
  call Util_TableCreate(table, 0)
  call Util_TableSetReal(ierr, table, hold_at, "SCALAR")
  ierr = Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, 1, table, "rope::displacement", kind)
  if (ierr < 0) call CCTK_WARN(0, "no such group")
end subroutine
