// Calls functions of MPI from C++: what the host sees is tested, and so is what comes back.
#include <mpi.h>

#include <iostream>
#include <stdexcept>
#include <string>

namespace {

thread_local int rank = -1;

void check(bool right, const std::string& what) {
  if (!right) throw std::runtime_error(what);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check(rank == 3, "rank");
    int size = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    check(size == 4, "size");
    MPI_Status status;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_Request_fromint(0x2000), MPI_REQUEST_NULL};
    int index = -1;
    MPI_Waitany(3, requests, &index, &status);
    check(index == 1 && requests[1] == MPI_REQUEST_NULL, "the request");
    check(status.MPI_SOURCE == 7 && status.MPI_TAG == 8, "the status");
    check(MPI_Comm_c2f(MPI_COMM_SELF) == 0x102, "an integer of Fortran");
    MPI_Finalize();
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return 0;
}
