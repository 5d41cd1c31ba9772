// Memory that is attached to a window later, and found by its address.
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int* first = malloc(4 * sizeof(int));
  int* second = malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i) first[i] = second[i] = 0;
  CHECK(MPI_Win_attach(win, first, 4 * sizeof(int)) == MPI_SUCCESS);
  CHECK(MPI_Win_attach(win, second, 4 * sizeof(int)) == MPI_SUCCESS);
  MPI_Aint own[2], *all = malloc(sizeof(MPI_Aint) * (size_t)(2 * size_));
  MPI_Get_address(first, &own[0]);
  MPI_Get_address(second, &own[1]);
  MPI_Allgather(own, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
  const int target = (rank_ + 1) % size_;
  const int from = (rank_ + size_ - 1) % size_;
  const int value = 40 + rank_;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, MPI_Aint_add(all[2 * target], 8), 1, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, target, all[2 * target + 1], 1, MPI_INT, win);
  CHECK(MPI_Win_unlock(target, win) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(first[2] == 40 + from && second[0] == 40 + from && first[0] == 0);
  // Two pieces side by side are one.
  static int pieces[6];
  MPI_Win_attach(win, &pieces[3], 3 * sizeof(int));
  MPI_Win_attach(win, &pieces[0], 3 * sizeof(int));
  MPI_Get_address(pieces, &own[0]);
  MPI_Allgather(own, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
  const int four[4] = {rank_, rank_, rank_, rank_};
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(four, 4, MPI_INT, target, MPI_Aint_add(all[2 * target], 4), 4, MPI_INT, win);
  CHECK(MPI_Win_unlock(target, win) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_Win_detach(win, second) == MPI_SUCCESS);
  for (int i = 0; i < 6; ++i) CHECK(pieces[i] == (i >= 1 && i <= 4 ? from : 0));
  MPI_Win_detach(win, &pieces[0]);
  MPI_Win_detach(win, &pieces[3]);
  MPI_Barrier(MPI_COMM_WORLD);
#ifndef UNCHECKED
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, all[2 * target + 1], 1, MPI_INT, win);
  int class;
  MPI_Error_class(MPI_Win_unlock(target, win), &class);
  CHECK(class == MPI_ERR_RMA_RANGE);
#endif
  MPI_Win_detach(win, first);
  MPI_Win_free(&win);
  free(all);
  free(first);
  free(second);
  return end();
}
