/* Communicators of two groups: even ranks and odd ones. 3 ranks or more. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int errors = 0;
#define CHECK(holds)                                          \
  do {                                                        \
    if (!(holds)) {                                           \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #holds);      \
      ++errors;                                               \
    }                                                         \
  } while (0)

/* Functions x -> p x + q, one after the other: whose order matters, and how they are grouped not. */
struct line {
  unsigned p, q;
};
static struct line after(struct line outer, struct line inner) {
  const struct line both = {outer.p * inner.p, outer.p * inner.q + outer.q};
  return both;
}
static void take_after(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  struct line *a = in, *b = inout;
  for (int i = 0; i < *count; ++i) b[i] = after(a[i], b[i]);
}

static int rank, size, side, own, own_count, other_count;

static void messages(MPI_Comm inter) {
  if (own < other_count) {
    int got = -1;
    MPI_Status status;
    MPI_Sendrecv(&rank, 1, MPI_INT, own, 5, &got, 1, MPI_INT, own, 5, inter, &status);
    CHECK(got == 2 * own + (1 - side));
    CHECK(status.MPI_SOURCE == own);
  }
  /* All write to the other group's first. */
  MPI_Send(&rank, 1, MPI_INT, 0, 6, inter);
  for (int i = 0; own == 0 && i < other_count; ++i) {
    int got;
    MPI_Status status;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 6, inter, &status);
    CHECK(got == 2 * status.MPI_SOURCE + (1 - side));
  }
}

static void collectives(MPI_Comm inter) {
  int* all = malloc((size_t)size * 2 * sizeof *all);
  int* places = malloc((size_t)size * sizeof *places);
  int* counts = malloc((size_t)size * sizeof *counts);
  for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = size - 1 - i;
  MPI_Barrier(inter);
  for (int turn = 0; turn < 2; ++turn) {
    /* The last of one side is the root. */
    const int sends = side == turn;
    const int last = own == own_count - 1;
    const int there = other_count - 1;
    const int at_root = sends ? (last ? MPI_ROOT : MPI_PROC_NULL) : there;
    int value = sends && last ? 77 + turn : -1;
    MPI_Bcast(&value, 1, MPI_INT, at_root, inter);
    if (!sends) CHECK(value == 77 + turn);

    for (int i = 0; i < 2 * size; ++i) all[i] = -1;
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, at_root, inter);
    if (at_root == MPI_ROOT) {
      for (int i = 0; i < other_count; ++i) CHECK(all[i] == 2 * i + (1 - side));
    }
    MPI_Gatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, at_root, inter);
    if (at_root == MPI_ROOT) {
      for (int i = 0; i < other_count; ++i) CHECK(all[size - 1 - i] == 2 * i + (1 - side));
    }
    for (int i = 0; i < size; ++i) all[i] = 1000 + i;
    value = -1;
    MPI_Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, at_root, inter);
    if (!sends) CHECK(value == 1000 + own);
    MPI_Scatterv(all, counts, places, MPI_INT, &value, 1, MPI_INT, at_root, inter);
    if (!sends) CHECK(value == 1000 + size - 1 - own);

    int sum = -1, expected = 0;
    for (int i = 0; i < other_count; ++i) expected += 2 * i + (1 - side);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, at_root, inter);
    if (at_root == MPI_ROOT) CHECK(sum == expected);
    MPI_Op then;
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_UNSIGNED, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(take_after, 0, &then);
    const struct line mine = {(unsigned)rank + 2, 1};
    struct line folded = {(unsigned)(1 - side) + 2, 1}, got = {0, 0};
    for (int i = 1; i < other_count; ++i) {
      const struct line next = {(unsigned)(2 * i + (1 - side)) + 2, 1};
      folded = after(folded, next);
    }
    MPI_Reduce(&mine, &got, 1, type, then, at_root, inter);
    if (at_root == MPI_ROOT) CHECK(got.p == folded.p && got.q == folded.q);
    MPI_Allreduce(&mine, &got, 1, type, then, inter);
    CHECK(got.p == folded.p && got.q == folded.q);
    MPI_Op_free(&then);
    MPI_Type_free(&type);
    MPI_Request request;
    sum = -1;
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(sum == expected);
  }
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter);
  for (int i = 0; i < other_count; ++i) CHECK(all[i] == 2 * i + (1 - side));
  MPI_Allgatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, inter);
  for (int i = 0; i < other_count; ++i) CHECK(all[size - 1 - i] == 2 * i + (1 - side));

  int* send = malloc((size_t)size * sizeof *send);
  for (int i = 0; i < size; ++i) send[i] = 100 * rank + i;
  MPI_Alltoall(send, 1, MPI_INT, all, 1, MPI_INT, inter);
  for (int i = 0; i < other_count; ++i) CHECK(all[i] == 100 * (2 * i + (1 - side)) + own);
  MPI_Alltoallv(send, counts, places, MPI_INT, all, counts, places, MPI_INT, inter);
  for (int i = 0; i < other_count; ++i) {
    CHECK(all[size - 1 - i] == 100 * (2 * i + (1 - side)) + size - 1 - own);
  }

  /* Both sides share out vectors of the same length. */
  const int block = 3 * other_count;
  int* long_send = malloc((size_t)(3 * own_count * other_count) * sizeof *long_send);
  int* block_got = malloc((size_t)block * sizeof *block_got);
  for (int i = 0; i < 3 * own_count * other_count; ++i) long_send[i] = rank + i;
  MPI_Reduce_scatter_block(long_send, block_got, block, MPI_INT, MPI_SUM, inter);
  int ranks = 0;
  for (int i = 0; i < other_count; ++i) ranks += 2 * i + (1 - side);
  for (int i = 0; i < block; ++i) CHECK(block_got[i] == ranks + other_count * (own * block + i));
  free(long_send);
  free(block_got);
  free(send);
  free(all);
  free(places);
  free(counts);
}

