"""Isthmus: one tightly coupled program, run over many sites as if they were one machine."""

__version__ = "0.1.0"
