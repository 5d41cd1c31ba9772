! spacetime/kernels/constraints.f90: how far a state is from solving Einstein's equations.
module spacetime_constraints
  use spacetime_state
  use spacetime_curvature
  use spacetime_differences, only: first
  use spacetime_jet, only: jet, row
  implicit none
  private
  public :: constraints, connect

contains

  ! At the points of `scope`, to the functions `c`. Reads `order / 2` neighbours.
  subroutine constraints(how, scope, u, c)
    type(method), intent(in) :: how
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count), c(constraint_count)
    type(method) :: still
    type(jet) :: jets
    real(real_kind) :: each(constraint_count)
    integer :: at, i, j, k, l, n, v
    still = how
    still%has_shift = .false.
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        do i = scope%low(1), scope%high(1), row
          n = min(row, scope%high(1) - i + 1)
          at = scope%place(i, j, k)
          call jets%fill(still, scope, u, at, n)
          do l = 1, n
            call at_point(how, jets, l, each)
            do v = 1, constraint_count
              c(v)%at(at + l - 1) = each(v)
            end do
          end do
        end do
      end do
    end do
  end subroutine

  ! The contracted connection of the metric, to where the evolved one begins with it. Reads
  ! `order / 2` neighbours of the metric and nothing else.
  subroutine connect(how, scope, u)
    type(method), intent(in) :: how
    type(piece), intent(in) :: scope
    type(values), intent(in) :: u(variable_count)
    real(real_kind) :: g(row, 6), dg(row, 3, 6), lower(3, 6), upper(3, 6), traced(3)
    integer :: at, d, i, j, k, l, n, s(3), v
    s = scope%strides()
    do k = scope%low(3), scope%high(3)
      do j = scope%low(2), scope%high(2)
        do i = scope%low(1), scope%high(1), row
          n = min(row, scope%high(1) - i + 1)
          at = scope%place(i, j, k)
          do v = 1, 6
            g(1:n, v) = u(g_at + v - 1)%at(at:at + n - 1)
            do d = 1, 3
              call first(how%order, u(g_at + v - 1)%at, at, s(d), 1 / scope%spacing(d), n, &
                dg(:, d, v))
            end do
          end do
          do l = 1, n
            call connection(inverse(g(l, :)), dg(l, :, :), lower, upper, traced)
            do v = 1, 3
              u(gamma_at + v - 1)%at(at + l - 1) = traced(v)
            end do
          end do
        end do
      end do
    end do
  end subroutine

  pure subroutine at_point(how, jets, at, c)
    type(method), intent(in) :: how
    type(jet), intent(in) :: jets
    integer, intent(in) :: at
    real(real_kind), intent(out) :: c(constraint_count)
    real(real_kind) :: w, k, g(6), a(6), dw(3), dk(3), dg(3, 6), da(3, 6), u(6), over, sum
    real(real_kind) :: lower(3, 6), upper(3, 6), traced(3), r(6), half(3, 3), raised(6)
    real(real_kind) :: derived(3, 6)
    integer :: i, j, l, m, n
    w = jets%v(at, w_at)
    k = jets%v(at, k_at)
    g = jets%v(at, g_at:g_at + 5)
    a = jets%v(at, a_at:a_at + 5)
    dw = jets%d(at, :, w_at)
    dk = jets%d(at, :, k_at)
    dg = jets%d(at, :, g_at:g_at + 5)
    da = jets%d(at, :, a_at:a_at + 5)
    u = inverse(g)
    call connection(u, dg, lower, upper, traced)
    call ricci(w, g, dw, jets%dd(at, :, 1), jets%dd(at, :, g_twice + 1:g_twice + 6), &
      jets%d(at, :, gamma_at:gamma_at + 2), u, lower, upper, traced, r)
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
    c(hamiltonian_at) = (trace(u, r) + 2 * k * k / 3) - trace(a, raised)

    ! derived(l, n) is the covariant derivative of A_ij in direction l.
    do j = 1, 3
      do i = 1, j
        n = sym(i, j)
        do l = 1, 3
          sum = da(l, n)
          do m = 1, 3
            sum = sum - (upper(m, sym(l, i)) * a(sym(m, j)) + upper(m, sym(l, j)) * a(sym(i, m)))
          end do
          derived(l, n) = sum
        end do
      end do
    end do
    over = 3 / max(w, how%least_w)
    do i = 1, 3
      sum = 0
      do m = 1, 3
        do l = 1, 3
          do j = 1, 3
            sum = sum + u(sym(i, m)) * u(sym(j, l)) * derived(j, sym(l, m))
          end do
        end do
      end do
      do j = 1, 3
        sum = sum - (over * raised(sym(i, j)) * dw(j) + 2 * u(sym(i, j)) * dk(j) / 3)
      end do
      c(momentum_at + i - 1) = sum
      c(connection_at + i - 1) = jets%v(at, gamma_at + i - 1) - traced(i)
    end do
  end subroutine

end module
