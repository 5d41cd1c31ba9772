// Communicators of two ranks whose operations only one of both, or none, or each has begun while
// all ranks stand at a point. An even number of ranks.
//
//   points_pairs STEPS SEED
#include "check.h"

#include <string.h>

enum { kinds = 13, at_once = 4 };

static unsigned long state;

// The same on all ranks.
static int draw(int below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (int)((state >> 33) % (unsigned long)below);
}

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

typedef struct {
  int kind, root, begun_before;  // a bit for each of both
  int send[2], got[2];
  MPI_Request request;
} Operation;

static void start(Operation* it, int place, MPI_Op own, MPI_Comm pair) {
  const int ones[2] = {1, 1};
  int *const send = it->send, *const got = it->got;
  MPI_Request* const request = &it->request;
  switch (it->kind) {
    case 0:
      MPI_Ibarrier(pair, request);
      break;
    case 1:
      if (place == it->root) memcpy(got, send, sizeof it->got);
      MPI_Ibcast(got, 2, MPI_INT, it->root, pair, request);
      break;
    case 2:
      MPI_Iallreduce(send, got, 2, MPI_INT, MPI_SUM, pair, request);
      break;
    case 3:
      MPI_Iallreduce(send, got, 2, MPI_INT, own, pair, request);
      break;
    case 4:
      MPI_Ireduce(send, got, 2, MPI_INT, MPI_SUM, it->root, pair, request);
      break;
    case 5:
      MPI_Igather(send, 1, MPI_INT, got, 1, MPI_INT, it->root, pair, request);
      break;
    case 6:
      MPI_Iallgather(send, 1, MPI_INT, got, 1, MPI_INT, pair, request);
      break;
    case 7:
      MPI_Iscatter(send, 1, MPI_INT, got, 1, MPI_INT, it->root, pair, request);
      break;
    case 8:
      MPI_Ialltoall(send, 1, MPI_INT, got, 1, MPI_INT, pair, request);
      break;
    case 9:
      MPI_Iscan(send, got, 2, MPI_INT, MPI_SUM, pair, request);
      break;
    case 10:
      MPI_Ireduce_scatter(send, got, ones, MPI_INT, MPI_SUM, pair, request);
      break;
    case 11:
      MPI_Iexscan(send, got, 2, MPI_INT, MPI_SUM, pair, request);
      break;
    case 12:
      MPI_Iscan(send, got, 2, MPI_INT, own, pair, request);
      break;
  }
}

// Rank 0 has given `low` and `low` + 7, rank 1 `high` and `high` + 7.
static void check(const Operation* it, int place, int low, int high) {
  const int* const got = it->got;
  const int of_root = it->root == 0 ? low : high;
  switch (it->kind) {
    case 1:
      CHECK(got[0] == of_root && got[1] == of_root + 7);
      break;
    case 2:
    case 3:
      CHECK(got[0] == low + high && got[1] == low + high + 14);
      break;
    case 4:
      CHECK(place != it->root || got[0] == low + high);
      break;
    case 5:
      CHECK(place != it->root || (got[0] == low && got[1] == high));
      break;
    case 6:
      CHECK(got[0] == low && got[1] == high);
      break;
    case 7:
      CHECK(got[0] == of_root + 7 * place);
      break;
    case 8:
      CHECK(got[0] == low + 7 * place && got[1] == high + 7 * place);
      break;
    case 9:
    case 12:
      CHECK(got[0] == (place == 0 ? low : low + high));
      break;
    case 10:
      CHECK(got[0] == low + high + 14 * place);
      break;
    case 11:
      CHECK(place == 0 || got[0] == low);
      break;
    default:
      break;
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int steps = atoi(argv[1]);
  state = (unsigned long)atol(argv[2]);
  MPI_Op own;
  MPI_Op_create(add, 0, &own);
  const int apart = draw(2) ? 1 : size_ / 2;
  MPI_Comm pair, twins[at_once];
  MPI_Comm_split(MPI_COMM_WORLD, apart == 1 ? rank_ / 2 : rank_ % apart, rank_, &pair);
  for (int i = 0; i < at_once; ++i) MPI_Comm_dup(pair, &twins[i]);
  int place;
  MPI_Comm_rank(pair, &place);
  const int low = (rank_ - place * apart) * 100, high = low + apart * 100;
  for (int step = 0; step < steps; ++step) {
    Operation all[at_once];
    for (int i = 0; i < at_once; ++i) {
      const int given = rank_ * 100 + step;
      Operation made = {draw(kinds), draw(2), draw(4), {given, given + 7}, {-1, -1}};
      all[i] = made;
      if (made.begun_before >> place & 1) start(&all[i], place, own, twins[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < at_once; ++i) {
      if (!(all[i].begun_before >> place & 1)) start(&all[i], place, own, twins[i]);
    }
    for (int i = 0; i < at_once; ++i) {
      MPI_Wait(&all[i].request, MPI_STATUS_IGNORE);
      check(&all[i], place, low + step, high + step);
    }
  }
  return end();
}
