// A rank of C++ that begins and ends (../mpi_ranks.cpp): what it takes to have one. Rank 0 says how
// much memory the process has that no file and no other process has, with its page tables.
#include <mpi.h>

#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace {

/// In KB; of a line such as "Anonymous:  1234 kB".
long field_of(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    long value = 0;
    if (word == name && file >> value) return value;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const std::map<std::string, long> parts{
        {"anonymous", field_of("/proc/self/smaps_rollup", "Anonymous:")},
        {"tables", field_of("/proc/self/status", "VmPTE:")}};
    std::cout << R"({"metric":"process_kb","value":)" << parts.at("anonymous") + parts.at("tables")
              << "}\n"
              << std::flush;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
