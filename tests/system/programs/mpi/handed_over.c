// Ranks of one PE hand messages to each other and meet for sums; the same goes by messages where
// they are not together, or something is under way already: nothing overtakes, nothing differs.
#include <string.h>

#include "check.h"

enum { large = 40000, rounds = 20 };

static char bytes[rounds][large];

// Large ones are lent, synchronous ones are messages, small ones are handed over: in turn, before
// and after the receiver has posted.
static void order(int posts_first) {
  const int to = (rank_ + 1) % size_, from = (rank_ + size_ - 1) % size_;
  MPI_Request sends[rounds], receives[rounds];
  char own[rounds] = "";
  static char all[rounds][large];
  for (int i = 0; posts_first && i < rounds; ++i) {
    MPI_Irecv(bytes[i], large, MPI_CHAR, from, 5, MPI_COMM_WORLD, &receives[i]);
  }
  for (int i = 0; i < rounds; ++i) {
    own[i] = (char)i;
    memset(all[i], i, large);
    if (i % 4 == 0) {
      MPI_Isend(all[i], large - i, MPI_CHAR, to, 5, MPI_COMM_WORLD, &sends[i]);
    } else if (i % 4 == 2) {
      MPI_Issend(&own[i], 1, MPI_CHAR, to, 5, MPI_COMM_WORLD, &sends[i]);
    } else {
      MPI_Isend(&own[i], 1, MPI_CHAR, to, 5, MPI_COMM_WORLD, &sends[i]);
    }
  }
  for (int i = 0; i < rounds; ++i) {
    MPI_Status status;
    int count = 0;
    if (posts_first) {
      MPI_Wait(&receives[i], &status);
    } else {
      MPI_Recv(bytes[i], large, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    }
    MPI_Get_count(&status, MPI_CHAR, &count);
    CHECK(status.MPI_SOURCE == from && status.MPI_TAG == 5);
    CHECK(count == (i % 4 == 0 ? large - i : 1));
    CHECK(bytes[i][0] == i && bytes[i][count - 1] == i);
  }
  MPI_Waitall(rounds, sends, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void too_long(void) {
  int word[2] = {1, 2}, got[2] = {0, 0}, class = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Irecv(got, 1, MPI_INT, (rank_ + 1) % size_, 6, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(word, 2, MPI_INT, (rank_ + size_ - 1) % size_, 6, MPI_COMM_WORLD);
  MPI_Error_class(MPI_Wait(&request, &status), &class);
  CHECK(class == MPI_ERR_TRUNCATE && got[0] == 1 && got[1] == 0);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void look_first(void) {
  int got = 0, flag = 0;
  MPI_Status status;
  MPI_Message message;
  const int to = (rank_ + 1) % size_;
  MPI_Send(&rank_, 1, MPI_INT, to, 7, MPI_COMM_WORLD);
  MPI_Send(&rank_, 1, MPI_INT, to, 8, MPI_COMM_WORLD);
  MPI_Send(&rank_, 1, MPI_INT, to, 9, MPI_COMM_WORLD);
  MPI_Probe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &status);
  MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, 8, MPI_COMM_WORLD, &status);
  CHECK(got == (rank_ + size_ - 1) % size_);
  MPI_Mprobe(got, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  CHECK(status.MPI_TAG == 7);
  while (!flag) MPI_Iprobe(got, 9, MPI_COMM_WORLD, &flag, &status);
  MPI_Recv(&got, 1, MPI_INT, got, 9, MPI_COMM_WORLD, &status);
  MPI_Mrecv(&got, 1, MPI_INT, &message, &status);
  MPI_Barrier(MPI_COMM_WORLD);
}

// The sum of those who meet has the bits of that which goes by messages.
static void sums(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < rounds; ++i) {
    const double own[2] = {(rank % 3 == i % 3 ? 1e17 : 0.1) / (1 + rank + i), rank};
    double met[2], sent[2], same[2] = {own[0], own[1]};
    MPI_Request request;
    MPI_Allreduce(own, met, 2, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Iallreduce(own, sent, 2, MPI_DOUBLE, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, same, 2, MPI_DOUBLE, MPI_SUM, comm);
    CHECK(memcmp(met, sent, sizeof met) == 0 && memcmp(met, same, sizeof met) == 0);
    CHECK(met[1] == size * (size - 1) / 2);
    struct {
      int value, place;
    } mine = {(rank * 7 + i) % size, rank}, most;
    MPI_Allreduce(&mine, &most, 1, MPI_2INT, MPI_MAXLOC, comm);
    CHECK(most.value <= size - 1 && (most.place * 7 + i) % size == most.value);
  }
}

// Operations that are under way while others begin and end.
static void interleaved(void) {
  MPI_Request pending, message;
  int sum = 0, all = 0, got = -1;
  const int one = 1;
  MPI_Irecv(&got, 1, MPI_INT, (rank_ + 1) % size_, 3, MPI_COMM_WORLD, &message);
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &pending);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Allreduce(&rank_, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Send(&rank_, 1, MPI_INT, (rank_ + size_ - 1) % size_, 3, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&message, MPI_STATUS_IGNORE);
  MPI_Wait(&pending, MPI_STATUS_IGNORE);
  CHECK(sum == size_ && all == size_ - 1 && got == (rank_ + 1) % size_);
}

int main(int argc, char** argv) {
  MPI_Comm backwards, halves, copy;
  begin(&argc, &argv);
  order(0);
  order(1);
  too_long();
  look_first();
  interleaved();
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_, &backwards);
  MPI_Comm_split(MPI_COMM_WORLD, rank_ % 2, rank_, &halves);
  MPI_Comm_dup(halves, &copy);
  sums(MPI_COMM_WORLD);
  sums(backwards);
  sums(halves);
  sums(copy);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&halves);
  MPI_Comm_free(&backwards);
  return end();
}
