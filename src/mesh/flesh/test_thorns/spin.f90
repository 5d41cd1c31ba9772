! A complex number that turns and spreads, in Fortran, for tests: the same as spin.c and spin.cpp.
module spin
  use isthmus_mesh
  implicit none
  type(mesh_complex) :: psi, psi_dot, pull
  type(mesh_function) :: drag

contains

  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: re(:, :, :), im(:, :, :)
    real(mesh_real), pointer, contiguous :: none_re(:, :, :), none_im(:, :, :), slow(:, :, :)
    real(mesh_real) :: x
    integer :: i, j, k
    call get(patch, psi, re, im)
    call get(patch, pull, none_re, none_im)
    call get(patch, drag, slow)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          x = coordinate(patch, 1, i)
          re(i, j, k) = 1 + exp(-(x * x)) * mod(j, 3)
          im(i, j, k) = 0.5d0 + mod(k, 2)
          none_re(i, j, k) = 0
          none_im(i, j, k) = 0
          slow(i, j, k) = -1
        end do
      end do
    end do
  end subroutine

  subroutine turn(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: re(:, :, :), im(:, :, :)
    real(mesh_real), pointer, contiguous :: re_dot(:, :, :), im_dot(:, :, :)
    integer :: i, j, k
    call get(patch, psi, re, im)
    call get(patch, psi_dot, re_dot, im_dot)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          re_dot(i, j, k) = (re(i-1, j, k) - 2 * re(i, j, k) + re(i+1, j, k)) - im(i, j, k)
          im_dot(i, j, k) = (im(i-1, j, k) - 2 * im(i, j, k) + im(i+1, j, k)) + re(i, j, k)
        end do
      end do
    end do
  end subroutine

  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    type(mesh_parts) :: felt, law
    integer :: routine, size
    thorn = declare_thorn(flesh, "spin", "turns")
    psi = declare_complex(thorn, "psi", meaning="what turns")
    psi_dot = declare_complex(thorn, "psi_dot")
    pull = declare_complex(thorn, "pull", meaning="what draws it")
    drag = declare_function(thorn, "drag")
    size = declare_reduction(thorn, "size", psi)
    felt = declare_interpolation(thorn, "felt", psi, &
                                 reshape([0.3d0, 1.2d0, 0.9d0, 1d0, 1d0, 1d0], [3, 2]), 3)
    law = declare_equation(thorn, "law", &
      mesh_complex_equation(pull, source=psi, coefficient=drag, tolerance=1d-9))
    call evolves(thorn, psi, psi_dot)
    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, psi)
    call writes(thorn, routine, pull)
    call writes(thorn, routine, drag)
    call reduces(thorn, routine, size)
    call reduces(thorn, routine, felt)
    call solves(thorn, routine, law)
    routine = declare_routine(thorn, mesh_right_side, "turn", turn)
    call reads(thorn, routine, psi, 1)
    call writes(thorn, routine, psi_dot)
  end subroutine

end module
