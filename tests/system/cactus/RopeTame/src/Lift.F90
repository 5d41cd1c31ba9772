! Puts a rope's mean where it rests.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

subroutine RopeTame_Lift(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_FUNCTIONS
  CCTK_REAL :: mean
  integer :: ierr, handle, which, i, j, k
  call CCTK_VarIndex(which, "rope::u")
  call CCTK_ReductionHandle(handle, "average")
  call CCTK_Reduce(ierr, cctkGH, -1, handle, 1, CCTK_VARIABLE_REAL, mean, 1, which)
  if (ierr /= 0) call CCTK_WARN(0, "no reduction")
  do k = 1, cctk_lsh(3)
    do j = 1, cctk_lsh(2)
      do i = 1, cctk_lsh(1)
        u(i, j, k) = u(i, j, k) - mean
      end do
    end do
  end do
end subroutine
