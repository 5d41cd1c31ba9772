// Communicators of one rank alone, made by all again and again: who is no member of what is made
// has no more to do with it, and later barriers cost what the first ones did.
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Group all, first;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){0}, &first);
  for (int i = 0; i < atoi(argv[1]); ++i) {
    MPI_Comm made;
    MPI_Comm_create(MPI_COMM_WORLD, first, &made);
    CHECK((made != MPI_COMM_NULL) == (rank_ == 0));
    if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
    if (i % 100 == 0) MPI_Barrier(MPI_COMM_WORLD);
  }
  return end();
}
