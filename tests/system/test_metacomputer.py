"""The metacomputer's programs find what the plain ones do, bit for bit, whatever carries them, and
refuse in one line what makes no sense."""

import json
from pathlib import Path

import pytest
from support import BUILD, Done, isthmus, run

METACOMPUTER = str(BUILD / "apps" / "metacomputer" / "metacomputer")
THREADS = ("--backend", "threads")
PROCESSES = ("--backend", "processes")
SIM = ("--backend", "sim", "--costs", "charged")
PROGRAMS = (
    "paths --size 60",
    "product --size 60 --grain 7",
    "product --size 30 --grain 1/4",
    "product --size 61 --algorithm cannon --blocks 4",
    "product --size 60 --algorithm fox --rows 7",
    "gauss --size 60",
    "jacobi --size 60",
)
MARKET = "%%MatrixMarket matrix array real general\n"
# Three machines of one PE, one of a third of another's speed, and one so slow that it gets nothing.
UNEVEN = """
[[site]]
[[site.node]]
speed = 3
[[site.node]]
speed = 1
[[site]]
speed = 0.001
[link.between_sites]
delay.latency = "300us"
"""


def metacomputer(runtime: tuple[str, ...], *words: str) -> Done:
    if runtime[:2] == PROCESSES:
        return isthmus("run", "metacomputer", *runtime, "--", *words)
    return run(METACOMPUTER, *runtime, "--", *words)


def expect_right(done: Done) -> None:
    assert done.status == 0, done.err + done.out
    assert "  check     equal to" in done.out
    assert "FAILED" not in done.out
    assert done.err == ""


@pytest.mark.parametrize("words", PROGRAMS)
@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
def test_all_find_what_the_serial_programs_do(backend: tuple[str, ...], words: str) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "2", "--latency", "300us")
    expect_right(metacomputer(runtime, *words.split(), "--check"))


