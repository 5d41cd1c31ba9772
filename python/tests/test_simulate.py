"""Scenarios are read, run over seeds, judged, and replayed by the command that is printed."""

import json
import os
import re
import shlex
import signal
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import (
    OPTIONS,
    children_of,
    entries_of,
    is_running,
    telling_options,
    wait_until,
    words_of,
    write_program,
)

from isthmus import simulate_seeds
from isthmus.build import repository_root
from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.scenario import (
    FAULT_KEYS,
    LIST_KEYS,
    OPTION_KEYS,
    TEXT_KEYS,
    TOPOLOGY_KEYS,
    read_scenario,
)
from isthmus.simulate import seed_from
from isthmus.simulate_run import Outcome, judge

Start = Callable[..., "subprocess.Popen[str]"]

# Does what stands behind --: `fail-at N` with seed N, `unsteady` differs each time, `hang`,
# `refuse WORDS N` from seed N on.
PROGRAM = """
import json, os, sys, time
words = sys.argv[1:]
split = words.index("--") if "--" in words else len(words)
runtime, own = words[:split], words[split + 1:]
seed = runtime[runtime.index("--seed") + 1]
if "log" in own:
    with open(own[own.index("log") + 1], "a") as stream:
        stream.write(json.dumps({"pid": os.getpid(), "words": words}) + "\\n")
if "refuse" in own:
    said, least = (own + ["0"])[own.index("refuse") + 1 :][:2]
    if int(seed) >= int(least):
        print("isthmus: error: " + said, file=sys.stderr)
        sys.exit(2)
if "hang" in own:
    time.sleep(600)
hash = int(seed) + (time.monotonic_ns() if "unsteady" in own else 0)
print(f"trace hash: {hash % 2**64:016x}")
if "fail-at" in own and own[own.index("fail-at") + 1] == seed:
    sys.exit("isthmus: error: process 1 of site b is gone")
"""


@pytest.fixture
def storm(build_directory: Path) -> Path:
    path = build_directory / "tests" / "scenario" / "storm" / "storm"
    return write_program(path, telling_options(PROGRAM))


def write_scenario(folder: Path, text: str, name: str = "weather") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f'name = "{name}"\ntext = "Some weather."\nprogram = "storm"\n{text}')
    return path


def test_a_scenario_becomes_the_words_of_its_program(storm: Path, tmp_path: Path) -> None:
    path = write_scenario(
        tmp_path,
        """
arguments = ["--seed", "{seed}"]
time-limit = "100s"
sim = ["same_site.latency=10us"]
[topology]
sites = 2
pes = 4
latency = "8ms"
[options]
border-first = "yes"
[tune]
branching = 2
[[fault]]
kind = "cut"
count = 2
sites = ["any", "any"]
at = "0ms..50ms"
for = "10ms"
[[fault]]
kind = "lose"
sites = "site0,site1"
rate = 0.01
""",
    )
    cut = "cut sites=any,any at=0ms..50ms for=10ms"
    assert read_scenario(path).command(17) == [
        *(str(storm), "--backend", "sim", "--seed", "17", "--costs", "charged", "--verify"),
        *("--border-first", "yes", "--tune", "branching=2"),
        *("--time-limit", "100s", "--sim", "same_site.latency=10us"),
        *("--sites", "2", "--pes", "4", "--latency", "8ms"),
        *("--fault", cut, "--fault", cut, "--fault", "lose sites=site0,site1 rate=0.01"),
        *("--", "--seed", "17"),
    ]


def test_a_grid_is_found_beside_the_scenario(storm: Path, tmp_path: Path) -> None:
    (tmp_path / "grid.toml").write_text("[[site]]\n")
    scenario = read_scenario(write_scenario(tmp_path, '[topology]\ngrid = "grid.toml"\n'))
    assert scenario.shape == ("--grid", str(tmp_path / "grid.toml"))


RESTARTED = """
[topology]
pes = 4
[options]
checkpoint = "always"
[[restart]]
pes = 3
[[restart]]
pes = 1
[[fault]]
kind = "crash"
process = 0
[expect]
outcome = "success or error"
error = "is gone"
"""


