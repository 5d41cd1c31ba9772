! What partitioners.c asks, by the module of Fortran.
program partitioners
  use, intrinsic :: iso_c_binding
  use mpi
  use isthmus_fem
  implicit none
  integer(c_int), parameter :: by(2) = [isthmus_fem_metis, isthmus_fem_scotch]
  type(isthmus_fem_status) :: status
  type(c_ptr) :: mesh
  integer(c_int32_t), allocatable :: part(:, :)
  integer :: rank, ranks, error, k, own, wrong, code
  character(3) :: differ

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call require(isthmus_fem_box([0.0_c_double, 0.0_c_double, 0.0_c_double], &
                               [2.0_c_double, 1.0_c_double, 1.0_c_double], &
                               [12_c_int32_t, 6_c_int32_t, 6_c_int32_t], 4_c_int32_t, mesh, status))
  allocate (part(isthmus_fem_mesh_element_count(mesh), 2))
  own = 0
  do k = 1, 2
    call require(isthmus_fem_cut_by(by(k), mesh, int(ranks, c_int32_t), seed=1_c_int64_t, &
                                    part=part(:, k), status=status))
    own = own + told_apart(part(:, k)) + wrong_sums(part(:, k))
  end do
  call MPI_Reduce(own, wrong, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error)
  differ = merge('yes', 'no ', any(part(:, 1) /= part(:, 2)))
  code = isthmus_fem_cut_by(2_c_int, mesh, int(ranks, c_int32_t), seed=1_c_int64_t, &
                            part=part(:, 1), status=status)
  if (rank == 0) then
    write (*, '(i0, a, i0, 3a, i0, 2a)') ranks, ' ranks, wrong: ', wrong, ', cuts differ: ', &
        trim(differ), ', ', code, ': ', isthmus_fem_text(status)
  end if
  call isthmus_fem_mesh_free(mesh)
  call MPI_Finalize(error)

contains

  subroutine require(code)
    integer(c_int), intent(in) :: code
    if (code == isthmus_fem_ok) return
    write (*, '(2a)') 'partitioners: ', isthmus_fem_text(status)
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end subroutine

  ! By how many elements the ranks disagree on a cut.
  integer function told_apart(cut)
    integer(c_int32_t), intent(in) :: cut(:)
    integer(c_int32_t) :: first(size(cut))
    first = cut
    call MPI_Bcast(first, size(cut), MPI_INTEGER4, 0, MPI_COMM_WORLD, error)
    told_apart = count(first /= cut)
  end function

  ! Each own element gives one to each of its nodes: the sum at a node is how many elements of the
  ! whole mesh it has, whoever has them.
  integer function wrong_sums(cut)
    integer(c_int32_t), intent(in) :: cut(:)
    type(c_ptr) :: piece
    integer(c_int32_t), pointer :: corners(:, :), whole(:, :), layer(:), place(:)
    real(c_double), allocatable :: sums(:), expected(:)
    logical, allocatable :: is_own(:)
    integer :: e, i
    call require(isthmus_fem_piece_of(mesh, cut, int(rank, c_int32_t), 1, isthmus_fem_by_node, &
                                      piece, status))
    corners => isthmus_fem_piece_nodes(piece, 4)
    layer => isthmus_fem_piece_layers(piece)
    place => isthmus_fem_piece_places(piece)
    whole => isthmus_fem_mesh_nodes(mesh)
    allocate (sums(size(place)), is_own(size(place)))
    allocate (expected(isthmus_fem_mesh_node_count(mesh)))
    sums = 0
    expected = 0
    is_own = .false.
    do e = 1, size(whole, 2)
      do i = 1, 4
        expected(whole(i, e) + 1) = expected(whole(i, e) + 1) + 1
      end do
    end do
    do e = 1, size(layer)
      if (layer(e) /= 0) cycle
      do i = 1, 4
        sums(corners(i, e) + 1) = sums(corners(i, e) + 1) + 1
        is_own(corners(i, e) + 1) = .true.
      end do
    end do
    call require(isthmus_fem_add_shared(MPI_COMM_WORLD, piece, sums, 1, status))
    wrong_sums = count(is_own .and. sums /= expected(place + 1))
    call isthmus_fem_piece_free(piece)
  end function
end program