@pytest.mark.parametrize("words", PROGRAMS)
@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
def test_so_they_do_where_data_go_by_speed(
    tmp_path: Path, backend: tuple[str, ...], words: str
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(UNEVEN)
    expect_right(metacomputer((*backend, "--grid", str(grid)), *words.split(), "--check"))


@pytest.mark.parametrize("words", PROGRAMS)
def test_more_pes_than_there_is_work_for_change_nothing(words: str) -> None:
    runtime = (*THREADS, "--sites", "1", "--pes", "5")
    smaller = [("4" if word in ("60", "61", "30") else word) for word in words.split()]
    expect_right(metacomputer(runtime, *smaller, "--check"))


@pytest.mark.parametrize("algorithm", ["conventional", "cannon", "fox"])
def test_the_blas_is_right_within_rounding(algorithm: str) -> None:
    words = ("product", "--size", "100", "--kernel", "blas", "--algorithm", algorithm, "--check")
    done = metacomputer((*THREADS, "--pes", "2"), *words)
    if "built without OpenBLAS" in done.err:
        assert done.status == 2
        pytest.skip("built without OpenBLAS")
    assert done.status == 0, done.err + done.out
    assert "within rounding of the serial program's" in done.out


@pytest.mark.parametrize("words", PROGRAMS)
def test_every_number_of_pes_writes_the_same_file(tmp_path: Path, words: str) -> None:
    written = []
    for pes in ("1", "3"):
        path = tmp_path / f"{pes}.mtx"
        done = metacomputer((*THREADS, "--pes", pes), *words.split(), "--output", str(path))
        assert done.status == 0, done.err
        written.append(path.read_text())
    assert written[0] == written[1]
    assert written[0].startswith("%%MatrixMarket matrix array ")


def test_another_seed_is_another_problem(tmp_path: Path) -> None:
    written = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.mtx"
        metacomputer(THREADS, "gauss", "--size", "9", "--seed", seed, "--output", str(path))
        written.append(path.read_text())
    assert written[0] != written[1]


def test_paths_of_a_list_of_edges(tmp_path: Path) -> None:
    edges, paths = tmp_path / "edges.txt", tmp_path / "paths.mtx"
    edges.write_text(
        "# a ring of three, and a vertex that leads nowhere\n0 1 1\n1 2 2\n2 0 4\n2 3 1\n"
    )
    done = metacomputer(
        (*THREADS, "--pes", "2"),
        *("paths", "--graph", str(edges), "--check", "--output", str(paths)),
    )
    expect_right(done)
    lines = paths.read_text().splitlines()
    assert lines[:2] == ["%%MatrixMarket matrix array integer general", "4 4"]
    by_columns = [int(line) for line in lines[2:]]
    assert by_columns == [0, 6, 4, -1, 1, 0, 5, -1, 3, 2, 0, -1, 4, 3, 1, 0]


def test_products_and_systems_of_files(tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in ("a.mtx", "b.mtx", "c.mtx"))
    a.write_text(MARKET + "2 3\n1\n4\n2\n5\n3\n6\n")
    b.write_text(MARKET + "3 1\n1\n1\n2\n")
    for algorithm in ("conventional", "cannon", "fox"):
        words = ("product", "--a", str(a), "--b", str(b), "--algorithm", algorithm)
        done = metacomputer(THREADS, *words, "--output", str(c), "--check")
        expect_right(done)
        assert c.read_text().splitlines()[1:] == ["2 1", "9", "21"]
    a.write_text("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 1\n2 2 4\n")
    b.write_text(MARKET + "2 1\n4\n9\n")
    for program in ("gauss", "jacobi"):
        words = (program, "--matrix", str(a), "--right-side", str(b), "--output", str(c))
        done = metacomputer((*THREADS, "--pes", "2"), *words, "--check")
        expect_right(done)
        x = [float(line) for line in c.read_text().splitlines()[2:]]
        assert x == pytest.approx([1, 2], abs=1e-4)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ((), ("no program", "paths, product")),
        (("sort",), ("'sort'",)),
        (("paths", "--size", "0"), ("--size", "'0'")),
        (("paths", "--size", "99999999"), ("--size", "16384")),
        (("paths", "--epsilon", "1"), ("'--epsilon'",)),
        (("paths", "--graph", "/nowhere"), ("/nowhere", "No such file")),
        (("paths", "--graph", "/"), ("/", "directory")),
        (("gauss", "--matrix", "/dev/zero"), ("/dev/zero", "device")),
        (("product", "--grain", "0"), ("--grain", "'0'")),
        (("product", "--grain", "1/0"), ("--grain", "'1/0'")),
        (("product", "--grain", "2/3"), ("--grain", "'2/3'")),
        (("product", "--algorithm", "strassen"), ("--algorithm", "strassen", "fox")),
        (("product", "--a", "a.mtx"), ("--a", "one matrix alone")),
        (("gauss", "--right-side", "b.mtx"), ("--right-side", "--matrix")),
        (("gauss", "--output", "/nowhere/x.mtx"), ("--output", "/nowhere")),
        (("jacobi", "--dominance", "0.5"), ("--dominance", "0.5")),
        (("jacobi", "--epsilon", "nan"), ("--epsilon", "nan")),
        (("latency", "--sizes", "1,x"), ("--sizes", "x")),
        (("latency", "--partner", "7"), ("--partner", "7")),
        (("scatter", "--partner", "0"), ("--partner",)),
    ],
)
def test_what_makes_no_sense_is_one_line(words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    done = metacomputer(THREADS, *words)
    assert done.status == 2, done
    (line,) = done.lines
    for part in parts:
        assert part in line, line


@pytest.mark.parametrize(
    ("program", "text", "parts"),
    [
        (
            "paths --graph",
            "%%MatrixMarket matrix array integer general\n1 1\n1.5\n",
            (":3:", "one whole number a line"),
        ),
        ("paths --graph", "", (":0:", "banner")),
        ("gauss --matrix", MARKET + "2 2\n1\n2\n3\n", (":5:", "too early")),
        ("gauss --matrix", MARKET + "2 3\n1\n2\n3\n4\n5\n6\n", ("2 x 3", "square")),
        ("gauss --matrix", MARKET + "2 2\n1\n2\n2\n4\n", ("no pivot in column 2", "singular")),
        ("jacobi --matrix", MARKET + "2 2\n1\n2\n2\n0\n", ("diagonal", "row 2")),
        ("jacobi --matrix", "\0\xff\n" * 9, ("banner",)),
    ],
)
def test_a_damaged_file_is_one_line(
    tmp_path: Path, program: str, text: str, parts: tuple[str, ...]
) -> None:
    path = tmp_path / "input.mtx"
    path.write_text(text)
    done = metacomputer((*THREADS, "--pes", "2"), *program.split(), str(path))
    assert done.status == 2, done
    (line,) = done.lines
    for part in (str(path), *parts):
        assert part in line, line


def test_what_does_not_converge_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.mtx"
    path.write_text(MARKET + "2 2\n1\n9\n9\n1\n")
    done = metacomputer(THREADS, "jacobi", "--matrix", str(path), "--check")
    assert done.status == 1
    assert "NOT converged" in done.out
    assert "equal to the serial program's" in done.out


def test_what_single_precision_does_not_hold_is_still_what_the_serial_program_finds(
    tmp_path: Path,
) -> None:
    """Infinities become no numbers, which are equal to nothing, but the same bits."""
    path = tmp_path / "a.mtx"
    path.write_text(MARKET + "2 2\n1e38\n-1e38\n3e38\n1e38\n")
    done = metacomputer((*THREADS, "--pes", "2"), "gauss", "--matrix", str(path), "--check")
    assert done.status == 1
    assert "NOT a solution" in done.out
    assert "equal to the serial program's" in done.out


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
@pytest.mark.parametrize("program", ["latency", "scatter", "gather", "all_to_all"])
def test_messages_of_every_size_are_timed(
    tmp_path: Path, backend: tuple[str, ...], program: str
) -> None:
    report = tmp_path / "report.json"
    runtime = (*backend, "--sites", "2", "--pes", "2", "--report", str(report))
    done = metacomputer(runtime, program, "--sizes", "0,1,70000", "--rounds", "3")
    assert done.status == 0, done.err + done.out
    metrics = json.loads(report.read_text())["metrics"]
    assert all(metrics[f"us_{size}"] > 0 for size in (0, 1, 70000))


def test_in_virtual_time_work_takes_what_is_said(tmp_path: Path) -> None:
    seconds = {}
    for pes in (1, 2):
        report = tmp_path / f"{pes}.json"
        runtime = (*SIM, "--pes", str(pes), "--report", str(report))
        metacomputer(runtime, "paths", "--size", "100", "--operation-time", "1000")
        seconds[pes] = json.loads(report.read_text())["metrics"]["seconds"]
    assert seconds[1] == pytest.approx(1, rel=1e-3)
    assert seconds[2] == pytest.approx(0.5, rel=1e-3)


@pytest.mark.parametrize("program", ["gauss", "jacobi", "product", "paths"])
def test_a_process_that_is_lost_ends_the_program_in_one_line(program: str) -> None:
    """As its data are dealt out to all PEs, it does not go on with less of them."""
    where = ("--sites", "2", "--pes", "3", "--processes", "3", "--latency", "8ms")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", "none", "--on-loss", "go-on")
    lost = ("--partners", "process", "--fault", "crash process=4 at=9ms", "--quiet")
    done = metacomputer((*SIM, *where, *keeping, *lost), program, "--size", "40")
    assert done.status == 1, done.out
    expected = "metacomputer does not go on without some of the 6 PEs: start it again"
    assert done.err.splitlines()[-1].endswith(expected)
