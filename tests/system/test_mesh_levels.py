"""Jobs whose parameter file has finer levels: the same whatever runs them, and mistakes."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import BUILD, REPOSITORY, Done, isthmus

THORNS = BUILD / "src" / "mesh" / "flesh" / "test_thorns"

BOXES = """[refinement]
order = 3
[[refinement.box]]
lower = [-1, -1, -1]
upper = [1, 1, 1]
[[refinement.box]]
level = 2
lower = [-0.375, -0.375, -0.375]
upper = [0.375, 0.375, 0.375]
"""
MOVING = """[refinement]
order = 3
every = 2
[[refinement.box]]
lower = [-1, -1, -1]
upper = [0.5, 1, 1]
velocity = [1.5, 0, 0]
"""
FOLLOWING = """[refinement]
order = 3
every = 1
[[refinement.box]]
lower = [-0.5, -1, -1]
upper = [1, 1, 1]
follows = "wave::phi"
"""
FOUND = """[refinement]
order = 3
every = 2
[refinement.criterion]
function = "wave::phi"
above = 0.6
levels = 2
buffer = 1
"""


def parameter_file(folder: Path, levels: str, more: str = "") -> Path:
    path = folder / "wave.toml"
    path.write_text(
        f"""library = "{THORNS}/libwave_cpp.so"
