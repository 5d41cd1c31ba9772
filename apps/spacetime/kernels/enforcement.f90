! spacetime/kernels/enforcement.f90: puts right what the equations keep and numbers do not: det g is
! one, A_ij has no trace, and W and the lapse are positive.
module spacetime_enforcement
  use spacetime_state
  use spacetime_curvature, only: determinant, inverse, trace
  implicit none
  private
  public :: enforce

contains

  ! At the points of `scope`, in place. Reads no neighbours.
  subroutine enforce(how, scope, u)
    type(method), intent(in) :: how
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count)
    real(real_kind) :: g(6), a(6), c
    integer :: i, j, k, p, v
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        p = scope%place(scope%low(1), j, k)
        do i = scope%low(1), scope%high(1)
          do v = 1, 6
            g(v) = u(g_at + v - 1)%at(p)
            a(v) = u(a_at + v - 1)%at(p)
          end do
          g = cube_root_below(determinant(g)) * g
          c = trace(inverse(g), a) / 3
          do v = 1, 6
            u(g_at + v - 1)%at(p) = g(v)
            u(a_at + v - 1)%at(p) = a(v) - c * g(v)
          end do
          u(w_at)%at(p) = max(u(w_at)%at(p), how%least_w)
          u(lapse_at)%at(p) = max(u(lapse_at)%at(p), 1e-10_real_kind)
          p = p + 1
        end do
      end do
    end do
  end subroutine

  ! x^(-1/3) of a number near one, by Newton's way and not by the library of the processor's maker,
  ! which may round otherwise on another processor. Not a number if x is far from one: a metric
  ! that has gone so far in one substep is lost.
  pure real(real_kind) function cube_root_below(x) result(y)
    real(real_kind), intent(in) :: x
    integer :: i
    y = 1
    do i = 1, 7
      y = y * (4 - x * (y * y * y)) / 3
    end do
    if (.not. abs(x * (y * y * y) - 1) < 1e-6_real_kind) y = sqrt(-1 - x * x)
  end function

end module
