"""Quantities and options: what is accepted, and the one line that a wrong one gets."""

import json
from pathlib import Path

import pytest
from helpers import OPTIONS, entries_of, telling_options, write_program
from matplotlib.backend_bases import FigureCanvasBase

from isthmus.cli import main, make_parser
from isthmus.options import shipped_table
from isthmus.outputs import PLOT_SUFFIXES
from isthmus.quantity import bandwidth_mbps, size_bytes, time_ms, with_shared_unit

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("text", "ms"),
    [("8ms", 8), ("1.5s", 1500), ("250us", 0.25), ("250µs", 0.25), ("10 ns", 1e-5), ("0", 0)],
)
def test_times_are_read_with_their_unit(text: str, ms: float) -> None:
    assert time_ms(text) == pytest.approx(ms)


@pytest.mark.parametrize("text", ["-8ms", "-0.5s", " -.5 us"])
def test_a_negative_time_is_called_that(text: str) -> None:
    with pytest.raises(ValueError, match=r"is negative \(expected a time .*, such as 8ms\)"):
        time_ms(text)


@pytest.mark.parametrize("text", ["8", "ms", "-1ms", "8 msec", "", "1e3ms", "1.ms", "nan"])
def test_a_time_without_a_known_unit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as 8ms"):
        time_ms(text)


@pytest.mark.parametrize(
    ("text", "mbps"), [("100Mb/s", 100), ("1Gb/s", 1000), ("12.5MB/s", 100), ("1MiB/s", 8.388608)]
)
def test_bandwidths_tell_bits_from_bytes(text: str, mbps: float) -> None:
    assert bandwidth_mbps(text) == pytest.approx(mbps)


@pytest.mark.parametrize("text", ["100", "0Mb/s", "100M", "fast"])
def test_a_bandwidth_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as 100Mb/s"):
        bandwidth_mbps(text)


@pytest.mark.parametrize(
    ("text", "size"), [("64MiB", 2**26), ("2kB", 2000), ("1500", 1500), ("0.5 KiB", 512)]
)
def test_sizes_are_read_with_their_unit(text: str, size: float) -> None:
    assert size_bytes(text) == size


@pytest.mark.parametrize("text", ["5k", "MiB", "-1B", "64MiB/s", ""])
def test_a_size_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as 64MiB"):
        size_bytes(text)


