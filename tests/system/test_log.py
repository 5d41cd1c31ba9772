"""Lines for people go where the user wants them."""

import socket

from support import isthmus

JOB = ("run", "jacobi2d", "--pes", "2", "--balancer", "auto")
APP = ("--", "--mesh", "64", "--objects", "4", "--steps", "10", "--no-probe", "--check")


def has_system_log() -> bool:
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as daemon:
            daemon.connect("/dev/log")
    except OSError:
        return False
    return True


def test_lines_go_to_the_machines_log_or_the_job_says_that_there_is_none() -> None:
    done = isthmus(*JOB, "--log", "syslog", *APP)
    if has_system_log():
        assert done.status == 0, done.err
        assert done.err == "", "they are in the log"
    else:
        assert done.status == 1
        assert len(done.lines) == 1
        assert "/dev/log: cannot reach the system's log" in done.err
        assert "expected a syslog daemon on this machine" in done.err


def test_lines_go_to_standard_error_unless_told_otherwise() -> None:
    for words in ((), ("--log", "stderr")):
        done = isthmus(*JOB, *words, *APP)
        assert done.status == 0, done.err
        assert "speeds of PEs" in done.err
    refused = isthmus(*JOB, "--log", "file", *APP)
    assert refused.status == 2
    assert len(refused.lines) == 1
