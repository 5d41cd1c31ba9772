"""What `isthmus mpirun` tells the host of the ranks about points."""

import argparse

import pytest

from isthmus.mpirun import point_words


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, []),
        ({"sync_at": "MPI_Barrier:5"}, ["--sync-at", "MPI_Barrier:5"]),
        ({"sync_every": "0.02"}, ["--sync-every", "0.02"]),
        ({"checkpoint": "30s"}, ["--sync-every", "1.0", "--kept"]),
        ({"checkpoint": "auto", "sync_every": "0.0"}, ["--sync-every", "0.0", "--kept"]),
        ({"checkpoint": "auto", "sync_at": "MPI_Scan"}, ["--sync-at", "MPI_Scan", "--kept"]),
    ],
)
def test_points_are_where_the_user_says(given: dict[str, str], words: list[str]) -> None:
    parsed = argparse.Namespace(**{"sync_at": None, "sync_every": None, "checkpoint": None} | given)
    assert point_words(parsed) == words
