! spacetime/kernels/right_side.f90: the derivatives in time of all variables.
module spacetime_right_side
  use spacetime_state
  use spacetime_curvature
  use spacetime_differences, only: first, advect, dissipate
  use spacetime_jet, only: jet, row
  implicit none
  private
  public :: right_side

  real(real_kind), parameter :: third = 1 / 3.0_real_kind

contains

  ! At the points of `scope`, from `u` to `du`. Reads `how%width()` neighbours.
  subroutine right_side(how, scope, u, du)
    type(method), intent(in) :: how
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count), du(variable_count)
    type(jet) :: jets
    real(real_kind) :: rate(row, variable_count), scale(3)
    integer :: at, d, i, j, k, l, n, s(3), v
    s = scope%strides()
    scale = 1 / scope%spacing
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        do i = scope%low(1), scope%high(1), row
          n = min(row, scope%high(1) - i + 1)
          at = scope%place(i, j, k)
          call jets%fill(how, scope, u, at, n)
          do l = 1, n
            call rates(how, jets, l, rate(l, :))
          end do
          if (how%has_shift) call drive(how, scope, u, at, n, jets, rate)
          if (how%dissipation > 0) then
            do v = 1, merge(variable_count, lapse_at, how%has_shift)
              do d = 1, 3
                call dissipate(how%order, u(v)%at, at, s(d), scale(d), n, how%dissipation, &
                  rate(:, v))
              end do
            end do
          end if
          do v = 1, variable_count
            du(v)%at(at:at + n - 1) = rate(1:n, v)
          end do
        end do
      end do
    end do
  end subroutine

  ! At one point of the row: everything but what the shift carries along.
  pure subroutine rates(how, jets, at, rate)
    type(method), intent(in) :: how
    type(jet), intent(in) :: jets
    integer, intent(in) :: at
    real(real_kind), intent(out) :: rate(variable_count)
    real(real_kind) :: w, k, lapse, g(6), a(6), gam(3), dw(3), dk(3), dlapse(3), dg(3, 6)
    real(real_kind) :: u(6), lower(3, 6), upper(3, 6), traced(3), r(6), hessian(6), free(6)
    real(real_kind) :: half(3, 3), raised(6), slope, over, sum
    integer :: i, j, l, n
    w = jets%v(at, w_at)
    k = jets%v(at, k_at)
    lapse = jets%v(at, lapse_at)
    g = jets%v(at, g_at:g_at + 5)
    a = jets%v(at, a_at:a_at + 5)
    gam = jets%v(at, gamma_at:gamma_at + 2)
    dw = jets%d(at, :, w_at)
    dk = jets%d(at, :, k_at)
    dlapse = jets%d(at, :, lapse_at)
    dg = jets%d(at, :, g_at:g_at + 5)
    u = inverse(g)
    call connection(u, dg, lower, upper, traced)
    call ricci(w, g, dw, jets%dd(at, :, 1), jets%dd(at, :, g_twice + 1:g_twice + 6), &
      jets%d(at, :, gamma_at:gamma_at + 2), u, lower, upper, traced, r)

    ! W^2 times the second covariant derivatives of the lapse.
    slope = ((u(1) * dw(1) * dlapse(1) + u(4) * dw(2) * dlapse(2)) + u(6) * dw(3) * dlapse(3)) &
      + ((u(2) * (dw(1) * dlapse(2) + dw(2) * dlapse(1)) &
      + u(3) * (dw(1) * dlapse(3) + dw(3) * dlapse(1))) &
      + u(5) * (dw(2) * dlapse(3) + dw(3) * dlapse(2)))
    do j = 1, 3
      do i = 1, j
        n = sym(i, j)
        hessian(n) = w * w * (jets%dd(at, n, lapse_twice) - ((upper(1, n) * dlapse(1) &
          + upper(2, n) * dlapse(2)) + upper(3, n) * dlapse(3))) &
          + w * ((dw(i) * dlapse(j) + dw(j) * dlapse(i)) - g(n) * slope)
      end do
    end do
    ! half(i, j) is A^i_j, raised is A^ij.
    do j = 1, 3
      do i = 1, 3
        half(i, j) = (u(sym(i, 1)) * a(sym(1, j)) + u(sym(i, 2)) * a(sym(2, j))) &
          + u(sym(i, 3)) * a(sym(3, j))
      end do
    end do
    do j = 1, 3
      do i = 1, j
        raised(sym(i, j)) = (half(i, 1) * u(sym(1, j)) + half(i, 2) * u(sym(2, j))) &
          + half(i, 3) * u(sym(3, j))
      end do
    end do

    rate(w_at) = third * w * lapse * k
    rate(g_at:g_at + 5) = -2 * lapse * a
    rate(k_at) = lapse * (trace(a, raised) + third * k * k) - trace(u, hessian)
    free = lapse * r - hessian
    sum = third * trace(u, free)
    free = free - sum * g
    do j = 1, 3
      do i = 1, j
        n = sym(i, j)
        rate(a_at + n - 1) = free(n) + lapse * (k * a(n) - 2 * ((a(sym(i, 1)) * half(1, j) &
          + a(sym(i, 2)) * half(2, j)) + a(sym(i, 3)) * half(3, j)))
      end do
    end do
    over = 3 / max(w, how%least_w)
    do i = 1, 3
      sum = ((upper(i, 1) * raised(1) + upper(i, 4) * raised(4)) + upper(i, 6) * raised(6)) &
        + 2 * ((upper(i, 2) * raised(2) + upper(i, 3) * raised(3)) + upper(i, 5) * raised(5))
      rate(gamma_at + i - 1) = 2 * lapse * sum
      do l = 1, 3
        rate(gamma_at + i - 1) = rate(gamma_at + i - 1) - ((2 * dlapse(l) &
          + 2 * lapse * over * dw(l)) * raised(sym(i, l)) &
          + (4 * third) * lapse * u(sym(i, l)) * dk(l))
      end do
    end do
    select case (how%slicing)
    case (harmonic)
      rate(lapse_at) = -(lapse * lapse * k)
    case (one_plus_log)
      rate(lapse_at) = -(2 * lapse * k)
    case default
      rate(lapse_at) = 0
    end select
    rate(shift_at:) = 0
  end subroutine

  ! What the shift does to all variables, and the Gamma driver of Alcubierre et al. (2003).
  subroutine drive(how, scope, u, at, n, jets, rate)
    type(method), intent(in) :: how
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count)
    integer, intent(in) :: at, n
    type(jet), intent(in) :: jets
    real(real_kind), intent(inout) :: rate(row, variable_count)
    real(real_kind) :: carried(row), scale(3), traced(3), lower(3, 6), upper(3, 6), inv(6)
    real(real_kind) :: db(3, 3), divergence, grad(3), g(6), a(6), sum, of_gamma(row, 3)
    integer :: b, d, i, j, l, m, s(3), v
    s = scope%strides()
    scale = 1 / scope%spacing
    do v = 1, variable_count
      carried(1:n) = 0
      do d = 1, 3
        b = shift_at + d - 1
        if (how%is_upwind) then
          call advect(how%order, u(v)%at, at, s(d), scale(d), n, jets%v(:, b), carried)
        else
          carried(1:n) = carried(1:n) + jets%v(1:n, b) * jets%d(1:n, d, v)
        end if
      end do
      if (v >= gamma_at .and. v < gamma_at + 3) of_gamma(1:n, v - gamma_at + 1) = carried(1:n)
      rate(1:n, v) = rate(1:n, v) + carried(1:n)
    end do
    do l = 1, n
      db = jets%d(l, :, shift_at:shift_at + 2)   ! db(i, k) is the derivative of beta^k
      divergence = (db(1, 1) + db(2, 2)) + db(3, 3)
      g = jets%v(l, g_at:g_at + 5)
      a = jets%v(l, a_at:a_at + 5)
      inv = inverse(g)
      call connection(inv, jets%d(l, :, g_at:g_at + 5), lower, upper, traced)
      rate(l, w_at) = rate(l, w_at) - third * jets%v(l, w_at) * divergence
      do j = 1, 3
        do i = 1, j
          m = sym(i, j)
          rate(l, g_at + m - 1) = rate(l, g_at + m - 1) + (along(g, i, j) &
            - 2 * third * g(m) * divergence)
          rate(l, a_at + m - 1) = rate(l, a_at + m - 1) + (along(a, i, j) &
            - 2 * third * a(m) * divergence)
        end do
      end do
      do i = 1, 3    ! of the divergence
        grad(i) = (jets%dd(l, sym(i, 1), shift_twice + 1) &
          + jets%dd(l, sym(i, 2), shift_twice + 2)) + jets%dd(l, sym(i, 3), shift_twice + 3)
      end do
      do i = 1, 3
        sum = trace(inv, jets%dd(l, :, shift_twice + i)) + 2 * third * traced(i) * divergence
        do j = 1, 3
          sum = sum + (third * inv(sym(i, j)) * grad(j) - traced(j) * db(j, i))
        end do
        v = gamma_at + i - 1
        rate(l, v) = rate(l, v) + sum
        rate(l, shift_at + i - 1) = rate(l, shift_at + i - 1) &
          + 0.75_real_kind * jets%v(l, driver_at + i - 1)
        rate(l, driver_at + i - 1) = rate(l, driver_at + i - 1) &
          + ((rate(l, v) - of_gamma(l, i)) - how%damping * jets%v(l, driver_at + i - 1))
      end do
    end do
  contains
    pure real(real_kind) function along(t, i, j)
      real(real_kind), intent(in) :: t(6)
      integer, intent(in) :: i, j
      along = ((t(sym(i, 1)) * db(j, 1) + t(sym(j, 1)) * db(i, 1)) &
        + (t(sym(i, 2)) * db(j, 2) + t(sym(j, 2)) * db(i, 2))) &
        + (t(sym(i, 3)) * db(j, 3) + t(sym(j, 3)) * db(i, 3))
    end function
  end subroutine

end module
