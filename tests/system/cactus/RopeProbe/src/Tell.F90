! Says what a rope is between its points.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

subroutine RopeProbe_Tell(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_FUNCTIONS
  integer :: ierr, operator_handle, table, system, which
  CCTK_REAL, target :: x(2), y(2), z(2), values(2)
  CCTK_POINTER :: places(3), to(1)
  CCTK_INT :: variables(1), kinds(1)
  character(80) :: line
  call CCTK_InterpHandle(operator_handle, "uniform cartesian")
  call Util_TableCreateFromString(table, "order = 2")
  call CCTK_CoordSystemHandle(system, "cart3d")
  call CCTK_VarIndex(which, "rope::u")
  x = (/ -0.77d0, 0.41d0 /)
  y = (/ 0.05d0, -0.6d0 /)
  z = 0
  places = (/ CCTK_PointerTo(x), CCTK_PointerTo(y), CCTK_PointerTo(z) /)
  to = (/ CCTK_PointerTo(values) /)
  variables = which
  kinds = CCTK_VARIABLE_REAL
  call CCTK_InterpGridArrays(ierr, cctkGH, 3, operator_handle, table, system, 2, &
                             CCTK_VARIABLE_REAL, places, 1, variables, 1, kinds, to)
  call Util_TableDestroy(which, table)
  write (line, '(i0, 2es24.16)') ierr, values
  call CCTK_INFO(line)
end subroutine
