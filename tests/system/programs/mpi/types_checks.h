// What the programs beside this check with: a line for each check that fails, and a status for
// main.
#ifndef TYPES_CHECKS_H
#define TYPES_CHECKS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(what)                                                     \
  do {                                                                  \
    if (!(what)) {                                                      \
      ++failures;                                                       \
      printf("%s:%d: it is not true: %s\n", __FILE__, __LINE__, #what); \
    }                                                                   \
  } while (0)

/// An error's class, whatever its code.
__attribute__((unused)) static int class_of(int code) {
  int class = -1;
  MPI_Error_class(code, &class);
  return class;
}

/// All ranks say how they fared, in their order, and the first says it for all.
__attribute__((unused)) static int finish(const char* what) {
  int rank, all = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0 && all == 0) printf("ok: %s\n", what);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}

#endif
