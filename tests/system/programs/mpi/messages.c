/* Messages and collective operations of all kinds, with results that every rank checks. Prints one
 * line from rank 0 where all is well; else each rank that finds a fault says where. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks, faults;
static int keep_static = 17;

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      ++faults;                                                           \
      fprintf(stderr, "rank %d, line %d: %s\n", rank, __LINE__, #condition); \
    }                                                                     \
  } while (0)

static void ring(void) {
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  for (int size = 0; size < 40000; size = size * 3 + 1) {
    int *out = malloc(sizeof(int) * (size_t)(size + 1)), *in = malloc(sizeof(int) * (size_t)(size + 1));
    for (int i = 0; i < size; ++i) out[i] = rank * 1000 + i;
    MPI_Status status;
    MPI_Request request;
    MPI_Isend(out, size, MPI_INT, next, size, MPI_COMM_WORLD, &request);
    MPI_Recv(in, size + 1, MPI_INT, MPI_ANY_SOURCE, size, MPI_COMM_WORLD, &status);
    int count;
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == size && status.MPI_SOURCE == before && status.MPI_TAG == size);
    for (int i = 0; i < size; ++i) CHECK(in[i] == before * 1000 + i);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
    free(out);
    free(in);
  }
}

/* What one sends to another arrives in order, also where the receiver asks for anything. */
static void order(void) {
  enum { count = 20 };
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i) {
    for (int to = 0; to < ranks; ++to) {
      const int value[2] = {rank, i};
      MPI_Send(value, 2, MPI_INT, to, i % 3, MPI_COMM_WORLD);
    }
  }
  int *last = calloc((size_t)ranks * 3, sizeof(int));
  for (int i = 0; i < count * ranks; ++i) {
    int value[2];
    MPI_Status status;
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Recv(value, 2, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
    CHECK(value[0] == status.MPI_SOURCE && value[1] % 3 == status.MPI_TAG);
    int *at = &last[value[0] * 3 + status.MPI_TAG];
    CHECK(value[1] >= *at);
    *at = value[1] + 1;
  }
  MPI_Barrier(MPI_COMM_WORLD); /* What comes next would be anything, too. */
  free(last);
}

static void requests(void) {
  enum { count = 6 };
  const int peer = ranks - 1 - rank;
  int in[count], out[count], index, flag, done = 0, indices[count];
  MPI_Request receives[count], sends[count];
  for (int i = 0; i < count; ++i) MPI_Irecv(&in[i], 1, MPI_INT, peer, 100 + i, MPI_COMM_WORLD, &receives[i]);
  for (int i = 0; i < count; ++i) {
    out[i] = rank + i;
    MPI_Issend(&out[i], 1, MPI_INT, peer, 100 + i, MPI_COMM_WORLD, &sends[i]);
  }
  MPI_Waitany(count, receives, &index, MPI_STATUS_IGNORE);
  CHECK(index >= 0 && index < count && receives[index] == MPI_REQUEST_NULL);
  ++done;
  do {
    MPI_Testany(count, receives, &index, &flag, MPI_STATUS_IGNORE);
  } while (!flag);
  if (index != MPI_UNDEFINED) ++done;
  while (done < count) {
    int some;
    MPI_Waitsome(count, receives, &some, indices, MPI_STATUSES_IGNORE);
    CHECK(some > 0);
    done += some;
  }
  for (int i = 0; i < count; ++i) CHECK(in[i] == peer + i);
  do {
    MPI_Testall(count, sends, &flag, MPI_STATUSES_IGNORE);
  } while (!flag);
  /* Persistent ones, twice. */
  MPI_Request both[2];
  int from = -1, given = 0;
  MPI_Recv_init(&from, 1, MPI_INT, peer, 200, MPI_COMM_WORLD, &both[0]);
  MPI_Send_init(&given, 1, MPI_INT, peer, 200, MPI_COMM_WORLD, &both[1]);
  for (int i = 0; i < 2; ++i) {
    given = 10 * rank + i;
    MPI_Startall(2, both);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    CHECK(from == 10 * peer + i);
  }
  MPI_Request_free(&both[0]);
  MPI_Request_free(&both[1]);
  MPI_Request never;
  MPI_Status status;
  MPI_Irecv(&from, 1, MPI_INT, peer, 4321, MPI_COMM_WORLD, &never);
  MPI_Cancel(&never);
  MPI_Wait(&never, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);
}

