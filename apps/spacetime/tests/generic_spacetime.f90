! spacetime/tests/generic_spacetime.f90: a smooth state without any symmetry, and what the equations
! of Arnowitt, Deser and Misner (in York's form) say of it.
!
! Nothing here is shared with the kernels: the connection is that of the whole metric, the Ricci
! tensor is that of the connection, and all derivatives are differences of eighth order of
! functions that are known everywhere.
module generic_spacetime
  use, intrinsic :: iso_c_binding, only: real_kind => c_double
  implicit none
  private
  public :: metric, curvature, lapse, shift, driver, contracted, conformal, inverse3, det3
  public :: flat_lapse, flat_shift, flat_driver, flat_contracted
  public :: along_shift, lie, metric_rate, curvature_rate, hamiltonian, momentum, contracted_rate

  real(real_kind), parameter :: step = 2e-2_real_kind

  abstract interface
    function of_place(x) result(f)
      import real_kind
      real(real_kind), intent(in) :: x(3)
      real(real_kind), allocatable :: f(:)
    end function
  end interface

contains

  ! The smooth functions: a few waves of a length near one, each with its own phases.
  pure real(real_kind) function wavy(n, x)
    integer, intent(in) :: n
    real(real_kind), intent(in) :: x(3)
    integer :: m
    wavy = 0
    do m = 1, 3
      wavy = wavy + sin(dot_product(x, [mod(7 * n + 3 * m, 11) - 5, mod(5 * n + 4 * m, 13) - 6, &
        mod(3 * n + 7 * m, 9) - 4] * 0.4_real_kind) + 0.7_real_kind * n + 1.9_real_kind * m)
    end do
    wavy = wavy / 3
  end function

  pure function symmetric(n, size, x) result(t)
    integer, intent(in) :: n
    real(real_kind), intent(in) :: size, x(3)
    real(real_kind) :: t(3, 3)
    integer :: i, j
    do j = 1, 3
      do i = 1, j
        t(i, j) = size * wavy(n + 3 * i + j, x)
        t(j, i) = t(i, j)
      end do
    end do
  end function

  function metric(x) result(t)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: t(3, 3)
    integer :: i
    t = symmetric(0, 0.2_real_kind, x)
    do i = 1, 3
      t(i, i) = t(i, i) + 1.3_real_kind
    end do
  end function

  function curvature(x) result(t)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: t(3, 3)
    t = symmetric(20, 0.5_real_kind, x)
  end function

  real(real_kind) function lapse(x)
    real(real_kind), intent(in) :: x(3)
    lapse = 1.1_real_kind + 0.4_real_kind * wavy(40, x)
  end function

  function shift(x) result(b)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: b(3)
    b = [wavy(51, x), wavy(52, x), wavy(53, x)]
  end function

  function driver(x) result(b)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: b(3)
    b = [wavy(61, x), wavy(62, x), wavy(63, x)]
  end function

  real(real_kind) function det3(g)
    real(real_kind), intent(in) :: g(3, 3)
    det3 = dot_product(g(:, 1), cross(g(:, 2), g(:, 3)))
  end function

  function inverse3(g) result(u)
    real(real_kind), intent(in) :: g(3, 3)
    real(real_kind) :: u(3, 3)
    u(1, :) = cross(g(:, 2), g(:, 3))
    u(2, :) = cross(g(:, 3), g(:, 1))
    u(3, :) = cross(g(:, 1), g(:, 2))
    u = u / det3(g)
  end function

  function cross(a, b) result(c)
    real(real_kind), intent(in) :: a(3), b(3)
    real(real_kind) :: c(3)
    c = [a(2) * b(3) - a(3) * b(2), a(3) * b(1) - a(1) * b(3), a(1) * b(2) - a(2) * b(1)]
  end function

  ! derivative(:, l) in direction l.
  recursive function derivative(f, x) result(d)
    procedure(of_place) :: f
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: d(:, :), plus(:), minus(:)
    real(real_kind), parameter :: c(4) = [4 / 5.0_real_kind, -1 / 5.0_real_kind, &
      4 / 105.0_real_kind, -1 / 280.0_real_kind]
    real(real_kind) :: y(3)
    integer :: l, m
    do l = 1, 3
      do m = 1, 4
        y = x
        y(l) = x(l) + m * step
        plus = f(y)
        y(l) = x(l) - m * step
        minus = f(y)
        if (.not. allocated(d)) then
          allocate (d(size(plus), 3))
          d = 0
        end if
        d(:, l) = d(:, l) + c(m) / step * (plus - minus)
      end do
    end do
  end function

  function flat_metric(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = reshape(metric(x), [9])
  end function

  ! Gamma^k_ij as (k, i, j), of the whole metric.
  recursive function christoffel(x) result(c)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: c(3, 3, 3), d(3, 3, 3), u(3, 3)
    integer :: i, j, k, m
    d = reshape(derivative(flat_metric, x), [3, 3, 3])   ! (i, j, l)
    u = inverse3(metric(x))
    c = 0
    do j = 1, 3
      do i = 1, 3
        do k = 1, 3
          do m = 1, 3
            c(k, i, j) = c(k, i, j) + u(k, m) * (d(m, i, j) + d(m, j, i) - d(i, j, m)) / 2
          end do
        end do
      end do
    end do
  end function

  recursive function flat_christoffel(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = reshape(christoffel(x), [27])
  end function

  function ricci3(x) result(r)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: r(3, 3), c(3, 3, 3), d(3, 3, 3, 3)
    integer :: i, j, k, m
    c = christoffel(x)
    d = reshape(derivative(flat_christoffel, x), [3, 3, 3, 3])
    r = 0
    do j = 1, 3
      do i = 1, 3
        do k = 1, 3
          r(i, j) = r(i, j) + d(k, i, j, k) - d(k, i, k, j)
          do m = 1, 3
            r(i, j) = r(i, j) + c(k, k, m) * c(m, i, j) - c(k, j, m) * c(m, i, k)
          end do
        end do
      end do
    end do
  end function

  function flat_lapse(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = [lapse(x)]
  end function

  function lapse_slope(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = reshape(derivative(flat_lapse, x), [3])
  end function

  function flat_shift(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = shift(x)
  end function

  function flat_curvature(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = reshape(curvature(x), [9])
  end function

  function flat_driver(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = driver(x)
  end function

  function flat_contracted(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = contracted(x)
  end function

  ! What the shift adds to the derivative in time of functions that are no tensors.
  function along_shift(f, x) result(r)
    procedure(of_place) :: f
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: r(:)
    real(real_kind), allocatable :: d(:, :)
    d = derivative(f, x)
    r = matmul(d, shift(x))
  end function

  ! The derivative of a tensor with two indices below along the shift, of Lie.
  function lie(f, x) result(r)
    procedure(of_place) :: f
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: r(3, 3), t(3, 3), d(3, 3, 3), b(3, 3)
    t = reshape(f(x), [3, 3])
    d = reshape(derivative(f, x), [3, 3, 3])
    b = derivative(flat_shift, x)                        ! (k, l)
    r = reshape(matmul(reshape(d, [9, 3]), shift(x)), [3, 3]) + matmul(t, b) &
      + matmul(transpose(b), t)
  end function

  function metric_rate(x) result(r)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: r(3, 3)
    r = -2 * lapse(x) * curvature(x) + lie(flat_metric, x)
  end function

  function curvature_rate(x) result(r)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: r(3, 3), k(3, 3), u(3, 3), c(3, 3, 3), slope(3), trace
    integer :: i, j
    k = curvature(x)
    u = inverse3(metric(x))
    trace = sum(u * k)
    c = christoffel(x)
    slope = lapse_slope(x)
    r = -derivative(lapse_slope, x)
    do j = 1, 3
      do i = 1, 3
        r(i, j) = r(i, j) + dot_product(c(:, i, j), slope)
      end do
    end do
    r = r + lapse(x) * (ricci3(x) + trace * k - 2 * matmul(k, matmul(u, k))) &
      + lie(flat_curvature, x)
  end function

  real(real_kind) function hamiltonian(x)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: k(3, 3), u(3, 3)
    k = curvature(x)
    u = inverse3(metric(x))
    hamiltonian = sum(u * ricci3(x)) + sum(u * k)**2 - sum(k * matmul(u, matmul(k, u)))
  end function

  ! K^ij - g^ij K, whose divergence is the momentum constraint.
  function flat_flux(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    real(real_kind) :: k(3, 3), u(3, 3)
    k = curvature(x)
    u = inverse3(metric(x))
    f = reshape(matmul(u, matmul(k, u)) - u * sum(u * k), [9])
  end function

  function momentum(x) result(m)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: m(3), c(3, 3, 3), t(3, 3), d(3, 3, 3)
    integer :: i, j, k
    c = christoffel(x)
    t = reshape(flat_flux(x), [3, 3])
    d = reshape(derivative(flat_flux, x), [3, 3, 3])
    m = 0
    do i = 1, 3
      do j = 1, 3
        m(i) = m(i) + d(i, j, j)
        do k = 1, 3
          m(i) = m(i) + c(i, j, k) * t(k, j) + c(j, j, k) * t(i, k)
        end do
      end do
    end do
  end function

  function conformal(x) result(g)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: g(3, 3)
    g = metric(x)
    g = g / det3(g)**(1 / 3.0_real_kind)
  end function

  function flat_conformal_inverse(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    f = reshape(inverse3(conformal(x)), [9])
  end function

  ! The contracted connection of the conformal metric: the divergence of its inverse, turned.
  function contracted(x) result(g)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: g(3)
    g = -divergence(flat_conformal_inverse, x)
  end function

  function divergence(f, x) result(g)
    procedure(of_place) :: f
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: g(3), d(3, 3, 3)
    integer :: j
    d = reshape(derivative(f, x), [3, 3, 3])
    g = 0
    do j = 1, 3
      g = g + d(:, j, j)
    end do
  end function

  ! The derivative in time of the inverse of the conformal metric.
  function flat_inverse_rate(x) result(f)
    real(real_kind), intent(in) :: x(3)
    real(real_kind), allocatable :: f(:)
    real(real_kind) :: g(3, 3), r(3, 3), u(3, 3)
    g = metric(x)
    r = metric_rate(x)
    r = (r - g * sum(inverse3(g) * r) / 3) / det3(g)**(1 / 3.0_real_kind)
    u = inverse3(conformal(x))
    f = reshape(-matmul(u, matmul(r, u)), [9])
  end function

  ! Of `contracted`, by the definition and without the momentum constraint.
  function contracted_rate(x) result(g)
    real(real_kind), intent(in) :: x(3)
    real(real_kind) :: g(3)
    g = -divergence(flat_inverse_rate, x)
  end function

end module
