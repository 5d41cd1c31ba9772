! waves/wave.f90: the scalar wave in three dimensions as a thorn in Fortran: the same as wave.cpp
! and wave.c.
module wave
  use isthmus_mesh
  implicit none
  type(mesh_function) :: phi
  integer :: amplitude, width, speed

contains

  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: now(:, :, :), before(:, :, :)
    real(mesh_real) :: a, w, x, y, z
    integer :: i, j, k
    call get(patch, phi, now)
    call get(patch, previous(phi), before)
    a = real_parameter(patch, amplitude)
    w = real_parameter(patch, width)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          x = coordinate(patch, 1, i) / w
          y = coordinate(patch, 2, j) / w
          z = coordinate(patch, 3, k) / w
          now(i, j, k) = a * exp(-(x * x + y * y + z * z))
          before(i, j, k) = now(i, j, k)
        end do
      end do
    end do
  end subroutine

  subroutine evolve(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: next(:, :, :), u(:, :, :), old(:, :, :)
    real(mesh_real) :: c, wx, wy, wz, x, y, z
    integer :: i, j, k
    call get(patch, phi, next)
    call get(patch, previous(phi), u)
    call get(patch, previous(previous(phi)), old)
    c = real_parameter(patch, speed) * patch%step_size
    wx = c * c / (patch%spacing(1) * patch%spacing(1))
    wy = c * c / (patch%spacing(2) * patch%spacing(2))
    wz = c * c / (patch%spacing(3) * patch%spacing(3))
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          x = u(i - 1, j, k) - 2 * u(i, j, k) + u(i + 1, j, k)
          y = u(i, j - 1, k) - 2 * u(i, j, k) + u(i, j + 1, k)
          z = u(i, j, k - 1) - 2 * u(i, j, k) + u(i, j, k + 1)
          next(i, j, k) = 2 * u(i, j, k) - old(i, j, k) + (wx * x + wy * y + wz * z)
        end do
      end do
    end do
  end subroutine

  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    thorn = declare_thorn(flesh, "wave", "a scalar wave in three dimensions")
    phi = declare_function(thorn, "phi", 3, "the wave")
    amplitude = declare_real(thorn, "amplitude", 1d0, -10d0, 10d0, meaning="of the pulse")
    width = declare_real(thorn, "width", 0.25d0, 1d-6, 1d6, meaning="of the pulse")
    speed = declare_real(thorn, "speed", 1d0, 0d0, 10d0, is_steerable=.true., &
                         meaning="of the wave")

    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, [phi, previous(phi)])
    routine = declare_routine(thorn, mesh_step, "evolve", evolve)
    call reads(thorn, routine, previous(phi), 1)
    call reads(thorn, routine, previous(previous(phi)))
    call writes(thorn, routine, phi)
    call synchronizes(thorn, routine, phi)
    call flops(thorn, routine, 19d0)
  end subroutine

end module
