! The heat of tetrahedra.cpp in Fortran, with a rank a part.
!
!   mpicc -c -I PREFIX/include PREFIX/include/fem/isthmus_fem_mpi.c
!   mpifort PREFIX/include/fem/isthmus_fem.f90 tetrahedra.f90 isthmus_fem_mpi.o -o tetrahedra \
!       -L PREFIX/lib -listhmus_fem -listhmus_graph -listhmus_base -lmetis -lscotch -lscotcherr \
!       -lstdc++
program tetrahedra
  use, intrinsic :: iso_c_binding
  use mpi
  use isthmus_fem
  implicit none
  integer, parameter :: ends(2, 6) = reshape([1, 2, 2, 3, 1, 3, 1, 4, 2, 4, 3, 4], [2, 6])
  integer :: rank, ranks, error, step, e, k, a, b, wrong
  type(c_ptr) :: piece
  integer(c_int32_t), pointer :: corners(:, :), owner(:), layer(:), place(:)
  real(c_double), pointer :: points(:, :)
  real(c_double), allocatable :: heat(:), flow(:), told(:)
  real(c_double) :: way, own(2), all(2)
  type(isthmus_fem_status) :: status

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call make_piece()
  corners => isthmus_fem_piece_nodes(piece, 4)
  owner => isthmus_fem_piece_owners(piece)
  layer => isthmus_fem_piece_layers(piece)
  place => isthmus_fem_piece_places(piece)
  points => isthmus_fem_piece_points(piece)

  ! What the owners of nodes say of them, beside what this rank knows of the whole mesh.
  told = merge(real(place, c_double), -1.0_c_double, owner == rank)
  call require(isthmus_fem_copy_nodes(MPI_COMM_WORLD, piece, told, 1, status))
  wrong = count(told /= place)

  heat = merge(1000.0_c_double, 0.0_c_double, points(1, :) == 0)
  allocate (flow, mold=heat)
  do step = 1, 100
    flow = 0
    do e = 1, size(layer)
      if (layer(e) /= 0) cycle
      do k = 1, 6
        a = corners(ends(1, k), e) + 1
        b = corners(ends(2, k), e) + 1
        way = 0.005_c_double * (heat(a) - heat(b))
        flow(a) = flow(a) - way
        flow(b) = flow(b) + way
      end do
    end do
    call require(isthmus_fem_add_shared(MPI_COMM_WORLD, piece, flow, 1, status))
    heat = heat + flow
  end do
  own = [sum(heat, mask=owner == rank), real(wrong, c_double)]
  call MPI_Reduce(own, all, 2, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) then
    write (*, '(i0, a, f0.6, a, i0)') ranks, ' ranks, heat: ', all(1), ', wrong: ', nint(all(2))
  end if
  call isthmus_fem_piece_free(piece)
  call MPI_Finalize(error)

contains

  subroutine require(code)
    integer(c_int), intent(in) :: code
    if (code == isthmus_fem_ok) return
    write (*, '(2a)') 'tetrahedra: ', isthmus_fem_text(status)
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end subroutine

  subroutine make_piece()
    type(c_ptr) :: mesh
    integer(c_int32_t), allocatable :: part(:)
    call require(isthmus_fem_box([0.0_c_double, 0.0_c_double, 0.0_c_double], &
                                 [2.0_c_double, 1.0_c_double, 1.0_c_double], &
                                 [12_c_int32_t, 6_c_int32_t, 6_c_int32_t], 4_c_int32_t, mesh, &
                                 status))
    allocate (part(isthmus_fem_mesh_element_count(mesh)))
    call require(isthmus_fem_cut(mesh, int(ranks, c_int32_t), seed=1_c_int64_t, part=part, &
                                 status=status))
    call require(isthmus_fem_piece_of(mesh, part, int(rank, c_int32_t), 1, &
                                      isthmus_fem_by_node, piece, status))
    call isthmus_fem_mesh_free(mesh)
  end subroutine
end program
