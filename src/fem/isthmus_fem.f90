! fem/isthmus_fem.f90: unstructured meshes cut into pieces, and pieces as ranks of MPI, for Fortran.
!
! What isthmus_fem.h and isthmus_fem_mpi.h have, under the same names, but groups and links; compiled
! with the program, beside isthmus_fem_mpi.c. Meshes and pieces are type(c_ptr), communicators the
! integers of mpi or mpif.h. Numbers of nodes, elements, parts and links count from 0, as in C: add 1 where they index
! an array. The functions of C that yield arrays are functions here that yield pointers to them,
! which are good until the mesh or piece is freed.
module isthmus_fem
  use, intrinsic :: iso_c_binding
  implicit none
  private

  integer(c_int), parameter, public :: isthmus_fem_ok = 0, isthmus_fem_bad_input = 1, &
                                       isthmus_fem_failed = 2
  integer(c_int), parameter, public :: isthmus_fem_by_facet = 0, isthmus_fem_by_node = 1, &
                                       isthmus_fem_by_owned_node = 2
  integer(c_int), parameter, public :: isthmus_fem_metis = 0, isthmus_fem_scotch = 1

  type, bind(c), public :: isthmus_fem_status
    integer(c_int) :: code = 0
    character(kind=c_char) :: text(248) = c_null_char
  end type

  public :: isthmus_fem_box, isthmus_fem_read, isthmus_fem_mesh_of, isthmus_fem_mesh_free
  public :: isthmus_fem_mesh_node_count, isthmus_fem_mesh_element_count
  public :: isthmus_fem_mesh_nodes_per_element, isthmus_fem_mesh_points, isthmus_fem_mesh_nodes
  public :: isthmus_fem_cut, isthmus_fem_cut_by
  public :: isthmus_fem_piece_of, isthmus_fem_piece_free, isthmus_fem_piece_part
  public :: isthmus_fem_piece_node_count, isthmus_fem_piece_element_count
  public :: isthmus_fem_piece_points, isthmus_fem_piece_places, isthmus_fem_piece_owners
  public :: isthmus_fem_piece_nodes, isthmus_fem_piece_elements, isthmus_fem_piece_layers
  public :: isthmus_fem_copy_nodes, isthmus_fem_copy_elements
  public :: isthmus_fem_add_shared, isthmus_fem_max_shared, isthmus_fem_text

  interface
    function isthmus_fem_box(origin, size, cells, nodes_per_element, mesh, status) &
        bind(c) result(code)
      import
      real(c_double), intent(in) :: origin(3), size(3)
      integer(c_int32_t), intent(in) :: cells(3)
      integer(c_int32_t), value :: nodes_per_element
      type(c_ptr), intent(out) :: mesh
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function c_read(path, mesh, status) bind(c, name='isthmus_fem_read') result(code)
      import
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: mesh
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function isthmus_fem_mesh_of(node_count, points, element_count, nodes_per_element, nodes, &
        groups, mesh, status) bind(c) result(code)
      import
      integer(c_int32_t), value :: node_count, element_count, nodes_per_element
      real(c_double), intent(in) :: points(3, *)
      integer(c_int32_t), intent(in) :: nodes(nodes_per_element, *)
      integer(c_int32_t), intent(in), optional :: groups(*)
      type(c_ptr), intent(out) :: mesh
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    subroutine isthmus_fem_mesh_free(mesh) bind(c)
      import
      type(c_ptr), value :: mesh
    end subroutine
    function isthmus_fem_mesh_node_count(mesh) bind(c) result(count)
      import
      type(c_ptr), value :: mesh
      integer(c_int32_t) :: count
    end function
    function isthmus_fem_mesh_element_count(mesh) bind(c) result(count)
      import
      type(c_ptr), value :: mesh
      integer(c_int32_t) :: count
    end function
    function isthmus_fem_mesh_nodes_per_element(mesh) bind(c) result(count)
      import
      type(c_ptr), value :: mesh
      integer(c_int32_t) :: count
    end function
    function c_mesh_points(mesh) bind(c, name='isthmus_fem_mesh_points') result(at)
      import
      type(c_ptr), value :: mesh
      type(c_ptr) :: at
    end function
    function c_mesh_nodes(mesh) bind(c, name='isthmus_fem_mesh_nodes') result(at)
      import
      type(c_ptr), value :: mesh
      type(c_ptr) :: at
    end function
    function isthmus_fem_cut(mesh, parts, sites, speeds, work, seed, part, status) &
        bind(c) result(code)
      import
      type(c_ptr), value :: mesh
      integer(c_int32_t), value :: parts
      integer(c_int32_t), intent(in), optional :: sites(*)
      real(c_double), intent(in), optional :: speeds(*), work(*)
      integer(c_int64_t), value :: seed
      integer(c_int32_t), intent(out) :: part(*)
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function isthmus_fem_cut_by(partitioner, mesh, parts, sites, speeds, work, seed, part, &
        status) bind(c) result(code)
      import
      integer(c_int), value :: partitioner
      type(c_ptr), value :: mesh
      integer(c_int32_t), value :: parts
      integer(c_int32_t), intent(in), optional :: sites(*)
      real(c_double), intent(in), optional :: speeds(*), work(*)
      integer(c_int64_t), value :: seed
      integer(c_int32_t), intent(out) :: part(*)
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function isthmus_fem_piece_of(mesh, part, number, layers, by, piece, status) &
        bind(c) result(code)
      import
      type(c_ptr), value :: mesh
      integer(c_int32_t), intent(in) :: part(*)
      integer(c_int32_t), value :: number
      integer(c_int), value :: layers, by
      type(c_ptr), intent(out) :: piece
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    subroutine isthmus_fem_piece_free(piece) bind(c)
      import
      type(c_ptr), value :: piece
    end subroutine
    function isthmus_fem_piece_part(piece) bind(c) result(part)
      import
      type(c_ptr), value :: piece
      integer(c_int32_t) :: part
    end function
    function isthmus_fem_piece_node_count(piece) bind(c) result(count)
      import
      type(c_ptr), value :: piece
      integer(c_int32_t) :: count
    end function
    function isthmus_fem_piece_element_count(piece) bind(c) result(count)
      import
      type(c_ptr), value :: piece
      integer(c_int32_t) :: count
    end function
    function c_points(piece) bind(c, name='isthmus_fem_piece_points') result(at)
      import
      type(c_ptr), value :: piece
      type(c_ptr) :: at
    end function
    function c_places(piece) bind(c, name='isthmus_fem_piece_places') result(at)
      import
      type(c_ptr), value :: piece
      type(c_ptr) :: at
    end function
    function c_owners(piece) bind(c, name='isthmus_fem_piece_owners') result(at)
      import
      type(c_ptr), value :: piece
      type(c_ptr) :: at
    end function
    function c_nodes(piece) bind(c, name='isthmus_fem_piece_nodes') result(at)
      import
      type(c_ptr), value :: piece
      type(c_ptr) :: at
    end function
    function c_elements(piece) bind(c, name='isthmus_fem_piece_elements') result(at)
      import
      type(c_ptr), value :: piece
      type(c_ptr) :: at
    end function
    function c_layers(piece) bind(c, name='isthmus_fem_piece_layers') result(at)
      import
      type(c_ptr), value :: piece
      type(c_ptr) :: at
    end function
    ! Values: components of the first node or element, of the second, and so on.
    function isthmus_fem_copy_nodes(communicator, piece, values, components, status) &
        bind(c, name='isthmus_fem_copy_nodes_f') result(code)
      import
      integer(c_int), value :: communicator, components
      type(c_ptr), value :: piece
      real(c_double), intent(inout) :: values(*)
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function isthmus_fem_copy_elements(communicator, piece, values, components, status) &
        bind(c, name='isthmus_fem_copy_elements_f') result(code)
      import
      integer(c_int), value :: communicator, components
      type(c_ptr), value :: piece
      real(c_double), intent(inout) :: values(*)
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function isthmus_fem_add_shared(communicator, piece, values, components, status) &
        bind(c, name='isthmus_fem_add_shared_f') result(code)
      import
      integer(c_int), value :: communicator, components
      type(c_ptr), value :: piece
      real(c_double), intent(inout) :: values(*)
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
    function isthmus_fem_max_shared(communicator, piece, values, components, status) &
        bind(c, name='isthmus_fem_max_shared_f') result(code)
      import
      integer(c_int), value :: communicator, components
      type(c_ptr), value :: piece
      real(c_double), intent(inout) :: values(*)
      type(isthmus_fem_status), intent(out) :: status
      integer(c_int) :: code
    end function
  end interface

