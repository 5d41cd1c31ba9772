// Post, start, complete and wait around a ring, and one that is asked with MPI_Win_test.
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int slots[2] = {-1, -1};
  MPI_Win win;
  MPI_Win_create(slots, sizeof slots, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group all, from, to;
  MPI_Win_get_group(win, &all);
  const int left = (rank_ + size_ - 1) % size_;
  const int right = (rank_ + 1) % size_;
  MPI_Group_incl(all, 1, &left, &from);
  MPI_Group_incl(all, 1, &right, &to);
  for (int round = 0; round < 10; ++round) {
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    const int values[2] = {rank_, round};
    MPI_Put(values, 2, MPI_INT, right, 0, 2, MPI_INT, win);
    MPI_Win_complete(win);
    if (round % 2 == 0) {
      MPI_Win_wait(win);
    } else {
      for (int flag = 0; !flag;) MPI_Win_test(win, &flag);
    }
    CHECK(slots[0] == left && slots[1] == round);
  }

  // Everyone writes to rank 0.
  if (rank_ == 0) {
    slots[0] = 0;
    MPI_Win_post(all, 0, win);
  }
  const int zero = 0;
  MPI_Group first;
  MPI_Group_incl(all, 1, &zero, &first);
  MPI_Win_start(first, 0, win);
  const int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_complete(win);
  if (rank_ == 0) {
    MPI_Win_wait(win);
    CHECK(slots[0] == size_);
  }
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_free(&win);
  return end();
}
