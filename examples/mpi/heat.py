"""The heat of a ring, as an MPI program in Python (mpi4py): each rank has a piece of the ring, and
tells its two neighbours its ends before each step. Prints the heat that is left and the largest
difference of two neighbours, which are the same on any number of ranks.

    isthmus mpirun -n 4 --ranks process --sites 2 --latency 8ms python3 heat.py 1200 300
"""

import sys
from array import array

from mpi4py import MPI


def main(points: int, steps: int) -> None:
    world = MPI.COMM_WORLD
    rank, size = world.Get_rank(), world.Get_size()
    if points < size:
        raise SystemExit(f"{points} points for {size} ranks (expected at least one each)")
    begin, end = points * rank // size, points * (rank + 1) // size
    left, right = (rank - 1) % size, (rank + 1) % size

    # The cells 1 to n are the rank's own; those around them belong to the neighbours.
    heat = array("d", [0.0, *(float(i % 97) for i in range(begin, end)), 0.0])
    for _ in range(steps):
        ends = memoryview(heat)
        world.Sendrecv(ends[1:2], left, 1, ends[-1:], right, 1)
        world.Sendrecv(ends[-2:-1], right, 2, ends[:1], left, 2)
        ends.release()
        inner = [
            0.25 * heat[i - 1] + 0.5 * heat[i] + 0.25 * heat[i + 1]
            for i in range(1, len(heat) - 1)
        ]
        heat[1:-1] = array("d", inner)

    # Gathered in the order of ranks, so that the sum is the same on any number of them.
    pieces = world.gather(heat[1:-1].tolist(), root=0)
    if pieces is not None:
        ring = [cell for piece in pieces for cell in piece]
        steepest = max(abs(ring[i] - ring[i - 1]) for i in range(points))
        print(f"heat {sum(ring):.9f}, steepest {steepest:.9f}", flush=True)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    main(*given) if len(given) == 2 else main(1200, 300)
