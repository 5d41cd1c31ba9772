! spacetime/thorn/thorn.f90: the equations as thorns, of which each does what the kernels do, on
! whatever piece of the grid a driver hands it.
!
! `spacetime` has differences of either order, dissipation and upwind derivatives, and so reads
! three neighbours. `spacetime_narrow` has second order alone and reads one: fewer ghosts to send.
! A job has one of them.
module spacetime_thorn
  use, intrinsic :: iso_c_binding
  use isthmus_mesh
  use spacetime_state
  use spacetime_beginning, only: begin
  use spacetime_constraints, only: connect, constraints
  use spacetime_enforcement, only: enforce
  use spacetime_right_side, only: right_side
  use spacetime_solutions, only: problem, robust
  implicit none
  private

  integer, parameter :: wide = 1, narrow = 2

  ! What a thorn has declared: written once, before any routine is called.
  type :: declared
    type(mesh_function) :: u(variable_count), rate(variable_count), broken(constraint_count)
    integer(c_int) :: initial, amplitude, length, mass, axis
    integer(c_int) :: order, dissipation, upwind, slicing, gamma_driver, damping
  end type
  type(declared), save :: thorns(2)

contains

  subroutine declare_all(flesh) bind(c, name='isthmus_declare_thorns')
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    thorn = declare_thorn(flesh, 'spacetime', 'Einstein''s vacuum equations (BSSN)')
    call declare_functions(thorn, thorns(wide))
    call declare_parameters(thorn, thorns(wide), wide)
    call declare_routines(thorn, thorns(wide), 3, 2, begin_wide, connect_wide, right_side_wide, &
      enforce_wide, constraints_wide)
    thorn = declare_thorn(flesh, 'spacetime_narrow', &
      'Einstein''s vacuum equations (BSSN), of second order with one neighbour')
    call declare_functions(thorn, thorns(narrow))
    call declare_parameters(thorn, thorns(narrow), narrow)
    call declare_routines(thorn, thorns(narrow), 1, 1, begin_narrow, connect_narrow, &
      right_side_narrow, enforce_narrow, constraints_narrow)
  end subroutine

  subroutine declare_functions(thorn, d)
    type(mesh_thorn), intent(in) :: thorn
    type(declared), intent(inout) :: d
    character(5) :: name
    integer :: parity(3)
    integer :: i, v
    do v = 1, variable_count
      name = variable_names(v)
      d%u(v) = declare_function(thorn, name, meaning=meaning_of(v))
      d%rate(v) = declare_function(thorn, trim(name) // '_rate', meaning='its derivative in time')
      call evolves(thorn, d%u(v), d%rate(v))
      ! Far away space is flat, unless the parameter file says otherwise.
      call set_boundary(thorn, d%u(v), mesh_radiative, value=merge(1.0_real_kind, 0.0_real_kind, &
        any(v == [w_at, g_at, g_at + 3, g_at + 5, lapse_at])))
      ! A component changes its sign as often as the mirrored dimension is among its letters.
      do i = 1, 3
        parity(i) = 1
        if (v == w_at .or. v == k_at .or. v == lapse_at) cycle
        parity(i) = (-1)**count_of(name(index_begin(v):), achar(iachar('x') + i - 1))
      end do
      call set_parity(thorn, d%u(v), parity)
      call set_parity(thorn, d%rate(v), parity)
    end do
    do v = 1, constraint_count
      d%broken(v) = declare_function(thorn, constraint_names(v), meaning=meaning_of(-v))
    end do
  end subroutine

  ! Where the letters of the dimensions begin in a variable's name.
  pure integer function index_begin(v)
    integer, intent(in) :: v
    index_begin = merge(2, 4, v < gamma_at)
    if (v >= shift_at) index_begin = merge(5, 2, v < driver_at)
  end function

  pure integer function count_of(text, letter)
    character(*), intent(in) :: text
    character, intent(in) :: letter
    integer :: i
    count_of = count([(text(i:i) == letter, i = 1, len(text))])
  end function

  pure function meaning_of(v) result(text)
    integer, intent(in) :: v
    character(:), allocatable :: text
    select case (v)
    case (w_at)
      text = 'conformal factor, exp(-2 phi)'
    case (g_at:g_at + 5)
      text = 'conformal metric, of determinant 1'
    case (k_at)
      text = 'trace of the extrinsic curvature'
    case (a_at:a_at + 5)
      text = 'the rest of the extrinsic curvature, conformal'
    case (gamma_at:gamma_at + 2)
      text = 'contracted connection of the conformal metric'
    case (lapse_at)
      text = 'lapse'
    case (shift_at:shift_at + 2)
      text = 'shift'
    case (driver_at:driver_at + 2)
      text = 'of the shift''s driver'
    case (-hamiltonian_at)
      text = 'Hamiltonian constraint'
    case (-momentum_at - 2:-momentum_at)
      text = 'momentum constraint'
    case default
      text = 'distance of the evolved contracted connection from that of the metric'
    end select
  end function

  subroutine declare_parameters(thorn, d, n)
    type(mesh_thorn), intent(in) :: thorn
    type(declared), intent(inout) :: d
    integer, intent(in) :: n
    real(real_kind), parameter :: least = tiny(least)
    d%initial = declare_keyword(thorn, 'initial', 'flat', &
      'flat,robust,linear_wave,gauge_wave,gowdy,pulse,puncture', meaning='what it begins with')
    d%amplitude = declare_real(thorn, 'amplitude', 0.01_real_kind, &
      meaning='of the wave, or of the noise of "robust"')
    d%length = declare_real(thorn, 'length', 1.0_real_kind, least, &
      meaning='of the wave; of "pulse": its width')
    d%mass = declare_real(thorn, 'mass', 1.0_real_kind, least, meaning='of the puncture')
    d%axis = declare_integer(thorn, 'axis', 1, 1, 3, meaning='along which the wave runs')
    d%slicing = declare_keyword(thorn, 'slicing', 'harmonic', 'harmonic,one_plus_log,geodesic', &
      meaning='how the lapse goes on')
    d%gamma_driver = declare_boolean(thorn, 'gamma_driver', .false., &
      meaning='the shift goes on by the Gamma driver; else it is zero')
    d%damping = declare_real(thorn, 'damping', 1.0_real_kind, 0.0_real_kind, &
      is_steerable=.true., meaning='eta of the Gamma driver')
    if (n == narrow) return
    d%order = declare_keyword(thorn, 'order', '4', '2,4', meaning='of differences')
    d%dissipation = declare_real(thorn, 'dissipation', 0.0_real_kind, 0.0_real_kind, &
      1.0_real_kind, is_steerable=.true., meaning='of Kreiss and Oliger')
    d%upwind = declare_boolean(thorn, 'upwind', .false., &
      meaning='derivatives along the shift lean to its side')
  end subroutine

  subroutine declare_routines(thorn, d, width, half, to_begin, to_connect, to_evolve, to_enforce, &
    to_check)
    type(mesh_thorn), intent(in) :: thorn
    type(declared), intent(in) :: d
    integer, intent(in) :: width, half
    procedure(mesh_routine) :: to_begin, to_connect, to_evolve, to_enforce, to_check
    integer(c_int) :: r
    r = declare_routine(thorn, mesh_initial, 'begin', to_begin)
    call writes(thorn, r, d%u)
    call synchronizes(thorn, r, d%u)
    r = declare_routine(thorn, mesh_initial, 'connect', to_connect)
    call after(thorn, r, 'begin')
    call reads(thorn, r, d%u(g_at:g_at + 5), half)
    call reads(thorn, r, d%u(gamma_at:gamma_at + 2))
    call writes(thorn, r, d%u(gamma_at:gamma_at + 2))
    r = declare_routine(thorn, mesh_right_side, 'right_side', to_evolve)
    call reads(thorn, r, d%u, width)
    call writes(thorn, r, d%rate)
    ! Counted instructions, of the usual parameters; a shift, upwind derivatives and dissipation
    ! double them.
    call flops(thorn, r, merge(2389.0_real_kind, 1816.0_real_kind, width == 3))
    r = declare_routine(thorn, mesh_after_substep, 'enforce', to_enforce)
    associate (enforced => [d%u(w_at), d%u(g_at:g_at + 5), d%u(a_at:a_at + 5), d%u(lapse_at)])
      call reads(thorn, r, enforced)
      call writes(thorn, r, enforced)
    end associate
    call flops(thorn, r, 67.0_real_kind)
    r = declare_routine(thorn, mesh_analysis, 'constraints', to_check)
    call reads(thorn, r, d%u(:shift_at - 1), half)
    call reads(thorn, r, d%u(shift_at:))
    call writes(thorn, r, d%broken)
  end subroutine

  ! Routines of the two thorns.

  subroutine begin_wide(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call begin_on(where, wide)
  end subroutine
  subroutine begin_narrow(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call begin_on(where, narrow)
  end subroutine
  subroutine connect_wide(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call connect_on(where, wide)
  end subroutine
  subroutine connect_narrow(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call connect_on(where, narrow)
  end subroutine
  subroutine right_side_wide(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call right_side(method_of(where, wide), scope_of(where), state_of(where, thorns(wide)%u), &
      state_of(where, thorns(wide)%rate))
  end subroutine
  subroutine right_side_narrow(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call right_side(method_of(where, narrow), scope_of(where), &
      state_of(where, thorns(narrow)%u), state_of(where, thorns(narrow)%rate))
  end subroutine
  subroutine enforce_wide(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call enforce(method_of(where, wide), scope_of(where), state_of(where, thorns(wide)%u))
  end subroutine
  subroutine enforce_narrow(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call enforce(method_of(where, narrow), scope_of(where), state_of(where, thorns(narrow)%u))
  end subroutine
  subroutine constraints_wide(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call constraints(method_of(where, wide), scope_of(where), state_of(where, thorns(wide)%u), &
      state_of(where, thorns(wide)%broken))
  end subroutine
  subroutine constraints_narrow(where) bind(c)
    type(mesh_patch), intent(in) :: where
    call constraints(method_of(where, narrow), scope_of(where), &
      state_of(where, thorns(narrow)%u), state_of(where, thorns(narrow)%broken))
  end subroutine

  subroutine begin_on(where, n)
    type(mesh_patch), intent(in) :: where
    integer, intent(in) :: n
    type(problem) :: what
    what = problem_of(where, n)
    call begin(what, scope_of(where), state_of(where, thorns(n)%u))
    if (what%kind == robust) &
      call enforce(method_of(where, n), scope_of(where), state_of(where, thorns(n)%u))
  end subroutine

  ! The noise of `robust` has a contracted connection of its own.
  subroutine connect_on(where, n)
    type(mesh_patch), intent(in) :: where
    integer, intent(in) :: n
    type(problem) :: what
    what = problem_of(where, n)
    if (what%kind /= robust) &
      call connect(method_of(where, n), scope_of(where), state_of(where, thorns(n)%u))
  end subroutine

  type(piece) function scope_of(where)
    type(mesh_patch), intent(in) :: where
    scope_of = piece(where%low, where%high, where%first, where%last, where%origin, where%spacing)
  end function

  ! No copies: what is returned points to where the values are.
  function state_of(where, functions) result(u)
    type(mesh_patch), intent(in) :: where
    type(mesh_function), intent(in) :: functions(:)
    type(values) :: u(size(functions))
    real(mesh_real), pointer, contiguous :: all(:, :, :)
    integer :: v
    do v = 1, size(functions)
      call get(where, functions(v), all)
      u(v)%at(1:size(all)) => all
    end do
  end function

  type(problem) function problem_of(where, n)
    type(mesh_patch), intent(in) :: where
    integer, intent(in) :: n
    problem_of = problem(int(integer_parameter(where, thorns(n)%initial)), &
      real_parameter(where, thorns(n)%amplitude), real_parameter(where, thorns(n)%length), &
      real_parameter(where, thorns(n)%mass), int(integer_parameter(where, thorns(n)%axis)))
  end function

  type(method) function method_of(where, n) result(how)
    type(mesh_patch), intent(in) :: where
    integer, intent(in) :: n
    how%order = 2
    how%slicing = int(integer_parameter(where, thorns(n)%slicing))
    how%has_shift = integer_parameter(where, thorns(n)%gamma_driver) /= 0
    how%damping = real_parameter(where, thorns(n)%damping)
    if (n == narrow) return
    how%order = merge(4, 2, integer_parameter(where, thorns(n)%order) == 1)
    how%dissipation = real_parameter(where, thorns(n)%dissipation)
    how%is_upwind = integer_parameter(where, thorns(n)%upwind) /= 0
  end function

end module
