"""A program calls MPI itself between phases of its messages, whatever carries those."""

import pytest
from managers import mpirun, why_no_mpirun
from support import BUILD, run

PROGRAM = BUILD / "tests" / "system" / "mpi_phases"

pytestmark = [
    pytest.mark.skipif(bool(why_no_mpirun()), reason=why_no_mpirun()),
    pytest.mark.skipif(not PROGRAM.exists(), reason="built without MPI"),
]


# Who waits in MPI keeps a core busy, so there are few processes where MPI carries messages, too.
@pytest.mark.parametrize(
    ("carrier", "count"), [("shm", 2), ("shm", 5), ("tcp", 2), ("tcp", 5), ("mpi", 2)]
)
def test_all_messages_of_a_phase_have_come_when_mpi_is_called(carrier: str, count: int) -> None:
    done = run(*mpirun(count, str(PROGRAM), "--carrier", carrier))
    assert done.status == 0, done.err
    assert f"{count} ranks, wrong: 0\n" in done.out
