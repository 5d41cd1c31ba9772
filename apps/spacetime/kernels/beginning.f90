! spacetime/kernels/beginning.f90: writes to a piece of the grid what the variables begin with.
module spacetime_beginning
  use spacetime_state
  use spacetime_solutions
  implicit none
  private
  public :: begin

contains

  ! Everything but the contracted connection, which `connect` finds from neighbours; in `robust`
  ! that has noise of its own as well.
  subroutine begin(what, scope, u)
    type(problem), intent(in) :: what
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count)
    real(real_kind) :: each(variable_count)
    integer :: i, j, k, p, v
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        do i = scope%low(1), scope%high(1)
          call from_adm(solution(what, 0.0_real_kind, scope%coordinates(i, j, k)), each)
          p = scope%place(i, j, k)
          do v = 1, variable_count
            if (what%kind == robust .and. v < shift_at) each(v) = each(v) &
              + what%amplitude * noise(i, j, k, v)
            u(v)%at(p) = each(v)
          end do
        end do
      end do
    end do
  end subroutine

end module