def test_bare_numbers_take_the_next_unit() -> None:
    assert with_shared_unit(["0", "2", "4ms", "1", "2s"]) == ["0ms", "2ms", "4ms", "1s", "2s"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--latncy", "8ms"], "unknown option '--latncy' (did you mean --latency?)"),
        (["--mesh", "64"], "the application's own options come after --"),
        (["--latency", "8"], "--latency: '8' is not a time"),
        (["--latency"], "--latency: expected one argument"),
        (["--latency", "-8ms"], "--latency: '-8ms' is negative (expected a time"),
        (["--jitter", "-.5ms", "--sites", "2"], "--jitter: '-.5ms' is negative"),
        (["--bandwidth", "-100Mb/s"], "--bandwidth: '-100Mb/s' is negative"),
        (["--tune", "queue-limit=-1MiB"], "--tune: queue-limit: '-1MiB' is negative"),
        (["--sites", "-2"], "--sites: '-2' is not a whole number of at least 1"),
        (["--explain", "-2"], "--explain: ignored explicit argument '-2'"),
        (["--tune", "pin"], "--tune: 'pin' (expected KEY=VALUE,..., such as branching=2)"),
        (["--tune", "bach=2"], "nothing called 'bach' is tuned (expected branching, batch,"),
        (["--tune", "bach=2"], "; did you mean 'batch'?)"),
        (["--tune", "pin=-2"], "--tune: pin: '-2' (expected yes or no)"),
        (["--batch", "2"], "unknown option '--batch'"),
        (["--sites", "0"], "--sites: '0' is not a whole number of at least 1"),
        (["--sites", "two"], "--sites: 'two' is not a whole number"),
        (["--seed", "-1"], "--seed"),
        (["--backend", "mpi"], "--backend: 'mpi' (expected threads, processes or sim)"),
        (["--tune", "branching=0"], "--tune: branching: '0' is not a whole number of at least 1"),
        (["--grid", __file__, "--sites", "2"], "--sites: the topology file says that"),
        (["--quiet=yes"], "--quiet: ignored explicit argument 'yes'"),
        (["--processes", "2"], "expected --backend processes"),
        (["--grid", "no-such.toml"], "--grid: cannot read 'no-such.toml'"),
        (["--grid", "/"], "is a directory"),
        (["--report", "/no/such/place/r.json"], "--report: cannot write"),
        (["--bandwidth", "0Mb/s"], "--bandwidth: '0Mb/s' is not a bandwidth"),
        (["--costs", "charged"], "--costs: of virtual time alone (expected --backend sim)"),
        (["--verify", "--backend", "processes"], "--verify: of virtual time alone"),
        (["--backend", "sim", "--time-limit", "9"], "--time-limit: '9' is not a time"),
        (["--backend", "sim", "--tune", "spin=1ms"], "--tune spin: means nothing in virtual time"),
        (["--probe", "sites,tea"], "--probe: 'tea' (expected sites, links or speeds)"),
        (["--backend", "sim", "--wait", "1s"], "--wait: means nothing in virtual time"),
        (["--live", "127.0.0.1"], "--live: '127.0.0.1' is no address (expected PORT or HOST:PORT)"),
        (["--live=here"], "--live: 'here' is no address (expected PORT or HOST:PORT)"),
        (["--report", ""], "--report: cannot write '': the name is empty (expected a file)"),
        (["--timeline", ""], "--timeline: cannot write '': the name is empty (expected a file)"),
    ],
)
def test_a_wrong_option_is_one_line_and_status_2(
    words: list[str], said: str, build_directory: Path, capfd: Capture
) -> None:
    assert main(["run", "fake", *words]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("isthmus: ")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["run"], "required: APP"),
        (["run", "nothing"], "nothing: no such application"),
        (["run", "./nothing"], "./nothing: no such program"),
        (["info", "--", "x"], "takes nothing after --"),
        (["topology", "probe", "-n", "-4"], "-n: '-4' is not a whole number of at least 1"),
        (["doctor", "--grid", "g", "--seconds", "-1"], "--seconds: '-1' is not a number"),
        (["sweep", "fake"], "required: --vary"),
        (["sweep", "fake", "--vary", "latency"], "expected NAME=VALUE,VALUE"),
        (["sweep", "fake", "--vary", "latency=1,x"], "--latency: '1' is not a time"),
        (["sweep", "fake", "--vary", "a=1,1"], "a value is given twice"),
        (["sweep", "fake", "--vary", "a=1", "--vary", "a=2"], "--vary a: varied twice"),
        (["sweep", "fake", "--vary", "pes=1,2", "--pes", "1"], "both a fixed value and --vary"),
        (["sweep", "fake", "--vary", "report=a,b"], "--report cannot be varied"),
        (["sweep", "fake", "--vary", "a=1,2", "--x", "b"], "--x b: not varied (expected a)"),
        (["sweep", "fake", "--vary", "processes=1,2"], "expected --backend processes"),
        (["sweep", "fake", "--vary", "backend=sim", "--wait", "1s"], "means nothing in virtual"),
        (["experiment", "--quick"], "--quick: of no experiment (expected a NAME"),
        (["experiment", "--json", "x.json"], "--json: of no experiment (expected a NAME"),
        (["experiment", "--out", "out"], "--out: of no experiment (expected a NAME"),
        (["topology", "check", "g", "--plot", ""], "--plot: cannot write '': the name is empty"),
        (["masking", "--latencies", "1,2ms"], "expected rising values that start with 0"),
        (["masking", "--mesh", "4", "--objects-per-pe", "1,16"], "too small for 4 x 8 objects"),
        (["masking", "--budget", "0"], "--budget: '0' is not a number above 0"),
    ],
)
def test_a_wrong_command_is_one_line_and_status_2(
    words: list[str],
    said: str,
    build_directory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: Capture,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


# What `isthmus run` says to each process itself, and who starts processes by other means, by hand.
OF_WHOM_STARTS_PROCESSES = {
    *("rendezvous", "rank", "late", "listen", "advertise", "bootstrap", "site"),
}


def options_of_command(command: str) -> set[str]:
    commands = make_parser([command])._subparsers
    assert commands is not None
    actions = commands._group_actions[0].choices[command]._actions  # type: ignore[index]
    names = {name for action in actions for name in action.option_strings}
    return {name.removeprefix("--") for name in names if name.startswith("--")}


def test_run_takes_every_option_of_a_program_and_no_other(build_directory: Path) -> None:
    own = set(shipped_table().options)
    assert len(own) > 35
    assert own >= OF_WHOM_STARTS_PROCESSES
    of_the_launcher = {
        "via",
        "rendezvous",
        "restarts",
        "replace",
        "program-at",
        "stage",
        "stage-file",
    }
    assert options_of_command("run") - {"help"} - of_the_launcher == own - OF_WHOM_STARTS_PROCESSES


def test_simulate_takes_every_option_that_means_something_in_virtual_time(
    build_directory: Path,
) -> None:
    # What `backend` and `describe` stand for is said otherwise.
    of_real_time = {row.name for row in shipped_table().options.values() if row.time == "real"} | {
        "backend",
        "describe",
    }
    expected = set(shipped_table().options) - OF_WHOM_STARTS_PROCESSES - of_real_time
    assert expected <= options_of_command("simulate")


def help_of(words: list[str], capfd: Capture) -> str:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    return capfd.readouterr().out


def test_help_is_grouped_and_short_and_all_of_it_on_wish(
    build_directory: Path, capfd: Capture
) -> None:
    usual = help_of(["run", "--help"], capfd)
    everything = help_of(["run", "--help=all"], capfd)
    assert help_of(["run", "--help", "all"], capfd) == everything
    table = shipped_table()
    for row in table.options.values():
        if row.group != "joining":
            assert f"\n  --{row.name}" in everything
            assert (f"\n  --{row.name}" in usual) == row.shown
    for name in table.tune:
        assert f"\n  {name}=" in everything
        assert f"\n  {name}=" not in usual
    assert sum(row.shown for row in table.options.values()) <= 22
    assert "where it runs:" in usual
    assert "load balancing:" in usual


def test_a_program_that_tells_no_options_is_refused(build_directory: Path, capfd: Capture) -> None:
    write_program(build_directory / "apps" / "other" / "other", "print('hello')\n")
    assert main(["run", "other"]) == 2
    assert "does not tell which options it takes (expected a program" in capfd.readouterr().err


def test_options_are_those_of_the_program_that_is_to_run(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    (tmp_path / "options.json").write_text(OPTIONS.read_text().replace("jitter", "colour"))
    source = (build_directory / "apps" / "fake" / "fake").read_text()
    newer = telling_options(source, tmp_path / "options.json")
    write_program(build_directory / "apps" / "newer" / "newer", newer)
    log = tmp_path / "log"
    words = ["--timeline", str(tmp_path / "timeline"), "newer", "--colour", "1ms"]
    assert main(["run", *words, "--", "--log", str(log)]) == 0
    assert "--colour" in entries_of(log)[0]["words"]
    assert main(["run", "fake", "--colour", "1ms"]) == 2
    assert "unknown option '--colour'" in capfd.readouterr().err


def test_what_is_tuned_reaches_the_program(build_directory: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = ["--tune", "batch=2,queue-limit=1 MiB", "--tune", "pin=no"]
    assert main(["run", "fake", *words, "--", "--log", str(log)]) == 0
    assert entries_of(log)[0]["words"][:2] == ["--tune", "batch=2,queue-limit=1MiB,pin=no"]


def test_options_of_virtual_time_reach_the_program(build_directory: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = ["--backend", "sim", "--tune", "quiescence=safra", "--costs", "charged", "--verify"]
    words += ["--sim", "same_site.latency=10us", "--sim", "delay=filter", "--time-limit", "9s"]
    assert main(["run", "fake", *words, "--", "--log", str(log)]) == 0
    (entry,) = entries_of(log)
    assert entry["words"][: entry["words"].index("--")] == [
        *("--backend", "sim", "--tune", "quiescence=safra", "--costs", "charged"),
        *("--sim", "same_site.latency=10us", "--sim", "delay=filter", "--verify"),
        *("--time-limit", "9s"),
    ]


@pytest.mark.parametrize(
    ("words", "address"),
    [
        (["--live", "fake"], []),
        (["--live", "--quiet", "fake"], []),
        (["fake", "--live"], []),
        (["--live", "8080", "fake"], ["8080"]),
        (["fake", "--live", "127.0.0.1:0"], ["127.0.0.1:0"]),
        (["--live=[::1]:80", "fake"], ["[::1]:80"]),
    ],
)
def test_an_address_that_is_left_out_is_not_the_programs_name(
    words: list[str], address: list[str], build_directory: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    assert main(["run", *words, "--", "--log", str(log)]) == 0
    (entry,) = entries_of(log)
    given = [word for word in entry["words"][: entry["words"].index("--")] if word != "--quiet"]
    assert given == ["--live", *address]


def test_what_follows_a_program_of_mpi_is_its_own(
    build_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("isthmus.options.table_of_host", lambda *_: shipped_table())
    words = ["mpirun", "-n", "2", "--live", "./ring", "--live", "ring", "4"]
    parsed, rest = make_parser(words).parse_known_args(words)
    assert (parsed.live, parsed.program, rest) == ("", ["./ring", "--live", "ring", "4"], [])


@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
def test_describe_prints_the_topology_and_runs_nothing(
    backend: str, build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    log = tmp_path / "log"
    words = ["--backend", backend, "--sites", "2", "--describe"]
    assert main(["run", "fake", *words, "--", "--log", str(log)]) == 0
    assert [site["name"] for site in json.loads(capfd.readouterr().out)["sites"]] == [
        "site0",
        "site1",
    ]
    assert not log.exists()


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("run fake", "--report"),
        ("run fake", "--timeline"),
        ("topology check grid.toml", "--plot"),
        ("topology probe", "--output"),
        ("doctor --grid grid.toml", "--json"),
        ("balance replay md.json", "--plot"),
        ("balance generate stencil", "--output"),
        ("mesh key.vtu", "--plot"),
        ("experiment koenig2007_table6", "--json"),
    ],
)
@pytest.mark.parametrize(
    ("place", "said"),
    [("no/out.png", "/no does not exist"), ("folder.png", "it is a directory (expected a file)")],
)
def test_where_results_go_is_tried_before_any_work(
    command: str, option: str, place: str, said: str, tmp_path: Path, capfd: Capture
) -> None:
    (tmp_path / "folder.png").mkdir()
    path = tmp_path / place
    assert main([*command.split(), option, str(path)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("isthmus: ")
    assert f"{option}: cannot write '{path}'" in err
    assert said in err
    assert err.count("\n") == 1


def test_a_picture_of_no_kind_is_refused_before_any_work(tmp_path: Path, capfd: Capture) -> None:
    assert main(["mesh", "key.vtu", "--plot", str(tmp_path / "key.xls")]) == 2
    assert "key.xls' is no picture that can be drawn (expected" in capfd.readouterr().err
    assert set(PLOT_SUFFIXES) <= {f".{kind}" for kind in FigureCanvasBase.get_supported_filetypes()}


def test_the_application_shows_its_own_help(build_directory: Path, capfd: Capture) -> None:
    assert main(["run", "fake", "--", "--help"]) == 0
    assert capfd.readouterr().out == "options of the fake application\n"


@pytest.mark.parametrize(
    "words", [[], ["run"], ["sweep"], ["masking"], ["bench"], ["topology"], ["topology", "check"]]
)
def test_help_teaches_with_an_example(
    words: list[str], build_directory: Path, capfd: Capture
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    out = capfd.readouterr().out
    assert "usage: isthmus" in out
    assert "example" in out or words == ["topology"]


@pytest.mark.parametrize(
    "words", [[], ["run"], ["sweep"], ["simulate"], ["mpirun"], ["mesh", "run"]]
)
def test_help_is_there_where_nothing_is_built(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    assert "usage: isthmus" in capfd.readouterr().out
    assert main(["run", "fake"]) == 2
    assert "no such program (expected a build: run make)" in capfd.readouterr().err


def test_info_names_machine_build_and_applications(build_directory: Path, capfd: Capture) -> None:
    (build_directory / "CMakeCache.txt").write_text(
        "CMAKE_BUILD_TYPE:STRING=Release\n"
        "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/c++\n"
        "GTest_DIR:PATH=GTest_DIR-NOTFOUND\n"
    )
    assert main(["info"]) == 0
    out = capfd.readouterr().out
    assert str(build_directory / "apps" / "fake" / "fake") in out
    assert "Release" in out
    assert "/usr/bin/c++" in out
    assert "not found by CMake" in out
    assert "cores" in out


def test_info_without_a_build_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path / "nowhere"))
    assert main(["info", "--json"]) == 0
    assert "no: run make" in capfd.readouterr().out
