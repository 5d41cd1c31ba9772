! What follows the shade of a rope.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

subroutine RopeShade_Far(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  integer :: i, j, k
  do k = 2, cctk_lsh(3) - 1
    do j = 2, cctk_lsh(2) - 1
      do i = 2, cctk_lsh(1) - 1
        far(i, j, k) = 0.5d0 * (near(i + 1, j, k) + near(i, j, k - 1))
      end do
    end do
  end do
end subroutine

subroutine RopeShade_FarEdge(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_FUNCTIONS
  integer :: ierr, width(3)
  width = 1
  call BndCopyGN(ierr, cctkGH, width, "ropeshade::others", "ropeshade::shades")
  if (ierr < 0) call CCTK_WARN(0, "no such group")
end subroutine
