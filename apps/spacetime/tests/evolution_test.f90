! The serial program's runs: waves go on at the right order, along every axis alike, and noise does
! not grow.
program evolution_test
  use checks
  use spacetime_state
  use spacetime_solutions
  use serial_settings, only: settings, runge_kutta, crank_nicholson
  use serial_evolution, only: evolution
  use serial_norms, only: norms
  implicit none

  call waves(problem(kind=gauge_wave, amplitude=0.1_real_kind), 'gauge wave')
  call waves(problem(kind=linear_wave, amplitude=1e-8_real_kind), 'linear wave')
  call collapse()
  call turned_waves()
  call rough_noise()
  call finish()

contains

  ! The norms after a quarter of a crossing time, on a line of n points.
  function after(what, order, integrator, n, axis, dissipation) result(all)
    type(problem), intent(in) :: what
    integer, intent(in) :: order, integrator, n, axis
    real(real_kind), intent(in) :: dissipation
    real(real_kind) :: all(11)
    type(settings) :: set
    type(evolution) :: run
    integer :: i
    set%points = 1
    set%points(axis) = n
    set%spacing = 1 / real(n, real_kind)
    set%step_size = 0.25_real_kind / n
    set%integrator = integrator
    set%what = what
    set%what%axis = axis
    set%how%order = order
    set%how%dissipation = dissipation
    call run%start(set)
    do i = 1, n
      call run%step()
    end do
    all = norms(run)
  end function

  subroutine waves(what, name)
    type(problem), intent(in) :: what
    character(*), intent(in) :: name
    real(real_kind) :: coarse(11), fine(11)
    integer :: with
    do with = 0, 1
      coarse = after(what, 2, crank_nicholson, 20, 1, 0.02_real_kind * with)
      fine = after(what, 2, crank_nicholson, 40, 1, 0.02_real_kind * with)
      call near(log(coarse(8) / fine(8)) / log(2.0_real_kind), 1.7_real_kind, 2.4_real_kind, &
        'second order of the ' // name)
      coarse = after(what, 4, runge_kutta, 20, 1, 0.02_real_kind * with)
      fine = after(what, 4, runge_kutta, 40, 1, 0.02_real_kind * with)
      call near(log(coarse(8) / fine(8)) / log(2.0_real_kind), 3.6_real_kind, 5.2_real_kind, &
        'fourth order of the ' // name)
      call near(fine(8) / what%amplitude, 0.0_real_kind, 1e-3_real_kind, &
        'the error of the ' // name)
    end do
  end subroutine

  subroutine collapse()
    real(real_kind) :: coarse(11), fine(11)
    coarse = after(problem(kind=gowdy), 4, runge_kutta, 24, 3, 0.0_real_kind)
    fine = after(problem(kind=gowdy), 4, runge_kutta, 48, 3, 0.0_real_kind)
    call near(log(coarse(8) / fine(8)) / log(2.0_real_kind), 3.5_real_kind, 5.2_real_kind, &
      'fourth order of the collapsing Gowdy spacetime')
    call near(log(coarse(2) / fine(2)) / log(2.0_real_kind), 3.5_real_kind, 5.2_real_kind, &
      'fourth order of its Hamiltonian constraint')
  end subroutine

  subroutine turned_waves()
    type(problem) :: what
    real(real_kind) :: along(11), turned(11)
    integer :: axis
    what = problem(kind=gauge_wave, amplitude=0.1_real_kind)
    along = after(what, 4, runge_kutta, 16, 1, 0.0_real_kind)
    do axis = 2, 3
      turned = after(what, 4, runge_kutta, 16, axis, 0.0_real_kind)
      call near(maxval(abs(turned(:10) - along(:10))), 0.0_real_kind, 1e-12_real_kind, &
        'waves along all axes are alike')
    end do
  end subroutine

  ! Twenty crossing times of a small grid in three dimensions.
  subroutine rough_noise()
    type(settings) :: set
    type(evolution) :: run
    real(real_kind) :: begun(11), all(11)
    integer :: i
    set%points = [10, 4, 4]
    set%spacing = 0.1_real_kind
    set%step_size = 0.05_real_kind
    set%what = problem(kind=robust, amplitude=1e-10_real_kind)
    set%how%order = 2
    set%integrator = runge_kutta
    call run%start(set)
    begun = norms(run)
    do i = 1, 400
      call run%step()
    end do
    all = norms(run)
    call near(all(2) / begun(2), 0.0_real_kind, 2.0_real_kind, 'noise in the constraint stays')
    call near(all(10), 1e-14_real_kind, 1e-8_real_kind, 'noise in K stays')
  end subroutine

end program
