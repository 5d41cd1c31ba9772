! The chord once more, from 1 on as Fortran counts.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

subroutine RopeTune_Double(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  DECLARE_CCTK_FUNCTIONS
  integer :: i, j, k
  CCTK_COMPLEX :: both
  CCTK_REAL :: more
  both = phase * turns(2)
  more = real(both, 8) + aimag(turns(1)) + weight(3) + waves(2) + is_silent(1)
  if (CCTK_Equals(mood(1), "high") /= 0) more = more + 100
  do k = 1, cctk_lsh(3)
    do j = 1, cctk_lsh(2)
      do i = 1, cctk_lsh(1)
        u(i, j, k) = u(i, j, k) + more
      end do
    end do
  end do
end subroutine
