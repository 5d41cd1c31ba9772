"""Isthmus: one tightly coupled program, run over many sites as if they were one machine."""

from pathlib import Path

# CMakeLists.txt and pyproject.toml read it here.
__version__ = "0.1.0"


def cmake_dir() -> Path:
    """The folder that a CMake project finds this installation by, as Isthmus_DIR:

        cmake -DIsthmus_DIR=$(python3 -c 'import isthmus; print(isthmus.cmake_dir())') ..

    Raises isthmus.errors.BadInputError in a checkout, where nothing is installed."""
    from isthmus.build import cmake_directory

    return cmake_directory()
