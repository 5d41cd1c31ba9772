// The first ranks have much to do, the others little. After some steps there is a point, where they
// may move: the line says how long the steps before it took, and as many behind it.
//
//   points_uneven [MPIX]: with the call that is no function of the standard, without its barrier
#include "check.h"

#include <isthmus_mpi.h>

enum { steps = 8 };

static double work(int amount) {
  volatile double sum = 0;
  for (int i = 0; i < amount; ++i) sum = sum + 1.0 / (1 + i);
  return sum;
}

static double time_of_steps(int amount) {
  const double began = MPI_Wtime();
  const int left = (rank_ + size_ - 1) % size_;
  const int right = (rank_ + 1) % size_;
  double own = 0, theirs = 0;
  for (int step = 0; step < steps; ++step) {
    own += work(amount) + theirs;
    MPI_Sendrecv(&own, 1, MPI_DOUBLE, right, 0, &theirs, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  return MPI_Wtime() - began;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int amount = rank_ < size_ / 2 ? 500000 : 5000;
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
