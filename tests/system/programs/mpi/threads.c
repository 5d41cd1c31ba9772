// Threads of a rank that call MPI at once: each waits for what another one sends, on this rank and
// on others.
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

#define THREADS 4
#define ROUNDS 50

static MPI_Comm comms[THREADS];

// With the thread of the same number on the next rank: messages there and back, and collectives in
// a communicator of their own.
static void* talk(void* argument) {
  const int own = (int)(intptr_t)argument, next = (rank_ + 1) % size_;
  const int last = (rank_ + size_ - 1) % size_;
  for (int round = 0; round < ROUNDS; ++round) {
    int out = 1000 * rank_ + 10 * round + own, in = -1, sum = 0;
    MPI_Request request;
    MPI_Isend(&out, 1, MPI_INT, next, own, MPI_COMM_WORLD, &request);
    if (round % 3 == 0) {
      MPI_Status status;
      int count = 0;
      MPI_Probe(last, own, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_INT, &count);
      CHECK(count == 1);
    }
    if (round % 5 == 0) {
      MPI_Request receive;
      int is_here = 0;
      MPI_Irecv(&in, 1, MPI_INT, last, own, MPI_COMM_WORLD, &receive);
      while (!is_here) MPI_Test(&receive, &is_here, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&in, 1, MPI_INT, last, own, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(in == 1000 * last + 10 * round + own);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comms[own]);
    CHECK(sum == own * size_);
  }
  return NULL;
}

// One thread waits for what another one of the same rank sends later.
static void* send_to_self(void* argument) {
  int word = 0;
  MPI_Recv(&word, 1, MPI_INT, rank_, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(word == 5);
  ++word;
  MPI_Ssend(&word, 1, MPI_INT, rank_, 78, MPI_COMM_WORLD);
  return argument;
}

// Calls MPI only when the job has had nothing to do for longer than it takes for a standstill.
static void* sleep_and_send(void* argument) {
  int word = 9;
  usleep(1000000);
  MPI_Send(&word, 1, MPI_INT, rank_, 80, MPI_COMM_WORLD);
  return argument;
}

// Waits on rank 0 for what comes last, when the probe of its other thread waits already.
static void* receive_last(void* argument) {
  int word = 0;
  usleep(100000);
  MPI_Recv(&word, 1, MPI_INT, 1, 83, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(word == 13);
  return argument;
}

// A message comes that only the probe waits for, which has been set aside for another thread.
static void probe_aside(void) {
  int word = 0;
  MPI_Status status;
  if (rank_ == 0) {
    pthread_t other;
    pthread_create(&other, NULL, receive_last, NULL);
    MPI_Probe(1, 81, MPI_COMM_WORLD, &status);
    MPI_Recv(&word, 1, MPI_INT, 1, 81, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(word == 11);
    MPI_Send(&word, 1, MPI_INT, 1, 82, MPI_COMM_WORLD);
    pthread_join(other, NULL);
  } else if (rank_ == 1) {
    usleep(300000);
    word = 11;
    MPI_Send(&word, 1, MPI_INT, 0, 81, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, 0, 82, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    word = 13;
    MPI_Send(&word, 1, MPI_INT, 0, 83, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  int provided = -1, level = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Query_thread(&level);
  CHECK(level == MPI_THREAD_MULTIPLE);

  pthread_t threads[THREADS];
  int word = 5;
  pthread_create(threads, NULL, send_to_self, NULL);
  MPI_Send(&word, 1, MPI_INT, rank_, 77, MPI_COMM_WORLD);
  MPI_Recv(&word, 1, MPI_INT, rank_, 78, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(word == 6);
  pthread_join(threads[0], NULL);

  if (size_ > 1) probe_aside();
  for (int i = 0; i < THREADS; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  for (int i = 0; i < THREADS; ++i) {
    pthread_create(&threads[i], NULL, talk, (void*)(intptr_t)i);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; ++i) MPI_Comm_free(&comms[i]);
  if (argc > 1 && strcmp(argv[1], "sleep") == 0) {
    pthread_create(threads, NULL, sleep_and_send, NULL);
    MPI_Recv(&word, 1, MPI_INT, rank_, 80, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(threads[0], NULL);
  }
  if (argc > 1 && strcmp(argv[1], "wait") == 0) {
    MPI_Recv(&word, 1, MPI_INT, rank_, 79, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return end();
}
