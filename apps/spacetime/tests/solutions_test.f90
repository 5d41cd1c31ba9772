! The known spacetimes solve Einstein's equations: constraints vanish, and the right side is their
! derivative in time, with the order of the differences.
program solutions_test
  use checks
  use spacetime_state
  use spacetime_solutions
  use spacetime_constraints, only: connect, constraints
  use spacetime_right_side, only: right_side
  implicit none

  integer, parameter :: layers = 4, points = (2 * layers + 1)**3
  real(real_kind), parameter :: here(3) = [0.31_real_kind, -0.12_real_kind, 0.23_real_kind]
  real(real_kind), target :: state(points, variable_count), rate(points, variable_count)
  real(real_kind), target :: broken(points, constraint_count)
  real(real_kind) :: ham(2), error(2), mom(2)
  integer :: axis

  call one_wave(problem(kind=gauge_wave, amplitude=0.1_real_kind), 0.15_real_kind, 'gauge wave')
  do axis = 1, 3
    call one_wave(problem(kind=gowdy, axis=axis), 3.3_real_kind, 'Gowdy')
    ! The linear wave solves them to first order: what is left is as small as the square.
    call at_one(problem(kind=linear_wave, amplitude=1e-4_real_kind, axis=axis), 0.1_real_kind, &
      0.01_real_kind, ham(1), mom(1), error(1))
    call near(error(1), 1e-9_real_kind, 5e-6_real_kind, 'the linear wave goes on')
    call near(ham(1), 1e-9_real_kind, 5e-6_real_kind, 'constraints of the linear wave')
  end do

  call at_one(problem(kind=pulse, amplitude=1e-2_real_kind), 0.0_real_kind, 0.01_real_kind, &
    ham(1), mom(1), error(1))
  call at_one(problem(kind=pulse, amplitude=1e-3_real_kind), 0.0_real_kind, 0.01_real_kind, &
    ham(2), mom(2), error(1))
  call near(ham(1) / ham(2), 80.0_real_kind, 125.0_real_kind, &
    'constraints of the pulse fall with the square of its amplitude')
  call near(mom(2), 0.0_real_kind, 1e-12_real_kind, 'the pulse begins at rest')

  ! Its closed form at the beginning is the general one's limit, and that goes on as it says.
  call near(maxval(abs(difference(solution(problem(kind=pulse), 0.0_real_kind, here), &
    solution(problem(kind=pulse), 1e-7_real_kind, here)))), 0.0_real_kind, 1e-7_real_kind, &
    'the two forms of the pulse agree')
  call at_one(problem(kind=pulse, amplitude=1e-7_real_kind), 0.7_real_kind, 0.01_real_kind, &
    ham(1), mom(1), error(1))
  call near(error(1) / 1e-7_real_kind, 0.0_real_kind, 1e-3_real_kind, 'the pulse goes on')
  call near(mom(1) / 1e-7_real_kind, 0.0_real_kind, 1e-3_real_kind, 'momentum of the pulse')

  call at_one(problem(kind=puncture), 0.0_real_kind, 0.01_real_kind, ham(1), mom(1), error(1))
  call at_one(problem(kind=puncture), 0.0_real_kind, 0.005_real_kind, ham(2), mom(2), error(1))
  call near(log(ham(1) / ham(2)) / log(2.0_real_kind), 3.7_real_kind, 4.5_real_kind, &
    'the puncture solves the Hamiltonian constraint')
  call near(ham(2), 0.0_real_kind, 1e-4_real_kind, 'the puncture solves the constraint well')

  call check(abs(noise(3, 4, 5, 6) - noise(4, 3, 5, 6)) > 0, 'noise differs from place to place')
  call check(abs(noise(3, 4, 5, 6) - noise(3, 4, 5, 7)) > 0, 'noise differs among variables')
  call near(sum([(noise(axis, 2, 2, 1), axis = 1, 1000)]) / 1000, -0.08_real_kind, &
    0.08_real_kind, 'noise has a mean of zero')
  call finish()

contains

  pure function difference(a, b) result(d)
    type(adm), intent(in) :: a, b
    real(real_kind) :: d(6)
    d = a%metric - b%metric
  end function

  subroutine one_wave(what, time, name)
    type(problem), intent(in) :: what
    real(real_kind), intent(in) :: time
    character(*), intent(in) :: name
    call at_one(what, time, 0.01_real_kind, ham(1), mom(1), error(1))
    call at_one(what, time, 0.005_real_kind, ham(2), mom(2), error(2))
    call near(log(error(1) / error(2)) / log(2.0_real_kind), 3.6_real_kind, 4.5_real_kind, &
      'the order of the right side of ' // name)
    if (ham(1) > 1e-9_real_kind) call near(log(ham(1) / ham(2)) / log(2.0_real_kind), &
      3.6_real_kind, 4.5_real_kind, 'the order of the Hamiltonian constraint of ' // name)
    call near(max(ham(2), mom(2)), 0.0_real_kind, 1e-4_real_kind, 'constraints of ' // name)
  end subroutine

  ! Constraints and errors of the right side around one place.
  subroutine at_one(what, time, spacing, hamiltonian, momentum, error)
    type(problem), intent(in) :: what
    real(real_kind), intent(in) :: time, spacing
    real(real_kind), intent(out) :: hamiltonian, momentum, error
    type(piece) :: scope
    type(method) :: how
    type(values) :: u(variable_count), du(variable_count), c(constraint_count)
    real(real_kind) :: later(variable_count), before(variable_count), x(3)
    real(real_kind), parameter :: instant = 1e-3_real_kind
    integer :: i, j, k, p, v
    do v = 1, variable_count
      u(v)%at => state(:, v)
      du(v)%at => rate(:, v)
    end do
    do v = 1, constraint_count
      c(v)%at => broken(:, v)
    end do
    scope%first = -layers
    scope%last = layers
    scope%origin = here
    scope%spacing = spacing
    do k = -layers, layers
      do j = -layers, layers
        do i = -layers, layers
          p = scope%place(i, j, k)
          call from_adm(solution(what, time, scope%coordinates(i, j, k)), state(p, :))
        end do
      end do
    end do
    scope%low = -2
    scope%high = 2
    call connect(how, scope, u)
    scope%low = 0
    scope%high = 0
    call right_side(how, scope, u, du)
    call constraints(how, scope, u, c)
    p = scope%place(0, 0, 0)
    hamiltonian = abs(broken(p, hamiltonian_at))
    momentum = maxval(abs(broken(p, momentum_at:momentum_at + 2)))
    error = 0
    if (.not. is_exact(what)) return
    x = scope%coordinates(0, 0, 0)
    rate(p, gamma_at:gamma_at + 2) = 0    ! the contracted connection is not among the ADM's
    later = 0
    do i = 1, 2    ! the derivative in time by differences of fourth order
      call from_adm(solution(what, time + i * instant, x), state(p, :))
      call from_adm(solution(what, time - i * instant, x), before)
      later = later + merge(8, -1, i == 1) * (state(p, :) - before) / (12 * instant)
    end do
    error = maxval(abs(rate(p, :) - later))
  end subroutine

end program
