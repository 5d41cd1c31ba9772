// The tool interface: before MPI_Init, with wrong arguments, and what it says is true.
#include <string.h>

#include "check.h"

static unsigned long long read_variable(const char* name, MPI_T_pvar_session session,
                                        MPI_T_pvar_handle* handle) {
  int index, count, variable_class = MPI_T_PVAR_CLASS_COUNTER;
  unsigned long long value = 77;
  if (*handle == MPI_T_PVAR_HANDLE_NULL) {
    CHECK(MPI_T_pvar_get_index(name, variable_class, &index) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, handle, &count) == MPI_SUCCESS);
    CHECK(count == 1);
    CHECK(MPI_T_pvar_start(session, *handle) == MPI_SUCCESS);
  }
  CHECK(MPI_T_pvar_read(session, *handle, &value) == MPI_SUCCESS);
  return value;
}

static unsigned long long control(const char* name) {
  int index, count;
  unsigned long long value = 0;
  MPI_T_cvar_handle handle;
  CHECK(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_read(handle, &value) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_write(handle, &value) == MPI_T_ERR_CVAR_SET_NEVER);
  CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL);
  return value;
}

int main(int argc, char** argv) {
  int count = 0, provided = -1;
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
  CHECK(provided == MPI_THREAD_SINGLE);
  CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS && count > 0);
  CHECK(MPI_T_cvar_get_num(NULL) == MPI_T_ERR_INVALID);
  for (int i = 0; i < count; ++i) {
    char name[64], text[128];
    int name_length = sizeof name, text_length = sizeof text, scope, verbosity, bind;
    MPI_Datatype type;
    MPI_T_enum kinds;
    CHECK(MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &type, &kinds, text, &text_length,
                              &bind, &scope) == MPI_SUCCESS);
    CHECK((int)strlen(name) + 1 == name_length && scope == MPI_T_SCOPE_CONSTANT);
    CHECK(MPI_T_cvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
          MPI_SUCCESS);
  }
  CHECK(MPI_T_cvar_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
        MPI_T_ERR_INVALID_INDEX);
  begin(&argc, &argv);
  CHECK(control("ranks") == (unsigned long long)size_);
  CHECK(control("move_every") == (argc > 1 ? (unsigned long long)atoi(argv[1]) : 0));

  MPI_T_pvar_session session;
  CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
  MPI_T_pvar_handle sent = MPI_T_PVAR_HANDLE_NULL, bytes = sent, received = sent, moves = sent;
  CHECK(read_variable("messages_sent", session, &sent) == 0);
  CHECK(read_variable("bytes_sent", session, &bytes) == 0);
  CHECK(read_variable("messages_received", session, &received) == 0);
  unsigned long long moved = read_variable("moves", session, &moves);
  int data[10] = {0};
  for (int i = 0; i < 3; ++i) {
    MPI_Sendrecv_replace(data, 10, MPI_INT, (rank_ + 1) % size_, 1, (rank_ + size_ - 1) % size_, 1,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  CHECK(read_variable("messages_sent", session, &sent) == 3);
  CHECK(read_variable("bytes_sent", session, &bytes) == 120);
  CHECK(read_variable("messages_received", session, &received) == 3);
  MPI_T_pvar_stop(session, sent);
  MPI_T_pvar_reset(session, sent);
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 0;
  MPI_Sendrecv(&value, 1, MPI_INT, 0, 2, data, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  CHECK(read_variable("messages_sent", session, &sent) == 0);
  moved = read_variable("moves", session, &moves) - moved;
  unsigned long long total = 0;
  MPI_Allreduce(&moved, &total, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK((total > 0) == (argc > 1));

  // A message that nobody has asked for yet.
  int index, level_count;
  unsigned long long level = 9;
  MPI_T_pvar_handle unexpected;
  MPI_Send(&value, 1, MPI_INT, rank_, 3, MPI_COMM_WORLD);
  MPI_Probe(rank_, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_T_pvar_get_index("unexpected_messages", MPI_T_PVAR_CLASS_LEVEL, &index);
  MPI_T_pvar_handle_alloc(session, index, NULL, &unexpected, &level_count);
  CHECK(MPI_T_pvar_read(session, unexpected, &level) == MPI_SUCCESS && level >= 1);
  CHECK(MPI_T_pvar_reset(session, unexpected) == MPI_T_ERR_PVAR_NO_WRITE);
  MPI_Recv(&value, 1, MPI_INT, rank_, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(MPI_T_pvar_handle_free(session, &unexpected) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_read(session, sent, &level) == MPI_T_ERR_INVALID_SESSION);

  int categories, controls, variables, found = 0;
  CHECK(MPI_T_category_get_num(&categories) == MPI_SUCCESS && categories > 0);
  for (int i = 0; i < categories; ++i) {
    CHECK(MPI_T_category_get_info(i, NULL, NULL, NULL, NULL, &controls, &variables, NULL) ==
          MPI_SUCCESS);
    found += controls + variables;
  }
  CHECK(MPI_T_pvar_get_num(&variables) == MPI_SUCCESS && found == count + variables);
  CHECK(MPI_T_event_get_num(&count) == MPI_SUCCESS && count == 0);
  CHECK(MPI_T_event_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
        MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_finalize() == MPI_SUCCESS);
  CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
  return end();
}
