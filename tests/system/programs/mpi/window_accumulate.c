// Sums that overlap, results that come back, requests, pairs, and types that the program made.
#include "check.h"

enum { length = 24 };

static void overlapping(MPI_Win win, long* memory) {
  for (int i = 0; i < length; ++i) memory[i] = i;
  MPI_Win_fence(0, win);
  const long ones[3] = {1, 1, 1};
  for (int target = 0; target < size_; ++target) {
    for (int i = 0; i + 3 <= length; ++i) {
      MPI_Accumulate(ones, 3, MPI_LONG, target, i, 3, MPI_LONG, MPI_SUM, win);
    }
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < length; ++i) {
    int times = 3;
    if (i < 2) times = i + 1;
    if (i >= length - 2) times = length - i;
    CHECK(memory[i] == i + times * size_);
  }
  MPI_Win_fence(0, win);
}

static void replaced(MPI_Win win, long* memory) {
  memory[0] = -1;
  MPI_Win_fence(0, win);
  const long mine = rank_;
  long before = -2;
  MPI_Get_accumulate(&mine, 1, MPI_LONG, &before, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  // Each has got what the one before it has written: a chain, whose end lies there.
  long sum;
  MPI_Reduce(&before, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank_ == 0) CHECK(sum + memory[0] == size_ * (size_ - 1L) / 2 - 1);
  long last;
  MPI_Get_accumulate(NULL, 0, MPI_LONG, &last, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  CHECK(last >= 0 && last < size_);
}

/// Of one origin, accumulates come in their order.
static void ordered(MPI_Win win, long* memory) {
  memory[rank_] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const int target = (rank_ + 1) % size_;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (long i = 1; i <= 50; ++i) {
    MPI_Accumulate(&i, 1, MPI_LONG, target, target, 1, MPI_LONG, MPI_REPLACE, win);
  }
  const long two = 2;
  MPI_Accumulate(&two, 1, MPI_LONG, target, target, 1, MPI_LONG, MPI_PROD, win);
  MPI_Win_unlock(target, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank_, 0, win);
  CHECK(memory[rank_] == 100);
  MPI_Win_unlock(rank_, win);
}

static void with_requests(MPI_Win win, long* memory) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank_, 0, win);
  for (int i = 0; i < length; ++i) memory[i] = 0;
  MPI_Win_unlock(rank_, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Request requests[2];
  long before = 0, ten = 10, got = -1;
  MPI_Raccumulate(&ten, 1, MPI_LONG, 0, 5, 1, MPI_LONG, MPI_SUM, win, &requests[0]);
  MPI_Rget_accumulate(&ten, 1, MPI_LONG, &before, 1, MPI_LONG, 0, 5, 1, MPI_LONG, MPI_SUM, win,
                      &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(before >= 10 && before % 10 == 0);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rget(&got, 1, MPI_LONG, 0, 5, 1, MPI_LONG, win, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  CHECK(got == 20L * size_);
  MPI_Win_unlock_all(win);
}

/// Every other element of the target, from contiguous ones.
static void strided(MPI_Win win, long* memory) {
  MPI_Datatype every_other;
  MPI_Type_vector(length / 2, 1, 2, MPI_LONG, &every_other);
  MPI_Type_commit(&every_other);
  for (int i = 0; i < length; ++i) memory[i] = -5;
  MPI_Win_fence(0, win);
  long mine[length / 2], back[length];
  for (int i = 0; i < length / 2; ++i) mine[i] = i + 100 * rank_;
  const int target = (rank_ + 1) % size_;
  const int from = (rank_ + size_ - 1) % size_;
  MPI_Put(mine, length / 2, MPI_LONG, target, 0, 1, every_other, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < length; ++i) {
    CHECK(memory[i] == (i % 2 == 0 ? i / 2 + 100 * from : -5));
  }
  MPI_Win_fence(0, win);
  MPI_Accumulate(mine, length / 2, MPI_LONG, target, 1, 1, every_other, MPI_SUM, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < length; ++i) {
    CHECK(memory[i] == i / 2 + 100 * from + (i % 2 == 0 ? 0 : -5));
  }
  for (int i = 0; i < length; ++i) back[i] = 1;
  MPI_Get(back, 1, every_other, target, 0, length / 2, MPI_LONG, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < length; ++i) {
    const long there = (i / 2) / 2 + 100 * rank_ + ((i / 2) % 2 == 0 ? 0 : -5);
    CHECK(back[i] == (i % 2 == 0 ? there : 1));
  }
  MPI_Type_free(&every_other);
}

static void pairs(void) {
  struct Pair {
    double value;
    int place;
  } mine = {10.0 + rank_ % 3, rank_}, best[2] = {{0, -1}, {0, -1}};
  MPI_Win win;
  MPI_Win_create(best, sizeof best, sizeof best[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 1, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
  MPI_Win_fence(0, win);
  if (rank_ == 0) {
    const int most = size_ > 2 ? 2 : size_ - 1;
    CHECK(best[1].value == 10.0 + most && best[1].place == most && best[0].place == -1);
  }
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  long memory[length];
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  overlapping(win, memory);
  replaced(win, memory);
  ordered(win, memory);
  with_requests(win, memory);
  MPI_Barrier(MPI_COMM_WORLD);
  strided(win, memory);
  MPI_Win_free(&win);
  pairs();
  return end();
}
