// Two ranks whose calls do not fit: who had returned by then hears of it by its next call, which is
// one that ranks of a PE may meet for. And a result that is to lie nowhere.
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int round = 0; round < 4; ++round) {
    int own = 1, sum = 0, late = 0, class = 0;
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank_ == 0) {
      MPI_Bcast(&own, 1, MPI_INT, 0, copy);
    } else {
      CHECK(MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 1, copy) != MPI_SUCCESS);
    }
    late =
        round % 2 == 0 ? MPI_Barrier(copy) : MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, copy);
    CHECK((late != MPI_SUCCESS) == (rank_ == 0));
    CHECK(MPI_Barrier(copy) == MPI_SUCCESS);
    MPI_Comm_free(&copy);
    class = MPI_Allreduce(&own, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Error_class(class, &class);
    CHECK(class == MPI_ERR_BUFFER);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return end();
}
