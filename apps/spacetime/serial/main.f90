! The plain serial program: prints norms as it goes, and leaves the last state in a file.
program spacetime_serial
  use spacetime_state
  use serial_settings, only: settings, read_settings, stop_with
  use serial_evolution, only: evolution
  use serial_norms, only: print_head, print_norms
  implicit none
  type(settings) :: set
  type(evolution) :: run
  integer :: n
  if (command_argument_count() < 1) &
    call stop_with('usage: spacetime_serial FILE [name=value ...]')
  set = read_settings(argument(1), rest())
  call run%start(set)
  call print_head()
  call print_norms(run)
  do n = 1, set%steps
    call run%step()
    if (mod(n, set%every) == 0 .or. n == set%steps) call print_norms(run)
    if (is_lost()) then
      print '(a, es12.5)', '# not a number from about ', run%time
      exit
    end if
  end do
  if (set%dump /= '') call dump()

contains

  function argument(number) result(text)
    integer, intent(in) :: number
    character(:), allocatable :: text
    integer :: length
    call get_command_argument(number, length=length)
    allocate (character(length) :: text)
    call get_command_argument(number, text)
  end function

  function rest() result(text)
    character(:), allocatable :: text
    integer :: i
    text = ''
    do i = 2, command_argument_count()
      text = text // ' ' // argument(i)
    end do
  end function

  logical function is_lost()
    real(real_kind) :: k
    k = run%u(k_at)%at(run%scope%place(0, 0, 0))
    is_lost = k /= k
  end function

  ! The variables one after the other, without ghosts, as 8-byte numbers.
  subroutine dump()
    integer :: unit, v, j, k, p
    open (newunit=unit, file=trim(set%dump), access='stream', form='unformatted', &
      status='replace', action='write')
    do v = 1, variable_count
      do k = 0, set%points(3) - 1
        do j = 0, set%points(2) - 1
          p = run%scope%place(0, j, k)
          write (unit) run%u(v)%at(p:p + set%points(1) - 1)
        end do
      end do
    end do
    close (unit)
  end subroutine

end program
