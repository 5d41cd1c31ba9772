! Complex numbers in Fortran.
#include "cctk.h"
#include "cctk_Arguments.h"

subroutine RopeTwist_Follow(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  integer :: i, j, k
  do k = 1, cctk_lsh(3)
    do j = 1, cctk_lsh(2)
      do i = 1, cctk_lsh(1)
        psi_dot(i, j, k) = rate(i, j, k)
      end do
    end do
  end do
end subroutine

subroutine RopeTwist_Measure(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  integer :: i, j, k
  CCTK_COMPLEX :: turned
  do k = 1, cctk_lsh(3)
    do j = 1, cctk_lsh(2)
      do i = 1, cctk_lsh(1)
        turned = psi(i, j, k) * turn(1) * turn(2)
        density(i, j, k) = real(turned * conjg(turned))
      end do
    end do
  end do
end subroutine
