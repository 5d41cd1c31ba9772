! Calls procedures of mpi_f08.
program main
  use mpi_f08
  implicit none
  type(MPI_Request) :: requests(3)
  type(MPI_Status) :: status
  type(MPI_Info) :: info
  integer :: index, rank, values(4)
  integer(MPI_COUNT_KIND) :: many
  logical :: flag
  character(12) :: text
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call check(rank == 3, 1)
  many = 4
  call MPI_Bcast(values, many, MPI_INTEGER, 0, MPI_COMM_WORLD)
  requests = MPI_REQUEST_NULL
  requests(2)%MPI_VAL = 8192
  call MPI_Waitany(3, requests, index, status)
  call check(index == 2 .and. requests(2) == MPI_REQUEST_NULL, 2)
  call check(status%MPI_SOURCE == 7 .and. status%MPI_TAG == 8, 3)
  info = MPI_INFO_ENV
  call MPI_Info_get(info, 'key', 12, text, flag)
  call check(text == 'some value' .and. flag, 4)
  call check(info /= MPI_INFO_NULL, 5)
  call PMPI_Recv(values, 4, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &
    MPI_STATUS_IGNORE)
  call MPI_Finalize()
contains
  subroutine check(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (.not. right) call MPI_Abort(MPI_COMM_WORLD, number)
  end subroutine
end program
