// Messages so large that they are lent where all ranks are in one process, beside small ones: in
// all modes, posted before and after, in pieces and from types with gaps. Any number of ranks.
#include <string.h>

#include "check.h"

enum { count = 70000, bytes = count * (int)sizeof(int) };

static int sent[count], received[2 * count];

static void fill(int seed) {
  for (int i = 0; i < count; ++i) sent[i] = i * 7 + seed * 131;
}
static void check_of(const int* values, int seed, int stride) {
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += values[i * stride] != i * 7 + seed * 131;
  CHECK(wrong == 0);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int next = (rank_ + 1) % size_, before = (rank_ + size_ - 1) % size_;
  MPI_Status status;
  MPI_Request requests[4];

  // All send before anybody receives: no message waits for its receive.
  fill(rank_);
  if (size_ > 1) {
    MPI_Send(sent, count, MPI_INT, next, 1, MPI_COMM_WORLD);
    fill(-1);
    MPI_Send(sent, count, MPI_INT, next, 1, MPI_COMM_WORLD);
    MPI_Probe(before, 1, MPI_COMM_WORLD, &status);
    int got = 0;
    MPI_Get_count(&status, MPI_INT, &got);
    CHECK(got == count);
    MPI_Recv(received, count, MPI_INT, before, 1, MPI_COMM_WORLD, &status);
    check_of(received, before, 1);
    MPI_Recv(received, count, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    check_of(received, -1, 1);
    CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 1);
  }

  // Receives that are posted before, of a small message between two large ones.
  fill(rank_ + 1000);
  int word = rank_, word_of_other = -1;
  MPI_Irecv(received, count, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&word_of_other, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(received + count, count, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(sent, count, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[3]);
  MPI_Request small, last;
  MPI_Isend(&word, 1, MPI_INT, next, 2, MPI_COMM_WORLD, &small);
  MPI_Isend(sent, count, MPI_INT, next, 2, MPI_COMM_WORLD, &last);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Wait(&small, MPI_STATUS_IGNORE);
  MPI_Wait(&last, MPI_STATUS_IGNORE);
  check_of(received, before + 1000, 1);
  check_of(received + count, before + 1000, 1);
  CHECK(word_of_other == before);

  // Both ways at once; the sent array may be changed afterwards.
  fill(rank_ + 2000);
  MPI_Sendrecv(sent, count, MPI_INT, next, 3, received, count, MPI_INT, before, 3, MPI_COMM_WORLD,
               &status);
  fill(0);
  check_of(received, before + 2000, 1);
  fill(rank_ + 3000);
  MPI_Sendrecv_replace(sent, count, MPI_INT, next, 4, before, 4, MPI_COMM_WORLD, &status);
  check_of(sent, before + 3000, 1);

  // Into a type with gaps, and from it.
  MPI_Datatype every_other;
  MPI_Type_vector(count, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  fill(rank_ + 4000);
  memset(received, 0, sizeof received);
  MPI_Sendrecv(sent, count, MPI_INT, next, 5, received, 1, every_other, before, 5, MPI_COMM_WORLD,
               &status);
  check_of(received, before + 4000, 2);
  CHECK(received[1] == 0);
  MPI_Sendrecv(received, 1, every_other, before, 6, sent, count, MPI_INT, next, 6, MPI_COMM_WORLD,
               &status);
  check_of(sent, rank_ + 4000, 1);
  MPI_Type_free(&every_other);

  // A request that is given up, a persistent one, a synchronous and a buffered send.
  fill(rank_ + 5000);
  MPI_Irecv(received, count, MPI_INT, before, 7, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent, count, MPI_INT, next, 7, MPI_COMM_WORLD, &requests[1]);
  MPI_Request_free(&requests[1]);
  MPI_Wait(&requests[0], &status);
  check_of(received, before + 5000, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Request again;
  MPI_Send_init(sent, count, MPI_INT, next, 8, MPI_COMM_WORLD, &again);
  for (int i = 0; i < 3; ++i) {
    fill(rank_ + 6000 + i);
    MPI_Start(&again);
    MPI_Recv(received, count, MPI_INT, before, 8, MPI_COMM_WORLD, &status);
    MPI_Wait(&again, MPI_STATUS_IGNORE);
    check_of(received, before + 6000 + i, 1);
  }
  MPI_Request_free(&again);
  fill(rank_ + 7000);
  MPI_Issend(sent, count, MPI_INT, next, 9, MPI_COMM_WORLD, &requests[0]);
  int is_done = 0;
  for (int i = 0; i < 20; ++i) {
    MPI_Test(&requests[0], &is_done, MPI_STATUS_IGNORE);
    CHECK(!is_done);  // nobody has a receive for it
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(received, count, MPI_INT, before, 9, MPI_COMM_WORLD, &status);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  check_of(received, before + 7000, 1);
  static char buffer[bytes + MPI_BSEND_OVERHEAD];
  MPI_Buffer_attach(buffer, sizeof buffer);
  fill(rank_ + 8000);
  MPI_Bsend(sent, count, MPI_INT, next, 10, MPI_COMM_WORLD);
  fill(0);
  MPI_Recv(received, count, MPI_INT, before, 10, MPI_COMM_WORLD, &status);
  check_of(received, before + 8000, 1);
  void* detached = NULL;
  int detached_bytes = 0;
  MPI_Buffer_detach(&detached, &detached_bytes);

  // The sender may use the array again behind a call that waits for all in the communicator.
  MPI_Comm ours;
  MPI_Comm_dup(MPI_COMM_WORLD, &ours);
  fill(rank_ + 8500);
  MPI_Isend(sent, count, MPI_INT, next, 12, ours, &requests[0]);
  MPI_Request_free(&requests[0]);
  MPI_Irecv(received, count, MPI_INT, before, 12, ours, &requests[1]);
  if (rank_ % 2 == 0) {
    MPI_Comm_disconnect(&ours);
    fill(0);
    MPI_Wait(&requests[1], &status);
  } else {
    for (volatile int i = 0; i < 10000000; ++i) {}  // its PE copies nothing meanwhile
    MPI_Wait(&requests[1], &status);
    MPI_Comm_disconnect(&ours);
  }
  check_of(received, before + 8500, 1);
  fill(0);

  // A receive with too little room.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  fill(rank_ + 9000);
  received[10] = -5;
  MPI_Isend(sent, count, MPI_INT, next, 11, MPI_COMM_WORLD, &requests[0]);
  const int code = MPI_Recv(received, 10, MPI_INT, before, 11, MPI_COMM_WORLD, &status);
  int error_class = 0;
  MPI_Error_class(code, &error_class);
  CHECK(error_class == MPI_ERR_TRUNCATE && received[10] == -5);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  return end();
}
