/* Compiles where the header is C without a warning, and its constants are constant. */
#include "mpi.h"

int isthmus_of_constants(int number);

int isthmus_of_constants(int number) {
  static const int sizes[MPI_F_STATUS_SIZE] = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL};
  static const MPI_Comm world = MPI_COMM_WORLD;
  switch (number) {
    case MPI_ERR_TRUNCATE:
      return sizes[0];
    case MPI_THREAD_MULTIPLE:
      return MPI_Comm_c2f(world);
    default:
      return MPI_UNDEFINED;
  }
}
