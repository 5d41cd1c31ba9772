"""What the MPI standard says, as src/mpi/abi has it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from make_mpi_abi import FOLDER, ROOT, main
from mpi_standard import Function, read_standard

FUNCTIONS = {
    function.name: function
    for function in read_standard(ROOT / FOLDER / "constants.toml").functions
}


def test_the_files_are_what_would_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == "src/mpi/abi: up to date with MPI 5.0\n"


def test_a_file_that_was_edited_is_named_and_written_anew(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / FOLDER, tmp_path / FOLDER)
    header = tmp_path / FOLDER / "mpi.h"
    header.write_text("edited", encoding="utf-8")
    assert main(["--check"], tmp_path) == 1
    assert capsys.readouterr().out == "src/mpi/abi/mpi.h: run tools/make_mpi_abi.py\n"
    assert main([], tmp_path) == 0
    assert header.read_text(encoding="utf-8") == (ROOT / FOLDER / "mpi.h").read_text()


def test_each_function_is_there_once() -> None:
    assert len(FUNCTIONS) == 664
    assert sum(name.endswith("_c") for name in FUNCTIONS) == 161


@pytest.mark.parametrize(("name", "arguments"), [
    ("MPI_Finalize", "void"),
    ("MPI_Pcontrol", "const int level, ..."),
    ("MPI_Info_create_env", "int argc, char* argv[], MPI_Info* info"),
    ("MPI_Group_range_incl", "MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup"),
    ("MPI_Op_create_c", "MPI_User_function_c* user_fn, int commute, MPI_Op* op"),
    ("MPI_Waitany", "int count, MPI_Request array_of_requests[], int* indx, MPI_Status* status"),
])
def test_parameters_are_written_as_c_has_them(name: str, arguments: str) -> None:
    function: Function = FUNCTIONS[name]
    assert function.arguments == arguments


def test_partitions_are_counted_by_both_kinds_of_integers() -> None:
    counts = {name: FUNCTIONS[name].parameters[2].type
              for name in ("MPI_Psend_init", "MPI_Psend_init_c")}
    assert counts == {"MPI_Psend_init": "int", "MPI_Psend_init_c": "MPI_Count"}


FORTRAN = {
    name: (ROOT / FOLDER / "fortran" / name).read_text(encoding="utf-8")
    for name in ("mpif.h", "mpi.f90", "mpi_f08.f90", "plain_procedures.c")
}


def test_mpif_h_is_read_in_fixed_and_in_free_form() -> None:
    lines = FORTRAN["mpif.h"].splitlines()
    assert all(line.startswith(("!", "      ")) and len(line) <= 72 for line in lines)
    assert not any(line[5] != " " for line in lines if not line.startswith("!"))


@pytest.mark.parametrize(("name", "line"), [
    ("mpif.h", "      PARAMETER (MPI_COMM_WORLD=257)"),
    ("mpif.h", "      PARAMETER (MPI_MAX_PROCESSOR_NAME=255)"),  # no end mark
    ("mpif.h", "      PARAMETER (MPI_SOURCE=1)"),  # counted from one
    ("mpi.f90", "      PARAMETER (MPI_THREAD_MULTIPLE=4096)"),
    ("mpi_f08.f90", "      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER = MPI_Datatype(537)"),
])
def test_constants_are_those_of_fortran(name: str, line: str) -> None:
    assert line in FORTRAN[name].splitlines()


def test_a_procedure_with_a_large_count_is_chosen_by_its_argument() -> None:
    begin = FORTRAN["mpi_f08.f90"].index("  INTERFACE MPI_Send\n")
    send = FORTRAN["mpi_f08.f90"][begin:].split("  END INTERFACE")[0]
    assert "SUBROUTINE MPI_Send(" in send
    assert "SUBROUTINE MPI_Send_c(" in send
    assert "INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count" in send
    assert "MPI_Type_get_extent_c" not in FORTRAN["mpi_f08.f90"]
