"""Runs two commands beside one another, and ends both when one of them fails.

    tools/beside.py SIDE MAIN

Both are for the shell. MAIN has the terminal, where there is one; what SIDE prints comes between
MAIN's lines. Exit status: of the command that failed first, 0 where none did. Neither outlives this
program: on SIGINT, SIGTERM and SIGHUP both are ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

CLEAR_LINE = "\r\033[K"  # MAIN may be at work on it
GRACE_S = 5.0
LOOK_EVERY_S = 0.2


def end(process: subprocess.Popen[str]) -> None:
    """With what it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            continue
        return


def run_beside(side: str, main_command: str, asked_to_end: list[int] | None = None) -> int:
    """`asked_to_end` gets the number of a signal that asks for it."""
    # Each leads a group of its own, by which it is ended with all that it has started.
    # What make hands on to makes below it, they find open.
    beside = subprocess.Popen(["sh", "-c", side], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace",
                              process_group=0, close_fds=False)
    in_front = subprocess.Popen(["sh", "-c", main_command], stdin=subprocess.DEVNULL, text=True,
                                process_group=0, close_fds=False)
    failed_first: list[int] = []

    def watch(process: subprocess.Popen[str], other: subprocess.Popen[str]) -> None:
        status = process.wait()
        if status != 0:
            failed_first.append(128 - status if status < 0 else status)
            end(other)

    def pass_on() -> None:
        assert beside.stdout is not None
        start = CLEAR_LINE if sys.stdout.isatty() else ""
        with beside.stdout as lines:
            for line in lines:
                print(start + line.rstrip("\n"), flush=True)

    threads = [threading.Thread(target=watch, args=pair)
               for pair in ((beside, in_front), (in_front, beside))]
    threads.append(threading.Thread(target=pass_on))
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(LOOK_EVERY_S)
            if asked_to_end:
                end(beside)
                end(in_front)
    if asked_to_end:
        return 128 + asked_to_end[0]
    return failed_first[0] if failed_first else 0


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print("beside: which commands? (expected two, each one word)", file=sys.stderr)
        return 2
    # Handlers note and raise nothing: an exception would come between a start and its end.
    asked_to_end: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda which, _: asked_to_end.append(which))
    return run_beside(*arguments, asked_to_end)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