static void combine(void *in, void *inout, int *count, MPI_Datatype *type) {
  /* 2x2 matrices: the product of them does not commute. */
  (void)type;
  const long *a = in;
  long *b = inout;
  for (int i = 0; i < *count; ++i, a += 4, b += 4) {
    const long product[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
                             a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
    memcpy(b, product, sizeof product);
  }
}

static void collectives(MPI_Comm comm) {
  int me, all;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &all);
  for (int root = 0; root < all; ++root) {
    int value = me == root ? 100 + root : -1;
    MPI_Bcast(&value, 1, MPI_INT, root, comm);
    CHECK(value == 100 + root);
    int sum = -1;
    MPI_Reduce(&me, &sum, 1, MPI_INT, MPI_SUM, root, comm);
    CHECK(me != root || sum == all * (all - 1) / 2);
    int *gathered = malloc(sizeof(int) * (size_t)all);
    MPI_Gather(&me, 1, MPI_INT, gathered, 1, MPI_INT, root, comm);
    for (int i = 0; me == root && i < all; ++i) CHECK(gathered[i] == i);
    int part = -1;
    MPI_Scatter(gathered, 1, MPI_INT, &part, 1, MPI_INT, root, comm);
    CHECK(part == me);
    free(gathered);
  }
  int *to = malloc(sizeof(int) * (size_t)all), *from = malloc(sizeof(int) * (size_t)all);
  for (int i = 0; i < all; ++i) to[i] = me * 100 + i;
  MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, comm);
  for (int i = 0; i < all; ++i) CHECK(from[i] == i * 100 + me);
  MPI_Allgather(&me, 1, MPI_INT, from, 1, MPI_INT, comm);
  for (int i = 0; i < all; ++i) CHECK(from[i] == i);
  int prefix = -1, before = -1;
  MPI_Scan(&me, &prefix, 1, MPI_INT, MPI_SUM, comm);
  CHECK(prefix == me * (me + 1) / 2);
  MPI_Exscan(&me, &before, 1, MPI_INT, MPI_SUM, comm);
  CHECK(me == 0 || before == me * (me - 1) / 2);
  for (int i = 0; i < all; ++i) to[i] = me + i;
  int mine = -1;
  MPI_Reduce_scatter_block(to, &mine, 1, MPI_INT, MPI_SUM, comm);
  CHECK(mine == all * (all - 1) / 2 + all * me);
  struct { double value; int place; } pair = {me % 3, me}, least;
  MPI_Allreduce(&pair, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm);
  CHECK(least.value == 0 && least.place == 0);
  /* The program's own operation, which does not commute. */
  MPI_Op product;
  MPI_Datatype matrix;
  MPI_Op_create(combine, 0, &product);
  MPI_Type_contiguous(4, MPI_LONG, &matrix);
  MPI_Type_commit(&matrix);
  long own[4] = {1, me + 1, 0, 1}, other[4] = {me + 2, 1, 1, 0}, got[4], expected[4] = {1, 0, 0, 1};
  MPI_Allreduce(own, got, 1, matrix, product, comm);
  CHECK(got[1] == all * (all + 1) / 2 && got[0] == 1 && got[2] == 0 && got[3] == 1);
  for (int i = 0, n = 1; i < all && i < 6; ++i) {
    long next[4] = {i + 2, 1, 1, 0};
    combine(expected, next, &n, &matrix);
    memcpy(expected, next, sizeof next);
  }
  if (all <= 6) {
    MPI_Reduce(other, got, 1, matrix, product, all - 1, comm);
    if (me == all - 1) CHECK(!memcmp(got, expected, sizeof got));
  }
  MPI_Type_free(&matrix);
  MPI_Op_free(&product);
  /* Several at once, ended in another order. */
  MPI_Request two[2];
  int high = -1, value = me == 0 ? 5 : 0;
  MPI_Iallreduce(&me, &high, 1, MPI_INT, MPI_MAX, comm, &two[0]);
  MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &two[1]);
  MPI_Wait(&two[1], MPI_STATUS_IGNORE);
  MPI_Wait(&two[0], MPI_STATUS_IGNORE);
  CHECK(high == all - 1 && value == 5);
  free(to);
  free(from);
}

