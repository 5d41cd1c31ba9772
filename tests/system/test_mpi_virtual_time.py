"""MPI programs in virtual time: their clocks, what they cost, and the same run twice; and
collective operations over sites, which come to the same wherever ranks are."""

import re
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, PROGRAMS, SHAPES, STORM, compile_mpi, mpirun
from support import COMMAND, Done, run

GRID = ("--sites", "2", "--pes", "2", "--latency", "4ms")


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(PROGRAMS / "clocks.c", tmp_path_factory.mktemp("clocks"), "-O1", "-Wall")


@pytest.fixture(scope="module")
def stencil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(EXAMPLES / "stencil.c", tmp_path_factory.mktemp("stencil"), "-O2")


@pytest.fixture(scope="module")
def collectives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collectives")
    return compile_mpi(PROGRAMS / "site_collectives.c", folder, "-O1", "-Wall")


def simulate(ranks: int, words: tuple[str, ...], program: Path, *own: str) -> Done:
    head = (COMMAND, "simulate", "mpi", "-n", str(ranks))
    return run(*head, *words, "--", str(program), *own)


def hash_of(done: Done) -> str:
    assert done.status == 0, done.err
    found = re.search(r"^trace hash: ([0-9a-f]{16})$", done.out, re.MULTILINE)
    assert found is not None, done.out
    return found[1]


def figures(done: Done) -> tuple[float, float, float]:
    found = re.search(r"slept (\S+) s, worked (\S+) s, (\S+) s", done.out)
    assert found is not None, done.out
    return float(found[1]), float(found[2]), float(found[3])


def step_ms(done: Done) -> float:
    found = re.search(r"([0-9.]+) ms a step", done.out)
    assert found is not None, done.out
    return float(found[1])


def test_clocks_are_of_virtual_time(clocks: Path) -> None:
    charged = simulate(3, (*GRID, "--costs", "charged"), clocks, "120")
    assert charged.status == 0, charged.err
    slept, worked, _ = figures(charged)
    # Two minutes, of which nobody has waited for one; and work that nobody charges for.
    assert 120.02 <= slept < 120.03
    assert worked < 1e-5
    measured = simulate(3, (*GRID, "--costs", "measured"), clocks, "120")
    assert measured.status == 0, measured.err
    slept, worked, by_libc = figures(measured)
    assert 120.02 <= slept < 120.3
    # Time that the program spends between two looks at the clock is on it, by either clock.
    assert worked > 1e-3
    assert 0 < by_libc <= worked < 1.2 * by_libc


def test_costs_between_calls_are_recorded_and_replayed(clocks: Path, tmp_path: Path) -> None:
    costs = tmp_path / "costs.txt"
    words = ("--sites", "1", "--pes", "1", "--record-costs", str(costs))
    recorded = mpirun(2, words, clocks)
    assert recorded.status == 0, recorded.err
    lines = costs.read_text().splitlines()
    between = [
        line for line in lines if re.fullmatch(r"from 0x[0-9a-f]+ to 0x[0-9a-f]+\t\d+", line)
    ]
    assert len(between) >= 10
    longest_s = max(int(line.split("\t")[1]) for line in between) / 1e9
    hashes = set()
    for _ in range(2):
        done = simulate(6, (*GRID, "--costs", str(costs)), clocks)
        hashes.add(hash_of(done))
        assert "does not know" not in done.out
        assert figures(done)[1] == pytest.approx(longest_s, rel=0.01)
    assert len(hashes) == 1


def test_recorded_costs_are_divided_by_the_speed_of_a_pe(clocks: Path, tmp_path: Path) -> None:
    costs = tmp_path / "costs.txt"
    assert mpirun(1, ("--record-costs", str(costs)), clocks).status == 0
    worked = {}
    for speed in ("1.0", "4.0"):
        grid = tmp_path / f"grid-{speed}.toml"
        grid.write_text(f"[[site]]\npes = 1\nspeed = {speed}\n")
        done = simulate(1, ("--grid", str(grid), "--costs", str(costs)), clocks)
        worked[speed] = figures(done)[1]
    assert worked["1.0"] == pytest.approx(4 * worked["4.0"], rel=0.01)


def test_what_messages_of_one_pe_cost_is_recorded(stencil: Path, tmp_path: Path) -> None:
    costs = tmp_path / "costs.txt"
    words = ("--sites", "1", "--pes", "1", "--record-costs", str(costs))
    assert mpirun(4, words, stencil, "16", "2").status == 0
    assert re.search(r"^isthmus::mpi::Rank::arrive\(.*\t\d+$", costs.read_text(), re.MULTILINE)
    done = simulate(4, (*GRID, "--costs", str(costs)), stencil, "16", "2")
    assert done.status == 0, done.err
    assert "does not know" not in done.out


