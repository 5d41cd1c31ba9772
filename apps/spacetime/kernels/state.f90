! spacetime/kernels/state.f90: what is evolved, and a piece of the grid that holds it.
!
! The variables are those of Baumgarte and Shapiro (1999) and Shibata and Nakamura (1995), with
! W = exp(-2 phi) for the conformal factor: the metric of space is g_ij / W^2 with det g = 1, and
! the extrinsic curvature (A_ij + K g_ij / 3) / W^2.
module spacetime_state
  use, intrinsic :: iso_c_binding, only: real_kind => c_double, long => c_int64_t
  implicit none
  private
  public :: real_kind, long

  ! Where each variable begins in a list of them all. Symmetric tensors have six components, in the
  ! order xx, xy, xz, yy, yz, zz.
  integer, parameter, public :: w_at = 1, g_at = 2, k_at = 8, a_at = 9, gamma_at = 15
  integer, parameter, public :: lapse_at = 18, shift_at = 19, driver_at = 22
  integer, parameter, public :: variable_count = 24
  character(5), parameter, public :: variable_names(variable_count) = [character(5) :: 'w', &
    'gxx', 'gxy', 'gxz', 'gyy', 'gyz', 'gzz', 'k', 'axx', 'axy', 'axz', 'ayy', 'ayz', 'azz', &
    'gamx', 'gamy', 'gamz', 'lapse', 'betax', 'betay', 'betaz', 'bx', 'by', 'bz']
  ! Those whose second derivatives the equations have, one after the other.
  integer, parameter, public :: twice(11) = [1, 2, 3, 4, 5, 6, 7, 18, 19, 20, 21]
  integer, parameter, public :: g_twice = 1, lapse_twice = 8, shift_twice = 8

  ! The Hamiltonian constraint, the momentum constraints, and the distance of the evolved
  ! contracted connection from that of the metric.
  integer, parameter, public :: hamiltonian_at = 1, momentum_at = 2, connection_at = 5
  integer, parameter, public :: constraint_count = 7
  character(5), parameter, public :: constraint_names(constraint_count) = [character(5) :: &
    'ham', 'momx', 'momy', 'momz', 'conx', 'cony', 'conz']

  ! The component of a symmetric tensor.
  integer, parameter, public :: sym(3, 3) = reshape([1, 2, 3, 2, 4, 5, 3, 5, 6], [3, 3])

  integer, parameter, public :: harmonic = 0, one_plus_log = 1, geodesic = 2

  ! The values of one function, in the order of memory: the first index runs fastest.
  type, public :: values
    real(real_kind), pointer, contiguous :: at(:) => null()
  end type

  ! The points low to high are computed; first to last are in memory, ghosts included. Indices are
  ! those of the whole grid, and `origin` is where its point (0, 0, 0) is.
  type, public :: piece
    integer :: low(3) = 0, high(3) = 0, first(3) = 0, last(3) = 0
    real(real_kind) :: origin(3) = 0, spacing(3) = 1
  contains
    procedure :: place
    procedure :: strides
    procedure :: coordinates
  end type

  ! How derivatives are taken, and the gauge.
  type, public :: method
    integer :: order = 4                    ! of differences: 2 or 4
    real(real_kind) :: dissipation = 0      ! of Kreiss and Oliger (1973): 0 or a little more
    logical :: is_upwind = .false.          ! derivatives along the shift lean to its side
    integer :: slicing = harmonic
    logical :: has_shift = .false.          ! by the Gamma driver; else the shift is zero
    real(real_kind) :: damping = 1          ! eta of the Gamma driver
    real(real_kind) :: least_w = 1e-4_real_kind
  contains
    procedure :: width
  end type

contains

  ! Where a point is in memory.
  pure integer function place(this, i, j, k)
    class(piece), intent(in) :: this
    integer, intent(in) :: i, j, k
    integer :: s(3)
    s = this%strides()
    place = 1 + (i - this%first(1)) + s(2) * (j - this%first(2)) + s(3) * (k - this%first(3))
  end function

  ! From a value to its neighbour in each dimension. Where only one point is in memory, ghosts
  ! included, the grid is the same all along that dimension, and a point its own neighbour.
  pure function strides(this) result(s)
    class(piece), intent(in) :: this
    integer :: s(3)
    s(1) = 1
    s(2) = this%last(1) - this%first(1) + 1
    s(3) = s(2) * (this%last(2) - this%first(2) + 1)
    where (this%first == this%last) s = 0
  end function

  pure function coordinates(this, i, j, k) result(x)
    class(piece), intent(in) :: this
    integer, intent(in) :: i, j, k
    real(real_kind) :: x(3)
    x = this%origin + [i, j, k] * this%spacing
  end function

  ! How many neighbours on each side the right side reads.
  pure integer function width(this)
    class(method), intent(in) :: this
    width = this%order / 2
    if (this%dissipation > 0 .or. (this%is_upwind .and. this%has_shift)) width = width + 1
  end function

end module
