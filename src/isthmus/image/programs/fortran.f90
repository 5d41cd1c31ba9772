! What Fortran programs keep: module variables, SAVE, COMMON, allocatables, units, print.
module shared
  integer :: my_rank = -1
  real(8) :: field(1000) = 0.5d0
  real(8), allocatable :: more(:)
end module

subroutine bump(n)
  integer, intent(out) :: n
  integer, save :: calls = 0
  calls = calls + 1
  n = calls
end subroutine

program main
  use iso_c_binding
  use shared
  implicit none
  interface
    function host_rank() bind(c)
      import c_long
      integer(c_long) :: host_rank
    end function
    subroutine host_pause() bind(c)
    end subroutine
    subroutine host_say(text) bind(c)
      import c_char
      character(kind=c_char) :: text(*)
    end subroutine
  end interface
  integer :: i, n, common_value
  character(len=32) :: word
  character(len=200) :: line
  common /blk/ common_value

  call get_command_argument(1, word)
  my_rank = int(host_rank())
  common_value = 1000 + my_rank
  allocate(more(100 * (my_rank + 1)))
  more = my_rank
  open(unit=10, file=trim(word) // char(48 + my_rank), status="replace")
  do i = 1, my_rank + 2
    call bump(n)
    write(10, '(a,i0,a,i0)') "rank ", my_rank, " line ", i
    call host_pause()
  end do
  rewind(10)
  read(10, '(a)') word
  close(10, status="delete")
  call host_pause()
  field(1) = field(1) + my_rank
  write(line, '(a,i0,a,i0,a,f4.1,a,i0,2a)') "calls ", n, " common ", common_value, " field ", &
    field(1), " size ", size(more), " unit 10: ", trim(word)
  call host_say(trim(line) // c_null_char)
  print '(a,i0)', "printed by rank ", my_rank
  if (my_rank == 1) stop 5
end program