#if MPI_VERSION >= 4
static void run(MPI_Request* request) {
  MPI_Start(request);
  MPI_Wait(request, MPI_STATUS_IGNORE);
  MPI_Request_free(request);
}

/* Each group gets what the other one gives; the first of the even side is the root. */
static void persistent(MPI_Comm inter) {
  MPI_Request request;
  int sum = -1;
  MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, inter, MPI_INFO_NULL, &request);
  run(&request);
  const int of_others = other_count * (other_count - 1) + other_count * (1 - side);
  CHECK(sum == of_others);
  const int root = side == 1 ? 0 : own == 0 ? MPI_ROOT : MPI_PROC_NULL;
  sum = -1;
  MPI_Reduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, root, inter, MPI_INFO_NULL, &request);
  run(&request);
  CHECK(sum == (root == MPI_ROOT ? of_others : -1));
  int* all = calloc((size_t)size, sizeof *all);
  MPI_Gather_init(&rank, 1, MPI_INT, all, 1, MPI_INT, root, inter, MPI_INFO_NULL, &request);
  run(&request);
  for (int i = 0; root == MPI_ROOT && i < other_count; ++i) CHECK(all[i] == 2 * i + 1);
  free(all);
}
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  side = rank % 2;
  MPI_Comm half, inter, copy, merged, part, few;
  MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
  MPI_Comm_rank(half, &own);
  MPI_Comm_size(half, &own_count);
  other_count = size - own_count;

  int flag, count, result;
  /* What else hangs about is not taken for what leaders say. */
  MPI_Request noise;
  int noise_got, noise_sent = 3;
  MPI_Irecv(&noise_got, 1, MPI_INT, (rank + 1) % size, 8, MPI_COMM_WORLD, &noise);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 9, &inter);
  MPI_Send(&noise_sent, 1, MPI_INT, (rank + size - 1) % size, 8, MPI_COMM_WORLD);
  MPI_Wait(&noise, MPI_STATUS_IGNORE);
  CHECK(noise_got == 3);

  MPI_Comm_test_inter(inter, &flag);
  CHECK(flag);
  MPI_Comm_test_inter(half, &flag);
  CHECK(!flag);
  MPI_Comm_size(inter, &count);
  CHECK(count == own_count);
  MPI_Comm_remote_size(inter, &count);
  CHECK(count == other_count);
  MPI_Comm_rank(inter, &count);
  CHECK(count == own);
  MPI_Group remote, world;
  MPI_Comm_remote_group(inter, &remote);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int zero = 0, translated;
  MPI_Group_translate_ranks(remote, 1, &zero, world, &translated);
  CHECK(translated == 1 - side);
  messages(inter);
  collectives(inter);

  MPI_Comm_dup(inter, &copy);
  MPI_Comm_compare(inter, copy, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_compare(inter, inter, &result);
  CHECK(result == MPI_IDENT);
  messages(copy);
  collectives(copy);

  /* The odd ones come first. */
  MPI_Intercomm_merge(copy, side == 0, &merged);
  MPI_Comm_rank(merged, &count);
  CHECK(count == (side == 1 ? own : size / 2 + own));
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
  CHECK(sum == size * (size - 1) / 2);
  MPI_Comm_free(&merged);

  /* The first of each side, and the rest; where one side has no rest there is none. */
  MPI_Comm_split(inter, own == 0, -rank, &part);
  const int rest_own = own_count - 1, rest_other = other_count - 1;
  if (own != 0 && rest_other == 0) {
    CHECK(part == MPI_COMM_NULL);
  } else {
    MPI_Comm_remote_size(part, &count);
    CHECK(count == (own == 0 ? 1 : rest_other));
    MPI_Comm_rank(part, &count);
    CHECK(count == (own == 0 ? 0 : rest_own - own));
    MPI_Barrier(part);
    MPI_Comm_free(&part);
  }

  /* The same by groups: the first of each. */
  MPI_Group local, first;
  MPI_Comm_group(inter, &local);
  MPI_Group_incl(local, 1, &zero, &first);
  MPI_Comm_create(inter, first, &few);
  CHECK((few == MPI_COMM_NULL) == (own != 0));
  if (few != MPI_COMM_NULL) {
    int got = -1;
    MPI_Allreduce(&rank, &got, 1, MPI_INT, MPI_MAX, few);
    CHECK(got == 1 - side);
    MPI_Comm_free(&few);
  }
#if MPI_VERSION >= 4
  persistent(inter);
  /* No communicator is between them. */
  MPI_Comm apart;
  MPI_Intercomm_create_from_groups(local, 0, remote, 0, "even and odd", MPI_INFO_NULL,
                                   MPI_ERRORS_ARE_FATAL, &apart);
  MPI_Comm_compare(apart, inter, &result);
  CHECK(result == MPI_CONGRUENT);
  messages(apart);
  MPI_Comm_free(&apart);
#endif
  MPI_Group_free(&local);
  MPI_Group_free(&first);
  MPI_Group_free(&remote);
  MPI_Group_free(&world);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);

  int all = 0;
  MPI_Reduce(&errors, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf(all == 0 ? "well\n" : "%d errors\n", all);
  MPI_Finalize();
  return errors != 0;
}
