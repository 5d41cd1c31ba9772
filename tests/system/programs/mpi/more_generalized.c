// Generalized requests: the program's functions are called when they should be, once each.
#include "check.h"

static int queried, freed, cancelled, was_complete;

static int query(void* state, MPI_Status* status) {
  ++queried;
  MPI_Status_set_elements(status, MPI_INT, *(int*)state);
  MPI_Status_set_cancelled(status, cancelled);
  status->MPI_SOURCE = rank_;
  status->MPI_TAG = 17;
  // Such a function may call MPI itself.
  int value = 0;
  MPI_Sendrecv(&rank_, 1, MPI_INT, 0, 9, &value, 1, MPI_INT, 0, 9, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  CHECK(value == rank_);
  return MPI_SUCCESS;
}
static int set_free(void* state) {
  ++freed;
  *(int*)state = -1;
  return MPI_SUCCESS;
}
static int cancel(void* state, int complete) {
  (void)state;
  cancelled = 1;
  was_complete = complete;
  return MPI_SUCCESS;
}
static int fails(void* state, MPI_Status* status) {
  (void)state;
  (void)status;
  return MPI_ERR_OTHER;
}

static void expect(int queries, int frees) {
  CHECK(queried == queries && freed == frees);
  queried = freed = cancelled = 0;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int state = 5, flag = 1, count = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Grequest_start(query, set_free, cancel, &state, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(!flag && queried == 0);
  MPI_Grequest_complete(request);
  MPI_Request_get_status(request, &flag, &status);
  CHECK(flag && queried == 1 && freed == 0);
  MPI_Wait(&request, &status);
  CHECK(request == MPI_REQUEST_NULL && status.MPI_SOURCE == rank_ && status.MPI_TAG == 17);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 5 && state == -1);
  expect(2, 1);

  // Beside a message, in an array.
  state = 2;
  MPI_Request both[2];
  MPI_Status statuses[2];
  int in = 0, out = 42;
  MPI_Grequest_start(query, set_free, cancel, &state, &both[0]);
  MPI_Irecv(&in, 1, MPI_INT, (rank_ + size_ - 1) % size_, 1, MPI_COMM_WORLD, &both[1]);
  MPI_Send(&out, 1, MPI_INT, (rank_ + 1) % size_, 1, MPI_COMM_WORLD);
  MPI_Cancel(&both[0]);
  CHECK(cancelled && !was_complete);
  MPI_Grequest_complete(both[0]);
  MPI_Waitall(2, both, statuses);
  int is_cancelled = 0;
  MPI_Test_cancelled(&statuses[0], &is_cancelled);
  CHECK(is_cancelled && in == 42);
  MPI_Get_count(&statuses[0], MPI_INT, &count);
  CHECK(count == 2);
  expect(1, 1);

  // Freed before it is complete: it has no status.
  state = 3;
  MPI_Grequest_start(query, set_free, cancel, &state, &request);
  MPI_Request copy = request;
  MPI_Request_free(&request);
  CHECK(freed == 0);
  MPI_Grequest_complete(copy);
  expect(0, 1);

  // The same behind that.
  MPI_Grequest_start(query, set_free, cancel, &state, &request);
  MPI_Grequest_complete(request);
  MPI_Request_free(&request);
  expect(0, 1);

  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Grequest_start(fails, set_free, cancel, &state, &request);
  MPI_Grequest_complete(request);
  CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_ERR_OTHER);
  MPI_Grequest_start(fails, set_free, cancel, &state, &both[0]);
  MPI_Grequest_complete(both[0]);
  CHECK(MPI_Waitall(1, both, statuses) == MPI_ERR_IN_STATUS);
  CHECK(statuses[0].MPI_ERROR == MPI_ERR_OTHER);
  expect(0, 2);
  return end();
}
