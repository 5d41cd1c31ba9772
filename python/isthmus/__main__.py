"""`python -m isthmus` is the same as `isthmus`."""

from isthmus.cli import entry

entry()
