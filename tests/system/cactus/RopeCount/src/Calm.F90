#include "cctk.h"
#include "cctk_Arguments.h"

subroutine RopeCount_Calm(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  integer :: i, j, k, which
  which = mod(steps_done, 4) + 1
  do k = 1, cctk_lsh(3)
    do j = 1, cctk_lsh(2)
      do i = 1, cctk_lsh(1)
        if (zone(i, j, k) == 1) u(i, j, k) = u(i, j, k) * (1 - weights(which))
      end do
    end do
  end do
end subroutine
