"""Elliptic equations of initial data on grids that are finer in places."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import REPOSITORY, isthmus

pytestmark = pytest.mark.skipif(shutil.which("gfortran") is None, reason="no gfortran")

# f = exp(-a r^2) is the solution of laplacian f - f + s = 0 for this s; at the grid's faces, 2 from
# the middle, it is less than 1e-10, and held at 0.
BALL = """
module ball
  use isthmus_mesh
  implicit none
  real(mesh_real), parameter :: a = 6
  type(mesh_function) :: f, drag, s, error
  integer :: law
contains
  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: of_f(:, :, :), of_drag(:, :, :), of_s(:, :, :)
    real(mesh_real) :: square
    integer :: i, j, k
    call get(patch, f, of_f)
    call get(patch, drag, of_drag)
    call get(patch, s, of_s)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          square = coordinate(patch, 1, i)**2 + coordinate(patch, 2, j)**2 + &
                   coordinate(patch, 3, k)**2
          of_f(i, j, k) = 0
          of_drag(i, j, k) = -1
          of_s(i, j, k) = (1 + 6 * a - 4 * a**2 * square) * exp(-a * square)
        end do
      end do
    end do
  end subroutine
  subroutine judge(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: of_f(:, :, :), wrong(:, :, :)
    integer :: i, j, k
    call get(patch, f, of_f)
    call get(patch, error, wrong)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          wrong(i, j, k) = of_f(i, j, k) - exp(-a * (coordinate(patch, 1, i)**2 + &
            coordinate(patch, 2, j)**2 + coordinate(patch, 3, k)**2))
        end do
      end do
    end do
  end subroutine
  subroutine wait(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
  end subroutine
  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    thorn = declare_thorn(flesh, "ball")
    f = declare_function(thorn, "f")
    drag = declare_function(thorn, "drag")
    s = declare_function(thorn, "s")
    error = declare_function(thorn, "error")
    call set_boundary(thorn, f, mesh_fixed)
    call set_boundary(thorn, drag, mesh_copied)
    call set_boundary(thorn, s, mesh_copied)
    call set_boundary(thorn, error, mesh_copied)
    law = declare_equation(thorn, "law", mesh_equation(f, coefficient=drag, source=s, &
                           tolerance=1d-9 SOLVER))
    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, [f, drag, s])
    call solves(thorn, routine, law)
    routine = declare_routine(thorn, mesh_initial, "judge", judge)
    call reads(thorn, routine, f)
    call writes(thorn, routine, error)
    routine = declare_routine(thorn, mesh_step, "wait", wait)
    call reads(thorn, routine, f)
    call writes(thorn, routine, f)
  end subroutine
end module
"""

ONE = "[[refinement.box]]\nlower = [-1, -1, -1]\nupper = [1, 1, 1]\n"
TWO = ONE + "[[refinement.box]]\nlevel = 2\nlower = [-0.5, -0.5, -0.5]\nupper = [0.5, 0.5, 0.5]\n"
FOUND = """[refinement.criterion]
function = "ball::f"
above = 0.1
"""


def job(folder: Path, points: int, levels: str, solver: str = "") -> str:
    source = folder / "ball.f90"
    source.write_text(BALL.replace(" SOLVER", solver))
    module = REPOSITORY / "src" / "mesh" / "isthmus_mesh.f90"
    flags = ["-O2", "-ffp-contract=off", "-shared", "-fPIC", "-Wl,-Bsymbolic"]
    flags.append(f"-J{folder}")
    words = ["gfortran", *flags, str(module), str(source), "-o", str(folder / "libball.so")]
    subprocess.run(words, check=True)
    path = folder / "ball.toml"
    refinement = f"[refinement]\norder = 5\n{levels}" if levels else ""
    path.write_text(
        f"""library = "libball.so"
thorns = ["ball"]
[grid]
points = [{points}, {points}, {points}]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 1
step = 0.001
{refinement}
[driver]
blocks_per_pe = 2
[output]
folder = "{folder}/out"
norms = ["ball::error", "ball::f", "ball::law"]
norms_every = 1
"""
    )
    return str(path)


def greatest_errors(folder: Path, points: int, levels: str) -> list[float]:
    """By region, of the plain driver."""
    done = isthmus("mesh", "run", job(folder, points, levels), "--driver", "serial")
    assert done.status == 0, done.err
    found = re.findall(r"ball::error\S* .*least (\S+), greatest (\S+)\n", done.out)
    return [max(-float(least), float(greatest)) for least, greatest in found]


def test_solutions_on_levels_converge_at_second_order(tmp_path: Path) -> None:
    whole = greatest_errors(tmp_path, 33, "")
    coarse = greatest_errors(tmp_path, 33, TWO)
    fine = greatest_errors(tmp_path, 65, TWO)
    assert len(coarse) == len(fine) == 3
    # The whole grid is solved by itself.
    assert coarse[0] == whole[0]
    for one, half in zip(coarse, fine, strict=True):
        assert 3.5 < one / half < 4.6
    # Each level is better than the one before: half the spacing in the middle.
    assert coarse[1] < coarse[0] / 2.5
    assert coarse[2] < coarse[1] / 2


@pytest.mark.parametrize("levels", [ONE, TWO, FOUND])
def test_equations_on_levels_are_the_same_bits_whatever_solves_them(
    tmp_path: Path, levels: str
) -> None:
    path = job(tmp_path, 29, levels)
    tables = set()
    for runtime in (
        ("--driver", "serial"),
        ("--sites", "2", "--pes", "2", "--latency", "200us", "--check"),
        ("--backend", "processes", "--sites", "2", "--pes", "1", "--check"),
        ("--backend", "sim", "--sites", "3", "--pes", "1", "--latency", "5ms", "--check"),
    ):
        done = isthmus("mesh", "run", path, *runtime)
        assert done.status == 0, done.err + done.out
        assert "ball::f, region 1 " in done.out
        if "--check" in runtime:
            assert "equal to the serial driver, bit for bit" in done.out
        tables.add((tmp_path / "out" / "norms.csv").read_text())
    assert len(tables) == 1


def test_conjugate_gradients_are_refused_on_levels(tmp_path: Path) -> None:
    path = job(tmp_path, 29, ONE, ", solver=mesh_conjugate_gradients")
    done = isthmus("mesh", "check", path)
    assert done.status == 2
    assert (
        "ball::begin solves ball::law by conjugate gradients, and the file has [refinement] "
        "(expected relaxation, or a grid without levels)" in done.err
    )
