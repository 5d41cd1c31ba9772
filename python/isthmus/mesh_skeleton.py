"""What `isthmus mesh new` writes: a thorn that runs, in Fortran or C++."""

import re
from pathlib import Path

from isthmus import build
from isthmus.errors import BadInputError, IsthmusError

FORTRAN = """\
! @NAME@: an equation of your own, as a thorn. It knows nothing of PEs, blocks or messages.
!
! This one is the wave equation, u'' = speed**2 (u_xx + u_yy + u_zz), as two functions of first
! order in time, which the method of lines that the parameter file names brings from step to step.
module @NAME@
  use isthmus_mesh
  implicit none
  type(mesh_function) :: u, v, u_dot, v_dot
  integer :: speed

contains

  ! What the functions begin with.
  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: a(:, :, :), b(:, :, :)
    real(mesh_real) :: x, y, z
    integer :: i, j, k
    call get(patch, u, a)
    call get(patch, v, b)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          x = coordinate(patch, 1, i)
          y = coordinate(patch, 2, j)
          z = coordinate(patch, 3, k)
          a(i, j, k) = exp(-(x**2 + y**2 + z**2))
          b(i, j, k) = 0
        end do
      end do
    end do
  end subroutine

  ! Their derivatives in time.
  subroutine derive(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: a(:, :, :), b(:, :, :), a_dot(:, :, :), b_dot(:, :, :)
    real(mesh_real) :: w(3)
    integer :: i, j, k
    call get(patch, u, a)
    call get(patch, v, b)
    call get(patch, u_dot, a_dot)
    call get(patch, v_dot, b_dot)
    w = (real_parameter(patch, speed) / patch%spacing)**2
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          a_dot(i, j, k) = b(i, j, k)
          b_dot(i, j, k) = w(1) * (a(i - 1, j, k) - 2 * a(i, j, k) + a(i + 1, j, k)) &
                         + w(2) * (a(i, j - 1, k) - 2 * a(i, j, k) + a(i, j + 1, k)) &
                         + w(3) * (a(i, j, k - 1) - 2 * a(i, j, k) + a(i, j, k + 1))
        end do
      end do
    end do
  end subroutine

  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    thorn = declare_thorn(flesh, "@NAME@", "waves")
    u = declare_function(thorn, "u", meaning="what waves")
    v = declare_function(thorn, "v", meaning="its derivative in time")
    u_dot = declare_function(thorn, "u_dot")
    v_dot = declare_function(thorn, "v_dot")
    call evolves(thorn, u, u_dot)
    call evolves(thorn, v, v_dot)
    speed = declare_real(thorn, "speed", 1d0, least=0d0, greatest=10d0, is_steerable=.true., &
                         meaning="how fast waves run")
    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, [u, v])
    routine = declare_routine(thorn, mesh_right_side, "derive", derive)
    call reads(thorn, routine, u, 1)
    call reads(thorn, routine, v)
    call writes(thorn, routine, [u_dot, v_dot])
  end subroutine

end module
"""

CPP = """\
// @NAME@: an equation of your own, as a thorn. It knows nothing of PEs, blocks or messages.
//
// This one is the wave equation, u'' = speed^2 (u_xx + u_yy + u_zz), as two functions of first
// order in time, which the method of lines that the parameter file names brings from step to step.

#include <cmath>

#include "mesh/thorn_library.hpp"

namespace {

using namespace isthmus::mesh;

struct Wave {
  GridFunctionId u, v, u_dot, v_dot;
  ParameterId speed;
};

/// Calls `point(i, j, k)` for all points that a routine is to compute.
template <class Point>
void for_points(const Box& box, const Point& point) {
  for (int k = box.low[2]; k < box.high[2]; ++k) {
    for (int j = box.low[1]; j < box.high[1]; ++j) {
      for (int i = box.low[0]; i < box.high[0]; ++i) point(i, j, k);
    }
  }
}

/// What the functions begin with.
void begin(const Wave& wave, const Patch& patch) {
  const View u = patch(wave.u);
  const View v = patch(wave.v);
  for_points(patch.box(), [&](int i, int j, int k) {
    const double x = patch.geometry().coordinate(0, i);
    const double y = patch.geometry().coordinate(1, j);
    const double z = patch.geometry().coordinate(2, k);
    u(i, j, k) = std::exp(-(x * x + y * y + z * z));
    v(i, j, k) = 0;
  });
}

/// Their derivatives in time.
void derive(const Wave& wave, const Patch& patch) {
  const View u = patch(wave.u);
  const View v = patch(wave.v);
  const View u_dot = patch(wave.u_dot);
  const View v_dot = patch(wave.v_dot);
  const auto weight = [&](std::size_t dimension) {
    const double steps = patch.real(wave.speed) / patch.geometry().spacing[dimension];
    return steps * steps;
  };
  const double wx = weight(0);
  const double wy = weight(1);
  const double wz = weight(2);
  for_points(patch.box(), [&](int i, int j, int k) {
    u_dot(i, j, k) = v(i, j, k);
    v_dot(i, j, k) = wx * (u(i - 1, j, k) - 2 * u(i, j, k) + u(i + 1, j, k)) +
                     wy * (u(i, j - 1, k) - 2 * u(i, j, k) + u(i, j + 1, k)) +
                     wz * (u(i, j, k - 1) - 2 * u(i, j, k) + u(i, j, k + 1));
  });
}

}  // namespace

extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  Thorn& thorn = declare_thorn(flesh, "@NAME@", "waves");
  Wave wave;
  wave.u = thorn.function("u", {.meaning = "what waves"});
  wave.v = thorn.function("v", {.meaning = "its derivative in time"});
  wave.u_dot = thorn.function("u_dot");
  wave.v_dot = thorn.function("v_dot");
  thorn.evolves(wave.u, wave.u_dot);
  thorn.evolves(wave.v, wave.v_dot);
  wave.speed =
      thorn.parameter({"speed", RealParameter{1, {0, 10}}, "how fast waves run", true});
  thorn.routine(Bin::initial, "begin", [wave](const Patch& patch) { begin(wave, patch); })
      .writes({wave.u, wave.v});
  thorn.routine(Bin::right_side, "derive", [wave](const Patch& patch) { derive(wave, patch); })
      .reads(wave.u, 1)
      .reads(wave.v)
      .writes({wave.u_dot, wave.v_dot});
}
"""

