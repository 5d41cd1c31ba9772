"""The table of options that programs print, and what becomes of what it says."""

import json

from support import BUILD, JACOBI2D, REPOSITORY, isthmus, run


def test_the_table_that_python_tests_go_by_is_that_of_programs() -> None:
    written = json.loads((REPOSITORY / "python" / "tests" / "options.json").read_text())
    done = run(BUILD / "programs" / "isthmus-probe", "--options-json")
    assert json.loads(done.out) == written, "print it again: isthmus-probe --options-json"
    assert run(JACOBI2D, "--options-json").out == done.out


def test_help_of_a_command_shows_what_the_program_does() -> None:
    rows = json.loads(run(JACOBI2D, "--options-json").out)["options"]
    for command in (("run", "jacobi2d"), ("sweep", "jacobi2d"), ("simulate", "jacobi2d")):
        done = isthmus(*command, "--help=all")
        assert done.status == 0, done
        for row in rows:
            if row["group"] in ("links", "objects", "balancing", "tuning") and row["metavar"]:
                is_there = f"\n  --{row['name']} " in done.out
                assert is_there == (row["kind"] != "output" or command[0] != "sweep"), row
