"""The managers that start jobs, as the tests need them: Open MPI's mpirun, and Slurm.

As a script, runs one command under a Slurm of its own on this machine, and ends it again:

    python tests/system/managers.py srun --mpi=pmix -n 4 build/release/apps/jacobi2d/jacobi2d
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from support import BUILD, free_port

START_S = 30.0
END_S = 10.0
SLURM_CPUS = 4  # of each node; more than there are is a matter of the configuration


def why_no_pmix() -> str:
    """Empty where the build under test can be started through PMIx."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    if "ISTHMUS_PMIX:BOOL=OFF" in cache:
        return "this build leaves PMIx out (ISTHMUS_PMIX is OFF)"
    if "PMIx_LIBRARY:FILEPATH=/" not in cache or "PMIx_INCLUDE_DIR:PATH=/" not in cache:
        return "this build has no PMIx (libpmix-dev)"
    return ""


def why_no_mpirun() -> str:
    if reason := why_no_pmix():
        return reason
    if shutil.which("mpirun") is None:
        return "mpirun is not installed (openmpi-bin)"
    version = subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout
    return "" if "Open MPI" in version else "mpirun is not Open MPI's, which speaks PMIx"


def mpirun(count: int, *words: str) -> tuple[str, ...]:
    """The words that start so many processes, with more of them than there are cores."""
    return ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(count), *words)


def why_no_slurm() -> str:
    if reason := why_no_pmix():
        return reason
    for program, package in (
        ("munged", "munge"),
        ("slurmctld", "slurmctld"),
        ("slurmd", "slurmd"),
        ("srun", "slurm-client"),
        ("unshare", "util-linux"),
    ):
        if _find(program) is None:
            return f"{program} is not installed (Debian package {package})"
    if os.geteuid() != 0:
        return "Slurm's daemons are started as root"
    named = subprocess.run(["unshare", "--uts", "--mount", "hostname", "n0"], capture_output=True)
    return "" if named.returncode == 0 else "this machine allows no host names of one's own"


def _find(program: str) -> str | None:
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Slurm:
    """Two nodes, n0 and n1, on this machine: each slurmd has a host name and folders of its own.
    Nothing is read from /etc or written outside of one temporary folder, and no port is fixed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="isthmus-slurm-"))
        self._daemons: list[subprocess.Popen[bytes]] = []

    @property
    def environment(self) -> dict[str, str]:
        return {"SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self) -> None:
        for name in ("state", "spool", "tmp-n0", "tmp-n1"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        (self.folder / "slurm.conf").write_text(self._configuration())
        self._spawn(
            *("munged", "--foreground", "--force"),
            f"--key-file={key}",
            f"--socket={self.folder}/munge.socket",
            f"--pid-file={self.folder}/munge.pid",
            f"--seed-file={self.folder}/munge.seed",
        )
        self._await("munged", (self.folder / "munge.socket").exists)
        self._spawn("slurmctld", "-D")
        # By these the nodes know each other, as on a cluster.
        hosts = self.folder / "hosts"
        hosts.write_text("127.0.0.1 localhost\n127.0.0.2 n0\n127.0.0.3 n1\n")
        for node in ("n0", "n1"):
            daemon = str(_find("slurmd"))
            self._spawn(
                *("unshare", "--uts", "--mount", "sh", "-c"),
                f"hostname {node}; mount --bind {hosts} /etc/hosts; exec {daemon} -D -N {node}",
            )
        self._await("idle nodes", self._is_idle)

    def stop(self) -> None:
        """Ends the jobs that are left, then the daemons in the opposite order of their start."""
        environment = {**os.environ, **self.environment}
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(["scancel", "--user=root"], env=environment, timeout=END_S)
            self._await("the end of jobs", self._is_idle, END_S, must=False)
        for daemon in reversed(self._daemons):
            daemon.terminate()
            try:
                daemon.wait(END_S)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _configuration(self) -> str:
        nodes = "".join(
            f"NodeName={node} NodeAddr=127.0.0.1 Port={free_port()} CPUs={SLURM_CPUS}\n"
            for node in ("n0", "n1")
        )
        # %n is the node's name. config_overrides: CPUs count as the file says. TmpFS: where the
        # plugin for PMIx keeps a folder for each job, which two nodes cannot share.
        return f"""\
ClusterName=isthmus
SlurmctldHost=localhost
SlurmctldPort={free_port()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket
CredType=cred/munge
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool/%n
TmpFS={self.folder}/tmp-%n
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd-%n.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd-%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
ReturnToService=2
{nodes}PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
"""

    def _spawn(self, program: str, *words: str) -> None:
        with (self.folder / "daemons.log").open("ab") as log:
            self._daemons.append(
                subprocess.Popen(
                    [str(_find(program)), *words],
                    env={**os.environ, **self.environment},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            )

    def _is_idle(self) -> bool:
        done = subprocess.run(
            ["sinfo", "--noheader", "--Node", "--format=%T"],
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
        )
        return done.stdout.split() == ["idle", "idle"]

    def _await(
        self,
        what: str,
        condition: Callable[[], bool],
        limit_s: float = START_S,
        must: bool = True,
    ) -> None:
        end_s = time.monotonic() + limit_s
        while not condition():
            if time.monotonic() > end_s:
                if not must:
                    return
                said = (self.folder / "daemons.log").read_text(errors="replace")
                raise RuntimeError(f"waited for {what} for {limit_s:g} s; Slurm said:\n{said}")
            time.sleep(0.05)


@contextlib.contextmanager
def running_slurm() -> Iterator[Slurm]:
    slurm = Slurm()
    try:
        slurm.start()
        yield slurm
    finally:
        slurm.stop()


def main() -> int:
    if reason := why_no_slurm():
        print(f"managers.py: {reason}", file=sys.stderr)
        return 2
    with running_slurm() as slurm:
        return subprocess.run(sys.argv[1:], env={**os.environ, **slurm.environment}).returncode


if __name__ == "__main__":
    sys.exit(main())
