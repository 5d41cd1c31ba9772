// Sessions, without MPI_Init: groups, communicators, windows and files of them, and MPI_Init behind.
#include <string.h>

#include "check.h"

static int handled;
static MPI_Session session;
static void handle(MPI_Session* of, int* code, ...) {
  if (*of == session && *code == MPI_ERR_ARG) ++handled;
}

int main(int argc, char** argv) {
  MPI_Session other;
  MPI_Errhandler handler;
  MPI_Session_create_errhandler(handle, &handler);
  CHECK(MPI_Session_init(MPI_INFO_NULL, handler, &session) == MPI_SUCCESS);
  CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &other) == MPI_SUCCESS);
  int flag = 1, count = 0;
  MPI_Initialized(&flag);
  CHECK(!flag);
  MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
  CHECK(count >= 2);
  int worlds = 0, selves = 0;
  for (int i = 0; i < count; ++i) {
    int length = 0;
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
    char name[MPI_MAX_PSET_NAME_LEN];
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
    CHECK((int)strlen(name) + 1 == length);
    worlds += !strcmp(name, "mpi://WORLD");
    selves += !strcmp(name, "mpi://SELF");
  }
  CHECK(worlds == 1 && selves == 1);
  MPI_Info info;
  char text[32];
  int length = sizeof text;
  MPI_Session_get_pset_info(session, "mpi://WORLD", &info);
  MPI_Info_get_string(info, "mpi_size", &length, text, &flag);
  CHECK(flag);
  MPI_Info_free(&info);

  MPI_Group group, none;
  MPI_Group_from_session_pset(session, "mpi://world", &group);
  MPI_Group_from_session_pset(session, "mpi://nowhere", &none);
  CHECK(none == MPI_GROUP_NULL);
  MPI_Group_size(group, &size_);
  MPI_Group_rank(group, &rank_);
  CHECK(size_ == atoi(text));
  CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 99, &length, text) == MPI_ERR_ARG);
  CHECK(handled == 1);

  MPI_Comm comm, again;
  MPI_Comm_create_from_group(group, "first", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Comm_create_from_group(group, "second", MPI_INFO_NULL, MPI_ERRORS_RETURN, &again);
  int rank, sum;
  MPI_Comm_rank(comm, &rank);
  CHECK(rank == rank_);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == size_ * (size_ - 1) / 2);
  MPI_Errhandler own;
  MPI_Comm_get_errhandler(comm, &own);
  CHECK(own == MPI_ERRORS_RETURN);

  int memory = -1;
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, comm, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size_, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(memory == (rank + size_ - 1) % size_);
  MPI_Win_free(&win);
  MPI_File file;
  CHECK(MPI_File_open(comm, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) == MPI_SUCCESS);
  MPI_File_write_at_all(file, (MPI_Offset)(4 * rank), &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);

  // Two groups of one session.
  if (size_ > 1) {
    int half = size_ / 2;
    int ranges[2][3] = {{0, half - 1, 1}, {half, size_ - 1, 1}};
    MPI_Group low, high;
    MPI_Group_range_incl(group, 1, &ranges[0], &low);
    MPI_Group_range_incl(group, 1, &ranges[1], &high);
    MPI_Comm inter;
    int is_low = rank < half, remote = 0;
    MPI_Intercomm_create_from_groups(is_low ? low : high, 0, is_low ? high : low, 0, "both",
                                     MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
    MPI_Comm_remote_size(inter, &remote);
    CHECK(remote == (is_low ? size_ - half : half));
    MPI_Barrier(inter);
    MPI_Comm_free(&inter);
    MPI_Group_free(&low);
    MPI_Group_free(&high);
  }

  // Buffers: of a session, of a communicator, and whatever MPI likes.
  static char block[4096];
  void* at = NULL;
  int bytes = 0;
  CHECK(MPI_Session_attach_buffer(session, block, sizeof block) == MPI_SUCCESS);
  MPI_Session_flush_buffer(session);
  MPI_Session_detach_buffer(session, &at, &bytes);
  CHECK(at == block && bytes == sizeof block);
  CHECK(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0) == MPI_SUCCESS);
  CHECK(MPI_Comm_attach_buffer(comm, block, 1) == MPI_ERR_BUFFER);
  MPI_Bsend(&rank, 1, MPI_INT, (rank + 1) % size_, 2, comm);
  MPI_Request request;
  MPI_Comm_iflush_buffer(comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  int got = -1;
  MPI_Recv(&got, 1, MPI_INT, (rank + size_ - 1) % size_, 2, comm, MPI_STATUS_IGNORE);
  CHECK(got == (rank + size_ - 1) % size_);
  MPI_Count long_bytes = -1;
  MPI_Comm_detach_buffer_c(comm, &at, &long_bytes);
  CHECK(at == MPI_BUFFER_AUTOMATIC && long_bytes == 0);
  CHECK(MPI_Comm_detach_buffer(comm, &at, &bytes) == MPI_ERR_BUFFER);

  MPI_Comm_free(&comm);
  MPI_Comm_free(&again);
  MPI_Group_free(&group);
  MPI_Errhandler_free(&handler);
  MPI_Session_finalize(&session);
  CHECK(session == MPI_SESSION_NULL);
  MPI_Session_finalize(&other);
  begin(&argc, &argv);
  return end();
}
