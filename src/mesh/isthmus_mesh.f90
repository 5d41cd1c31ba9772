! mesh/isthmus_mesh.f90: thorns in Fortran. isthmus_mesh.h says what each of these means.
!
! A library of thorns has one subroutine that declares them all:
!
!   subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
!     use isthmus_mesh
!     type(mesh_flesh), value :: flesh
!     type(mesh_thorn) :: thorn
!     thorn = declare_thorn(flesh, "wave", "a scalar wave")
!
! and routines that are each given a piece of the grid. They compute the points from patch%low to
! patch%high and no other. Arrays have the bounds of the whole grid, whose indices begin at 0:
!
!   subroutine evolve(patch) bind(c)
!     type(mesh_patch), intent(in) :: patch
!     real(mesh_real), pointer, contiguous :: now(:, :, :)
!     call get(patch, phi, now)
!     do k = patch%low(3), patch%high(3)
module isthmus_mesh
  use, intrinsic :: iso_c_binding
  implicit none
  private

  integer, parameter, public :: mesh_real = c_double
  integer, parameter, public :: mesh_integer = c_int

  ! When a routine is called.
  integer(c_int), parameter, public :: mesh_initial = 0
  integer(c_int), parameter, public :: mesh_before_step = 1
  integer(c_int), parameter, public :: mesh_step = 2
  integer(c_int), parameter, public :: mesh_right_side = 3
  integer(c_int), parameter, public :: mesh_after_substep = 4
  integer(c_int), parameter, public :: mesh_after_step = 5
  integer(c_int), parameter, public :: mesh_analysis = 6

  ! What is beyond the grid.
  integer(c_int), parameter, public :: mesh_periodic = 0
  integer(c_int), parameter, public :: mesh_fixed = 1
  integer(c_int), parameter, public :: mesh_copied = 2
  integer(c_int), parameter, public :: mesh_value = 3
  integer(c_int), parameter, public :: mesh_reflected = 4
  integer(c_int), parameter, public :: mesh_radiative = 5
  integer(c_int), parameter, public :: mesh_robin = 6  ! its speed is the power of the radius

  ! Who solves equations: see EquationSolver in mesh/thorn.hpp.
  integer(c_int), parameter, public :: mesh_relaxation = 0
  integer(c_int), parameter, public :: mesh_conjugate_gradients = 1

  ! What a reduction says.
  integer(c_int), parameter, public :: mesh_norm_1 = 0
  integer(c_int), parameter, public :: mesh_norm_2 = 1
  integer(c_int), parameter, public :: mesh_norm_max = 2
  integer(c_int), parameter, public :: mesh_least = 3
  integer(c_int), parameter, public :: mesh_greatest = 4
  integer(c_int), parameter, public :: mesh_sum = 5

  type, bind(c), public :: mesh_flesh
    type(c_ptr) :: handle
  end type
  type, bind(c), public :: mesh_thorn
    type(c_ptr) :: handle
  end type

  ! A grid function at one of its time levels: 0 is that of now.
  type, bind(c), public :: mesh_function
    integer(c_int) :: number = -1
    integer(c_int) :: level = 0
  end type

  ! A grid function of complex numbers: its parts, each of which is a function, too.
  type, public :: mesh_complex
    type(mesh_function) :: re
    type(mesh_function) :: im
  end type

  ! Interpolations, or equations, of both parts of a function of complex numbers.
  type, public :: mesh_parts
    integer(c_int) :: re = -1
    integer(c_int) :: im = -1
  end type

  ! laplacian function + coefficient function + source = 0, solved until the norm of the left side is
  ! at most the tolerance: see Equation in mesh/thorn.hpp.
  type, bind(c), public :: mesh_equation
    type(mesh_function) :: function
    type(mesh_function) :: coefficient = mesh_function()
    type(mesh_function) :: source = mesh_function()
    real(c_double) :: tolerance = 1d-8
    integer(c_int) :: norm = mesh_norm_max
    integer(c_int) :: sweeps = 10000
    real(c_double) :: relaxation = 0       ! the best one
    integer(c_int) :: may_fail = 0
    integer(c_int) :: solver = mesh_relaxation
  end type

  ! The same of complex numbers, with a real coefficient. Each part is solved to half of the
  ! tolerance, so that the norm of the absolute values of what is left is at most that.
  type, public :: mesh_complex_equation
    type(mesh_complex) :: function
    type(mesh_function) :: coefficient = mesh_function()
    type(mesh_complex) :: source = mesh_complex(mesh_function(), mesh_function())
    real(c_double) :: tolerance = 1d-8
    integer(c_int) :: norm = mesh_norm_max
    integer(c_int) :: sweeps = 10000
    real(c_double) :: relaxation = 0
    integer(c_int) :: may_fail = 0
    integer(c_int) :: solver = mesh_relaxation
  end type

  type, bind(c), public :: mesh_patch
    integer(c_int) :: low(3), high(3)    ! to compute, both included
    integer(c_int) :: first(3), last(3)  ! in memory, ghosts included
    integer(c_int) :: whole(3)           ! points of the grid: 0 to whole - 1
    real(c_double) :: origin(3)          ! coordinates of the point (0, 0, 0)
    real(c_double) :: spacing(3)
    real(c_double) :: time
    real(c_double) :: step_size
    integer(c_long_long) :: step
    type(c_ptr) :: job
  end type

  ! As C has a mesh_complex.
  type, bind(c) :: c_parts
    type(mesh_function) :: re
    type(mesh_function) :: im
  end type

  abstract interface
    subroutine mesh_routine(patch) bind(c)
      import :: mesh_patch
      type(mesh_patch), intent(in) :: patch
    end subroutine
  end interface
  public :: mesh_routine

  public :: get, previous, coordinate, real_parameter, integer_parameter
  public :: declare_thorn, declare_function, declare_complex, find_function, evolves
  public :: set_boundary, share_boundary, set_parity
  public :: declare_real, declare_integer, declare_boolean, declare_keyword
  public :: declare_routine, reads, writes, synchronizes, before, after, flops
  public :: declare_reduction, find_reduction, reduces, uses, reduced
  public :: declare_interpolation, get_interpolated
  public :: declare_equation, solves

  ! Of one function or several.
  interface writes
    procedure writes_one, writes_all, writes_complex
  end interface
  interface synchronizes
    procedure synchronizes_one, synchronizes_all, synchronizes_complex
  end interface
  interface reads
    procedure reads_one, reads_all, reads_complex
  end interface

  ! Of a function, or of both parts of one of complex numbers.
  interface get
    procedure get_values, get_parts
  end interface
  interface previous
    procedure previous_function, previous_complex
  end interface
  interface evolves
    procedure evolves_function, evolves_complex
  end interface
  interface declare_reduction
    procedure declare_reduction_of, declare_complex_reduction
  end interface
  interface declare_interpolation
    procedure declare_interpolation_of, declare_complex_interpolation
  end interface
  interface get_interpolated
    procedure get_interpolated_values, get_interpolated_complex
  end interface
  interface declare_equation
    procedure declare_equation_of, declare_complex_equation
  end interface
  interface reduces
    procedure reduces_one, reduces_parts
  end interface
  interface uses
    procedure uses_one, uses_parts
  end interface
  interface solves
    procedure solves_one, solves_parts
  end interface

  interface
    function c_values(patch, function) bind(c, name="isthmus_mesh_values") result(values)
      import :: c_ptr, mesh_patch, mesh_function
      type(mesh_patch), intent(in) :: patch
      type(mesh_function), value :: function
      type(c_ptr) :: values
    end function
    function c_real(patch, parameter) bind(c, name="isthmus_mesh_real") result(number)
      import :: mesh_patch, c_int, c_double
      type(mesh_patch), intent(in) :: patch
      integer(c_int), value :: parameter
      real(c_double) :: number
    end function
    function c_integer(patch, parameter) bind(c, name="isthmus_mesh_integer") result(number)
      import :: mesh_patch, c_int, c_long_long
      type(mesh_patch), intent(in) :: patch
      integer(c_int), value :: parameter
      integer(c_long_long) :: number
    end function
    function c_reduced(patch, reduction, what) bind(c, name="isthmus_mesh_reduced") result(number)
      import :: mesh_patch, c_int, c_double
      type(mesh_patch), intent(in) :: patch
      integer(c_int), value :: reduction, what
      real(c_double) :: number
    end function
    function c_interpolated(patch, interpolation) bind(c, name="isthmus_mesh_interpolated") &
        result(values)
      import :: mesh_patch, c_int, c_ptr
      type(mesh_patch), intent(in) :: patch
      integer(c_int), value :: interpolation
      type(c_ptr) :: values
    end function
    function c_declare_interpolation(thorn, name, function, places, count, order, meaning) &
        bind(c, name="isthmus_mesh_declare_interpolation") result(number)
      import :: c_ptr, c_char, c_int, c_double, mesh_function
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      type(mesh_function), value :: function
      real(c_double), intent(in) :: places(3, *)
      integer(c_int), value :: count, order
      integer(c_int) :: number
    end function
    subroutine c_add_place(thorn, interpolation, place, order, derivative) &
        bind(c, name="isthmus_mesh_add_place")
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: thorn
      integer(c_int), value :: interpolation, order
      real(c_double), intent(in) :: place(3)
      integer(c_int), intent(in) :: derivative(3)
    end subroutine
    function c_declare_reduction(thorn, name, function, meaning) &
        bind(c, name="isthmus_mesh_declare_reduction") result(number)
      import :: c_ptr, c_char, c_int, mesh_function
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      type(mesh_function), value :: function
      integer(c_int) :: number
    end function
    function c_declare_complex_reduction(thorn, name, function, meaning) &
        bind(c, name="isthmus_mesh_declare_complex_reduction") result(number)
      import :: c_ptr, c_char, c_int, c_parts
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      type(c_parts), value :: function
      integer(c_int) :: number
    end function
    subroutine c_join_complex(thorn, name, parts) bind(c, name="isthmus_mesh_join_complex")
      import :: c_ptr, c_char, c_parts
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*)
      type(c_parts), value :: parts
    end subroutine
    function c_find_reduction(flesh, name) bind(c, name="isthmus_mesh_find_reduction") &
        result(number)
      import :: c_ptr, c_char, c_int
      type(c_ptr), value :: flesh
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: number
    end function
    function c_declare_equation(thorn, name, equation, meaning) &
        bind(c, name="isthmus_mesh_declare_equation") result(number)
      import :: c_ptr, c_char, c_int, mesh_equation
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      type(mesh_equation), intent(in) :: equation
      integer(c_int) :: number
    end function
    subroutine c_set_equation_boundary(thorn, number, kind, value, speed) &
        bind(c, name="isthmus_mesh_set_equation_boundary")
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: thorn
      integer(c_int), value :: number, kind
      real(c_double), value :: value, speed
    end subroutine
    subroutine c_solves(thorn, routine, equation) bind(c, name="isthmus_mesh_solves")
      import :: c_ptr, c_int
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine, equation
    end subroutine
    subroutine c_reduces(thorn, routine, reduction) bind(c, name="isthmus_mesh_reduces")
      import :: c_ptr, c_int
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine, reduction
    end subroutine
    subroutine c_uses(thorn, routine, reduction) bind(c, name="isthmus_mesh_uses")
      import :: c_ptr, c_int
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine, reduction
    end subroutine
    function c_declare_thorn(flesh, name, meaning) &
        bind(c, name="isthmus_mesh_declare_thorn") result(thorn)
      import :: c_ptr, c_char
      type(c_ptr), value :: flesh
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      type(c_ptr) :: thorn
    end function
    function c_declare_function(thorn, name, time_levels, meaning) &
        bind(c, name="isthmus_mesh_declare_function") result(function)
      import :: c_ptr, c_char, c_int, mesh_function
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      integer(c_int), value :: time_levels
      type(mesh_function) :: function
    end function
    subroutine c_set_boundary(thorn, function, kind, value, speed) &
        bind(c, name="isthmus_mesh_set_boundary")
      import :: c_ptr, c_int, c_double, mesh_function
      type(c_ptr), value :: thorn
      type(mesh_function), value :: function
      integer(c_int), value :: kind
      real(c_double), value :: value, speed
    end subroutine
    subroutine c_share_boundary(thorn, function, other) &
        bind(c, name="isthmus_mesh_share_boundary")
      import :: c_ptr, mesh_function
      type(c_ptr), value :: thorn
      type(mesh_function), value :: function, other
    end subroutine
    subroutine c_set_parity(thorn, function, parity) bind(c, name="isthmus_mesh_set_parity")
      import :: c_ptr, c_int, mesh_function
      type(c_ptr), value :: thorn
      type(mesh_function), value :: function
      integer(c_int), intent(in) :: parity(3)
    end subroutine
    subroutine c_declare_evolved(thorn, function, derivative) &
        bind(c, name="isthmus_mesh_declare_evolved")
      import :: c_ptr, mesh_function
      type(c_ptr), value :: thorn
      type(mesh_function), value :: function, derivative
    end subroutine
    function c_find_function(flesh, name) bind(c, name="isthmus_mesh_find_function") &
        result(function)
      import :: c_ptr, c_char, mesh_function
      type(c_ptr), value :: flesh
      character(kind=c_char), intent(in) :: name(*)
      type(mesh_function) :: function
    end function
    function c_declare_real(thorn, name, usual, least, greatest, is_steerable, meaning) &
        bind(c, name="isthmus_mesh_declare_real") result(parameter)
      import :: c_ptr, c_char, c_int, c_double
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      real(c_double), value :: usual, least, greatest
      integer(c_int), value :: is_steerable
      integer(c_int) :: parameter
    end function
    function c_declare_integer(thorn, name, usual, least, greatest, is_steerable, meaning) &
        bind(c, name="isthmus_mesh_declare_integer") result(parameter)
      import :: c_ptr, c_char, c_int, c_long_long
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      integer(c_long_long), value :: usual, least, greatest
      integer(c_int), value :: is_steerable
      integer(c_int) :: parameter
    end function
    function c_declare_boolean(thorn, name, usual, is_steerable, meaning) &
        bind(c, name="isthmus_mesh_declare_boolean") result(parameter)
      import :: c_ptr, c_char, c_int
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), meaning(*)
      integer(c_int), value :: usual, is_steerable
      integer(c_int) :: parameter
    end function
    function c_declare_keyword(thorn, name, usual, allowed, is_steerable, meaning) &
        bind(c, name="isthmus_mesh_declare_keyword") result(parameter)
      import :: c_ptr, c_char, c_int
      type(c_ptr), value :: thorn
      character(kind=c_char), intent(in) :: name(*), usual(*), allowed(*), meaning(*)
      integer(c_int), value :: is_steerable
      integer(c_int) :: parameter
    end function
    function c_declare_routine(thorn, bin, name, routine) &
        bind(c, name="isthmus_mesh_declare_routine") result(number)
      import :: c_ptr, c_funptr, c_char, c_int
      type(c_ptr), value :: thorn
      integer(c_int), value :: bin
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: routine
      integer(c_int) :: number
    end function
    subroutine c_reads(thorn, routine, function, layers) bind(c, name="isthmus_mesh_reads")
      import :: c_ptr, c_int, mesh_function
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine, layers
      type(mesh_function), value :: function
    end subroutine
    subroutine c_writes(thorn, routine, function) bind(c, name="isthmus_mesh_writes")
      import :: c_ptr, c_int, mesh_function
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine
      type(mesh_function), value :: function
    end subroutine
    subroutine c_synchronizes(thorn, routine, function) bind(c, name="isthmus_mesh_synchronizes")
      import :: c_ptr, c_int, mesh_function
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine
      type(mesh_function), value :: function
    end subroutine
    subroutine c_before(thorn, routine, other) bind(c, name="isthmus_mesh_before")
      import :: c_ptr, c_int, c_char
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine
      character(kind=c_char), intent(in) :: other(*)
    end subroutine
    subroutine c_after(thorn, routine, other) bind(c, name="isthmus_mesh_after")
      import :: c_ptr, c_int, c_char
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine
      character(kind=c_char), intent(in) :: other(*)
    end subroutine
    subroutine c_flops(thorn, routine, a_point) bind(c, name="isthmus_mesh_flops")
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: thorn
      integer(c_int), value :: routine
      real(c_double), value :: a_point
    end subroutine
  end interface

