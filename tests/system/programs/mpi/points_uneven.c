// The first ranks have much to do, the others little. After some steps there is a point, where they
// may move: the line says how long the steps before it took, and as many behind it.
//
//   points_uneven [MPIX]: with the call that is no function of the standard, without its barrier
#include "check.h"

#include <isthmus_mpi.h>

enum { steps = 8 };

// Looks at nothing: where costs are charged, each look costs the same on any machine.
static void work(int amount) {
  int is_there = 0;
  for (int i = 0; i < amount; ++i) {
    MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  }
}

static double time_of_steps(int amount) {
  const double began = MPI_Wtime();
  const int left = (rank_ + size_ - 1) % size_;
  const int right = (rank_ + 1) % size_;
  double own = 0, theirs = 0;
  for (int step = 0; step < steps; ++step) {
    work(amount);
    own += theirs;
    MPI_Sendrecv(&own, 1, MPI_DOUBLE, right, 0, &theirs, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  return MPI_Wtime() - began;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int amount = rank_ < size_ / 2 ? 1000 : 10;
  const double before = time_of_steps(amount);
  if (argc > 1) {
    MPIX_Balancing_point();
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  time_of_steps(amount);  // They move.
  const double after = time_of_steps(amount);
  if (rank_ == 0) printf("before %.6f, behind %.6f\n", before, after);
  MPI_Finalize();
  return 0;
}
