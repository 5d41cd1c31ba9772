! Ranks that start others, in Fortran: strings and arrays of them come as they are.
program spawn_fortran
  use mpi_f08
  implicit none
  type(MPI_Comm) :: parent, between, both
  character(len=256) :: program_name, word
  character(len=8) :: words(3)
  integer :: rank, size, ranks, total, codes(2)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call get_command_argument(0, program_name)
  call MPI_Comm_get_parent(parent)
  if (parent == MPI_COMM_NULL) then
    words = [character(len=8) :: 'first', 'second', ' ']
    codes = -1
    call MPI_Comm_spawn(program_name, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, between, codes)
    if (any(codes /= MPI_SUCCESS)) call fail('error codes')
    call MPI_Intercomm_merge(between, .false., both)
    call MPI_Comm_size(both, ranks)
    if (ranks /= size + 2) call fail('size of both')
  else
    if (command_argument_count() /= 2) call fail('number of words')
    call get_command_argument(2, word)
    if (word /= 'second') call fail('words')
    if (size /= 2) call fail('size of the world')
    between = parent
    call MPI_Intercomm_merge(between, .true., both)
  end if
  call MPI_Allreduce(rank + 1, total, 1, MPI_INTEGER, MPI_SUM, both)
  call MPI_Comm_size(both, ranks)
  if (total /= (ranks - 2) * (ranks - 1) / 2 + 3) call fail('sum')
  call MPI_Comm_free(both)
  call MPI_Comm_disconnect(between)
  if (parent == MPI_COMM_NULL .and. rank == 0) print '(a)', 'all is well'
  call MPI_Finalize()

contains

  subroutine fail(what)
    character(len=*), intent(in) :: what
    print '(2a)', 'wrong: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1)
  end subroutine fail

end program spawn_fortran
