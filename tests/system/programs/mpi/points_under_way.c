// Operations that are under way while all ranks stand at a point: one that only some have begun, and
// one of the program's own operator, whose last parts come there. Four ranks or more.
#include "check.h"

enum { steps = 6 };

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Op own;
  MPI_Op_create(add, 0, &own);
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  const int is_partly = argc > 1;
  const int of_ranks = size_ * (size_ - 1) / 2;
  for (int i = 0; i < steps; ++i) {
    const int value = rank_ + i;
    int sum = -1, sum_of_own = -1;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Iallreduce(&value, &sum_of_own, 1, MPI_INT, own, MPI_COMM_WORLD, &requests[0]);
    const int begins_before = !is_partly || rank_ < 2;
    if (begins_before) MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, other, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!begins_before) MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, other, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(sum == of_ranks + size_ * i && sum_of_own == sum);
  }
  MPI_Comm_free(&other);
  MPI_Op_free(&own);
  return end();
}
