! spacetime/kernels/solutions.f90: spacetimes that are known: exactly, or where they begin.
!
! The tests are those of Alcubierre et al. (2004), "Toward standard testbeds for numerical
! relativity": waves along one axis of a periodic grid.
module spacetime_solutions
  use spacetime_state
  use spacetime_curvature, only: determinant, inverse, trace
  implicit none
  private
  public :: solution, from_adm, is_exact, noise

  integer, parameter, public :: flat = 0, robust = 1, linear_wave = 2, gauge_wave = 3, gowdy = 4
  integer, parameter, public :: pulse = 5, puncture = 6
  character(11), parameter, public :: problem_names(0:6) = [character(11) :: 'flat', 'robust', &
    'linear_wave', 'gauge_wave', 'gowdy', 'pulse', 'puncture']

  ! What the variables begin with.
  type, public :: problem
    integer :: kind = flat
    real(real_kind) :: amplitude = 0.01_real_kind  ! of the wave, or of the noise of `robust`
    real(real_kind) :: length = 1                  ! of the wave; of `pulse`: its width
    real(real_kind) :: mass = 1                    ! of the puncture
    integer :: axis = 1                            ! along which the wave runs
  end type

  ! Metric and extrinsic curvature of space, lapse and shift.
  type, public :: adm
    real(real_kind) :: metric(6) = [1, 0, 0, 1, 0, 1], curvature(6) = 0, lapse = 1, shift(3) = 0
  end type

  real(real_kind), parameter :: pi = 3.14159265358979323846_real_kind
  ! Where the collapsing Gowdy spacetime begins: the 20th zero of J0(2 pi t).
  real(real_kind), parameter :: gowdy_begin = 9.8753205829098_real_kind

