! Calls procedures of the module mpi.
module operators
contains
  subroutine add_twice(in, inout, length, datatype)
    use mpi
    integer :: length, datatype
    integer :: in(length), inout(length)
    if (datatype == MPI_INTEGER) inout = inout + 2 * in
  end subroutine
end module

program main
  use mpi
  use operators
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: error, op, info, datatype, integers(2), window
  integer(MPI_ADDRESS_KIND) :: displacements(2), address
  logical :: flag, periods(2)
  character(12) :: text
  type(c_ptr) :: pointer
  call MPI_Init(error)
  call MPI_Allreduce(MPI_IN_PLACE, integers, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Op_create(add_twice, .true., op, error)
  integers = (/ 10, 20 /)
  call MPI_Reduce_local((/ 1, 2 /), integers, 2, MPI_INTEGER, op, error)
  call check(all(integers == (/ 12, 24 /)), 1)
  info = MPI_INFO_NULL
  call MPI_Info_set(info, '  a key ', ' a value ', error)
  call MPI_Info_get(info, 'key', 12, text, flag, error)
  call check(text == 'some value' .and. flag, 2)
  displacements = (/ 0, 8 /)
  call MPI_Type_create_struct(2, (/ 1, 2 /), displacements, &
    (/ MPI_INTEGER, MPI_DOUBLE_PRECISION /), datatype, error)
  call check(datatype == 4096, 3)
  periods = (/ .true., .false. /)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, (/ 2, 2 /), periods, .true., window, error)
  call MPI_Alloc_mem(64_MPI_ADDRESS_KIND, MPI_INFO_NULL, pointer, error)
  call MPI_Alloc_mem(64_MPI_ADDRESS_KIND, MPI_INFO_NULL, address, error)
  call check(transfer(pointer, address) == address, 4)
  call MPI_Finalize(error)
contains
  subroutine check(right, number)
    logical :: right
    integer :: number
    if (.not. right) call MPI_Abort(MPI_COMM_WORLD, number, error)
  end subroutine
end program
