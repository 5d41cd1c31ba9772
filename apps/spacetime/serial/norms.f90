! spacetime/serial/norms.f90: what is told of a state: constraints, distance from the solution.
module serial_norms
  use spacetime_state
  use spacetime_solutions
  use serial_evolution, only: evolution
  implicit none
  private
  public :: print_head, print_norms, norms

  character(12), parameter :: heads(11) = [character(12) :: 'time', 'ham_max', 'ham_rms', &
    'mom_max', 'mom_rms', 'con_max', 'error_max', 'error_rms', 'lapse_least', 'k_max', 'gxx_max']

contains

  subroutine print_head()
    integer :: n
    print '(*(a, :, ","))', (trim(heads(n)), n = 1, size(heads))
  end subroutine

  subroutine print_norms(run)
    type(evolution), intent(inout) :: run
    print '(*(es22.15, :, ","))', norms(run)
  end subroutine

  ! In the order of `heads`; the error is that of the metric and its extrinsic curvature.
  function norms(run) result(all)
    type(evolution), intent(inout) :: run
    real(real_kind) :: all(size(heads)), each(variable_count), error, momentum
    type(adm) :: exact
    logical :: known
    integer :: i, j, k, p, v
    call run%check()
    known = is_exact(run%set%what)
    all = 0
    all(1) = run%time
    all(9) = huge(error)
    do k = run%scope%low(3), run%scope%high(3)
      do j = run%scope%low(2), run%scope%high(2)
        do i = run%scope%low(1), run%scope%high(1)
          p = run%scope%place(i, j, k)
          momentum = 0
          do v = 1, 3
            momentum = momentum + run%c(momentum_at + v - 1)%at(p)**2
            all(6) = greater(all(6), abs(run%c(connection_at + v - 1)%at(p)))
          end do
          all(2) = greater(all(2), abs(run%c(hamiltonian_at)%at(p)))
          all(3) = all(3) + run%c(hamiltonian_at)%at(p)**2
          all(4) = greater(all(4), sqrt(momentum))
          all(5) = all(5) + momentum
          if (known) then
            exact = solution(run%set%what, run%time, run%scope%coordinates(i, j, k))
            do v = 1, variable_count
              each(v) = run%u(v)%at(p)
            end do
            error = max(off(each(g_at:g_at + 5) / each(w_at)**2, exact%metric), &
              off((each(a_at:a_at + 5) + each(k_at) / 3 * each(g_at:g_at + 5)) / each(w_at)**2, &
              exact%curvature))
            if (each(w_at) /= each(w_at)) error = each(w_at)
            all(7) = greater(all(7), error)
            all(8) = all(8) + error**2
          end if
          all(9) = min(all(9), run%u(lapse_at)%at(p))
          all(10) = greater(all(10), abs(run%u(k_at)%at(p)))
          all(11) = greater(all(11), run%u(g_at)%at(p) / run%u(w_at)%at(p)**2)
        end do
      end do
    end do
    do v = 3, 5, 2
      all(v) = sqrt(all(v) / product(run%set%points))
    end do
    all(8) = sqrt(all(8) / product(run%set%points))
    if (.not. known) all(7:8) = 0
  end function

  ! Relative to the largest component where that is above one.
  pure real(real_kind) function off(found, expected)
    real(real_kind), intent(in) :: found(6), expected(6)
    off = maxval(abs(found - expected)) / max(1.0_real_kind, maxval(abs(expected)))
  end function

  ! What is not a number is greater than any.
  pure real(real_kind) function greater(a, b)
    real(real_kind), intent(in) :: a, b
    greater = a
    if (.not. b <= a) greater = b
    if (a /= a) greater = a
  end function

end module
