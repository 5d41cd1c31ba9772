/* Regions of OpenMP whose one thread calls MPI, and so may go on in another thread of the process
 * than it began in. Any number of ranks. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, ranks, faults = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int round = 0; round < 20; ++round) {
    long sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp single
      {
        int from = -1;
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 1, &from, 1, MPI_INT,
                     (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (from != (rank + ranks - 1) % ranks) ++faults;
      }
#pragma omp for
      for (int i = 0; i < 100; ++i) sum += i;
#pragma omp critical
      MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp single
      if (omp_get_num_threads() != 1) ++faults;
    }
    if (sum != 4950) ++faults;
  }
  MPI_Finalize();
  if (faults != 0) fprintf(stderr, "rank %d: %d faults\n", rank, faults);
  return faults != 0;
}