thorns = ["wave"]
[grid]
points = [32, 30, 28]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 4
courant = 0.5
method = "rk2"
[boundaries]
all = "copied"
{levels}{more}"""
    )
    return path


def norms_of(done: Done) -> list[str]:
    assert done.status == 0, done.err + done.out
    return [line for line in done.out.splitlines() if "norm " in line]


@pytest.mark.parametrize("levels", [BOXES, MOVING, FOLLOWING, FOUND])
def test_levels_are_the_same_whatever_runs_them(levels: str, tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path, levels))
    serial = norms_of(isthmus("mesh", "run", path, "--driver", "serial"))
    assert len(serial) >= 4
    assert any("wave::phi, region 1 " in line for line in serial)
    for runtime in (
        ("--sites", "2", "--pes", "2", "--latency", "300us"),
        ("--backend", "processes", "--sites", "2", "--pes", "1"),
        ("--backend", "sim", "--sites", "3", "--pes", "1", "--latency", "8ms"),
    ):
        done = isthmus("mesh", "run", path, *runtime, "--check")
        assert norms_of(done) == serial, runtime
        assert "equal to the serial driver, bit for bit" in done.out


def test_levels_go_on_from_a_checkpoint_in_another_shape(tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path, MOVING))
    kept = tmp_path / "kept"
    keep = ("--checkpoint", "always", "--checkpoint-dir", str(kept), "--keep", "99")
    expected = norms_of(isthmus("mesh", "run", path, "--sites", "2", "--pes", "1", *keep))
    every = sorted(kept.glob("checkpoint-*"), key=lambda one: int(one.name.split("-")[1]))
    assert len(every) > 1
    for one in (every[0], every[-1]):
        again = isthmus("mesh", "run", path, "--pes", "3", "--restart", str(one), "--check")
        assert norms_of(again) == expected


def test_levels_are_shown(tmp_path: Path) -> None:
    shown = isthmus("mesh", "show", str(parameter_file(tmp_path, BOXES)))
    assert shown.status == 0, shown.err
    assert "levels: polynomials of order 3, 4 layers of ghosts between them" in shown.out
    assert len(re.findall(r"\n  region \d: level \d, ", shown.out)) == 3
    assert isthmus("mesh", "check", str(tmp_path / "wave.toml")).status == 0


@pytest.mark.parametrize(
    ("what", "by", "said"),
    [
        ("order = 3", "order = 6", "expected an integer from 1 to 5"),
        ("order = 3", "ordr = 3", "unknown key 'ordr' in [refinement]"),
        ("level = 2", "level = 3", "the box of level 3 lies in none of level 2"),
        ("0.375]\n", "0.9]\n", "the box of level 2 lies in none of level 1, or too near"),
        ("level = 2\n", "", "the box has points of another one of level 1"),
        ("lower = [-1, -1, -1]\n", "", "[[refinement.box]] has no 'lower'"),
        ("lower = [-1, -1, -1]", "lower = [3, -1, -1]", "the box goes from 3 to 1 in x"),
        ("lower = [-1, -1, -1]", "lower = [-1.8, -1, -1]", "too near to its faces"),
        ("upper = [1, 1, 1]", "upper = [1, 1, 1]\nvelocity = 1", "and no 'every' in [refinement]"),
        (
            "order = 3",
            "every = 1",
            "",
        ),
        (
            "upper = [1, 1, 1]",
            "upper = [1, 1, 1]\nfollows = 'wave::phj'",
            "and no 'every' in [refinement]",
        ),
        ("[refinement]", "[driver]\ndepth = 2\n[refinement]", "exchange at every event"),
        ("courant", "courant", ""),
    ],
)
def test_mistakes_in_levels_are_one_line_each(
    what: str, by: str, said: str, tmp_path: Path
) -> None:
    path = parameter_file(tmp_path, BOXES)
    text = path.read_text()
    assert what in text
    path.write_text(text.replace(what, by))
    done = isthmus("mesh", "check", str(path))
    assert done.status == (2 if said else 0), done.err + done.out
    if said:
        assert said in done.err, done.err
        assert done.err.count("\n") == 1, done.err
        assert f"{path}:" in done.err


@pytest.mark.parametrize("driver", ["blocks", "serial"])
def test_levels_that_find_no_room_are_one_line(driver: str, tmp_path: Path) -> None:
    """Also those that a criterion finds once the whole grid is there: here all of it."""
    library = BUILD / "src" / "mesh" / "flesh" / "test_thorns" / "libwave_cpp.so"
    path = tmp_path / "wave.toml"
    path.write_text(
        f'''library = "{library}"
thorns = ["wave"]
[grid]
points = [128, 128, 96]
spacing = 0.1
[time]
steps = 1
courant = 0.2
method = "rk2"
[refinement.criterion]
function = "wave::phi"
above = -1
'''
    )
    program = BUILD / "src" / "mesh" / "program" / "isthmus-mesh"
    limited = ("sh", "-c", 'ulimit -v 520000; exec "$@"', "sh", str(program))
    if subprocess.run((*limited, "check", str(path)), capture_output=True, check=False).returncode:
        pytest.skip("this build needs more than that to begin with")  # as sanitizers do
    words = (*limited, "--pes", "1", "--", str(path), "--driver", driver)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert re.search(r": the fields take 0.6\d+ GiB, and a process may have 0.496 GiB", done.stderr)
    assert done.stderr.count("\n") == 1


def test_what_levels_cannot_do_is_refused(tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path, BOXES))
    done = isthmus("mesh", "run", path, "--depth", "2")
    assert done.status == 2
    assert "--depth: blocks of levels exchange at every event" in done.err
    done = isthmus("mesh", "run", path, "--backend", "sim", "--charge", "1e9")
    assert done.status == 2
    assert "--charge: levels hold fields" in done.err
    parameter_file(tmp_path, FOLLOWING.replace("wave::phi", "wave::phj"))
    done = isthmus("mesh", "check", path)
    assert done.status == 2
    assert "'wave::phj' is no function of an active thorn" in done.err
    assert "wave::phi" in done.err
    # A box that runs out of the grid says when.
    parameter_file(tmp_path, MOVING.replace("1.5, 0, 0", "30, 0, 0"))
    done = isthmus("mesh", "run", path)
    assert done.status == 2
    assert "behind step 2" in done.err


GO_BY = """module go_by
  use isthmus_mesh
  implicit none
  type(mesh_function) :: u, v, u_dot, v_dot
  integer :: size_of, felt, seen