contains

  ! The values of a function where they are; indices are those of the whole grid.
  subroutine get_values(patch, function, values)
    type(mesh_patch), intent(in) :: patch
    type(mesh_function), intent(in) :: function
    real(c_double), pointer, contiguous, intent(out) :: values(:, :, :)
    real(c_double), pointer, contiguous :: from_one(:, :, :)
    call c_f_pointer(c_values(patch, function), from_one, patch%last - patch%first + 1)
    values(patch%first(1):patch%last(1), patch%first(2):patch%last(2), &
           patch%first(3):patch%last(3)) => from_one
  end subroutine

  subroutine get_parts(patch, function, re, im)
    type(mesh_patch), intent(in) :: patch
    type(mesh_complex), intent(in) :: function
    real(c_double), pointer, contiguous, intent(out) :: re(:, :, :), im(:, :, :)
    call get_values(patch, function%re, re)
    call get_values(patch, function%im, im)
  end subroutine

  ! As it was so many steps ago, or one.
  pure function previous_function(function, steps) result(earlier)
    type(mesh_function), intent(in) :: function
    integer, intent(in), optional :: steps
    type(mesh_function) :: earlier
    earlier = function
    if (present(steps)) then
      earlier%level = earlier%level + steps
    else
      earlier%level = earlier%level + 1
    end if
  end function

  pure function previous_complex(function, steps) result(earlier)
    type(mesh_complex), intent(in) :: function
    integer, intent(in), optional :: steps
    type(mesh_complex) :: earlier
    earlier = mesh_complex(previous_function(function%re, steps), &
                           previous_function(function%im, steps))
  end function

  ! Of an index, in dimension 1, 2 or 3.
  pure function coordinate(patch, dimension, index) result(place)
    type(mesh_patch), intent(in) :: patch
    integer, intent(in) :: dimension, index
    real(c_double) :: place
    place = patch%origin(dimension) + index * patch%spacing(dimension)
  end function

  function real_parameter(patch, parameter) result(number)
    type(mesh_patch), intent(in) :: patch
    integer(c_int), intent(in) :: parameter
    real(c_double) :: number
    number = c_real(patch, parameter)
  end function

  ! Also booleans (0, 1) and keywords (their number in the list, from 0 on).
  function integer_parameter(patch, parameter) result(number)
    type(mesh_patch), intent(in) :: patch
    integer(c_int), intent(in) :: parameter
    integer(c_long_long) :: number
    number = c_integer(patch, parameter)
  end function

  ! Of a reduction that the routine has declared to use; as it was made last.
  function reduced(patch, reduction, what) result(number)
    type(mesh_patch), intent(in) :: patch
    integer(c_int), intent(in) :: reduction, what
    real(c_double) :: number
    number = c_reduced(patch, reduction, what)
  end function

  ! Of an interpolation that the routine has declared to use: a value for each of its places, no
  ! number for those outside the grid. `values` has as many as there are places.
  subroutine get_interpolated_values(patch, interpolation, values)
    type(mesh_patch), intent(in) :: patch
    integer(c_int), intent(in) :: interpolation
    real(c_double), intent(out) :: values(:)
    real(c_double), pointer :: all(:)
    call c_f_pointer(c_interpolated(patch, interpolation), all, [size(values)])
    values = all
  end subroutine

  subroutine get_interpolated_complex(patch, interpolation, values)
    type(mesh_patch), intent(in) :: patch
    type(mesh_parts), intent(in) :: interpolation
    complex(c_double_complex), intent(out) :: values(:)
    real(c_double) :: re(size(values)), im(size(values))
    call get_interpolated_values(patch, interpolation%re, re)
    call get_interpolated_values(patch, interpolation%im, im)
    values = cmplx(re, im, c_double_complex)
  end subroutine

  ! As C has it: behind the last letter comes a zero.
  pure function in_c(text) result(letters)
    character(*), intent(in) :: text
    character(kind=c_char) :: letters(len_trim(text) + 1)
    integer :: i
    do i = 1, len_trim(text)
      letters(i) = text(i:i)
    end do
    letters(len_trim(text) + 1) = c_null_char
  end function

  ! What may be left out is empty then.
  pure function or_empty(text) result(given)
    character(*), intent(in), optional :: text
    character(:), allocatable :: given
    given = ""
    if (present(text)) given = text
  end function

  pure function as_flag(flag) result(number)
    logical, intent(in), optional :: flag
    integer(c_int) :: number
    number = 0
    if (.not. present(flag)) return
    if (flag) number = 1
  end function

  function declare_thorn(flesh, name, meaning) result(thorn)
    type(mesh_flesh), intent(in) :: flesh
    character(*), intent(in) :: name
    character(*), intent(in), optional :: meaning
    type(mesh_thorn) :: thorn
    thorn%handle = c_declare_thorn(flesh%handle, in_c(name), in_c(or_empty(meaning)))
  end function

  function declare_function(thorn, name, time_levels, meaning) result(function)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    integer, intent(in), optional :: time_levels
    character(*), intent(in), optional :: meaning
    type(mesh_function) :: function
    integer(c_int) :: levels
    levels = 1
    if (present(time_levels)) levels = time_levels
    function = c_declare_function(thorn%handle, in_c(name), levels, in_c(or_empty(meaning)))
  end function

  ! The functions "NAME_re" and "NAME_im".
  function declare_complex(thorn, name, time_levels, meaning) result(function)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    integer, intent(in), optional :: time_levels
    character(*), intent(in), optional :: meaning
    type(mesh_complex) :: function
    function%re = declare_function(thorn, name // "_re", time_levels, meaning)
    function%im = declare_function(thorn, name // "_im", time_levels, meaning)
    call c_join_complex(thorn%handle, in_c(name), c_parts(function%re, function%im))
  end function

  function find_function(flesh, name) result(function)
    type(mesh_flesh), intent(in) :: flesh
    character(*), intent(in) :: name
    type(mesh_function) :: function
    function = c_find_function(flesh%handle, in_c(name))
  end function

  subroutine set_boundary(thorn, function, kind, value, speed)
    type(mesh_thorn), intent(in) :: thorn
    type(mesh_function), intent(in) :: function
    integer(c_int), intent(in) :: kind
    real(c_double), intent(in), optional :: value, speed
    real(c_double) :: the_value, the_speed
    the_value = 0
    the_speed = 1
    if (present(value)) the_value = value
    if (present(speed)) the_speed = speed
    call c_set_boundary(thorn%handle, function, kind, the_value, the_speed)
  end subroutine

  !> Beyond the grid it has what another function, of whatever thorn, has there.
  subroutine share_boundary(thorn, function, other)
    type(mesh_thorn), intent(in) :: thorn
    type(mesh_function), intent(in) :: function, other
    call c_share_boundary(thorn%handle, function, other)
  end subroutine

  subroutine set_parity(thorn, function, parity)
    type(mesh_thorn), intent(in) :: thorn
    type(mesh_function), intent(in) :: function
    integer, intent(in) :: parity(3)
    call c_set_parity(thorn%handle, function, int(parity, c_int))
  end subroutine

  ! A method of lines integrates `function`, whose derivative in time is `derivative`.
  subroutine evolves_function(thorn, function, derivative)
    type(mesh_thorn), intent(in) :: thorn
    type(mesh_function), intent(in) :: function, derivative
    call c_declare_evolved(thorn%handle, function, derivative)
  end subroutine

  subroutine evolves_complex(thorn, function, derivative)
    type(mesh_thorn), intent(in) :: thorn
    type(mesh_complex), intent(in) :: function, derivative
    call evolves_function(thorn, function%re, derivative%re)
    call evolves_function(thorn, function%im, derivative%im)
  end subroutine

  function declare_real(thorn, name, usual, least, greatest, is_steerable, meaning) &
      result(parameter)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    real(c_double), intent(in) :: usual
    real(c_double), intent(in), optional :: least, greatest
    logical, intent(in), optional :: is_steerable
    character(*), intent(in), optional :: meaning
    integer(c_int) :: parameter
    real(c_double) :: low, high
    low = -huge(low)
    high = huge(high)
    if (present(least)) low = least
    if (present(greatest)) high = greatest
    parameter = c_declare_real(thorn%handle, in_c(name), usual, low, high, &
                               as_flag(is_steerable), in_c(or_empty(meaning)))
  end function

  function declare_integer(thorn, name, usual, least, greatest, is_steerable, meaning) &
      result(parameter)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    integer, intent(in) :: usual
    integer, intent(in), optional :: least, greatest
    logical, intent(in), optional :: is_steerable
    character(*), intent(in), optional :: meaning
    integer(c_int) :: parameter
    integer(c_long_long) :: low, high
    low = -huge(low) - 1
    high = huge(high)
    if (present(least)) low = least
    if (present(greatest)) high = greatest
    parameter = c_declare_integer(thorn%handle, in_c(name), int(usual, c_long_long), low, high, &
                                  as_flag(is_steerable), in_c(or_empty(meaning)))
  end function

  function declare_boolean(thorn, name, usual, is_steerable, meaning) result(parameter)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    logical, intent(in) :: usual
    logical, intent(in), optional :: is_steerable
    character(*), intent(in), optional :: meaning
    integer(c_int) :: parameter
    parameter = c_declare_boolean(thorn%handle, in_c(name), as_flag(usual), &
                                  as_flag(is_steerable), in_c(or_empty(meaning)))
  end function

  ! `allowed`: words with commas between.
  function declare_keyword(thorn, name, usual, allowed, is_steerable, meaning) result(parameter)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name, usual, allowed
    logical, intent(in), optional :: is_steerable
    character(*), intent(in), optional :: meaning
    integer(c_int) :: parameter
    parameter = c_declare_keyword(thorn%handle, in_c(name), in_c(usual), in_c(allowed), &
                                  as_flag(is_steerable), in_c(or_empty(meaning)))
  end function

  ! What a function has at all points of the grid together.
  function declare_reduction_of(thorn, name, function, meaning) result(number)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    type(mesh_function), intent(in) :: function
    character(*), intent(in), optional :: meaning
    integer(c_int) :: number
    number = c_declare_reduction(thorn%handle, in_c(name), function, in_c(or_empty(meaning)))
  end function

  ! Of absolute values: norms, the least and the greatest of them. Complex numbers have no order; a
  ! sum of theirs is those of their parts.
  function declare_complex_reduction(thorn, name, function, meaning) result(number)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    type(mesh_complex), intent(in) :: function
    character(*), intent(in), optional :: meaning
    integer(c_int) :: number
    number = c_declare_complex_reduction(thorn%handle, in_c(name), &
                                         c_parts(function%re, function%im), &
                                         in_c(or_empty(meaning)))
  end function

  ! What a function has between points: places(:, n) are the coordinates of the n-th place, and
  ! polynomials are of that order. Its number is one among those of reductions: it is made and used
  ! as they are.
  function declare_interpolation_of(thorn, name, function, places, order, meaning, derivative) &
      result(number)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    type(mesh_function), intent(in) :: function
    real(c_double), intent(in) :: places(:, :)
    integer, intent(in) :: order
    character(*), intent(in), optional :: meaning
    integer, intent(in), optional :: derivative(3)  ! how often in each dimension, 0 to 2
    integer(c_int) :: number, how(3)
    integer :: i
    how = 0
    if (present(derivative)) how = derivative
    number = c_declare_interpolation(thorn%handle, in_c(name), function, places, 0_c_int, &
                                     int(order, c_int), in_c(or_empty(meaning)))
    do i = 1, size(places, 2)
      call c_add_place(thorn%handle, number, places(:, i), int(order, c_int), how)
    end do
  end function

  ! Of both parts, by the names "NAME_re" and "NAME_im".
  function declare_complex_interpolation(thorn, name, function, places, order, meaning, &
                                         derivative) result(parts)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    type(mesh_complex), intent(in) :: function
    real(c_double), intent(in) :: places(:, :)
    integer, intent(in) :: order
    character(*), intent(in), optional :: meaning
    integer, intent(in), optional :: derivative(3)
    type(mesh_parts) :: parts
    parts%re = declare_interpolation_of(thorn, name // "_re", function%re, places, order, &
                                        meaning, derivative)
    parts%im = declare_interpolation_of(thorn, name // "_im", function%im, places, order, &
                                        meaning, derivative)
  end function

  ! One of a thorn that was declared before, as "wave::energy".
  function find_reduction(flesh, name) result(number)
    type(mesh_flesh), intent(in) :: flesh
    character(*), intent(in) :: name
    integer(c_int) :: number
    number = c_find_reduction(flesh%handle, in_c(name))
  end function

  ! When the routine is done, the reduction is made.
  subroutine reduces_one(thorn, routine, reduction)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine, reduction
    call c_reduces(thorn%handle, routine, reduction)
  end subroutine

  subroutine reduces_parts(thorn, routine, reduction)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_parts), intent(in) :: reduction
    call reduces_one(thorn, routine, reduction%re)
    call reduces_one(thorn, routine, reduction%im)
  end subroutine

  ! Its number is one among those of reductions; used as one, it says what was left. Beyond faces
  ! that are neither periodic nor mirrors it has a boundary of its own, where that is given.
  function declare_equation_of(thorn, name, equation, meaning, boundary, value, falloff) &
      result(number)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    type(mesh_equation), intent(in) :: equation
    character(*), intent(in), optional :: meaning
    integer(c_int), intent(in), optional :: boundary
    real(c_double), intent(in), optional :: value
    integer, intent(in), optional :: falloff
    integer(c_int) :: number
    real(c_double) :: far, power
    number = c_declare_equation(thorn%handle, in_c(name), equation, in_c(or_empty(meaning)))
    if (.not. present(boundary)) return
    far = 0
    power = 1
    if (present(value)) far = value
    if (present(falloff)) power = falloff
    call c_set_equation_boundary(thorn%handle, number, boundary, far, power)
  end function

  ! Of both parts, by the names "NAME_re" and "NAME_im". The value beyond the grid is real.
  function declare_complex_equation(thorn, name, equation, meaning, boundary, value, falloff) &
      result(parts)
    type(mesh_thorn), intent(in) :: thorn
    character(*), intent(in) :: name
    type(mesh_complex_equation), intent(in) :: equation
    character(*), intent(in), optional :: meaning
    integer(c_int), intent(in), optional :: boundary
    real(c_double), intent(in), optional :: value
    integer, intent(in), optional :: falloff
    type(mesh_parts) :: parts
    parts%re = declare_equation_of(thorn, name // "_re", &
                                   part_of(equation, equation%function%re, equation%source%re), &
                                   meaning, boundary, value, falloff)
    parts%im = declare_equation_of(thorn, name // "_im", &
                                   part_of(equation, equation%function%im, equation%source%im), &
                                   meaning, boundary, 0d0, falloff)
  end function

  pure function part_of(equation, function, source) result(part)
    type(mesh_complex_equation), intent(in) :: equation
    type(mesh_function), intent(in) :: function, source
    type(mesh_equation) :: part
    part = mesh_equation(function, equation%coefficient, source, equation%tolerance / 2, &
                         equation%norm, equation%sweeps, equation%relaxation, &
                         equation%may_fail, equation%solver)
  end function

  ! When the routine, of mesh_initial, is done, the equation is solved.
  subroutine solves_one(thorn, routine, equation)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine, equation
    call c_solves(thorn%handle, routine, equation)
  end subroutine

  subroutine solves_parts(thorn, routine, equation)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_parts), intent(in) :: equation
    call solves_one(thorn, routine, equation%re)
    call solves_one(thorn, routine, equation%im)
  end subroutine

  ! It asks for what the reduction has come to.
  subroutine uses_one(thorn, routine, reduction)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine, reduction
    call c_uses(thorn%handle, routine, reduction)
  end subroutine

  subroutine uses_parts(thorn, routine, reduction)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_parts), intent(in) :: reduction
    call uses_one(thorn, routine, reduction%re)
    call uses_one(thorn, routine, reduction%im)
  end subroutine

  ! Returns the routine's number in its thorn, for what is said of it next.
  function declare_routine(thorn, bin, name, routine) result(number)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: bin
    character(*), intent(in) :: name
    procedure(mesh_routine) :: routine
    integer(c_int) :: number
    number = c_declare_routine(thorn%handle, bin, in_c(name), c_funloc(routine))
  end function

  ! With so many layers of neighbours, or none.
  subroutine reads_one(thorn, routine, function, layers)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_function), intent(in) :: function
    integer, intent(in), optional :: layers
    call reads_all(thorn, routine, [function], layers)
  end subroutine

  subroutine reads_complex(thorn, routine, function, layers)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_complex), intent(in) :: function
    integer, intent(in), optional :: layers
    call reads_all(thorn, routine, [function%re, function%im], layers)
  end subroutine

  subroutine reads_all(thorn, routine, functions, layers)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_function), intent(in) :: functions(:)
    integer, intent(in), optional :: layers
    integer :: i
    integer(c_int) :: around
    around = 0
    if (present(layers)) around = layers
    do i = 1, size(functions)
      call c_reads(thorn%handle, routine, functions(i), around)
    end do
  end subroutine

  subroutine writes_one(thorn, routine, function)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_function), intent(in) :: function
    call c_writes(thorn%handle, routine, function)
  end subroutine

  subroutine writes_complex(thorn, routine, function)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_complex), intent(in) :: function
    call writes_all(thorn, routine, [function%re, function%im])
  end subroutine

  subroutine writes_all(thorn, routine, functions)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_function), intent(in) :: functions(:)
    integer :: i
    do i = 1, size(functions)
      call c_writes(thorn%handle, routine, functions(i))
    end do
  end subroutine

  subroutine synchronizes_one(thorn, routine, function)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_function), intent(in) :: function
    call c_synchronizes(thorn%handle, routine, function)
  end subroutine

  subroutine synchronizes_complex(thorn, routine, function)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_complex), intent(in) :: function
    call synchronizes_all(thorn, routine, [function%re, function%im])
  end subroutine

  subroutine synchronizes_all(thorn, routine, functions)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    type(mesh_function), intent(in) :: functions(:)
    integer :: i
    do i = 1, size(functions)
      call c_synchronizes(thorn%handle, routine, functions(i))
    end do
  end subroutine

  subroutine before(thorn, routine, other)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    character(*), intent(in) :: other
    call c_before(thorn%handle, routine, in_c(other))
  end subroutine

  subroutine after(thorn, routine, other)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    character(*), intent(in) :: other
    call c_after(thorn%handle, routine, in_c(other))
  end subroutine

  subroutine flops(thorn, routine, a_point)
    type(mesh_thorn), intent(in) :: thorn
    integer(c_int), intent(in) :: routine
    real(c_double), intent(in) :: a_point
    call c_flops(thorn%handle, routine, a_point)
  end subroutine

end module