# Without fused multiply-add results are the same bits on every processor. By -Bsymbolic a routine
# whose name the C library has, too, such as "advance", is the thorn's own.
FORTRAN_COMPILE = """\
#!/bin/sh
# Compiles the thorn to a library that `isthmus mesh run` opens.
cd "$(dirname "$0")" &&
exec "${FC:-gfortran}" -O2 -ffp-contract=off -shared -fPIC -Wl,-Bsymbolic \\
  -o lib@NAME@.so "@SOURCES@/mesh/isthmus_mesh.f90" @NAME@.f90
"""

CPP_COMPILE = """\
#!/bin/sh
# Compiles the thorn to a library that `isthmus mesh run` opens.
cd "$(dirname "$0")" &&
exec "${CXX:-g++}" -std=c++23 -O2 -ffp-contract=off -shared -fPIC -Wl,-Bsymbolic \\
  -o lib@NAME@.so -I"@SOURCES@" @NAME@.cpp
"""

PARAMETERS = """\
title = "waves in a box"
library = "lib@NAME@.so"
thorns = ["@NAME@"]

[grid]
points = [48, 48, 48]
domain = [[-5, 5], [-5, 5], [-5, 5]]

[time]
until = 2.0
courant = 0.25
method = "rk4"

[parameters.@NAME@]
speed = 1.0

[boundaries]
all = "periodic"

[driver]
blocks_per_pe = 1
depth = 1

[output]
norms = ["@NAME@::u"]
"""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,30}")
# As Fortran has them, or the parameter file.
_TAKEN = frozenset({"isthmus_mesh", "begin", "derive", "u", "v", "u_dot", "v_dot", "speed"})


def write(name: str, language: str) -> int:
    """Writes the folder and says what to do next. Raises BadInputError for a name that a thorn
    cannot have, or a folder that is there."""
    if not _NAME.fullmatch(name):
        raise BadInputError(f"'{name}' (expected letters, digits and '_', at most 31)")
    if name.lower() in _TAKEN:
        raise BadInputError(f"'{name}' is the name of something else (expected another)")
    folder = Path(name)
    source, compile_script, suffix = (
        (FORTRAN, FORTRAN_COMPILE, "f90") if language == "fortran" else (CPP, CPP_COMPILE, "cpp")
    )
    files = {
        f"{name}.{suffix}": source,
        "compile.sh": compile_script,
        f"{name}.toml": PARAMETERS,
    }
    try:
        folder.mkdir()
        for file_name, text in files.items():
            sources = str(build.headers_directory())
            (folder / file_name).write_text(
                text.replace("@NAME@", name).replace("@SOURCES@", sources)
            )
    except FileExistsError:
        raise BadInputError(f"{folder}: is there already (expected a new name)") from None
    except OSError as problem:
        raise IsthmusError(f"{folder}: {problem.strerror}") from None
    print(f"written: {', '.join(str(folder / file_name) for file_name in files)}")
    print(f"compile: sh {folder}/compile.sh")
    print(f"run:     isthmus mesh run {folder}/{name}.toml --sites 2 --pes 2")
    return 0
