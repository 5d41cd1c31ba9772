// A ring of neighbours that put the edges of their lines to each other between fences.
#include "check.h"

enum { points = 50, steps = 20 };

int main(int argc, char** argv) {
  begin(&argc, &argv);
  double* line;
  MPI_Win win;
  MPI_Win_allocate((points + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &line, &win);
  double* next = malloc(sizeof(double) * (points + 2));
  for (int i = 0; i < points + 2; ++i) line[i] = rank_ * points + i;
  const int left = (rank_ + size_ - 1) % size_;
  const int right = (rank_ + 1) % size_;
  double before = 0;
  for (int i = 1; i <= points; ++i) before += line[i];
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int step = 0; step < steps; ++step) {
    MPI_Put(&line[1], 1, MPI_DOUBLE, left, points + 1, 1, MPI_DOUBLE, win);
    MPI_Put(&line[points], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    for (int i = 1; i <= points; ++i) next[i] = (line[i - 1] + 2 * line[i] + line[i + 1]) / 4;
    for (int i = 1; i <= points; ++i) line[i] = next[i];
    MPI_Win_fence(0, win);
  }
  double sums[2] = {before, 0};
  for (int i = 1; i <= points; ++i) sums[1] += line[i];
  double all[2];
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all[0] - all[1] < 1e-6 && all[1] - all[0] < 1e-6);

  // Gets see what has been put before the last fence.
  double got[points];
  MPI_Get(got, points, MPI_DOUBLE, right, 1, points, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  double sum = 0;
  for (int i = 0; i < points; ++i) sum += got[i];
  double theirs;
  MPI_Sendrecv(&sums[1], 1, MPI_DOUBLE, left, 0, &theirs, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(sum == theirs);
  free(next);
  MPI_Win_free(&win);
  CHECK(win == MPI_WIN_NULL);
  return end();
}
