! spacetime/kernels/differences.f90: derivatives by differences, for a row of neighbouring points.
!
! `f` are all values of a function, `at` the place of the row's first point, `s` the step in memory
! to the neighbour in the direction of the derivative, `scale` one over the spacing. The order of
! additions is written out, so that a point's result is the same in whatever row it is computed.
module spacetime_differences
  use spacetime_state, only: real_kind
  implicit none
  private
  public :: first, second, mixed, advect, dissipate

contains

  pure subroutine first(order, f, at, s, scale, n, d)
    integer, intent(in) :: order, at, s, n
    real(real_kind), intent(in) :: f(*), scale
    real(real_kind), intent(out) :: d(n)
    real(real_kind) :: c
    integer :: i, q
    if (order == 2) then
      c = 0.5_real_kind * scale
      do i = 1, n
        q = at + i - 1
        d(i) = c * (f(q + s) - f(q - s))
      end do
    else
      c = scale / 12
      do i = 1, n
        q = at + i - 1
        d(i) = c * (8 * (f(q + s) - f(q - s)) - (f(q + 2 * s) - f(q - 2 * s)))
      end do
    end if
  end subroutine

  pure subroutine second(order, f, at, s, scale, n, d)
    integer, intent(in) :: order, at, s, n
    real(real_kind), intent(in) :: f(*), scale
    real(real_kind), intent(out) :: d(n)
    real(real_kind) :: c
    integer :: i, q
    if (order == 2) then
      c = scale * scale
      do i = 1, n
        q = at + i - 1
        d(i) = c * ((f(q + s) + f(q - s)) - 2 * f(q))
      end do
    else
      c = scale * scale / 12
      do i = 1, n
        q = at + i - 1
        d(i) = c * ((16 * (f(q + s) + f(q - s)) - (f(q + 2 * s) + f(q - 2 * s))) - 30 * f(q))
      end do
    end if
  end subroutine

  ! In the directions of `s` and `t`; `scale` is the product of both.
  pure subroutine mixed(order, f, at, s, t, scale, n, d)
    integer, intent(in) :: order, at, s, t, n
    real(real_kind), intent(in) :: f(*), scale
    real(real_kind), intent(out) :: d(n)
    real(real_kind) :: c
    integer :: i, q
    if (order == 2) then
      c = 0.25_real_kind * scale
      do i = 1, n
        q = at + i - 1
        d(i) = c * cross(s, t)
      end do
    else
      c = scale / 144
      do i = 1, n
        q = at + i - 1
        d(i) = c * ((64 * cross(s, t) - 8 * (cross(s, 2 * t) + cross(2 * s, t))) &
                    + cross(2 * s, 2 * t))
      end do
    end if
  contains
    pure real(real_kind) function cross(a, b)
      integer, intent(in) :: a, b
      cross = (f(q + a + b) + f(q - a - b)) - (f(q + a - b) + f(q - a + b))
    end function
  end subroutine

  ! Adds `speed` times the first derivative, which leans to the side that the speed points to.
  pure subroutine advect(order, f, at, s, scale, n, speed, sum)
    integer, intent(in) :: order, at, s, n
    real(real_kind), intent(in) :: f(*), scale, speed(n)
    real(real_kind), intent(inout) :: sum(n)
    real(real_kind) :: c
    integer :: i, q, t
    c = merge(0.5_real_kind * scale, scale / 12, order == 2)
    do i = 1, n
      q = at + i - 1
      t = merge(s, -s, speed(i) > 0)
      if (order == 2) then
        sum(i) = sum(i) + abs(speed(i)) * (c * ((4 * f(q + t) - 3 * f(q)) - f(q + 2 * t)))
      else
        sum(i) = sum(i) + abs(speed(i)) * (c * (((18 * f(q + t) - 10 * f(q)) &
          - (6 * f(q + 2 * t) + 3 * f(q - t))) + f(q + 3 * t)))
      end if
    end do
  end subroutine

  ! Adds the dissipation of Kreiss and Oliger (1973) in one direction, of one order more than the
  ! differences have, so that the order of the whole stays.
  pure subroutine dissipate(order, f, at, s, scale, n, strength, sum)
    integer, intent(in) :: order, at, s, n
    real(real_kind), intent(in) :: f(*), scale, strength
    real(real_kind), intent(inout) :: sum(n)
    real(real_kind) :: c
    integer :: i, q
    if (order == 2) then
      c = strength * scale / 16
      do i = 1, n
        q = at + i - 1
        sum(i) = sum(i) - c * (((f(q + 2 * s) + f(q - 2 * s)) - 4 * (f(q + s) + f(q - s))) &
          + 6 * f(q))
      end do
    else
      c = strength * scale / 64
      do i = 1, n
        q = at + i - 1
        sum(i) = sum(i) + c * ((((f(q + 3 * s) + f(q - 3 * s)) - 6 * (f(q + 2 * s) &
          + f(q - 2 * s))) + 15 * (f(q + s) + f(q - s))) - 20 * f(q))
      end do
    end if
  end subroutine

end module
