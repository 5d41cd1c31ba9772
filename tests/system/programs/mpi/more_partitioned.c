// Partitioned messages: cut alike on both sides and not, ready in any order, matched in the order
// in which they were made, started again and again.
#include "check.h"

enum { all = 24, rounds = 3 };

static void exchange(int send_partitions, int receive_partitions) {
  int next = (rank_ + 1) % size_, previous = (rank_ + size_ - 1) % size_;
  int out[all] = {0}, in[all] = {0};
  MPI_Request sending, receiving;
  MPI_Psend_init(out, send_partitions, all / send_partitions, MPI_INT, next, 3, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &sending);
  MPI_Precv_init(in, receive_partitions, all / receive_partitions, MPI_INT, previous, 3,
                 MPI_COMM_WORLD, MPI_INFO_NULL, &receiving);
  int flag = 0;
  MPI_Parrived(receiving, 0, &flag);
  CHECK(flag == 1);  // not active
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < all; ++i) {
      out[i] = 1000 * rank_ + 100 * round + i;
      in[i] = -1;
    }
    MPI_Start(&sending);
    // A sender may be ahead of its receiver.
    if (round % 2 == 1) MPI_Pready(send_partitions - 1, sending);
    MPI_Start(&receiving);
    if (round % 2 == 0) {
      for (int i = send_partitions - 1; i >= 0; --i) MPI_Pready(i, sending);
    } else if (send_partitions > 1) {
      int first = 0;
      MPI_Pready_list(1, &first, sending);
      if (send_partitions > 2) MPI_Pready_range(1, send_partitions - 2, sending);
    }
    for (int i = 0; i < receive_partitions; ++i) {
      do MPI_Parrived(receiving, i, &flag);
      while (!flag);
      CHECK(in[i * (all / receive_partitions)] ==
            1000 * previous + 100 * round + i * (all / receive_partitions));
    }
    MPI_Status status;
    MPI_Wait(&receiving, &status);
    MPI_Wait(&sending, MPI_STATUS_IGNORE);
    int count;
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == all && status.MPI_SOURCE == previous && status.MPI_TAG == 3);
    for (int i = 0; i < all; ++i) CHECK(in[i] == 1000 * previous + 100 * round + i);
  }
  MPI_Request_free(&sending);
  MPI_Request_free(&receiving);
  CHECK(sending == MPI_REQUEST_NULL && receiving == MPI_REQUEST_NULL);
}

/// Two of one tag: the first that is made gets the first, whichever starts first.
static void in_order(void) {
  int next = (rank_ + 1) % size_, previous = (rank_ + size_ - 1) % size_;
  int out[2] = {10 * rank_, 10 * rank_ + 1}, in[2] = {-1, -1};
  MPI_Request sends[2], receives[2];
  for (int i = 0; i < 2; ++i) {
    MPI_Psend_init(&out[i], 1, 1, MPI_INT, next, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &sends[i]);
    MPI_Precv_init(&in[i], 1, 1, MPI_INT, previous, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &receives[i]);
  }
  for (int i = 1; i >= 0; --i) {
    MPI_Start(&sends[i]);
    MPI_Pready(0, sends[i]);
    MPI_Start(&receives[1 - i]);
  }
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  CHECK(in[0] == 10 * previous && in[1] == 10 * previous + 1);
  for (int i = 0; i < 2; ++i) {
    MPI_Request_free(&sends[i]);
    MPI_Request_free(&receives[i]);
  }
}

static void with_gaps(void) {
  int next = (rank_ + 1) % size_, previous = (rank_ + size_ - 1) % size_;
  double out[16], in[16];
  for (int i = 0; i < 16; ++i) {
    out[i] = rank_ + i;
    in[i] = -1;
  }
  MPI_Datatype every_other;
  MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &every_other);
  MPI_Type_create_resized(every_other, 0, 4 * sizeof(double), &every_other);
  MPI_Type_commit(&every_other);
  MPI_Request requests[2];
  MPI_Psend_init(out, 4, 1, every_other, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Precv_init(in, 2, 2, every_other, previous, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Type_free(&every_other);
  MPI_Startall(2, requests);
  MPI_Pready_range(0, 3, requests[0]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 16; ++i) CHECK(in[i] == (i % 2 == 0 ? previous + i : -1));
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void wrong(void) {
  int value = 0;
  MPI_Request request;
  MPI_Psend_init(&value, 2, 0, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPI_Pready(0, request) == MPI_ERR_REQUEST);  // not started
  MPI_Start(&request);
  CHECK(MPI_Cancel(&request) == MPI_ERR_REQUEST);
  CHECK(MPI_Request_free(&request) == MPI_ERR_REQUEST && request != MPI_REQUEST_NULL);
  CHECK(MPI_Pready(2, request) == MPI_ERR_ARG);
  CHECK(MPI_Pready(0, request) == MPI_SUCCESS);
  CHECK(MPI_Pready(0, request) == MPI_ERR_ARG);
  MPI_Pready(1, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Request_free(&request);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  exchange(4, 4);
  exchange(6, 2);
  exchange(2, 8);
  exchange(1, 3);
  in_order();
  with_gaps();
  wrong();
  return end();
}
