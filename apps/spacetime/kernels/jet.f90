! spacetime/kernels/jet.f90: the variables and their derivatives at the points of a row.
module spacetime_jet
  use spacetime_state
  use spacetime_differences, only: first, second, mixed
  implicit none
  private

  ! Rows are cut into pieces of so many points, of which everything stays in the nearest cache.
  integer, parameter, public :: row = 32

  type, public :: jet
    real(real_kind) :: v(row, variable_count)
    real(real_kind) :: d(row, 3, variable_count)     ! by direction
    real(real_kind) :: dd(row, 6, size(twice))       ! by pair of directions
  contains
    procedure :: fill
  end type

contains

  ! Of `n` points from the place `at` on. Without a shift its derivatives are left alone.
  subroutine fill(this, how, scope, u, at, n)
    class(jet), intent(inout) :: this
    type(method), intent(in) :: how
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count)
    integer, intent(in) :: at, n
    real(real_kind) :: scale(3)
    integer :: s(3), i, j, m, v
    s = scope%strides()
    scale = 1 / scope%spacing
    do v = 1, variable_count
      this%v(1:n, v) = u(v)%at(at:at + n - 1)
      if (v >= shift_at .and. .not. how%has_shift) cycle
      do i = 1, 3
        call first(how%order, u(v)%at, at, s(i), scale(i), n, this%d(:, i, v))
      end do
    end do
    do m = 1, merge(size(twice), lapse_twice, how%has_shift)
      v = twice(m)
      do i = 1, 3
        call second(how%order, u(v)%at, at, s(i), scale(i), n, this%dd(:, sym(i, i), m))
        do j = i + 1, 3
          call mixed(how%order, u(v)%at, at, s(i), s(j), scale(i) * scale(j), n, &
            this%dd(:, sym(i, j), m))
        end do
      end do
    end do
  end subroutine

end module
