"""Elliptic equations of initial data by thorns of one's own, on every driver."""

import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import REPOSITORY, isthmus

pytestmark = pytest.mark.skipif(shutil.which("gfortran") is None, reason="no gfortran")

STAR = """
module star
  use isthmus_mesh
  implicit none
  type(mesh_function) :: potential, density
  integer :: gravity, felt, pulled
contains
  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: f(:, :, :), rho(:, :, :)
    integer :: i, j, k
    call get(patch, potential, f)
    call get(patch, density, rho)
    do concurrent (i = patch%low(1):patch%high(1), j = patch%low(2):patch%high(2), &
                   k = patch%low(3):patch%high(3))
      f(i, j, k) = 0
      rho(i, j, k) = exp(-4 * (coordinate(patch, 1, i)**2 + coordinate(patch, 2, j)**2 + &
                               coordinate(patch, 3, k)**2))
    end do
  end subroutine
  subroutine tell(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: rho(:, :, :)
    real(mesh_real) :: at(1), slope(1)
    call get(patch, density, rho)
    call get_interpolated(patch, felt, at)
    call get_interpolated(patch, pulled, slope)
    if (all(patch%low <= 0) .and. all(patch%high >= 0)) &
      print '("felt ", g0, " ", g0, " ", g0)', at, slope, reduced(patch, gravity, mesh_norm_max)
    rho(patch%low(1):patch%high(1), patch%low(2):patch%high(2), &
        patch%low(3):patch%high(3)) = slope(1)
  end subroutine
  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    thorn = declare_thorn(flesh, "star")
    potential = declare_function(thorn, "potential")
    density = declare_function(thorn, "density")
    call set_boundary(thorn, potential, mesh_copied)
    gravity = declare_equation(thorn, "gravity", &
      mesh_equation(potential, source=density, tolerance=1d-9, sweeps=SWEEPS), &
      boundary=mesh_robin, value=0d0, falloff=1)
    felt = declare_interpolation(thorn, "felt", potential, reshape([1.3d0, 0d0, HEIGHT], [3, 1]), &
                                 4)
    pulled = declare_interpolation(thorn, "pulled", potential, &
                                   reshape([1.3d0, 0d0, HEIGHT], [3, 1]), 4, derivative=[1, 0, 0])
    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, [potential, density])
    call solves(thorn, routine, gravity)
    routine = declare_routine(thorn, mesh_step, "wait", wait)
    call reads(thorn, routine, potential)
    call writes(thorn, routine, potential)
    call reduces(thorn, routine, felt)
    call reduces(thorn, routine, pulled)
    routine = declare_routine(thorn, mesh_after_step, "tell", tell)
    call writes(thorn, routine, density)
    call uses(thorn, routine, felt)
    call uses(thorn, routine, pulled)
    call uses(thorn, routine, gravity)
  end subroutine
  subroutine wait(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
  end subroutine
end module
"""


GRADIENTS = "2000, solver=mesh_conjugate_gradients"


def job(folder: Path, sweeps: int | str, more: str = "", height: str = "0d0") -> str:
    """`height`: z of the place at which the potential is felt."""
    source = folder / "star.f90"
    source.write_text(STAR.replace("SWEEPS", str(sweeps)).replace("HEIGHT", height))
    module = REPOSITORY / "src" / "mesh" / "isthmus_mesh.f90"
    flags = ["-O2", "-ffp-contract=off", "-shared", "-fPIC", "-Wl,-Bsymbolic"]
    flags.append(f"-J{folder}")
    words = ["gfortran", *flags, str(module), str(source), "-o", str(folder / "libstar.so")]
    subprocess.run(words, check=True)
    path = folder / "star.toml"
    path.write_text(
        f"""library = "libstar.so"
thorns = ["star"]
[grid]
points = [25, 23, 21]
domain = [[-3, 3], [-3, 3], [-3, 3]]
[time]
steps = 1
step = 0.1
[output]
folder = "{folder}/out"
norms = ["star::potential", "star::gravity"]
norms_every = 1
{more}"""
    )
    return str(path)


@pytest.mark.parametrize("sweeps", ["2000", GRADIENTS])
def test_the_potential_of_a_star_is_that_of_its_mass(tmp_path: Path, sweeps: str) -> None:
    path = job(tmp_path, sweeps)
    told = set()
    for runtime in (
        ("--driver", "serial"),
        ("--sites", "2", "--pes", "2", "--latency", "200us", "--check"),
        ("--backend", "processes", "--sites", "2", "--pes", "1", "--check"),
        ("--backend", "sim", "--sites", "3", "--pes", "1", "--latency", "5ms", "--check"),
    ):
        done = isthmus("mesh", "run", path, *runtime)
        assert done.status == 0, done.err + done.out
        if "--check" in runtime:
            assert "equal to the serial driver, bit for bit" in done.out
        told |= set(re.findall(r"^felt (\S+) (\S+) (\S+)$", done.out, re.MULTILINE))
    ((at, slope, left),) = told
    # Outside, it is mass / (4 pi r), but for what the grid is too coarse for.
    mass = (math.pi / 4) ** 1.5
    assert float(at) == pytest.approx(mass / (4 * math.pi * 1.3), rel=0.05)
    assert float(slope) == pytest.approx(-mass / (4 * math.pi * 1.3**2), rel=0.05)
    assert 0 < float(left) <= 1e-9
    shown = isthmus("mesh", "show", path).out
    times = 250 if sweeps == "2000" else 2000
    assert f"again until star::gravity is at most 1e-09, {times} times at most" in shown


MIRRORS = """
[boundaries]
x_lower = "reflected"
y = "periodic"
z_lower = { kind = "reflected", half_beyond = true }
"""


def test_conjugate_gradients_take_mirrors_for_what_they_are(tmp_path: Path) -> None:
    told = []
    for sweeps in ("4000", GRADIENTS):
        path = Path(job(tmp_path, sweeps, MIRRORS, height="0.5d0"))
        path.write_text(
            path.read_text().replace("[[-3, 3], [-3, 3], [-3, 3]]", "[[0, 3], [-3, 3], [0.1, 3]]")
        )
        done = isthmus("mesh", "run", str(path), "--sites", "2", "--pes", "2", "--check")
        assert "equal to the serial driver, bit for bit" in done.out, done.err
        found = re.search(r"^felt (\S+) (\S+) (\S+)$", done.out, re.MULTILINE)
        assert found is not None
        told.append([float(found[1]), float(found[2])])
    assert told[0] == pytest.approx(told[1], abs=1e-7)


def test_an_equation_that_is_not_solved_ends_the_job(tmp_path: Path) -> None:
    path = job(tmp_path, 16)
    for driver in ("serial", "blocks"):
        done = isthmus("mesh", "run", path, "--driver", driver)
        assert done.status != 0
        assert "star::gravity is not solved: its left side is" in done.err
        assert "behind 16 sweeps (expected at most 1e-09)" in done.err
