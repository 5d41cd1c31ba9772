/* A rank that calls MPI for ever (../rank_switch.cpp, whose host answers nothing but that). */
#include <mpi.h>

int main(void) {
  int rank = 0;
  for (;;) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}
