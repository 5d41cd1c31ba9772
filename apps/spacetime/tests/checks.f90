! spacetime/tests/checks.f90: counts what does not hold, and ends the test with status 1 for it.
module checks
  use, intrinsic :: iso_c_binding, only: real_kind => c_double
  implicit none
  private
  public :: check, near, finish
  integer :: failures = 0, count = 0

contains

  subroutine check(holds, sentence)
    logical, intent(in) :: holds
    character(*), intent(in) :: sentence
    count = count + 1
    if (holds) return
    failures = failures + 1
    print '(2a)', 'does not hold: ', sentence
  end subroutine

  ! Between two bounds, both allowed; not a number is not.
  subroutine near(found, least, greatest, sentence)
    real(real_kind), intent(in) :: found, least, greatest
    character(*), intent(in) :: sentence
    character(100) :: figures
    write (figures, '(3(a, es13.6))') ': ', found, ' expected from ', least, ' to ', greatest
    call check(found >= least .and. found <= greatest, sentence // trim(figures))
  end subroutine

  subroutine finish()
    print '(i0, a, i0, a)', count, ' checks, ', failures, ' do not hold'
    if (failures > 0) stop 1
  end subroutine

end module
