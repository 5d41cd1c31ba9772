! spacetime/serial/settings.f90: what a run of the serial program is told.
module serial_settings
  use, intrinsic :: iso_fortran_env, only: error_unit
  use spacetime_state
  use spacetime_solutions, only: problem, problem_names
  implicit none
  private
  public :: read_settings, stop_with

  integer, parameter, public :: runge_kutta = 0, crank_nicholson = 1

  type, public :: settings
    integer :: points(3) = [50, 1, 1]
    real(real_kind) :: origin(3) = -0.49_real_kind  ! where the first point is
    real(real_kind) :: spacing(3) = 0.02_real_kind
    real(real_kind) :: step_size = 0.005_real_kind
    integer :: steps = 200
    integer :: every = 20                           ! steps between two lines of norms
    integer :: integrator = runge_kutta
    integer :: iterations = 2                       ! of Crank-Nicholson, behind the first guess
    type(problem) :: what
    type(method) :: how
    character(256) :: dump = ''                     ! file for the last state
  end type

contains

  ! From a file with a namelist, and from what is added to it: "name=value" each, with spaces
  ! between. Ends the program with one line if it cannot be read.
  function read_settings(file, more) result(all)
    character(*), intent(in) :: file, more
    type(settings) :: all
    integer :: points(3), steps, every, iterations, order, axis, status
    real(real_kind) :: origin(3), spacing(3), step_size, amplitude, length, mass
    real(real_kind) :: dissipation, damping
    logical :: upwind, gamma_driver
    character(32) :: integrator, initial, slicing
    character(256) :: dump, message
    character(:), allocatable :: text
    namelist /spacetime/ points, origin, spacing, step_size, steps, every, integrator, iterations, &
      initial, amplitude, length, mass, axis, order, dissipation, upwind, slicing, gamma_driver, &
      damping, dump
    integer :: unit

    points = all%points
    origin = all%origin
    spacing = all%spacing
    step_size = all%step_size
    steps = all%steps
    every = all%every
    integrator = 'rk4'
    iterations = all%iterations
    initial = 'gauge_wave'
    amplitude = all%what%amplitude
    length = all%what%length
    mass = all%what%mass
    axis = all%what%axis
    order = all%how%order
    dissipation = all%how%dissipation
    upwind = all%how%is_upwind
    slicing = 'harmonic'
    gamma_driver = all%how%has_shift
    damping = all%how%damping
    dump = ''

    open (newunit=unit, file=file, status='old', action='read', iostat=status, iomsg=message)
    if (status /= 0) call stop_with(message)
    read (unit, nml=spacetime, iostat=status, iomsg=message)
    if (status /= 0) call stop_with(file // ': ' // message)
    close (unit)
    text = '&spacetime ' // more // ' /'
    read (text, nml=spacetime, iostat=status, iomsg=message)
    if (status /= 0) call stop_with(more // ': ' // message)

    if (any(points < 1)) call stop_with('points: at least 1 in each dimension')
    if (.not. all_positive([spacing, step_size, length, mass])) &
      call stop_with('spacing, step_size, length and mass are above 0')
    if (steps < 0 .or. every < 1) call stop_with('steps: from 0 on; every: from 1 on')
    if (iterations < 1) call stop_with('iterations: from 1 on')
    if (order /= 2 .and. order /= 4) call stop_with('order: 2 or 4')
    if (axis < 1 .or. axis > 3) call stop_with('axis: 1, 2 or 3')
    all%points = points
    all%origin = origin
    all%spacing = spacing
    all%step_size = step_size
    all%steps = steps
    all%every = every
    all%integrator = choice('integrator', integrator, [character(32) :: 'rk4', 'icn'])
    all%iterations = iterations
    all%dump = dump
    all%what = problem(choice('initial', initial, [character(32) :: problem_names]), amplitude, &
      length, mass, axis)
    all%how = method(order=order, dissipation=dissipation, is_upwind=upwind, &
      slicing=choice('slicing', slicing, [character(32) :: 'harmonic', 'one_plus_log', &
      'geodesic']), has_shift=gamma_driver, damping=damping)
  end function

  pure logical function all_positive(numbers)
    real(real_kind), intent(in) :: numbers(:)
    all_positive = all(numbers > 0)
  end function

  integer function choice(name, word, words)
    character(*), intent(in) :: name, word
    character(32), intent(in) :: words(:)
    character(512) :: allowed
    integer :: i
    allowed = ''
    do i = 1, size(words)
      choice = i - 1
      if (words(i) == word) return
      allowed = trim(allowed) // ' ' // words(i)
    end do
    call stop_with(name // ': ' // trim(word) // ' is none of' // allowed)
  end function

  subroutine stop_with(sentence)
    character(*), intent(in) :: sentence
    write (error_unit, '(2a)') 'spacetime_serial: ', trim(sentence)
    stop 2
  end subroutine

end module
