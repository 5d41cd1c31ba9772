! The first element of one of many statuses stands for a status, and MPI_Sizeof takes numbers of
! every kind and rank.
program statuses
  use mpi
  implicit none
  integer :: error, rank, index, bytes, value
  integer :: requests(2), all(MPI_STATUS_SIZE, 2)
  logical :: flag
  double precision :: numbers(2, 3)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  requests = MPI_REQUEST_NULL
  value = rank
  if (rank == 1) call MPI_Irecv(value, 1, MPI_INTEGER, 0, 7, MPI_COMM_WORLD, requests(2), error)
  if (rank == 0) call MPI_Isend(value, 1, MPI_INTEGER, 1, 7, MPI_COMM_WORLD, requests(2), error)
  all = -9
  call MPI_Waitany(2, requests, index, all(1, 2), error)
  if (index /= 2) print *, "index", index
  call MPI_Testany(2, requests, index, flag, all(1, 1), error)
  if (.not. flag .or. index /= MPI_UNDEFINED) print *, "test of none", flag, index
  if (rank == 1) then
    if (all(MPI_SOURCE, 2) /= 0 .or. all(MPI_TAG, 2) /= 7) print *, "status", all(:, 2)
    if (value /= 0) print *, "value", value
  end if
  call MPI_Sizeof(numbers, bytes, error)
  if (bytes /= 8) print *, "a double has", bytes
  call MPI_Sizeof(rank, bytes, error)
  if (bytes /= 4 .or. error /= MPI_SUCCESS) print *, "an integer has", bytes
  call MPI_Barrier(MPI_COMM_WORLD, error)
  if (rank == 0) write (*, '(A)') "well"
  call MPI_Finalize(error)
end program
