"""Every test has a watchdog: what hangs is a failure, not a wait."""

import faulthandler
from collections.abc import Iterator
from pathlib import Path

import pytest
from machine import Machine

WATCHDOG_S = 120


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
