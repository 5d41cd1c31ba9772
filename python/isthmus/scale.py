"""`isthmus scale`: a running job gets more or fewer PEs."""

import argparse

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import BadInputError
from isthmus.invitation import Invitation, invitation_of, promised_place
from isthmus.jobs import RunningJob, ask, find_job
from isthmus.join import come

EPILOG = """\
To fewer PEs: at the job's next point the processes of the highest ranks leave, as by `isthmus
leave`, and the command returns. To more: processes are started here in the lowest places that
nobody has, as by `isthmus join`, and the command stays with them until they end. The job must have
been begun with --checkpoint and --on-loss go-on.

examples:
  isthmus scale jacobi2d-3f2a --pes 2
  isthmus scale jacobi2d-3f2a --pes 8
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("scale", "give a running job more or fewer PEs", EPILOG)
    parser.add_argument("job", metavar="JOB", help="its name, or the pid of its rank 0")
    parser.add_argument(
        "--pes", metavar="N", type=int, required=True, help="as many as it is to have"
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    job = find_job(parsed.job)
    if parsed.pes < 1:
        raise BadInputError(f"--pes: {parsed.pes} (expected at least 1)")
    if parsed.pes < job.pes:
        leaving = str(job.pes - parsed.pes)
        ask(job, {"request": "leave", "pes": leaving}, waits_for="its next point")
    elif parsed.pes > job.pes:
        invitation = invitation_of(job)
        ranks = ranks_for(job, invitation, parsed.pes)
        return come(invitation, [promised_place(job, rank) for rank in ranks])
    return 0


def ranks_for(job: RunningJob, invitation: Invitation, wanted: int) -> list[int]:
    """The lowest free ones with which the job has that many PEs. Raises BadInputError."""
    pes = job.pes
    possible = []
    ranks = []
    for rank, count in zip(invitation.free, invitation.free_pes, strict=True):
        ranks.append(rank)
        pes += count
        possible.append(str(pes))
        if pes == wanted:
            return ranks
    raise BadInputError(
        f"--pes: job {job.name} has {job.pes} PEs, and cannot have {wanted} (expected"
        f" {' or '.join(possible)})"
    )
