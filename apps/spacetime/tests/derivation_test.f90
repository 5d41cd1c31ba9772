! The kernels, at a point of a state without symmetries, say what the equations say from which they
! are derived, and come nearer to it with the order of their differences.
program derivation_test
  use checks
  use generic_spacetime
  use spacetime_state
  use spacetime_right_side, only: right_side
  use spacetime_constraints, only: constraints, connect
  implicit none

  integer, parameter :: layers = 3, points = (2 * layers + 1)**3
  real(real_kind), parameter :: here(3) = [0.3_real_kind, -0.2_real_kind, 0.55_real_kind]
  real(real_kind), target :: state(points, variable_count), rate(points, variable_count)
  real(real_kind), target :: broken(points, constraint_count)
  real(real_kind) :: expected(35), error(35, 2), spacing
  ! Components of these belong together: the error of one may vanish by chance.
  integer, parameter :: starts(9) = [1, 10, 19, 22, 23, 26, 29, 30, 33]
  character(10), parameter :: parts(8) = [character(10) :: 'metric', 'curvature', 'gamma', &
    'lapse', 'beta', 'b', 'ham', 'mom']
  type(method) :: how
  integer :: order, variant

  do order = 2, 4, 2
    do variant = 1, 3
      how = method(order=order, has_shift=.true., slicing=one_plus_log, damping=1.7_real_kind, &
        is_upwind=variant == 2, dissipation=merge(0.1_real_kind, 0.0_real_kind, variant == 3))
      expected = truth()
      ! Coarse enough for the rounding of second derivatives, fine enough for the leading error.
      spacing = merge(0.01_real_kind, 0.03_real_kind, order == 2)
      call compare(spacing, error(:, 1))
      call compare(spacing / 2, error(:, 2))
      call judge()
    end do
  end do
  ! Without a shift the kernels leave out what it does.
  how = method(order=4, slicing=harmonic)
  call compare_without_shift()
  call finish()

