"""Wrong options and files get one line and status 2; a disk that fails, one line and status 1."""

import struct
from pathlib import Path

import pytest
from support import BUILD, JACOBI2D, REPOSITORY, Done, isthmus, run, write_npy

SMALL = ("--mesh", "12x10", "--objects", "3x2", "--steps", "5", "--no-probe")


def program(*runtime: str, app: tuple[str, ...] = SMALL) -> Done:
    return run(JACOBI2D, *runtime, "--", *app)


def expect_line(done: Done, status: int, *parts: str) -> None:
    assert done.status == status, done
    (line,) = [text for text in done.lines if text.startswith("isthmus: ")]
    for part in parts:
        assert part in line, line


@pytest.mark.parametrize(
    ("runtime", "parts"),
    [
        (("--sites", "0"), ("--sites",)),
        (("--sites", "-2"), ("--sites",)),
        (("--sites", "two"), ("--sites", "two")),
        (("--sites",), ("--sites",)),
        (("--pes", "0"), ("0",)),
        (("--pes", "99999999999"), ("--pes",)),
        (("--latency", "soon"), ("soon",)),
        (("--latency", "-1ms"), ("-1ms",)),
        (("--sites", "2", "--jitter", "1lightyear"), ("1lightyear",)),
        (("--sites", "2", "--bandwidth", "0.0.0"), ("0.0.0",)),
        (("--backend", "pigeons"), ("pigeons",)),
        (("--tune", "branching=0"), ("--tune branching",)),
        (("--seed", "x"), ("--seed",)),
        (("--tune", "spin=fast"), ("--tune spin", "fast")),
        (("--no-such-option",), ("--no-such-option",)),
        (("stray",), ("stray",)),
        (("--grid", "no/such/grid.toml"), ("no/such/grid.toml", "No such file")),
        (("--grid", "/"), ("/", "directory")),
        (("--grid", "x.toml", "--sites", "2"), ("--grid and --sites exclude each other",)),
    ],
)
def test_a_wrong_runtime_option_is_one_line(
    runtime: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    expect_line(program(*runtime), 2, *parts)
    through_launcher = isthmus("run", "jacobi2d", *runtime, "--", *SMALL)
    assert through_launcher.status == 2
    assert len(through_launcher.lines) == 1, through_launcher.err


@pytest.mark.parametrize(
    ("runtime", "parts"),
    [
        (("--rank", "3"), ("--rank: rank 3", "less than 1")),
        (("--processes", "2", "--pes", "2", "--rank", "1"), ("this job has 2 processes",)),
        (("--backend", "threads", "--rank", "1"), ("--rank: not on this backend",)),
        (("--site", "site0"), ("--site: no rendezvous",)),
    ],
)
def test_who_says_which_process_it_is_is_none_by_itself(
    runtime: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    expect_line(program(*runtime), 2, *parts)


SITE = "[[site]]\nnode = [{ processes = 2, pes = 2 }]\n"


@pytest.mark.parametrize(
    ("links", "line", "said"),
    [
        ("between_sites]\ntcp.connections = 65", 6, "'65' is no count (expected a whole number"),
        ("between_sites]\ntcp.window = '1KiB'", 6, "'1KiB' is too small (expected at least 64KiB)"),
        ("between_sites]\nchain = ['dealy', 'tcp']", 6, "unknown device 'dealy'"),
        ("between_sites]\nchain = ['tcp', 'tcp']", 6, "'tcp' is not the last device"),
        ("between_sites]\nchain = ['local']", 6, "carrier 'local' does not reach other processes"),
        ("same_node]\nchain = ['local']", 6, "carrier 'local' does not reach other processes"),
    ],
)
def test_a_wrong_setting_of_a_device_is_said_once_with_its_line(
    links: str, line: int, said: str, tmp_path: Path
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(f"{SITE}{SITE}[link.{links}\n")
    done = isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(grid), "--", *SMALL)
    assert done.status == 2, done
    (text,) = done.lines
    assert text.startswith(f"isthmus: {grid}:{line}: ")
    assert said in text


@pytest.mark.parametrize(
    ("app", "parts"),
    [
        (("--mesh", "0"), ("--mesh: 0 rows",)),
        (("--mesh", "8x"), ("--mesh", "8x")),
        (("--mesh", "8x8x8"), ("--mesh",)),
        (("--mesh", "4294967360"), ("--mesh", "4294967360")),
        (("--mesh", "64x-4294967232"), ("--mesh",)),
        (("--objects", "4294967300"), ("--objects",)),
        (("--mesh", "1000000"), ("--mesh: 1000000x1000000 cells need at least",)),
        (("--mesh", "4", "--objects", "5"), ("--objects: 5 rows",)),
        (("--steps", "-1"), ("steps",)),
        (("--steps", "many"), ("--steps",)),
        (("--tolerance", "nan"), ("tolerance",)),
        (("--tolerance", "-1"), ("tolerance",)),
        (("--north", "1e301"), ("--north",)),
        (("--mapping", "best"), ("best",)),
        (("--marks", "0"), ("--marks",)),
        (("--warmup", "-1"), ("--warmup",)),
        (("--no-such",), ("--no-such",)),
        (("--boundary", "no/such.npy"), ("no/such.npy",)),
        (("--boundary", "/"), ("/",)),
    ],
)
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_wrong_option_of_the_application_is_one_line(
    backend: str, app: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    if backend == "threads":
        expect_line(program(app=app), 2, *parts)
        return
    runtime = ("--backend", backend, "--sites", "2", "--pes", "1")
    expect_line(isthmus("run", "jacobi2d", *runtime, "--", *app), 2, *parts)


def npy(header: str, data: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    return b"\x93NUMPY" + version + struct.pack("<H", len(header)) + header.encode() + data


SHAPE = "{'descr': '<f8', 'fortran_order': False, 'shape': (14, 12), }\n"
BAD_FILES = {
    "empty": b"",
    "text": b"hello\n",
    "cut in the magic": b"\x93NUM",
    "cut in the header": npy(SHAPE)[:30],
    "cut in the data": npy(SHAPE, b"\0" * 1000),
    "too long": npy(SHAPE, b"\0" * (14 * 12 * 8 + 8)),
    "another version": npy(SHAPE, b"\0" * 1344, b"\x09\x00"),
    "single precision": npy(SHAPE.replace("<f8", "<f4"), b"\0" * 672),
    "column order": npy(SHAPE.replace("False", "True"), b"\0" * 1344),
    "another shape": npy(SHAPE.replace("(14, 12)", "(12, 14)"), b"\0" * 1344),
    "one dimension": npy(SHAPE.replace("(14, 12)", "(168,)"), b"\0" * 1344),
    "a negative shape": npy(SHAPE.replace("(14, 12)", "(-14, 12)"), b"\0" * 1344),
    "a huge shape": npy(SHAPE.replace("(14, 12)", "(4000000000, 4000000000)"), b"\0" * 1344),
    "no dictionary": npy("shape = (14, 12)\n", b"\0" * 1344),
    "not a number": npy(SHAPE, struct.pack("<d", float("nan")) * 168),
    "an infinity": npy(SHAPE, b"\0" * 1336 + struct.pack("<d", float("inf"))),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_broken_boundary_file_is_one_line_with_its_name(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "boundary.npy"
    path.write_bytes(BAD_FILES[kind])
    done = program("--sites", "2", "--pes", "1", app=(*SMALL, "--boundary", str(path)))
    expect_line(done, 2, str(path))


@pytest.mark.parametrize("to", ["no/such/folder/out.npy", "/"])
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_where_no_result_can_be_written_no_work_is_done(to: str, backend: str) -> None:
    words = ("--backend", backend, "--sites", "2", "--pes", "1", "--", *SMALL, "--output", to)
    done = isthmus("run", "jacobi2d", *words)
    expect_line(done, 2, f"--output: cannot write '{to}'")
    assert done.out == ""


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_where_no_mesh_can_be_written_no_work_is_done(backend: str) -> None:
    words = ("--backend", backend, "--sites", "2", "--pes", "2", "--")
    domain = str(REPOSITORY / "apps" / "meshgen" / "data" / "key.poly")
    done = isthmus("run", "meshgen", *words, "--domain", domain, "--output", "/no/such/key.vtu")
    expect_line(done, 2, "--output: cannot write '/no/such/key.vtu'")
    assert done.out == ""


@pytest.mark.parametrize("to", ["/dev/full", "/proc/version"])
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_result_that_turns_out_not_to_be_written_is_one_line(to: str, backend: str) -> None:
    words = ("--backend", backend, "--sites", "2", "--pes", "1", "--", *SMALL, "--output", to)
    done = isthmus("run", "jacobi2d", *words)
    assert done.status in (1, 2), done
    errors = [line for line in done.lines if "error: " in line]
    assert len(errors) == 1, done.err
    assert to in errors[0]
    assert "time" in done.out  # the measurement is not lost with the file


OUTPUTS = {
    "--report": (),
    "--timeline": (),
    "--record-costs": (),
    "--balance-snapshots": ("--balancer", "none"),
}


@pytest.mark.parametrize("option", OUTPUTS)
@pytest.mark.parametrize("backend", ["threads", "sim"])
def test_where_an_option_says_to_write_is_tried_before_the_work(option: str, backend: str) -> None:
    words = ("--backend", backend, *OUTPUTS[option])
    done = program(*words, option, "/no/such/folder/out")
    expect_line(done, 2, f"{option}: cannot write '/no/such/folder/out")
    assert done.out == ""


def test_a_report_on_a_full_disk_is_one_line() -> None:
    done = program("--report", "/dev/full")
    expect_line(done, 1, "/dev/full")
    assert "time" in done.out


def test_an_old_result_survives_a_run_that_fails_before_it_writes(tmp_path: Path) -> None:
    output, boundary = tmp_path / "out.npy", tmp_path / "in.npy"
    output.write_bytes(b"precious")
    write_npy(boundary, 3, 3, [0.0] * 9)
    app = (*SMALL, "--boundary", str(boundary), "--output", str(output))
    assert program(app=app).status == 2
    assert output.read_bytes() == b"precious"


def test_output_that_nobody_can_take_is_an_error() -> None:
    with Path("/dev/full").open("w") as full:
        done = run(JACOBI2D, "--pes", "1", "--", *SMALL, to=full)
    assert done.status == 1
    assert "No space left on device" in done.err


EXAMPLES = sorted(path.stem for path in (REPOSITORY / "examples").glob("*.c*"))


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("words", [("--rounds", "3"), ("--help",)])
def test_a_program_without_arguments_takes_none(example: str, words: tuple[str, ...]) -> None:
    done = run(str(BUILD / "examples" / example / example), "--pes", "2", "--", *words)
    expect_line(done, 2, f"'{words[0]}': this program takes no arguments of its own")


def test_a_program_without_arguments_takes_none_in_several_processes() -> None:
    for example in ("hello", "mobile_pointers"):
        done = isthmus("run", example, "--backend", "processes", "--sites", "2", "--", "stray")
        expect_line(done, 2, "'stray': this program takes no arguments of its own")
        assert done.out == ""


def test_help_teaches_and_succeeds() -> None:
    for done in (run(JACOBI2D, "--help"), run(JACOBI2D, "--", "--help")):
        assert done.status == 0
        assert "--" in done.out
        assert done.err == ""


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--empty-sites", "-1"),
        ("--empty-sites", "18446744073709551615"),
        ("--sites", "-1"),
        ("--objects", "-5"),
        ("--seed", "-1"),
    ],
)
def test_a_snapshot_of_impossible_numbers_is_one_line(
    option: str, value: str, tmp_path: Path
) -> None:
    out = tmp_path / "made.json"
    done = isthmus("balance", "generate", "stencil", option, value, "-o", str(out))
    assert done.status == 2, done
    assert len(done.lines) == 1, done.err
    assert not out.exists()


def test_costs_that_are_none_are_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty.tsv"
    empty.touch()
    for costs in (tmp_path, empty):
        done = isthmus("simulate", "jacobi2d", "--costs", str(costs), "--", "--mesh", "32")
        assert done.status == 2, done
        assert len(done.lines) == 1, done.err
        assert str(costs) in done.err
