"""A machine of a test's own as far as the running jobs on it go."""

import contextlib
import json
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

from support import COMMAND, Done, finish, kill_job, start, wait_until


class Machine:
    """A directory of running jobs of the test's own, and the jobs in it."""

    def __init__(self, folder: Path) -> None:
        self.variables = {"XDG_RUNTIME_DIR": str(folder)}
        self.jobs_folder = folder / "isthmus"
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> "subprocess.Popen[str]":
        job = start(*words, variables=self.variables)
        self._started.append(job)
        return job

    def stand_in_for_ssh(self, folder: Path) -> None:
        """What ssh does on any other machine is done here: the words go to a shell."""
        way = folder / "bin" / "ssh"
        way.parent.mkdir()
        way.write_text('#!/bin/sh\nfor word; do last=$word; done\nexec sh -c "$last"\n')
        way.chmod(0o755)
        folders = (str(way.parent), str(Path(COMMAND).parent), os.environ["PATH"])
        self.variables["PATH"] = os.pathsep.join(folders)

    def wait_for_door(self, name: str) -> None:
        def is_open() -> bool:
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                self.call(name).close()
                return True
            return False

        wait_until(is_open, f"the door of {name}")

    def isthmus(self, *words: str) -> Done:
        return finish(self.start(COMMAND, *words))

    def set(self, job: str, key: str, value: str) -> None:
        done = self.isthmus("set", job, key, value)
        assert done.status == 0, done.err

    def ps(self) -> list[dict[str, Any]]:
        """Those of this test: others of this user may run beside it."""
        done = self.isthmus("ps", "--json")
        assert done.status == 0, done.err
        listed: list[dict[str, Any]] = json.loads(done.out)
        return [job for job in listed if Path(job["door"]).parent == self.jobs_folder]

    def values(self, name: str) -> dict[str, str]:
        done = self.isthmus("set", name, "--json")
        assert done.status == 0, done.err
        return {verb["name"]: verb["value"] for verb in json.loads(done.out)}

    def call(self, name: str) -> socket.socket:
        caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            directory = os.open(self.jobs_folder, os.O_RDONLY)
            try:
                caller.connect(f"/proc/self/fd/{directory}/{name}.sock")
            finally:
                os.close(directory)
        except OSError:
            caller.close()
            raise
        caller.settimeout(30)  # from here on: to connect, it waits for a place in the queue
        return caller

    def say(self, name: str, words: bytes, *, then_no_more: bool = False) -> bytes:
        """What the door answers."""
        answer = b""
        with self.call(name) as caller, contextlib.suppress(ConnectionResetError):
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                caller.sendall(words)
                if then_no_more:
                    caller.shutdown(socket.SHUT_WR)
            while part := caller.recv(1 << 16):
                answer += part
        return answer

    def end(self) -> None:
        for process in self._started:
            if process.poll() is None:
                kill_job(process)
            if process.stdout is not None and not process.stdout.closed:
                process.communicate()
