! spacetime/serial/evolution.f90: the whole grid in one piece, and its steps in time.
module serial_evolution
  use spacetime_state
  use spacetime_beginning, only: begin
  use spacetime_constraints, only: connect, constraints
  use spacetime_enforcement, only: enforce
  use spacetime_right_side, only: right_side
  use spacetime_solutions, only: robust
  use serial_settings, only: settings, crank_nicholson
  implicit none
  private

  type, public :: evolution
    type(settings) :: set
    type(piece) :: scope
    real(real_kind) :: time = 0
    type(values) :: u(variable_count), c(constraint_count)
    type(values), private :: old(variable_count), rate(variable_count), total(variable_count)
  contains
    procedure :: start
    procedure :: step
    procedure :: check
  end type

contains

  subroutine start(this, set)
    class(evolution), intent(inout) :: this
    type(settings), intent(in) :: set
    integer :: ghosts(3), v
    this%set = set
    this%scope%low = 0
    this%scope%high = set%points - 1
    ! A dimension of one point needs no ghosts: see `strides`.
    ghosts = merge(0, set%how%width(), set%points == 1)
    this%scope%first = -ghosts
    this%scope%last = set%points - 1 + ghosts
    this%scope%spacing = set%spacing
    this%scope%origin = set%origin
    do v = 1, variable_count
      call allocate_values(this%u(v))
      call allocate_values(this%old(v))
      call allocate_values(this%rate(v))
      call allocate_values(this%total(v))
    end do
    do v = 1, constraint_count
      call allocate_values(this%c(v))
    end do
    call begin(set%what, this%scope, this%u)
    if (set%what%kind == robust) call enforce(set%how, this%scope, this%u)
    call wrap(this)
    if (set%what%kind /= robust) then
      call connect(set%how, this%scope, this%u)
      call wrap(this)
    end if
  contains
    subroutine allocate_values(f)
      type(values), intent(inout) :: f
      allocate (f%at(product(this%scope%last - this%scope%first + 1)))
      f%at = 0
    end subroutine
  end subroutine

  subroutine step(this)
    class(evolution), intent(inout) :: this
    integer :: i, v
    do v = 1, variable_count
      call advance(this%scope, this%old(v), this%u(v))
    end do
    if (this%set%integrator == crank_nicholson) then
      do i = 1, this%set%iterations
        call substep(this, this%old, 0.5_real_kind)
      end do
      call substep(this, this%old, 1.0_real_kind)
    else
      do v = 1, variable_count
        call advance(this%scope, this%total(v), this%old(v))
      end do
      call substep(this, this%old, 0.5_real_kind, 1 / 6.0_real_kind)
      call substep(this, this%old, 0.5_real_kind, 1 / 3.0_real_kind)
      call substep(this, this%old, 1.0_real_kind, 1 / 3.0_real_kind)
      call substep(this, this%total, 1 / 6.0_real_kind)
    end if
    this%time = this%time + this%set%step_size
  end subroutine

  ! To `from` and a part of a step along the right side of what is there. The total of a method of
  ! Runge and Kutta gets its own part.
  subroutine substep(this, from, part, part_of_total)
    type(evolution), intent(inout) :: this
    type(values), intent(in) :: from(variable_count)
    real(real_kind), intent(in) :: part
    real(real_kind), intent(in), optional :: part_of_total
    real(real_kind) :: h
    integer :: v
    call right_side(this%set%how, this%scope, this%u, this%rate)
    if (present(part_of_total)) then
      h = part_of_total * this%set%step_size
      do v = 1, variable_count
        call add(this%scope, this%total(v), h, this%rate(v))
      end do
    end if
    h = part * this%set%step_size
    do v = 1, variable_count
      call advance(this%scope, this%u(v), from(v), h, this%rate(v))
    end do
    call enforce(this%set%how, this%scope, this%u)
    call wrap(this)
  end subroutine

  ! to = from + h rate, or to = from, on all points but ghosts.
  subroutine advance(scope, to, from, h, rate)
    type(piece), intent(in) :: scope
    type(values), intent(in) :: to, from
    real(real_kind), intent(in), optional :: h
    type(values), intent(in), optional :: rate
    integer :: j, k, p, n
    n = scope%high(1) - scope%low(1) + 1
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        p = scope%place(scope%low(1), j, k)
        if (present(rate)) then
          call advance_row(n, p, to%at, from%at, h, rate%at)
        else
          to%at(p:p + n - 1) = from%at(p:p + n - 1)
        end if
      end do
    end do
  end subroutine

  subroutine advance_row(n, at, to, from, h, rate)
    integer, intent(in) :: n, at
    real(real_kind), intent(inout) :: to(*)
    real(real_kind), intent(in) :: from(*), rate(*), h
    integer :: i
    do i = at, at + n - 1
      to(i) = from(i) + h * rate(i)
    end do
  end subroutine

  ! to = to + h rate on all points but ghosts.
  subroutine add(scope, to, h, rate)
    type(piece), intent(in) :: scope
    type(values), intent(in) :: to, rate
    real(real_kind), intent(in) :: h
    integer :: j, k, p, n
    n = scope%high(1) - scope%low(1) + 1
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        p = scope%place(scope%low(1), j, k)
        call add_row(n, p, to%at, h, rate%at)
      end do
    end do
  end subroutine

  subroutine add_row(n, at, to, h, rate)
    integer, intent(in) :: n, at
    real(real_kind), intent(inout) :: to(*)
    real(real_kind), intent(in) :: rate(*), h
    integer :: i
    do i = at, at + n - 1
      to(i) = to(i) + h * rate(i)
    end do
  end subroutine

  ! The constraints of the state as it is.
  subroutine check(this)
    class(evolution), intent(inout) :: this
    call constraints(this%set%how, this%scope, this%u, this%c)
  end subroutine

  ! Ghosts from the other end of the grid, one dimension after the other.
  subroutine wrap(this)
    type(evolution), intent(inout) :: this
    integer :: v
    do v = 1, variable_count
      call wrap_one(this%u(v)%at, this%set%points, -this%scope%first)
    end do
  end subroutine

  subroutine wrap_one(f, n, g)
    integer, intent(in) :: n(3), g(3)
    real(real_kind), intent(inout) :: f(-g(1):n(1) + g(1) - 1, -g(2):n(2) + g(2) - 1, &
      -g(3):n(3) + g(3) - 1)
    integer :: i, j, k
    do k = 0, n(3) - 1
      do j = 0, n(2) - 1
        do i = 1, g(1)
          f(-i, j, k) = f(modulo(-i, n(1)), j, k)
          f(n(1) - 1 + i, j, k) = f(modulo(i - 1, n(1)), j, k)
        end do
      end do
      do j = 1, g(2)
        f(:, -j, k) = f(:, modulo(-j, n(2)), k)
        f(:, n(2) - 1 + j, k) = f(:, modulo(j - 1, n(2)), k)
      end do
    end do
    do k = 1, g(3)
      f(:, :, -k) = f(:, :, modulo(-k, n(3)))
      f(:, :, n(3) - 1 + k) = f(:, :, modulo(k - 1, n(3)))
    end do
  end subroutine

end module
