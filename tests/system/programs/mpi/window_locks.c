// Counters that all ranks draw from, a lock of compare and swap, and exclusive and shared locks.
#include "check.h"

enum { draws = 20 };

static void drawn_once(MPI_Win win, const int* memory) {
  int numbers[draws];
  const int one = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < draws; ++i) {
    MPI_Fetch_and_op(&one, &numbers[i], MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    CHECK(i == 0 || numbers[i] > numbers[i - 1]);
  }
  MPI_Win_unlock_all(win);
  int* all = malloc(sizeof(int) * (size_t)(draws * size_));
  MPI_Gather(numbers, draws, MPI_INT, all, draws, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank_ == 0) {
    char* seen = calloc((size_t)(draws * size_), 1);
    for (int i = 0; i < draws * size_; ++i) {
      CHECK(all[i] >= 0 && all[i] < draws * size_ && !seen[all[i]]);
      seen[all[i]] = 1;
    }
    CHECK(memory[0] == draws * size_);
    free(seen);
  }
  free(all);
  MPI_Barrier(MPI_COMM_WORLD);
}

/// memory[1] is the lock, memory[2] what it guards.
static void spin_lock(MPI_Win win, const int* memory) {
  const int mine = rank_ + 1, none = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < draws / 4; ++i) {
    int found;
    do {
      MPI_Compare_and_swap(&mine, &none, &found, MPI_INT, 0, 1, win);
      MPI_Win_flush(0, win);
    } while (found != 0);
    int value;
    MPI_Get(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Compare_and_swap(&none, &mine, &found, MPI_INT, 0, 1, win);
    MPI_Win_flush(0, win);
    CHECK(found == mine);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_ == 0) CHECK(memory[1] == 0 && memory[2] == draws / 4 * size_);
  MPI_Barrier(MPI_COMM_WORLD);
}

/// Under an exclusive lock a get and a put are one.
static void exclusive(MPI_Win win) {
  const int target = size_ - 1;
  for (int i = 0; i < draws / 4; ++i) {
    int pair[2];
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(pair, 2, MPI_INT, target, 4, 2, MPI_INT, win);
    MPI_Win_flush(target, win);
    CHECK(pair[0] == pair[1]);
    ++pair[0];
    ++pair[1];
    MPI_Put(&pair[0], 1, MPI_INT, target, 4, 1, MPI_INT, win);
    MPI_Win_flush(target, win);
    MPI_Put(&pair[1], 1, MPI_INT, target, 5, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Get(pair, 2, MPI_INT, target, 4, 2, MPI_INT, win);
    MPI_Win_unlock(target, win);
    CHECK(pair[0] == pair[1] && pair[0] > i);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int last;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Get(&last, 1, MPI_INT, target, 4, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  CHECK(last == draws / 4 * size_);
}

/// Rank 0 tells the others by a flag in their memory, on which they wait.
static void flags(MPI_Win win, volatile int* memory) {
  MPI_Win_lock_all(0, win);
  if (rank_ == 0) {
    const int set = 7;
    for (int i = 1; i < size_; ++i) {
      MPI_Request request;
      MPI_Rput(&set, 1, MPI_INT, i, 3, 1, MPI_INT, win, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_flush_all(win);
  } else {
    while (memory[3] != 7) MPI_Win_sync(win);
  }
  MPI_Win_unlock_all(win);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8; ++i) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  drawn_once(win, memory);
  spin_lock(win, memory);
  exclusive(win);
  flags(win, memory);
  MPI_Win_free(&win);
  return end();
}
