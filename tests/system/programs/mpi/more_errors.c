// Errors that go where they belong: null addresses, attributes of windows, handlers of
// MPI_COMM_SELF; and persistent collectives that are started in other orders.
#include "check.h"

static int world_errors, self_errors, window_errors, deleted;

static void of_world(MPI_Comm* comm, int* code, ...) {
  (void)code;
  if (*comm == MPI_COMM_WORLD) ++world_errors;
}
static void of_self(MPI_Comm* comm, int* code, ...) {
  (void)code;
  if (*comm == MPI_COMM_SELF) ++self_errors;
}
static MPI_Win told;
static void of_window(MPI_Win* win, int* code, ...) {
  told = *win;
  if (*code == MPI_ERR_OTHER) ++window_errors;
}
static int deletes(MPI_Win win, int key, void* value, void* state) {
  (void)key;
  (void)value;
  (void)state;
  // The window is there still.
  MPI_Group group;
  CHECK(MPI_Win_get_group(win, &group) == MPI_SUCCESS);
  MPI_Group_free(&group);
  ++deleted;
  return MPI_SUCCESS;
}
static int refuses(MPI_Win win, int key, void* value, void* state) {
  (void)win;
  (void)key;
  (void)value;
  (void)state;
  return MPI_ERR_OTHER;
}

static void nulls(void) {
  MPI_Aint extent;
  MPI_Count count;
  int value = 0;
  CHECK(MPI_Type_get_extent(MPI_INT, NULL, &extent) == MPI_ERR_ARG);
  CHECK(MPI_Type_get_extent(MPI_INT, &extent, NULL) == MPI_ERR_ARG);
  CHECK(MPI_Type_get_true_extent_x(MPI_INT, NULL, &count) == MPI_ERR_ARG);
  CHECK(MPI_Get_count(NULL, MPI_INT, &value) == MPI_ERR_ARG);
  CHECK(MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE) == MPI_ERR_ARG);
  CHECK(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
  CHECK(self_errors == 5 && world_errors == 0);
  CHECK(MPI_Comm_size(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
  CHECK(MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
  CHECK(MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
  CHECK(MPI_Comm_set_name(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
  CHECK(self_errors == 5 && world_errors == 4);
  // No communicator: MPI_COMM_SELF's handler is told.
  CHECK(MPI_Comm_size(MPI_COMM_NULL, &value) == MPI_ERR_COMM);
  CHECK(self_errors == 6 && world_errors == 4);
}

static void lock_nobody(MPI_Win win) {
  CHECK(MPI_Win_unlock(0, win) == MPI_ERR_RMA_SYNC);
}

static void windows(void) {
  MPI_Win win;
  int good, bad, memory = 0;
  MPI_Errhandler handler;
  MPI_Win_create_errhandler(of_window, &handler);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, deletes, &good, NULL);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, refuses, &bad, NULL);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_attr(win, good, &memory);
  CHECK(MPI_Win_free(&win) == MPI_SUCCESS && win == MPI_WIN_NULL);
  CHECK(deleted == 1);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, handler);
  lock_nobody(win);
  CHECK(told == win);
  MPI_Win_set_attr(win, bad, &memory);
  CHECK(MPI_Win_free(&win) == MPI_ERR_OTHER);
  CHECK(window_errors == 1);
}

static void persistent(void) {
  MPI_Request requests[5];
  int ones[2] = {1, 2}, sums[2], gathered[64], word = 0;
  MPI_Allreduce_init(&ones[0], &sums[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[0]);
  MPI_Allreduce_init(&ones[1], &sums[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[1]);
  MPI_Allgather_init(&rank_, 1, MPI_INT, gathered, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[2]);
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
  MPI_Bcast_init(&word, 1, MPI_INT, size_ - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[4]);
  for (int round = 0; round < 3; ++round) {
    sums[0] = sums[1] = -1;
    for (int i = 0; i < size_; ++i) gathered[i] = -1;
    word = rank_ == size_ - 1 ? 100 + round : -1;
    // Each rank in another order, and others of the communicator between them.
    for (int i = 0; i < 5; ++i) {
      MPI_Start(&requests[(i + rank_ + round) % 5]);
      if (i == 2) MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
    CHECK(sums[0] == size_ && sums[1] == 2 * size_ && word == 100 + round);
    for (int i = 0; i < size_; ++i) CHECK(gathered[i] == i);
  }
  for (int i = 0; i < 5; ++i) MPI_Request_free(&requests[i]);
}

static void lengths(void) {
  if (size_ < 2) return;
  int data[4] = {0};
  int error = MPI_Bcast(data, rank_ == 0 ? 2 : 4, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK(error == (rank_ == 0 ? MPI_SUCCESS : MPI_ERR_COUNT));
}

static int making_errors;
static void of_making(MPI_Comm* comm, int* code, ...) {
  if (*comm == MPI_COMM_NULL && *code == MPI_ERR_ARG) ++making_errors;
}

/// Errors of what is not there yet: they are the communicator's, or are told to the call's handler.
static void makings(void) {
  void* memory;
  MPI_Win win;
  MPI_Comm twin;
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN);
  int error = MPI_Win_allocate_shared((MPI_Aint)1 << 50, 1, MPI_INFO_NULL, twin, &memory, &win);
  CHECK(error == MPI_ERR_NO_MEM || error == MPI_ERR_RMA_SHARED);
  CHECK(win == MPI_WIN_NULL);
  MPI_Comm_free(&twin);

  MPI_Info info;
  MPI_Session session;
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "none of MPI's");
  CHECK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session) == MPI_ERR_INFO_VALUE);
  MPI_Info_free(&info);

  MPI_Group group;
  MPI_Errhandler handler;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Comm_create_errhandler(of_making, &handler);
  CHECK(MPI_Comm_create_from_group(group, "tag", MPI_INFO_NULL, handler, NULL) == MPI_ERR_ARG);
  CHECK(making_errors == 1);
  MPI_Group_free(&group);
}

static void nobody(void) {
  MPI_Status status;
  CHECK(MPI_Send(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 1, MPI_COMM_WORLD) == MPI_SUCCESS);
  CHECK(MPI_Recv(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status) ==
        MPI_SUCCESS);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  persistent();
  nobody();
  makings();
  MPI_Errhandler world, self;
  MPI_Comm_create_errhandler(of_world, &world);
  MPI_Comm_create_errhandler(of_self, &self);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, world);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, self);
  nulls();
  windows();
  lengths();
  return end();
}