static int copied, removed;
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  (void)comm, (void)key, (void)extra;
  *(void **)out = (char *)in + 1;
  *flag = 1;
  return ++copied, MPI_SUCCESS;
}
static int forget(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  return ++removed, MPI_SUCCESS;
}

static void communicators(void) {
  MPI_Comm parts, twin, one;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &parts);
  int me, all;
  MPI_Comm_rank(parts, &me);
  MPI_Comm_size(parts, &all);
  CHECK(all == (ranks + 1 - rank % 2) / 2 && me == all - 1 - rank / 2);
  collectives(parts);
  int key, flag;
  void *value;
  MPI_Comm_create_keyval(copy, forget, &key, NULL);
  MPI_Comm_set_attr(parts, key, (void *)40);
  MPI_Comm_dup(parts, &twin);
  MPI_Comm_get_attr(twin, key, &value, &flag);
  CHECK(flag && value == (void *)41 && copied == 1);
  collectives(twin);
  MPI_Comm_free(&twin);
  CHECK(twin == MPI_COMM_NULL && removed == 1);
  MPI_Group world, first;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &first);
  MPI_Comm_create(MPI_COMM_WORLD, first, &one);
  CHECK((one == MPI_COMM_NULL) == (rank != 0));
  if (one != MPI_COMM_NULL) collectives(one);
  MPI_Comm_create_group(MPI_COMM_WORLD, first, 3, &one);
  CHECK((one == MPI_COMM_NULL) == (rank != 0));
  if (one != MPI_COMM_NULL) collectives(one);
  MPI_Group_free(&first);
  MPI_Group_free(&world);
  MPI_Comm_free(&parts);
  MPI_Comm_free_keyval(&key);
}

static void ask_extent(void *in, void *inout, int *count, MPI_Datatype *type) {
  MPI_Aint lower, extent;
  MPI_Type_get_extent(*type, &lower, &extent);
  for (int i = 0; i < *count; ++i) ((long *)inout)[i] += ((long *)in)[i] + (extent != sizeof(long));
}

/* What is unusual and allowed, or wrong and told. */
static void edges(void) {
  MPI_Status status = {.MPI_ERROR = 77};
  MPI_Request none = MPI_REQUEST_NULL;
  MPI_Wait(&none, &status);
  CHECK(status.MPI_ERROR == MPI_SUCCESS && status.MPI_SOURCE == MPI_ANY_SOURCE);
  int length, flag;
  MPI_Info_get_valuelen(MPI_INFO_ENV, "no such key", &length, &flag);
  CHECK(!flag);
  MPI_Comm own;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK(MPI_Cancel(&none) == MPI_ERR_REQUEST);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  int two[2] = {1, 2};
  const int error = MPI_Bcast(two, rank == 0 ? 2 : 1, MPI_INT, 0, own);
  CHECK(error == (rank == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE));
  /* Handles that are freed while an operation needs what they stood for. */
  MPI_Op op;
  MPI_Datatype type;
  MPI_Request request;
  long value = rank, sum = -1;
  MPI_Op_create(ask_extent, 1, &op);
  MPI_Type_contiguous(1, MPI_LONG, &type);
  MPI_Type_commit(&type);
  MPI_Iallreduce(&value, &sum, 1, type, op, own, &request);
  MPI_Type_free(&type);
  MPI_Op_free(&op);
  MPI_Comm_free(&own);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(sum == (long)ranks * (ranks - 1) / 2);
  for (int i = 0; i < 50; ++i) {
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_free(&own);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  keep_static += rank;
  ring();
  order();
  requests();
  collectives(MPI_COMM_WORLD);
  collectives(MPI_COMM_SELF);
  communicators();
  edges();
  CHECK(keep_static == 17 + rank);
  int all_faults;
  MPI_Reduce(&faults, &all_faults, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0 && all_faults == 0) printf("%d ranks: all is well\n", ranks);
  MPI_Finalize();
  return faults != 0;
}