contains
  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: f(:, :, :), g(:, :, :)
    integer :: i, j, k
    call get(patch, u, f)
    call get(patch, v, g)
    do concurrent (i = patch%low(1):patch%high(1), j = patch%low(2):patch%high(2), &
                   k = patch%low(3):patch%high(3))
      f(i, j, k) = 1 / (1 + coordinate(patch, 1, i)**2 + 2 * coordinate(patch, 2, j)**2 + &
                        coordinate(patch, 3, k)**2)
      g(i, j, k) = 0
    end do
  end subroutine
  subroutine derive(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: f(:, :, :), g(:, :, :), df(:, :, :), dg(:, :, :)
    real(mesh_real) :: here(3), pull
    integer :: i, j, k
    call get(patch, u, f)
    call get(patch, v, g)
    call get(patch, u_dot, df)
    call get(patch, v_dot, dg)
    call get_interpolated(patch, felt, here)
    pull = 0.1d0 * reduced(patch, size_of, mesh_norm_2) + 0.1d0 * here(1) - 0.2d0 * here(2)
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          df(i, j, k) = g(i, j, k)
          dg(i, j, k) = (f(i-1, j, k) + f(i+1, j, k) + f(i, j-1, k) + f(i, j+1, k) + &
                         f(i, j, k-1) + f(i, j, k+1) - 6 * f(i, j, k)) / patch%spacing(1)**2 - &
                        pull * f(i, j, k)
        end do
      end do
    end do
  end subroutine
  subroutine look(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
  end subroutine
  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    real(mesh_real) :: places(3, 3)
    thorn = declare_thorn(flesh, "go_by")
    u = declare_function(thorn, "u")
    v = declare_function(thorn, "v")
    u_dot = declare_function(thorn, "u_dot")
    v_dot = declare_function(thorn, "v_dot")
    call evolves(thorn, u, u_dot)
    call evolves(thorn, v, v_dot)
    places = reshape([0.01d0, 0.02d0, 0.03d0, 1.3d0, -1.2d0, 0.7d0, 7d0, 0d0, 0d0], [3, 3])
    size_of = declare_reduction(thorn, "size", u)
    felt = declare_interpolation(thorn, "felt", u, places, 3)
    seen = declare_reduction(thorn, "seen", v)
    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, u)
    call writes(thorn, routine, v)
    call reduces(thorn, routine, size_of)
    call reduces(thorn, routine, felt)
    routine = declare_routine(thorn, mesh_right_side, "derive", derive)
    call reads(thorn, routine, u, 1)
    call reads(thorn, routine, v)
    call writes(thorn, routine, u_dot)
    call writes(thorn, routine, v_dot)
    call uses(thorn, routine, size_of)
    call uses(thorn, routine, felt)
    routine = declare_routine(thorn, mesh_after_step, "look", look)
    call reduces(thorn, routine, size_of)
    call reduces(thorn, routine, felt)
    routine = declare_routine(thorn, mesh_analysis, "look_on", look)
    call reduces(thorn, routine, seen)
  end subroutine
end module
"""


@pytest.mark.skipif(shutil.which("gfortran") is None, reason="no gfortran")
@pytest.mark.parametrize(
    ("levels", "law"),
    [
        (BOXES, GO_BY),
        (FOUND.replace("wave::phi", "go_by::u"), GO_BY),
        # Points that know no neighbours: levels without ghosts.
        (
            BOXES,
            re.sub(r"\(f\(i-1.*?- &\n", "- &\n", GO_BY, flags=re.DOTALL).replace("u, 1)", "u)"),
        ),
    ],
    ids=["boxes", "found", "points"],
)
def test_levels_go_by_what_all_of_them_have(tmp_path: Path, levels: str, law: str) -> None:
    (tmp_path / "go_by.f90").write_text(law)
    module = str(REPOSITORY / "src" / "mesh" / "isthmus_mesh.f90")
    words = ("gfortran", "-O2", "-ffp-contract=off", "-shared", "-fPIC", module, "go_by.f90")
    subprocess.run([*words, "-o", "libgo_by.so"], cwd=tmp_path, check=True)
    path = parameter_file(tmp_path, levels)
    text = path.read_text().replace(f"{THORNS}/libwave_cpp.so", "libgo_by.so")
    text = text.replace('"wave"', '"go_by"').replace("wave::phi", "go_by::u")
    more = f'[output]\nfolder = "{tmp_path}/out"\nnorms = ["go_by::size", "go_by::seen"]\n'
    path.write_text(text + more + "norms_every = 1\n")
    tables = set()
    for runtime in (
        ("--driver", "serial"),
        ("--sites", "2", "--pes", "2", "--latency", "200us", "--check"),
        ("--backend", "sim", "--sites", "2", "--pes", "1", "--latency", "5ms", "--check"),
        ("--backend", "processes", "--sites", "2", "--pes", "1", "--check"),
    ):
        done = isthmus("mesh", "run", str(path), *runtime)
        assert done.status == 0, done.err
        assert "--check" not in runtime or "bit for bit" in done.out, done.out
        tables.add((tmp_path / "out" / "norms.csv").read_text())
    assert len(tables) == 1
    assert "nan" not in tables.pop()
