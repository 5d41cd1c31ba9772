! What Fortran sets as an attribute is a number there, and in C a pointer to it (MPI 5.0, 19.3.7);
! a pointer that C sets is a number in Fortran.
program attributes
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function get_in_c(comm, key, value, flag) bind(C, name='MPI_Comm_get_attr')
      import
      integer(c_intptr_t), value :: comm
      integer(c_int), value :: key
      type(c_ptr) :: value
      integer(c_int) :: flag
    end function
    integer(c_int) function set_in_c(comm, key, value) bind(C, name='MPI_Comm_set_attr')
      import
      integer(c_intptr_t), value :: comm
      integer(c_int), value :: key
      type(c_ptr), value :: value
    end function
  end interface
  integer, parameter :: many = 40
  integer :: error, i, keys(many), copied, flag, key
  integer(MPI_ADDRESS_KIND) :: found
  integer(MPI_ADDRESS_KIND), pointer :: place
  integer(MPI_ADDRESS_KIND), target :: of_c
  type(c_ptr) :: pointer
  logical :: is_there
  external :: doubled
  call MPI_Init(error)
  do i = 1, many
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keys(i), &
      0_MPI_ADDRESS_KIND, error)
    call MPI_Comm_set_attr(MPI_COMM_SELF, keys(i), 5555_MPI_ADDRESS_KIND + i, error)
  end do
  call MPI_Comm_create_keyval(doubled, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, error)
  call MPI_Comm_set_attr(MPI_COMM_SELF, key, 21_MPI_ADDRESS_KIND, error)
  call MPI_Comm_dup(MPI_COMM_SELF, copied, error)
  do i = 1, many
    call check(MPI_COMM_SELF, keys(i), 5555_MPI_ADDRESS_KIND + i)
    call check(copied, keys(i), 5555_MPI_ADDRESS_KIND + i)
  end do
  call check(MPI_COMM_SELF, key, 21_MPI_ADDRESS_KIND)
  call check(copied, key, 42_MPI_ADDRESS_KIND)
  error = set_in_c(int(MPI_COMM_SELF, c_intptr_t), keys(1), c_loc(of_c))
  call MPI_Comm_get_attr(MPI_COMM_SELF, keys(1), found, is_there, error)
  if (found /= transfer(c_loc(of_c), found)) print *, "of C", found
  call MPI_Comm_free(copied, error)
  write (*, '(A)') "well"
  call MPI_Finalize(error)
contains
  subroutine check(comm, key, value)
    integer, intent(in) :: comm, key
    integer(MPI_ADDRESS_KIND), intent(in) :: value
    call MPI_Comm_get_attr(comm, key, found, is_there, error)
    if (.not. is_there .or. found /= value) print *, "in Fortran", value, found
    error = get_in_c(int(comm, c_intptr_t), key, pointer, flag)
    call c_f_pointer(pointer, place)
    if (flag == 0 .or. place /= value) print *, "in C", value, place
  end subroutine
end program

subroutine doubled(comm, key, state, in, out, flag, error)
  use mpi
  implicit none
  integer :: comm, key, error
  integer(MPI_ADDRESS_KIND) :: state, in, out
  logical :: flag
  out = 2 * in
  flag = .true.
  error = MPI_SUCCESS
end subroutine