contains

  !> A .msh file of Gmsh or a .vtu file.
  function isthmus_fem_read(path, mesh, status) result(code)
    character(*), intent(in) :: path
    type(c_ptr), intent(out) :: mesh
    type(isthmus_fem_status), intent(out) :: status
    integer(c_int) :: code
    character(kind=c_char) :: ended(len_trim(path) + 1)
    integer :: i
    do i = 1, len_trim(path)
      ended(i) = path(i:i)
    end do
    ended(len_trim(path) + 1) = c_null_char
    code = c_read(ended, mesh, status)
  end function

  !> Why a function failed, in one line.
  function isthmus_fem_text(status) result(text)
    type(isthmus_fem_status), intent(in) :: status
    character(:), allocatable :: text
    integer :: i
    text = ''
    do i = 1, size(status%text)
      if (status%text(i) == c_null_char) exit
      text = text // status%text(i)
    end do
  end function

  function numbers_at(at, count) result(list)
    type(c_ptr), intent(in) :: at
    integer(c_int32_t), intent(in) :: count
    integer(c_int32_t), pointer :: list(:)
    call c_f_pointer(at, list, [count])
  end function

  !> (3, nodes).
  function isthmus_fem_mesh_points(mesh) result(points)
    type(c_ptr), intent(in) :: mesh
    real(c_double), pointer :: points(:, :)
    call c_f_pointer(c_mesh_points(mesh), points, [3, isthmus_fem_mesh_node_count(mesh)])
  end function

  !> (nodes of an element, elements).
  function isthmus_fem_mesh_nodes(mesh) result(nodes)
    type(c_ptr), intent(in) :: mesh
    integer(c_int32_t), pointer :: nodes(:, :)
    call c_f_pointer(c_mesh_nodes(mesh), nodes, [isthmus_fem_mesh_nodes_per_element(mesh), &
                     isthmus_fem_mesh_element_count(mesh)])
  end function

  !> (3, nodes).
  function isthmus_fem_piece_points(piece) result(points)
    type(c_ptr), intent(in) :: piece
    real(c_double), pointer :: points(:, :)
    call c_f_pointer(c_points(piece), points, [3, isthmus_fem_piece_node_count(piece)])
  end function

  !> Of each node, its number in the whole mesh.
  function isthmus_fem_piece_places(piece) result(places)
    type(c_ptr), intent(in) :: piece
    integer(c_int32_t), pointer :: places(:)
    places => numbers_at(c_places(piece), isthmus_fem_piece_node_count(piece))
  end function

  !> Of each node, the part that owns it.
  function isthmus_fem_piece_owners(piece) result(owners)
    type(c_ptr), intent(in) :: piece
    integer(c_int32_t), pointer :: owners(:)
    owners => numbers_at(c_owners(piece), isthmus_fem_piece_node_count(piece))
  end function

  !> (nodes_per_element, elements): nodes of the piece.
  function isthmus_fem_piece_nodes(piece, nodes_per_element) result(nodes)
    type(c_ptr), intent(in) :: piece
    integer, intent(in) :: nodes_per_element
    integer(c_int32_t), pointer :: nodes(:, :)
    call c_f_pointer(c_nodes(piece), nodes, &
                     [int(nodes_per_element, c_int32_t), isthmus_fem_piece_element_count(piece)])
  end function

  !> Of each element, its number in the whole mesh.
  function isthmus_fem_piece_elements(piece) result(elements)
    type(c_ptr), intent(in) :: piece
    integer(c_int32_t), pointer :: elements(:)
    elements => numbers_at(c_elements(piece), isthmus_fem_piece_element_count(piece))
  end function

  !> Of each element, 0 where it is the part's own, else the layer of ghosts.
  function isthmus_fem_piece_layers(piece) result(layers)
    type(c_ptr), intent(in) :: piece
    integer(c_int32_t), pointer :: layers(:)
    layers => numbers_at(c_layers(piece), isthmus_fem_piece_element_count(piece))
  end function
end module
