// Memory that all ranks read and write by its addresses.
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* own;
  MPI_Win win;
  const MPI_Aint mine = (rank_ + 1) * (MPI_Aint)sizeof(int);
  MPI_Win_allocate_shared(mine, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  int* flavour;
  int flag;
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavour, &flag);
  CHECK(flag && *flavour == MPI_WIN_FLAVOR_SHARED);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i <= rank_; ++i) own[i] = 100 * rank_ + i;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  int* expected = NULL;
  for (int i = 0; i < size_; ++i) {
    MPI_Aint bytes;
    int unit, *theirs;
    MPI_Win_shared_query(win, i, &bytes, &unit, &theirs);
    CHECK(bytes == (i + 1) * (MPI_Aint)sizeof(int) && unit == sizeof(int));
    // One piece.
    CHECK(i == 0 || theirs == expected);
    expected = theirs + i + 1;
    for (int k = 0; k <= i; ++k) CHECK(theirs[k] == 100 * i + k);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const int one = 1;
  int before;
  MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_ == 0) CHECK(own[0] == size_);
  MPI_Win_free(&win);
  return end();
}
