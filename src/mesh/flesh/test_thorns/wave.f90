! A scalar wave as a thorn in Fortran, for tests: the same as wave.c and wave.cpp.
module wave
  use isthmus_mesh
  implicit none
  type(mesh_function) :: phi, rate, phi_dot, rate_dot
  integer :: amplitude, speed, law

contains

  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: u(:, :, :), v(:, :, :)
    real(mesh_real) :: a, x, y, z
    integer :: i, j, k
    call get(patch, phi, u)
    call get(patch, rate, v)
    a = real_parameter(patch, amplitude)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          x = coordinate(patch, 1, i)
          y = coordinate(patch, 2, j)
          z = coordinate(patch, 3, k)
          u(i, j, k) = a * exp(-(x * x + y * y + z * z))
          v(i, j, k) = 0
        end do
      end do
    end do
  end subroutine

  subroutine derive(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: u(:, :, :), v(:, :, :)
    real(mesh_real), pointer, contiguous :: u_dot(:, :, :), v_dot(:, :, :)
    real(mesh_real) :: c, force, w(3)
    integer :: i, j, k
    call get(patch, phi, u)
    call get(patch, rate, v)
    call get(patch, phi_dot, u_dot)
    call get(patch, rate_dot, v_dot)
    c = real_parameter(patch, speed)
    force = 0
    if (integer_parameter(patch, law) == 1) force = 0.1d0 * patch%time
    w = c * c / (patch%spacing * patch%spacing)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          u_dot(i, j, k) = v(i, j, k)
          v_dot(i, j, k) = w(1) * (u(i - 1, j, k) - 2 * u(i, j, k) + u(i + 1, j, k)) &
                         + w(2) * (u(i, j - 1, k) - 2 * u(i, j, k) + u(i, j + 1, k)) &
                         + w(3) * (u(i, j, k - 1) - 2 * u(i, j, k) + u(i, j, k + 1)) + force
        end do
      end do
    end do
  end subroutine

  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    thorn = declare_thorn(flesh, "wave", "a scalar wave")
    phi = declare_function(thorn, "phi", meaning="the wave")
    rate = declare_function(thorn, "rate", meaning="its derivative in time")
    phi_dot = declare_function(thorn, "phi_dot")
    rate_dot = declare_function(thorn, "rate_dot")
    call set_boundary(thorn, phi, mesh_radiative)
    call set_boundary(thorn, rate, mesh_radiative)
    call evolves(thorn, phi, phi_dot)
    call evolves(thorn, rate, rate_dot)
    amplitude = declare_real(thorn, "amplitude", 1d0, 0d0, 10d0, meaning="of the pulse")
    speed = declare_real(thorn, "speed", 1d0, 0d0, 2d0, is_steerable=.true., meaning="of the wave")
    law = declare_keyword(thorn, "law", "free", "free, driven", meaning="what acts on it")

    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, [phi, rate])
    routine = declare_routine(thorn, mesh_right_side, "derive", derive)
    call reads(thorn, routine, phi, 1)
    call reads(thorn, routine, rate)
    call writes(thorn, routine, [phi_dot, rate_dot])
    call flops(thorn, routine, 17d0)
  end subroutine

end module
