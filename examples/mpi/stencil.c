/* Jacobi's method on a square plate whose upper edge is warm: any MPI program.
 *
 *   mpicc -O2 stencil.c -o stencil -lm
 *   isthmus mpirun -n 16 --sites 2 --pes 2 --latency 8ms ./stencil 512 200
 *
 * The plate is cut into strips of rows, one a rank. The last two lines are the same for any number
 * of ranks, bit for bit. */
#include <mpi.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int mesh = 256;
static int steps = 100;

/* Rows [first, last) of the plate are this rank's. */
static int begin_of(int rank, int ranks) { return (int)((int64_t)mesh * rank / ranks); }

static double relax(const double *old, double *new, int rows) {
  double change = 0;
  for (int i = 1; i <= rows; ++i) {
    for (int j = 1; j <= mesh; ++j) {
      const double *at = old + (size_t)i * (mesh + 2) + j;
      const double value = 0.25 * (at[-mesh - 2] + at[-1] + at[1] + at[mesh + 2]);
      new[(size_t)i * (mesh + 2) + j] = value;
      const double difference = fabs(value - *at);
      if (difference > change) change = difference;
    }
  }
  return change;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 1) mesh = atoi(argv[1]);
  if (argc > 2) steps = atoi(argv[2]);
  if (mesh < ranks || steps < 1) {
    if (rank == 0) fprintf(stderr, "usage: stencil MESH STEPS, with at least a row for each rank\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int rows = begin_of(rank + 1, ranks) - begin_of(rank, ranks);
  const size_t width = (size_t)mesh + 2;
  double *old = calloc((size_t)(rows + 2) * width, sizeof(double));
  double *new = calloc((size_t)(rows + 2) * width, sizeof(double));
  if (rank == 0) {
    for (size_t j = 0; j < width; ++j) old[j] = new[j] = 1;
  }
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  double change = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    MPI_Request requests[4];
    MPI_Irecv(old, (int)width, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(old + (size_t)(rows + 1) * width, (int)width, MPI_DOUBLE, below, 2, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(old + width, (int)width, MPI_DOUBLE, above, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(old + (size_t)rows * width, (int)width, MPI_DOUBLE, below, 1, MPI_COMM_WORLD,
              &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    change = relax(old, new, rows);
    double *swapped = old;
    old = new;
    new = swapped;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - began;
  /* Bits of all values, which no order of summing changes. */
  uint64_t bits = 0, all_bits;
  for (int i = 1; i <= rows; ++i) {
    for (int j = 1; j <= mesh; ++j) {
      uint64_t word;
      memcpy(&word, &old[(size_t)i * width + j], sizeof word);
      bits ^= word * (2 * ((uint64_t)(begin_of(rank, ranks) + i) * width + j) + 1);
    }
  }
  double greatest;
  MPI_Reduce(&change, &greatest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&bits, &all_bits, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks, %.6f ms a step\n", ranks, 1e3 * seconds / steps);
    printf("greatest change %.17g\n", greatest);
    printf("bits of the plate %016llx\n", (unsigned long long)all_bits);
  }
  free(old);
  free(new);
  MPI_Finalize();
  return 0;
}
