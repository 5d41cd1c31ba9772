"""Where results go: whether that can be, asked before the work."""

import argparse
import os
from pathlib import Path

PLOT_SUFFIXES = (".eps", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".tif", ".tiff", ".webp")


def writable_file(text: str) -> str:
    """The path from the root. Raises ValueError with the reason; makes nothing."""
    if not text:
        raise ValueError("cannot write '': the name is empty (expected a file)")
    path = Path(text).absolute()
    if not path.parent.is_dir():
        raise ValueError(f"cannot write '{text}': the directory {path.parent} does not exist")
    if path.is_dir():
        raise ValueError(f"cannot write '{text}': it is a directory (expected a file)")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ValueError(f"cannot write '{text}': it may not be written to")
    return str(path)


def file_argument(text: str) -> Path:
    """For argparse, as the user wrote it."""
    try:
        writable_file(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None
    return Path(text)


def plot_argument(text: str) -> Path:
    """For argparse: likewise, of a kind that can be drawn."""
    path = file_argument(text)
    if path.suffix.lower() not in PLOT_SUFFIXES:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no picture that can be drawn (expected a name that ends in "
            f"{', '.join(PLOT_SUFFIXES[:-1])} or {PLOT_SUFFIXES[-1]})"
        )
    return path