contains

  function truth() result(all)
    real(real_kind) :: all(35), w, m(3), contract(3)
    w = det3(metric(here))**(-1 / 6.0_real_kind)
    m = momentum(here) / w**2
    all(1:9) = reshape(metric_rate(here), [9])
    ! The trace of K changes by the Hamiltonian constraint that BSSN adds, the connection by the
    ! momentum constraint.
    all(10:18) = reshape(curvature_rate(here) &
      - lapse(here) * hamiltonian(here) * metric(here) / 3, [9])
    contract = contracted_rate(here) + 2 * lapse(here) * m
    all(19:21) = contract
    all(22:22) = along_shift(flat_lapse, here) - 2 * lapse(here) * trace_of_k(here)
    all(23:25) = 0.75_real_kind * driver(here) + along_shift(flat_shift, here)
    all(26:28) = contract - along_shift(flat_contracted, here) - how%damping * driver(here) &
      + along_shift(flat_driver, here)
    all(29) = hamiltonian(here)
    all(30:32) = m
    all(33:35) = 0
  end function

  real(real_kind) function trace_of_k(x)
    real(real_kind), intent(in) :: x(3)
    trace_of_k = sum(inverse3(metric(x)) * curvature(x))
  end function

  ! Fills the points around `here` with the state.
  subroutine fill(spacing, scope, u, du, c)
    real(real_kind), intent(in) :: spacing
    type(piece), intent(out) :: scope
    type(values), intent(out) :: u(variable_count), du(variable_count), c(constraint_count)
    real(real_kind) :: x(3), g(3, 3), k(3, 3), a(3, 3), w, trace
    integer :: i, j, l, m, n, p, v
    scope%first = -layers
    scope%last = layers
    scope%origin = here
    scope%spacing = spacing
    do v = 1, variable_count
      u(v)%at => state(:, v)
      du(v)%at => rate(:, v)
    end do
    do v = 1, constraint_count
      c(v)%at => broken(:, v)
    end do
    do l = -layers, layers
      do j = -layers, layers
        do i = -layers, layers
          x = scope%coordinates(i, j, l)
          p = scope%place(i, j, l)
          g = metric(x)
          w = det3(g)**(-1 / 6.0_real_kind)
          k = curvature(x)
          trace = trace_of_k(x)
          a = w**2 * (k - trace * g / 3)
          g = conformal(x)
          state(p, w_at) = w
          state(p, k_at) = trace
          do n = 1, 3
            do m = 1, n
              state(p, g_at - 1 + sym(m, n)) = g(m, n)
              state(p, a_at - 1 + sym(m, n)) = a(m, n)
            end do
          end do
          state(p, gamma_at:gamma_at + 2) = contracted(x)
          state(p, lapse_at) = lapse(x)
          state(p, shift_at:shift_at + 2) = merge(shift(x), 0 * x, how%has_shift)
          state(p, driver_at:driver_at + 2) = merge(driver(x), 0 * x, how%has_shift)
        end do
      end do
    end do
  end subroutine

  subroutine compare(spacing, difference)
    real(real_kind), intent(in) :: spacing
    real(real_kind), intent(out) :: difference(35)
    type(piece) :: scope
    type(values) :: u(variable_count), du(variable_count), c(constraint_count)
    real(real_kind) :: found(35), s(variable_count), r(variable_count)
    integer :: p
    call fill(spacing, scope, u, du, c)
    call right_side(how, scope, u, du)
    call constraints(how, scope, u, c)
    p = scope%place(0, 0, 0)
    s = state(p, :)
    r = rate(p, :)
    found(1:9) = reshape(full(r(g_at:g_at + 5)) / s(w_at)**2 &
      - 2 * r(w_at) / s(w_at)**3 * full(s(g_at:g_at + 5)), [9])
    found(10:18) = reshape(full(r(a_at:a_at + 5) + (r(k_at) * s(g_at:g_at + 5) &
      + s(k_at) * r(g_at:g_at + 5)) / 3) / s(w_at)**2 &
      - 2 * r(w_at) / s(w_at)**3 * full(s(a_at:a_at + 5) + s(k_at) * s(g_at:g_at + 5) / 3), [9])
    found(19:21) = r(gamma_at:gamma_at + 2)
    found(22:28) = r(lapse_at:)
    found(29:35) = broken(p, :)
    difference = abs(found - expected)
    ! det g stays one.
    call near(abs(sum(inverse3(full(s(g_at:g_at + 5))) * full(r(g_at:g_at + 5)))), &
      0.0_real_kind, 1e-5_real_kind, 'the trace of g')
  end subroutine

  function full(t) result(f)
    real(real_kind), intent(in) :: t(6)
    real(real_kind) :: f(3, 3)
    f = reshape([t(1), t(2), t(3), t(2), t(4), t(5), t(3), t(5), t(6)], [3, 3])
  end function

  subroutine judge()
    character(60) :: name
    real(real_kind) :: coarse, fine
    integer :: n
    do n = 1, size(parts)
      write (name, '(2a, i0, a, i0)') trim(parts(n)), ', order ', order, ', variant ', variant
      coarse = maxval(error(starts(n):starts(n + 1) - 1, 1))
      fine = maxval(error(starts(n):starts(n + 1) - 1, 2))
      call near(log(coarse / fine) / log(2.0_real_kind), order - 0.35_real_kind, &
        order + 1.2_real_kind, 'the order of ' // trim(name))
      call near(fine, 0.0_real_kind, merge(1e-3_real_kind, 1e-5_real_kind, order == 2), &
        'the error of ' // trim(name))
    end do
    call near(maxval(error(33:35, 2)), 0.0_real_kind, 1e-3_real_kind, 'the connection is that of g')
  end subroutine

  subroutine compare_without_shift()
    type(piece) :: scope
    type(values) :: u(variable_count), du(variable_count), c(constraint_count)
    real(real_kind) :: with(variable_count), without(variable_count)
    integer :: p
    call fill(0.01_real_kind, scope, u, du, c)
    p = scope%place(0, 0, 0)
    rate = huge(rate)
    call right_side(how, scope, u, du)
    without = rate(p, :)
    how%has_shift = .true.
    call right_side(how, scope, u, du)
    with = rate(p, :)
    call near(maxval(abs(with(:lapse_at) - without(:lapse_at))), 0.0_real_kind, &
      1e-13_real_kind, 'a shift of zero changes nothing')
    call check(all(abs(without(shift_at:)) <= 0), 'without a driver the shift stays')
    call near(without(lapse_at), -(lapse(here)**2 * trace_of_k(here)) - 1e-13_real_kind, &
      -(lapse(here)**2 * trace_of_k(here)) + 1e-13_real_kind, 'the harmonic lapse')
    state(:, gamma_at:gamma_at + 2) = 0
    call connect(how, scope, u)
    call near(maxval(abs(state(p, gamma_at:gamma_at + 2) - contracted(here))), 0.0_real_kind, &
      1e-6_real_kind, 'the contracted connection begins as that of the metric')
  end subroutine

end program
