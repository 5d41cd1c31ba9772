#!/bin/sh
# mpirun, mpiexec: another name of `isthmus mpirun`.
command -v isthmus >/dev/null || {
  echo "${0##*/}: isthmus is not on PATH" >&2
  exit 2
}
exec isthmus mpirun "$@"
