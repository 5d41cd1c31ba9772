"""Every test has a watchdog: what hangs is a failure, not a wait."""

import faulthandler
from collections.abc import Iterator
from pathlib import Path

import pytest
from machine import Machine

# Longer than a test takes on a machine that has ten times as much to do.
WATCHDOG_S = 300


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    faulthandler.dump_traceback_later(WATCHDOG_S, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    here = Machine(tmp_path)
    yield here
    here.end()
