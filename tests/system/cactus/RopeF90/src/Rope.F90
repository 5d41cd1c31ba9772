! What a rope does.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

subroutine RopeF90_Pull(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  integer :: i, j, k
  CCTK_REAL :: wx, wy, wz
  wx = (speed / CCTK_DELTA_SPACE(1))**2
  wy = (speed / CCTK_DELTA_SPACE(2))**2
  wz = (speed / CCTK_DELTA_SPACE(3))**2
  do k = 2, cctk_lsh(3) - 1
    do j = 2, cctk_lsh(2) - 1
      do i = 2, cctk_lsh(1) - 1
        pull(i, j, k) = wx * (u_p(i-1, j, k) - 2 * u_p(i, j, k) + u_p(i+1, j, k)) + &
                        wy * (u_p(i, j-1, k) - 2 * u_p(i, j, k) + u_p(i, j+1, k)) + &
                        wz * (u_p(i, j, k-1) - 2 * u_p(i, j, k) + u_p(i, j, k+1))
      end do
    end do
  end do
end subroutine RopeF90_Pull

! Arrays as a whole.
subroutine RopeF90_Swing(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  u = 2 * u_p - u_p_p + (CCTK_DELTA_TIME * CCTK_DELTA_TIME) * pull
end subroutine

subroutine RopeF90_Damp(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  u(:, :, :) = u(:, :, :) * 0.999d0
end subroutine
