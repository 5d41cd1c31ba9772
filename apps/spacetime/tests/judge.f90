! spacetime/tests/judge.f90: the serial program's last state, for tests in C++.
module judge
  use, intrinsic :: iso_c_binding
  use spacetime_state
  use serial_settings, only: settings, read_settings
  use serial_evolution, only: evolution
  implicit none

contains

  ! Variables one after the other, then constraints, without ghosts; x runs fastest.
  subroutine spacetime_judge(file, file_length, more, more_length, fields) &
    bind(c, name='spacetime_judge')
    integer(c_int), value :: file_length, more_length
    character(kind=c_char), intent(in) :: file(file_length), more(more_length)
    real(c_double), intent(out) :: fields(*)
    type(settings) :: set
    type(evolution) :: run
    integer(c_size_t) :: next
    integer :: i, v
    set = read_settings(joined(file), joined(more))
    call run%start(set)
    do i = 1, set%steps
      call run%step()
    end do
    call run%check()
    next = 1
    do v = 1, variable_count
      call append(run%u(v))
    end do
    do v = 1, constraint_count
      call append(run%c(v))
    end do
  contains
    subroutine append(f)
      type(values), intent(in) :: f
      integer :: j, k, p
      do k = 0, set%points(3) - 1
        do j = 0, set%points(2) - 1
          p = run%scope%place(0, j, k)
          fields(next:next + set%points(1) - 1) = f%at(p:p + set%points(1) - 1)
          next = next + set%points(1)
        end do
      end do
    end subroutine
  end subroutine

  function joined(letters) result(text)
    character(kind=c_char), intent(in) :: letters(:)
    character(size(letters)) :: text
    integer :: i
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function

end module
