! spacetime/kernels/curvature.f90: connection and curvature of the conformal metric at a point.
module spacetime_curvature
  use spacetime_state, only: real_kind, sym
  implicit none
  private
  public :: determinant, inverse, connection, ricci, trace

contains

  pure real(real_kind) function determinant(g)
    real(real_kind), intent(in) :: g(6)
    determinant = g(1) * (g(4) * g(6) - g(5) * g(5)) - g(2) * (g(2) * g(6) - g(5) * g(3)) &
      + g(3) * (g(2) * g(5) - g(4) * g(3))
  end function

  pure function inverse(g) result(u)
    real(real_kind), intent(in) :: g(6)
    real(real_kind) :: u(6), c
    c = 1 / determinant(g)
    u(1) = c * (g(4) * g(6) - g(5) * g(5))
    u(2) = c * (g(3) * g(5) - g(2) * g(6))
    u(3) = c * (g(2) * g(5) - g(3) * g(4))
    u(4) = c * (g(1) * g(6) - g(3) * g(3))
    u(5) = c * (g(2) * g(3) - g(1) * g(5))
    u(6) = c * (g(1) * g(4) - g(2) * g(2))
  end function

  ! `lower(k, n)` is Gamma_kij with the pair n = sym(i, j), `upper(k, n)` is Gamma^k_ij, and
  ! `traced(k)` is g^ij Gamma^k_ij. `dg(l, n)` is the derivative of component n in direction l.
  pure subroutine connection(u, dg, lower, upper, traced)
    real(real_kind), intent(in) :: u(6), dg(3, 6)
    real(real_kind), intent(out) :: lower(3, 6), upper(3, 6), traced(3)
    integer :: i, j, k, n
    do j = 1, 3
      do i = 1, j
        n = sym(i, j)
        do k = 1, 3
          lower(k, n) = 0.5_real_kind * ((dg(j, sym(k, i)) + dg(i, sym(k, j))) - dg(k, n))
        end do
      end do
    end do
    do n = 1, 6
      do k = 1, 3
        upper(k, n) = (u(sym(k, 1)) * lower(1, n) + u(sym(k, 2)) * lower(2, n)) &
          + u(sym(k, 3)) * lower(3, n)
      end do
    end do
    do k = 1, 3
      traced(k) = ((u(1) * upper(k, 1) + u(4) * upper(k, 4)) + u(6) * upper(k, 6)) &
        + 2 * ((u(2) * upper(k, 2) + u(3) * upper(k, 3)) + u(5) * upper(k, 5))
    end do
  end subroutine

  ! W^2 times the Ricci tensor of the metric g / W^2: nothing is divided by W, which is zero at a
  ! puncture. `dgam(l, k)` is the derivative of the evolved contracted connection, k, in direction
  ! l; where that is not differentiated, the metric's own is taken.
  pure subroutine ricci(w, g, dw, ddw, ddg, dgam, u, lower, upper, traced, r)
    real(real_kind), intent(in) :: w, g(6), dw(3), ddw(6), ddg(6, 6), dgam(3, 3), u(6)
    real(real_kind), intent(in) :: lower(3, 6), upper(3, 6), traced(3)
    real(real_kind), intent(out) :: r(6)
    real(real_kind) :: raised(3, 3, 3), hessian(6), laplacian, slope, sum
    integer :: i, j, k, m, n
    ! raised(k, m, i) is g^ml Gamma^k_li.
    do i = 1, 3
      do m = 1, 3
        do k = 1, 3
          raised(k, m, i) = (u(sym(m, 1)) * upper(k, sym(1, i)) + u(sym(m, 2)) &
            * upper(k, sym(2, i))) + u(sym(m, 3)) * upper(k, sym(3, i))
        end do
      end do
    end do
    do n = 1, 6
      hessian(n) = ddw(n) - ((upper(1, n) * dw(1) + upper(2, n) * dw(2)) + upper(3, n) * dw(3))
    end do
    laplacian = trace(u, hessian)
    slope = ((u(1) * dw(1) * dw(1) + u(4) * dw(2) * dw(2)) + u(6) * dw(3) * dw(3)) &
      + 2 * ((u(2) * dw(1) * dw(2) + u(3) * dw(1) * dw(3)) + u(5) * dw(2) * dw(3))
    do j = 1, 3
      do i = 1, j
        n = sym(i, j)
        sum = -0.5_real_kind * trace(u, ddg(:, n))
        do k = 1, 3
          sum = sum + 0.5_real_kind * ((g(sym(k, i)) * dgam(j, k) + g(sym(k, j)) * dgam(i, k)) &
            + traced(k) * (lower(i, sym(j, k)) + lower(j, sym(i, k))))
        end do
        do m = 1, 3
          do k = 1, 3
            sum = sum + ((raised(k, m, i) * lower(j, sym(k, m)) &
              + raised(k, m, j) * lower(i, sym(k, m))) + raised(k, m, i) * lower(k, sym(m, j)))
          end do
        end do
        r(n) = (w * w * sum + w * (hessian(n) + g(n) * laplacian)) - 2 * g(n) * slope
      end do
    end do
  end subroutine

  pure real(real_kind) function trace(u, t)
    real(real_kind), intent(in) :: u(6), t(6)
    trace = ((u(1) * t(1) + u(4) * t(4)) + u(6) * t(6)) &
      + 2 * ((u(2) * t(2) + u(3) * t(3)) + u(5) * t(5))
  end function

end module
