// A line of cells that relaxes, in which at each barrier, where the job may be kept, there is
// something under way: receives that are posted, messages that nobody has asked for, a request that
// begins again and again, a collective operation, a window, communicators and types of its own.
// Its last line is the same however often it was kept and has gone on.
//
//   points_kept STEPS [MICROSECONDS of sleep in each]
#include "check.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { cells = 64 };

static double table[cells + 2];  // of the image, not of the heap
static int steps_done;

static void mix(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  const uint64_t* a = in;
  uint64_t* b = inout;
  for (int i = 0; i < *count; ++i) b[i] = a[i] * 31 + b[i];
}

static uint64_t bits_of(const double* values, int count) {
  uint64_t bits = 0;
  for (int i = 0; i < count; ++i) {
    uint64_t word;
    memcpy(&word, values + i, sizeof word);
    bits = (bits ^ word) * 1099511628211u;
  }
  return bits;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank_ == 0) puts("begins");
  const int steps = atoi(argv[1]);
  const int sleep_us = argc > 2 ? atoi(argv[2]) : 0;
  const int left = (rank_ + size_ - 1) % size_;
  const int right = (rank_ + 1) % size_;
  MPI_Comm twin, half;
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_split(MPI_COMM_WORLD, rank_ % 2, rank_, &half);
  MPI_Datatype pair;  // two cells with one between
  MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Op mixing;
  MPI_Op_create(mix, 0, &mixing);
  double* shown;
  MPI_Win window;
  MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &shown, &window);
  *shown = 0;
  MPI_Win_fence(0, window);
  double* const next = malloc(sizeof table);
  for (int i = 0; i < cells + 2; ++i) table[i] = (rank_ * cells + i) % 17;
  double from_left = 0, to_right = 0;
  MPI_Request again[2];
  MPI_Recv_init(&from_left, 1, MPI_DOUBLE, left, 3, twin, &again[0]);
  MPI_Send_init(&to_right, 1, MPI_DOUBLE, right, 3, twin, &again[1]);
  uint64_t seen = 0;

  for (int step = 0; step < steps; ++step) {
    CHECK(step == steps_done);
    MPI_Request posted[2], early, summing;
    double edges[3] = {0}, sum_of_half = 0;
    MPI_Irecv(edges, 1, pair, right, 1, MPI_COMM_WORLD, &posted[0]);
    MPI_Isend(&table[1], 1, pair, left, 1, MPI_COMM_WORLD, &posted[1]);
    // Nobody asks for this before the barrier.
    uint64_t word = (uint64_t)step * 1000003u + (uint64_t)rank_;
    MPI_Isend(&word, 1, MPI_UINT64_T, right, 2, MPI_COMM_WORLD, &early);
    to_right = table[cells];
    MPI_Startall(2, again);
    MPI_Iallreduce(&table[2], &sum_of_half, 1, MPI_DOUBLE, MPI_SUM, half, &summing);
    MPI_Put(&table[3], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, window);
    if (sleep_us > 0) usleep((useconds_t)sleep_us);

    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_fence(0, window);
    uint64_t got;
    MPI_Recv(&got, 1, MPI_UINT64_T, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == (uint64_t)step * 1000003u + (uint64_t)left);
    MPI_Waitall(2, posted, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, again, MPI_STATUSES_IGNORE);
    MPI_Wait(&early, MPI_STATUS_IGNORE);
    MPI_Wait(&summing, MPI_STATUS_IGNORE);
    table[0] = from_left + 1e-3 * *shown;
    table[cells + 1] = edges[0] + 1e-3 * edges[2] + 1e-6 * sum_of_half;
    for (int i = 1; i <= cells; ++i) {
      next[i] = 0.25 * table[i - 1] + 0.5 * table[i] + 0.25 * table[i + 1];
    }
    memcpy(&table[1], &next[1], cells * sizeof(double));
    seen = seen * 7 + got;
    ++steps_done;
    MPI_Win_fence(0, window);
  }

  uint64_t own[2] = {bits_of(table, cells + 2), seen}, all[2];
  MPI_Reduce(own, all, 2, MPI_UINT64_T, mixing, 0, twin);
  if (rank_ == 0) printf("bits %016llx %016llx\n", (unsigned long long)all[0],
                         (unsigned long long)all[1]);
  MPI_Request_free(&again[0]);
  MPI_Request_free(&again[1]);
  MPI_Op_free(&mixing);
  MPI_Type_free(&pair);
  MPI_Win_free(&window);
  MPI_Comm_free(&half);
  MPI_Comm_free(&twin);
  free(next);
  return end();
}