contains

  ! Whether the solution is known for later times, if but to first order in the amplitude.
  pure logical function is_exact(what)
    type(problem), intent(in) :: what
    is_exact = what%kind /= robust .and. what%kind /= puncture
  end function

  ! At a time and place; where the solution is not known for later times, that of the beginning.
  pure type(adm) function solution(what, time, x) result(s)
    type(problem), intent(in) :: what
    real(real_kind), intent(in) :: time, x(3)
    real(real_kind) :: along, phase, rate, height
    along = x(what%axis)
    phase = 2 * pi * (along - time) / what%length
    rate = pi * what%amplitude / what%length * cos(phase)
    select case (what%kind)
    case (linear_wave)
      height = what%amplitude * sin(phase)
      s%metric(4) = 1 + height
      s%metric(6) = 1 - height
      s%curvature(4) = rate
      s%curvature(6) = -rate
    case (gauge_wave)
      height = 1 - what%amplitude * sin(phase)
      s%metric(1) = height
      s%lapse = sqrt(height)
      s%curvature(1) = -rate / s%lapse
    case (gowdy)
      call of_gowdy(time, along, s)
    case (pulse)
      call of_pulse(what, time, x, s)
      return
    case (puncture)
      call of_puncture(what, x, s)
      return
    end select
    s%metric = turned(s%metric, what%axis)
    s%curvature = turned(s%curvature, what%axis)
  end function

  ! Polarised, in the direction of collapse, in the time that makes the slicing harmonic; what is
  ! called t in the literature is 9.875 exp(-c time) here.
  pure subroutine of_gowdy(time, z, s)
    real(real_kind), intent(in) :: time, z
    type(adm), intent(inout) :: s
    real(real_kind) :: t, c, p, pt, pz, lambda, half
    c = exp(-lambda_of(gowdy_begin, 0.0_real_kind) / 4) / gowdy_begin**0.75_real_kind
    t = gowdy_begin * exp(-c * time)
    p = bessel_j0(2 * pi * t) * cos(2 * pi * z)
    pt = -2 * pi * bessel_j1(2 * pi * t) * cos(2 * pi * z)
    pz = -2 * pi * bessel_j0(2 * pi * t) * sin(2 * pi * z)
    lambda = lambda_of(t, z)
    s%metric(1) = exp(lambda / 2) / sqrt(t)
    s%metric(4) = t * exp(p)
    s%metric(6) = t * exp(-p)
    s%lapse = c * t * sqrt(s%metric(1))
    half = c * t / (2 * s%lapse)
    s%curvature(1) = half * s%metric(1) * (t * (pt * pt + pz * pz) / 2 - 1 / (2 * t))
    s%curvature(4) = half * s%metric(4) * (1 / t + pt)
    s%curvature(6) = half * s%metric(6) * (1 / t - pt)
  end subroutine

  pure real(real_kind) function lambda_of(t, z)
    real(real_kind), intent(in) :: t, z
    real(real_kind) :: j0, j1, k0, k1
    j0 = bessel_j0(2 * pi * t)
    j1 = bessel_j1(2 * pi * t)
    k0 = bessel_j0(2 * pi)
    k1 = bessel_j1(2 * pi)
    lambda_of = -2 * pi * t * j0 * j1 * cos(2 * pi * z)**2 + 2 * pi**2 * t**2 * (j0**2 + j1**2) &
      - ((2 * pi)**2 * (k0**2 + k1**2) - 2 * pi * k0 * k1) / 2
  end function

  ! The even quadrupole wave of Teukolsky (1982) with l = 2, m = 0: what runs in less what runs out,
  ! of F(x) = amplitude x exp(-x^2 / length^2). At time 0 it is at rest. Solves the equations to
  ! first order in the amplitude.
  pure subroutine of_pulse(what, time, x, s)
    type(problem), intent(in) :: what
    real(real_kind), intent(in) :: time, x(3)
    type(adm), intent(inout) :: s
    real(real_kind) :: r, abc(3), rates(3), out(3), up(3), round(3), height(6), growth(6)
    r = max(sqrt(sum(x * x)), tiny(r))
    call radial(what, time, r, abc, rates)
    out = x / r
    up = out(3) * out - [0, 0, 1]         ! sin(theta) times the unit vector of theta
    round = [-out(2), out(1), 0.0_real_kind]
    height = quadrupole(abc, out, up, round)
    growth = quadrupole(rates, out, up, round)
    s%metric = s%metric + height
    s%curvature = -growth / 2
  end subroutine

  pure function quadrupole(abc, out, up, round) result(t)
    real(real_kind), intent(in) :: abc(3), out(3), up(3), round(3)
    real(real_kind) :: t(6)
    integer :: i, j
    do j = 1, 3
      do i = 1, j
        t(sym(i, j)) = 3 * abc(1) * (out(3)**2 * out(i) * out(j) + round(i) * round(j)) &
          - 3 * abc(2) * out(3) * (out(i) * up(j) + up(i) * out(j)) &
          + 3 * abc(3) * (up(i) * up(j) - round(i) * round(j))
        if (i == j) t(sym(i, j)) = t(sym(i, j)) - abc(1)
      end do
    end do
  end function

  ! Teukolsky's A, B, C and their derivatives in time.
  pure subroutine radial(what, time, radius, abc, rates)
    type(problem), intent(in) :: what
    real(real_kind), intent(in) :: time, radius
    real(real_kind), intent(out) :: abc(3), rates(3)
    real(real_kind) :: f(0:4), later(0:4), r, q
    integer :: n
    if (abs(time) <= 0) then              ! In closed form, where nothing is divided by a radius.
      q = (radius / what%length)**2
      abc = -2 * what%amplitude * exp(-q) / what%length**4 &
        * [12.0_real_kind, 12 - 8 * q, 12 - 16 * q + 4 * q * q]
      rates = 0
      return
    end if
    ! In the middle large terms cancel; their sum changes little from there to here.
    r = max(radius, 0.02_real_kind * what%length)
    do n = 0, 4
      f(n) = hump(what, n, time - r) - (-1)**n * hump(what, n, time + r)
      later(n) = hump(what, n + 1, time - r) - (-1)**n * hump(what, n + 1, time + r)
    end do
    abc = combined(f, r)
    rates = combined(later, r)
  end subroutine

  pure function combined(f, r) result(abc)
    real(real_kind), intent(in) :: f(0:4), r
    real(real_kind) :: abc(3)
    abc(1) = 3 * (f(2) / r**3 + 3 * f(1) / r**4 + 3 * f(0) / r**5)
    abc(2) = -(f(3) / r**2 + 3 * f(2) / r**3 + 6 * f(1) / r**4 + 6 * f(0) / r**5)
    abc(3) = (f(4) / r + 2 * f(3) / r**2 + 9 * f(2) / r**3 + 21 * f(1) / r**4 &
      + 21 * f(0) / r**5) / 4
  end function

  ! The n-th derivative of F, by Hermite's polynomials.
  pure real(real_kind) function hump(what, n, x)
    type(problem), intent(in) :: what
    integer, intent(in) :: n
    real(real_kind), intent(in) :: x
    real(real_kind) :: y, before, now, next
    integer :: m
    y = x / what%length
    before = 1
    now = 2 * y
    do m = 1, n
      next = 2 * y * now - 2 * m * before
      before = now
      now = next
    end do
    hump = what%amplitude * what%length**(1 - n) * (-1)**n * now * exp(-y * y) / 2
  end function

  ! One black hole at rest (Brandt and Bruegmann 1997), with the lapse that falls to zero in it.
  pure subroutine of_puncture(what, x, s)
    type(problem), intent(in) :: what
    real(real_kind), intent(in) :: x(3)
    type(adm), intent(inout) :: s
    real(real_kind) :: r
    r = max(sqrt(sum(x * x)), 1e-6_real_kind * what%mass)
    s%lapse = (r / (r + what%mass / 2))**2
    s%metric = s%metric / s%lapse**2
  end subroutine

  pure subroutine from_adm(s, u)
    type(adm), intent(in) :: s
    real(real_kind), intent(out) :: u(variable_count)
    real(real_kind) :: k
    u = 0
    k = trace(inverse(s%metric), s%curvature)
    u(w_at) = determinant(s%metric)**(-1 / 6.0_real_kind)
    u(g_at:g_at + 5) = u(w_at)**2 * s%metric
    u(k_at) = k
    u(a_at:a_at + 5) = u(w_at)**2 * (s%curvature - k / 3 * s%metric)
    u(lapse_at) = s%lapse
    u(shift_at:shift_at + 2) = s%shift
  end subroutine

  ! The first axis becomes the given one, the others follow in a circle.
  pure function turned(t, axis) result(r)
    real(real_kind), intent(in) :: t(6)
    integer, intent(in) :: axis
    real(real_kind) :: r(6)
    integer :: i, j
    do j = 1, 3
      do i = 1, j
        r(sym(1 + mod(i + axis - 2, 3), 1 + mod(j + axis - 2, 3))) = t(sym(i, j))
      end do
    end do
  end function

  ! Between -1 and 1, from the place and the variable alone: the same however the grid is cut.
  pure real(real_kind) function noise(i, j, k, variable)
    integer, intent(in) :: i, j, k, variable
    integer(long), parameter :: prime = 2147483647_long
    integer(long) :: state
    integer :: round
    state = 12345
    do round = 1, 3
      state = mod((state + variable) * 16807, prime)
      state = mod((state + i) * 48271, prime)
      state = mod((state + j) * 69621, prime)
      state = mod((state + k) * 39373, prime)
    end do
    noise = 2 * (real(state, real_kind) / prime) - 1
  end function

end module