def test_costs_of_another_program_are_told(clocks: Path, stencil: Path, tmp_path: Path) -> None:
    costs = tmp_path / "costs.txt"
    assert mpirun(1, ("--record-costs", str(costs)), clocks).status == 0
    done = simulate(2, ("--costs", str(costs)), stencil, "16", "2")
    assert re.search(rf"[0-9]+ stretches .* {re.escape(str(costs))} does not know cost", done.out)


def test_a_measured_run_is_recorded_and_the_same_again(stencil: Path, tmp_path: Path) -> None:
    costs = str(tmp_path / "costs.txt")
    words = ("40", "10")
    first = simulate(6, (*GRID, "--record-costs", costs), stencil, *words)
    again = [simulate(6, (*GRID, "--costs", costs), stencil, *words) for _ in range(2)]
    assert {hash_of(done) for done in (first, *again)} == {hash_of(first)}
    assert {step_ms(done) for done in (first, *again)} == {step_ms(first)}


def test_a_thousand_ranks_are_the_same_twice(stencil: Path) -> None:
    words = ("--sites", "2", "--pes", "8", "--latency", "8ms", "--costs", "charged", "--seed", "3")
    done = [simulate(1000, words, stencil, "1000", "2") for _ in range(2)]
    assert hash_of(done[0]) == hash_of(done[1])
    assert step_ms(done[0]) == step_ms(done[1]) > 8


def test_ranks_are_run_over_seeds_and_compared(stencil: Path) -> None:
    words = ("--seeds", "2", "--twice", *GRID)
    done = simulate(4, words, stencil, "16", "3")
    assert done.status == 0, done.err
    assert "mpi: 2 ended well" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mpi", "--", "program"), "no number of ranks"),
        (("mpi", "-n", "2"), "no program"),
        (("mpi", "-n", "2", "--", "/nowhere/program"), "/nowhere/program: no such program"),
        (("jacobi2d", "-n", "2"), "-n: of MPI programs alone"),
    ],
)
def test_what_is_missing_is_said_in_one_line(words: tuple[str, ...], said: str) -> None:
    done = run(COMMAND, "simulate", *words)
    assert done.status == 2
    assert said in done.err.splitlines()[-1]


SITES = {
    **SHAPES,
    "three sites": ("--sites", "3", "--pes", "2"),
    "four sites in virtual time": (
        *("--backend", "sim", "--sites", "4", "--pes", "1", "--latency", "5ms"),
        *("--costs", "charged", "--verify"),
    ),
}


@pytest.fixture(scope="module")
def sums(collectives: Path) -> dict[int, str]:
    """On one PE, by the number of ranks."""
    return {ranks: bits_of(mpirun(ranks, (), collectives)) for ranks in (1, 7, 12)}


def bits_of(done: Done) -> str:
    assert done.status == 0, done.err + done.out
    assert "all is well" in done.out
    found = re.search(r"bits of all sums ([0-9a-f]{16})", done.out)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("ranks", [7, 12])
@pytest.mark.parametrize("shape", [shape for shape in SITES if shape != "one PE"])
def test_collectives_come_to_the_same_bits_on_any_sites(
    collectives: Path, sums: dict[int, str], shape: str, ranks: int
) -> None:
    assert bits_of(mpirun(ranks, SITES[shape], collectives)) == sums[ranks]


@pytest.mark.parametrize("shape", ["processes", "three sites", "four sites in virtual time"])
def test_collectives_come_to_the_same_bits_while_ranks_move(
    collectives: Path, sums: dict[int, str], shape: str
) -> None:
    assert bits_of(mpirun(7, (*STORM, *SITES[shape]), collectives)) == sums[7]


def test_a_rank_takes_few_mappings(tmp_path: Path) -> None:
    """vm.max_map_count, 65,530 as a rule, is what bounds the ranks of a process."""
    program = compile_mpi(PROGRAMS / "mappings.c", tmp_path, "-O1", "-Wall")

    def mappings(ranks: int) -> int:
        done = mpirun(ranks, (), program)
        assert done.status == 0, done.err
        found = re.search(r"([0-9]+) mappings", done.out)
        assert found is not None
        return int(found[1])

    assert (mappings(41) - mappings(1)) / 40 <= 10
