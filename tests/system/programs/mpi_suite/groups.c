// Communicators of groups that only some ranks call for, one after the other and of one tag: what
// one group makes is never taken by another.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group all;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  // Every set of the ranks, as the bits of a number.
  for (int set = 1; set < 1 << size; ++set) {
    int members[16], count = 0;
    for (int i = 0; i < size; ++i) {
      if (set >> i & 1) members[count++] = i;
    }
    MPI_Group group;
    MPI_Group_incl(all, count, members, &group);
    if (set >> rank & 1) {
      MPI_Comm made;
      MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &made);
      int sum = 0;
      MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
      int expected = 0;
      for (int i = 0; i < count; ++i) expected += members[i];
      if (sum != expected) printf("set %d: %d (expected %d)\n", set, sum, expected);
      MPI_Comm_free(&made);
    }
    MPI_Group_free(&group);
  }
  MPI_Group_free(&all);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("well\n");
  MPI_Finalize();
  return 0;
}