def test_a_restart_has_another_shape_and_the_last_one_no_faults(
    storm: Path, tmp_path: Path
) -> None:
    scenario = read_scenario(write_scenario(tmp_path, RESTARTED))
    folder = tmp_path / "kept"
    first = scenario.command(1, 0, str(folder))
    assert first[7:] == [
        *("--verify", "--checkpoint", "always", "--pes", "4", "--fault", "crash process=0"),
        *("--checkpoint-dir", str(folder)),
    ]
    from_the_start = scenario.command(1, 1, str(folder))
    assert from_the_start[10:] == ["--pes", "3", *first[12:]]
    (folder / "checkpoint-1").mkdir(parents=True)
    (folder / "checkpoint-1" / "index").touch()
    last = scenario.command(1, 2, str(folder))
    assert last[10:] == ["--pes", "1", *first[14:], "--restart", str(folder)]


def test_what_failed_is_started_again_until_it_ends_well(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_program(
        build_directory / "tests" / "scenario" / "storm" / "storm",
        telling_options(
            """
from pathlib import Path
if "--restart" in sys.argv:
    print("trace hash: 0123456789abcdef")
    sys.exit()
checkpoint = Path(sys.argv[sys.argv.index("--checkpoint-dir") + 1]) / "checkpoint-1"
checkpoint.mkdir()
(checkpoint / "index").touch()
print("isthmus: error: process 0 is gone", file=sys.stderr)
sys.exit(1)
"""
        ),
    )
    path = write_scenario(tmp_path, RESTARTED)
    assert main(["simulate", "--seeds", "3", "--twice", str(path)]) == 0
    assert "weather: 3 ended well" in capfd.readouterr().out
    assert main(["simulate", "--seed", "1", str(path)]) == 0
    err = capfd.readouterr().err
    assert "weather, seed 1, start 2: " in err
    assert "start 3" not in err


def test_the_last_restart_must_end_well(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_program(
        build_directory / "tests" / "scenario" / "storm" / "storm",
        telling_options('print("isthmus: error: process 0 is gone", file=sys.stderr)\nsys.exit(1)'),
    )
    assert main(["simulate", "--seeds", "3", str(write_scenario(tmp_path, RESTARTED))]) == 1
    # Two seeds run at a time, and the first failure ends the search.
    assert re.search(r"weather, seed \d: it failed \(expected success\)", capfd.readouterr().err)


def test_a_scenario_can_say_every_option_of_a_job_by_its_name() -> None:
    """But those that are the run's own, and those without a meaning in virtual time."""
    of_each_run = {"backend", "seed", "fault", "verify", "restart", "probe", "describe"}
    of_real_time = {"carrier", "measure-speeds", "on-warning", "balance-snapshots"}
    rows = json.loads(OPTIONS.read_text())["options"]
    of_jobs = {
        row["name"]
        for row in rows
        if row["time"] != "real" and row["group"] not in ("watching", "tuning", "joining")
    }
    keys = {*TOPOLOGY_KEYS, *OPTION_KEYS, *TEXT_KEYS, *LIST_KEYS} - {"name", "text", "program"}
    assert keys - {"arguments"} == of_jobs - of_each_run - of_real_time


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colour = 1\n", ":4: unknown key 'colour' (expected of name, text,"),
        ("costs = 'free'\n", ":4: 'free' (expected charged or measured)"),
        ("arguments = 'x'\n", ":4: arguments is 'x' (expected a list of texts)"),
        ("time-limit = '5'\n", ":4: time-limit: '5' is not a time with its unit"),
        ("\n[topology]\nsites = 'two'\n", ":6: sites: 'two' is not a whole number"),
        ("[topology]\nsights = 2\n", ":5: unknown key 'sights' (expected of sites, pes,"),
        ("[topology]\ngrid = 'no.toml'\n", ":5: grid: cannot read '"),
        ("[[fault]]\nkind = 'frost'\n", ":5: kind is 'frost' (expected of crash, leave, join,"),
        ("[[fault]]\npe = 1\n", ":4: no kind (expected of crash"),
        ("[[fault]]\nkind='partition'\nsites=[]\n", ":6: sites is [] (expected their names)"),
        ("[[fault]]\nkind = 'pause'\npe = 1\n", ":5: pause without 'for' (expected for = ...)"),
        ("[[fault]]\nkind = 'crash'\nprocess = 1\nrate = 1\n", ":7: unknown key 'rate'"),
        ("[[fault]]\nkind='crash'\nprocess=1\nat='2ms..1ms'\n", ":7: '2ms..1ms' (expected a value"),
        ("[[fault]]\nkind='crash'\nprocess=1\nat='1'\n", ":7: '1' is not a time with its unit"),
        ("[[fault]]\nkind='crash'\nprocess=true\n", ":6: True (expected a text or a number)"),
        ("[[fault]]\nkind='crash'\nprocess='1 2'\n", ":6: '1 2' (expected a value without white"),
        (
            "[[fault]]\nkind='crash'\nprocess=1\n\n[[fault]]\nkind='lose'\nsites='a,b'\nrate=2\n",
            ":11: '2' (expected a rate from 0 to 0.9)",
        ),
        ("[[fault]]\nkind='crash'\nprocess=1\ncount=0\n", ":7: 0 (expected a number from 1"),
        ("[[restart]]\npes = 2\n", ":4: restarts without checkpoints (expected checkpoint = ..."),
        (
            "[options]\ncheckpoint='always'\ncheckpoint-dir='x'\n[[restart]]\npes = 2\n",
            ":6: checkpoint-dir beside [[restart]] (expected one of the two)",
        ),
        ("[[restart]]\nsights = 2\n", ":5: unknown key 'sights' (expected of sites, pes,"),
        ("fault = 3\n", ":4: not faults (expected at most 1000 tables [[fault]])"),
        ("[expect]\noutcome = 'rain'\n", ":5: 'rain' (expected 'success' or 'error' or"),
        ("[expect]\noutcome = 'error'\n", ":4: no error (expected one where"),
        ("[expect]\nerror = 'gone'\n", ":5: error is 'gone' (expected one where"),
        ("[expect]\noutcome = 'error'\nerror = '('\n", ":6: missing ), unterminated subpattern"),
        ("nonsense\n", "(at line 4"),
    ],
)
def test_a_bad_file_is_one_line_with_its_place(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    path = write_scenario(tmp_path, text)
    assert main(["simulate", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"isthmus: {path}:")
    assert says in err
    assert err.count("\n") == 1


def test_the_name_and_the_program_must_be_right(storm: Path, tmp_path: Path) -> None:
    path = write_scenario(tmp_path, "").rename(tmp_path / "other.toml")
    with pytest.raises(BadInputError, match=r":1: 'weather' is not the file's name"):
        read_scenario(path)
    path.write_text('program = "storm"\ntext = "x"\n')
    with pytest.raises(BadInputError, match=r":1: no name \(expected name = 'a text'\)"):
        read_scenario(path)
    path.write_text('name = "other"\nprogram = "storm"\n')
    with pytest.raises(BadInputError, match=r":1: no text \(expected text = 'a text'\)"):
        read_scenario(path)
    path.write_text('name = "other"\nprogram = "nobody"\ntext = "x"\n')
    with pytest.raises(BadInputError, match=r":2: program nobody: no such application"):
        read_scenario(path)
    with pytest.raises(BadInputError, match=r"none.toml: cannot read the scenario"):
        read_scenario(tmp_path / "none.toml")


def test_the_scenarios_of_this_checkout_read(build_directory: Path) -> None:
    files = sorted((repository_root() / "tests" / "scenario").glob("*.toml"))
    for name in {tomllib.loads(file.read_text())["program"] for file in files}:
        place = "tests/scenario" if name.startswith("scenario_") else "apps"
        path = "src/mesh/program/isthmus-mesh" if name == "mesh" else f"{place}/{name}/{name}"
        write_program(build_directory / path, telling_options(PROGRAM))
    faults = {
        scenario.faults[i + 1].split()[0]
        for scenario in map(read_scenario, files)
        for i, word in enumerate(scenario.faults)
        if word == "--fault"
    }
    assert faults == set(FAULT_KEYS)  # no kind of fault goes untested


@pytest.mark.parametrize(
    ("expect", "outcome", "problem"),
    [
        ("", Outcome(0, "trace hash: 0123456789abcdef\n", ""), ""),
        ("", Outcome(0, "trace hash: none, as costs were measured\n", ""), ""),
        ("", Outcome(0, "", ""), "it ended well, but printed no trace hash"),
        ("", Outcome(1, "", "isthmus: error: gone\n"), "it failed (expected success)"),
        ("", Outcome(-11, "", ""), "it was killed by SIGSEGV"),
        ("", Outcome(None, "", ""), "it hangs, or takes too long"),
        ("", Outcome(2, "", "isthmus: error: --fault"), "it ended with status 2 (expected 0 or 1)"),
        ("error", Outcome(1, "", "isthmus: error: gone\n"), ""),
        ("error", Outcome(1, "", "gone\n"), "it failed, but no line says 'go+ne'"),
        ("error", Outcome(0, "trace hash: 0123456789abcdef\n", ""), "it ended well (expected an"),
        ("error", Outcome(1, "", "isthmus: error: checker: gone\n"), "a checker found a breach"),
        ("success or error", Outcome(0, "trace hash: 0123456789abcdef\n", ""), ""),
        ("success or error", Outcome(1, "", "isthmus: error: gone\n"), ""),
        ("success or error", Outcome(1, "", "isthmus: error: wrong\n"), "it failed, but no line"),
    ],
)
def test_a_run_is_judged_by_what_was_expected(
    storm: Path, tmp_path: Path, expect: str, outcome: Outcome, problem: str
) -> None:
    text = f"[expect]\noutcome = '{expect}'\nerror = 'go+ne'\n" if expect else ""
    found = judge(read_scenario(write_scenario(tmp_path, text)), outcome)
    assert found.startswith(problem)
    assert bool(found) == bool(problem)


def test_many_seeds_of_several_scenarios_are_counted(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    calm = write_scenario(tmp_path, f'arguments = ["log", "{log}"]\n', "calm")
    stormy = write_scenario(
        tmp_path,
        'arguments = ["fail-at", "8"]\n[expect]\noutcome = "success or error"\nerror = "gone"\n',
        "stormy",
    )
    words = ["simulate", "--seeds", "4", "--first-seed", "6", "--jobs", "3"]
    assert main([*words, str(calm), str(stormy)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[:2] == [
        "calm: 4 ended well",
        "stormy: 3 ended well, 1 in the stated error",
    ]
    assert "seeds 6 to 9" in err
    seeds = sorted(entry["words"][entry["words"].index("--seed") + 1] for entry in entries_of(log))
    assert seeds == ["6", "7", "8", "9"]


def test_the_first_failure_stops_all_and_one_command_replays_it(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    arguments = f'arguments = ["fail-at", "3", "log", "{log}"]\n'
    path = write_scenario(tmp_path, arguments)
    words = ["simulate", "--seeds", "1000", "--jobs", "2", "--sim", "same_pe.send=1us"]
    assert main([*words, str(path)]) == 1
    assert len(entries_of(log)) <= 5
    err = capsys.readouterr().err
    assert "isthmus: scenario weather, seed 3: it failed (expected success)\n" in err
    assert "  isthmus: error: process 1 of site b is gone\n" in err
    commands = [line for line in err.splitlines() if "isthmus simulate" in line]
    assert len(commands) == 1
    build, *replay = shlex.split(commands[0])
    assert build.startswith("ISTHMUS_BUILD=")
    assert replay == [
        *("isthmus", "simulate", "--seed", "3", "--sim", "same_pe.send=1us", str(path))
    ]
    assert main(replay[1:]) == 1
    assert "process 1 of site b is gone" in capsys.readouterr().err
    assert main(["simulate", "--seed", "4", str(path)]) == 0


def test_an_application_is_run_over_seeds_and_replayed_too(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "storm", "--sites", "2", "--processes", "2", "--pes", "2", "--verify"]
    tail = ["--", "fail-at", "2"]
    assert main([*words, "--seeds", "9", *tail]) == 1
    replay = shlex.split(capsys.readouterr().err.splitlines()[-1])[2:]
    assert replay[:3] == ["simulate", "--seed", "2"]
    assert main(replay) == 1
    assert main([*words, "--seed", "1", *tail]) == 0


def test_one_run_of_an_application_gets_all_words_and_keeps_its_status(
    storm: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    fault = "pause pe=any at=1ms for=2ms"
    words = ["storm", "--fault", fault, "--fault", fault, "--explain", "--time-limit", "9s"]
    more = ["--costs", "charged", "--quiet", "--seed", "5"]
    assert main(["simulate", *words, *more, "--", "log", str(log)]) == 0
    (entry,) = entries_of(log)
    assert entry["words"] == [
        *("--backend", "sim", "--seed", "5", "--costs", "charged", "--time-limit", "9s"),
        *("--fault", fault, "--fault", fault, "--explain", "--quiet"),
        *("--", "log", str(log)),
    ]
    assert main(["simulate", "storm", "--", "fail-at", "1"]) == 1
    assert "process 1 of site b is gone" in capfd.readouterr().err


def test_twice_finds_what_differs_between_equal_seeds(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    steady = write_scenario(tmp_path, f'arguments = ["log", "{log}"]\n', "steady")
    assert main(["simulate", "--seeds", "3", "--twice", str(steady)]) == 0
    assert len(entries_of(log)) == 6
    unsteady = write_scenario(tmp_path, 'arguments = ["unsteady"]\n', "unsteady")
    assert main(["simulate", "--seeds", "3", "--twice", str(unsteady)]) == 1
    err = capsys.readouterr().err
    assert "the same seed has trace hash" in err
    assert err.splitlines()[-1].endswith(f"--seeds 1 --twice {unsteady}")


def test_twice_wants_costs_that_are_not_measured(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_scenario(tmp_path, 'costs = "measured"\n')
    assert main(["simulate", "--seeds", "3", "--twice", str(path)]) == 2
    assert "its costs are measured" in capsys.readouterr().err


def test_a_run_that_hangs_is_a_failure(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_scenario(tmp_path, 'arguments = ["hang"]\n')
    assert main(["simulate", "--seeds", "1", "--timeout", "0.2", str(path)]) == 1
    assert "seed 1: it hangs, or takes too long" in capsys.readouterr().err


@pytest.mark.parametrize("many", [[], ["--seeds", "3"]], ids=["one", "many"])
@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("\n[options]\nbalancer = 'foo'\n", "--balancer: no strategy 'foo' (expected bar)", ":7"),
        ("sim = ['foo']\n", "--sim foo: no setting (expected REACH.PARAMETER=VALUE)", ":5"),
        (
            "\n[[fault]]\nkind = 'crash'\nprocess = 9\n",
            '--fault "crash process=9": process=9 (expected 0, or any)',
            ":6",
        ),
        ("\n[options]\nbalancer = 'foo'\n", "--balancer-every: no", ":4"),
        ("[topology]\npes = 9\n", "9 PEs (expected fewer)", ""),
    ],
)
def test_what_the_program_refuses_is_one_line_with_its_place(
    storm: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    many: list[str],
    text: str,
    said: str,
    line: str,
) -> None:
    path = write_scenario(tmp_path, f'arguments = ["refuse", {json.dumps(said)}]\n{text}')
    assert main(["simulate", *many, str(path)]) == 2
    assert capfd.readouterr() == ("", f"isthmus: {path}{line}: {said}\n")


def test_an_application_that_refuses_its_words_over_seeds_is_one_line(
    storm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--seeds", "3", "storm", "--", "refuse", "--mesh: no"]) == 2
    assert capsys.readouterr() == ("", "isthmus: storm: --mesh: no\n")


def test_a_program_that_refuses_what_it_took_before_is_a_failure(
    storm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_scenario(tmp_path, 'arguments = ["refuse", "--fault: no", "3"]\n')
    assert main(["simulate", "--seeds", "5", "--jobs", "1", str(path)]) == 1
    err = capsys.readouterr().err
    assert "seed 3: it ended with status 2 (expected 0 or 1)" in err
    assert err.splitlines()[-1].endswith(f"--seed 3 {path}")


@pytest.mark.parametrize(
    ("number", "status", "says"),
    [(signal.SIGINT, 130, "isthmus: interrupted"), (signal.SIGTERM, 143, None)],
)
def test_a_signal_leaves_no_run_and_no_checkpoint_behind(
    storm: Path, tmp_path: Path, start: Start, number: int, status: int, says: str | None
) -> None:
    path = write_scenario(tmp_path, 'arguments = ["hang"]\n' + RESTARTED)
    command = start("simulate", "--seeds", "9", "--jobs", "2", str(path))

    def are_there() -> bool:
        begun = children_of(command.pid)
        return len(begun) == 2 and all("isthmus-simulate-" in words_of(pid) for pid in begun)

    wait_until(are_there, "two runs")
    runs = children_of(command.pid)
    kept = [re.search(r"/\S*/isthmus-simulate-\w+", words_of(pid)) for pid in runs]
    folders = [Path(found.group()) for found in kept if found]
    assert len(folders) == 2 and all(folder.is_dir() for folder in folders)
    command.send_signal(number)
    err = command.communicate(timeout=20)[1]
    assert command.returncode == status
    assert says is None or err.splitlines()[-1] == says
    assert not any(is_running(pid) for pid in runs)
    assert not any(folder.exists() for folder in folders)


def test_runs_die_with_the_command(storm: Path, tmp_path: Path, start: Start) -> None:
    path = write_scenario(tmp_path, 'arguments = ["hang"]\n')
    command = start("simulate", "--seeds", "9", "--jobs", "2", str(path))
    wait_until(lambda: len(children_of(command.pid)) == 2, "two runs")
    runs = children_of(command.pid)
    os.kill(command.pid, signal.SIGKILL)
    command.communicate()
    wait_until(lambda: not any(is_running(pid) for pid in runs), "the runs' end")


def test_a_text_gives_a_seed_that_programs_take(storm: Path, tmp_path: Path) -> None:
    assert seed_from("a") == seed_from("a") != seed_from("b")
    assert 0 <= seed_from("a") < 2**63
    log = tmp_path / "log"
    path = write_scenario(tmp_path, f'arguments = ["log", "{log}"]\n')
    assert main(["simulate", "--seeds", "1", "--seed-from", "a", str(path)]) == 0
    assert str(seed_from("a")) in entries_of(log)[0]["words"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["storm", "storm"], "'storm': not a scenario file (expected one application"),
        (["storm", "{path}"], "'storm': not a scenario file (expected *.toml)"),
        (["{path}", "{path}"], "several scenarios (expected one, or --seeds N)"),
        (["{path}", "--jobs", "2"], "--jobs: needs --seeds N beside it"),
        (["{path}", "--twice"], "--twice: needs --seeds N beside it"),
        (["{path}", "--first-seed", "0"], "--first-seed: needs --seeds N beside it"),
        (["storm", "--timeout", "1"], "--timeout: needs --seeds N beside it"),
        (["{path}", "--seeds", "2", "--seed", "1"], "--seed: one run has it"),
        (["{path}", "--seeds", "2", "--explain"], "--explain: of one run"),
        (["{path}", "--sites", "2"], "--sites: the scenario file says that"),
        (["{path}", "--costs", "charged"], "--costs: the scenario file says that"),
        (["{path}", "--", "x"], "'x': a scenario takes nothing after --"),
        (["storm", "--time-limit", "5"], "--time-limit: '5' is not a time"),
        (["nobody"], "nobody: no such application"),
    ],
)
def test_words_that_do_not_fit_are_refused_in_one_line(
    storm: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    says: str,
) -> None:
    path = write_scenario(tmp_path, "")
    assert main(["simulate", *(word.replace("{path}", str(path)) for word in words)]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_the_progress_line_counts_and_estimates(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now_s = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now_s)
    progress = simulate_seeds._Progress(40)
    for _ in range(10):
        progress.step("standard")
    now_s = 120.0
    progress.show()
    assert capsys.readouterr().err == ("isthmus: 10 of 40 runs, standard, 0 a second, 60 s left\n")
