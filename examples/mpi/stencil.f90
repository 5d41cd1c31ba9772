! The same as stencil.c in Fortran: what is its own lies in a module.
!
!   mpifort -O2 stencil.f90 -o stencil
!   isthmus mpirun -n 16 --sites 2 --pes 2 --latency 8ms ./stencil 512 200
module plate
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer :: mesh = 256, steps = 100, first, rows
  real(real64), allocatable :: old(:, :), new(:, :)  ! columns are the rows of the plate
contains
  subroutine cut(rank, ranks)
    integer, intent(in) :: rank, ranks
    first = int(int(mesh, int64) * rank / ranks)
    rows = int(int(mesh, int64) * (rank + 1) / ranks) - first
    allocate (old(0:mesh + 1, 0:rows + 1), source=0.0_real64)
    if (rank == 0) old(:, 0) = 1
    allocate (new, source=old)
  end subroutine

  function relax() result(change)
    real(real64) :: change, value
    integer :: i, j
    real(real64), allocatable :: swapped(:, :)
    change = 0
    do i = 1, rows
      do j = 1, mesh
        value = 0.25_real64 * (((old(j, i - 1) + old(j - 1, i)) + old(j + 1, i)) + old(j, i + 1))
        change = max(change, abs(value - old(j, i)))
        new(j, i) = value
      end do
    end do
    call move_alloc(old, swapped)
    call move_alloc(new, old)
    call move_alloc(swapped, new)
  end function

  function bits() result(word)
    integer(int64) :: word
    integer :: i, j
    word = 0
    do i = 1, rows
      do j = 1, mesh
        word = ieor(word, transfer(old(j, i), word) * &
                    (2 * ((int(first, int64) + i) * (mesh + 2) + j) + 1))
      end do
    end do
  end function
end module

program stencil
  use mpi_f08
  use plate
  implicit none
  integer :: rank, ranks, above, below, step
  integer(int64) :: own_bits, all_bits
  real(real64) :: change, greatest, began, seconds
  type(MPI_Request) :: requests(4)
  character(len=32) :: word

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) mesh
  end if
  if (command_argument_count() > 1) then
    call get_command_argument(2, word)
    read (word, *) steps
  end if
  call cut(rank, ranks)
  above = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  below = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  call MPI_Barrier(MPI_COMM_WORLD)
  began = MPI_Wtime()
  do step = 1, steps
    call MPI_Irecv(old(:, 0), mesh + 2, MPI_DOUBLE_PRECISION, above, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(old(:, rows + 1), mesh + 2, MPI_DOUBLE_PRECISION, below, 2, MPI_COMM_WORLD, &
                   requests(2))
    call MPI_Isend(old(:, 1), mesh + 2, MPI_DOUBLE_PRECISION, above, 2, MPI_COMM_WORLD, requests(3))
    call MPI_Isend(old(:, rows), mesh + 2, MPI_DOUBLE_PRECISION, below, 1, MPI_COMM_WORLD, &
                   requests(4))
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
    change = relax()
  end do
  call MPI_Barrier(MPI_COMM_WORLD)
  seconds = MPI_Wtime() - began
  own_bits = bits()
  call MPI_Reduce(change, greatest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD)
  call MPI_Reduce(own_bits, all_bits, 1, MPI_INTEGER8, MPI_BXOR, 0, MPI_COMM_WORLD)
  if (rank == 0) then
    write (*, '(i0, a, f0.6, a)') ranks, ' ranks, ', 1e3 * seconds / steps, ' ms a step'
    write (*, '(a, es24.16e3)') 'greatest change ', greatest
    write (*, '(a, z16.16)') 'bits of the plate ', all_bits
  end if
  call MPI_Finalize()
end program
