// What a program is checked with that checks itself: the job ends with 1 where something is wrong.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank_, size_;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%s:%d: rank %d: %s\n", __FILE__, __LINE__, rank_, #condition); \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                   \
    }                                                                                 \
  } while (0)

static inline void begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}
static inline int end(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_ == 0) puts("all is well");
  MPI_Finalize();
  return 0;
}
