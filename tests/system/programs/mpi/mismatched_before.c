// Members that bring different lengths while errors are returned, and let errors end the job behind
// that: whoever had called by then hears of it late, and the job goes on.
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int own[4] = {1, 2, 3, 4}, sum[4] = {0}, all = 0;
  for (int round = 0; round < 3; ++round) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int code = MPI_Reduce(own, sum, rank_ == 0 ? 4 : 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    CHECK(rank_ != 0 || code != MPI_SUCCESS);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&rank_, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == size_ * (size_ - 1) / 2);
  }
  return end();
}
