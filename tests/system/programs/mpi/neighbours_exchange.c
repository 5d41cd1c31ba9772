/* Collective operations of neighbours, also of those that are there twice, or oneself, or nobody.
 * 4 ranks or more. */
#include <mpi.h>
#include <stdio.h>

static int errors = 0;
static int rank, size;
#define CHECK(holds)                                          \
  do {                                                        \
    if (!(holds)) {                                           \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #holds);      \
      ++errors;                                               \
    }                                                         \
  } while (0)

/* What goes to the right comes from the left, in a ring of any size: 1 and 2 have one neighbour. */
static void ring(int length) {
  const int period = 1;
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &length, &period, 0, &grid);
  if (grid == MPI_COMM_NULL) return;
  const int send[2] = {100 + rank, 200 + rank};
  int got[2] = {-1, -1};
  const int left = (rank + length - 1) % length, right = (rank + 1) % length;
  MPI_Neighbor_alltoall(send, 1, MPI_INT, got, 1, MPI_INT, grid);
  CHECK(got[0] == 200 + left);
  CHECK(got[1] == 100 + right);
  got[0] = got[1] = -1;
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, grid);
  CHECK(got[0] == left && got[1] == right);
  MPI_Comm_free(&grid);
}

static void line(void) {
  const int period = 0;
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &grid);
  int got[2] = {-7, -7};
  MPI_Request request;
  MPI_Ineighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, grid, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got[0] == (rank > 0 ? rank - 1 : -7));
  CHECK(got[1] == (rank < size - 1 ? rank + 1 : -7));
  MPI_Comm_free(&grid);
}

/* Each sends to its right twice, and to itself. */
static void graph(void) {
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  const int sources[3] = {left, rank, left}, ends[3] = {right, right, rank};
  MPI_Comm comm;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, MPI_UNWEIGHTED, 3, ends,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  const int send[6] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3, 10 * rank + 4,
                       10 * rank + 5};
  int got[6] = {-1, -1, -1, -1, -1, -1};
  MPI_Neighbor_alltoall(send, 2, MPI_INT, got, 2, MPI_INT, comm);
  CHECK(got[0] == 10 * left && got[1] == 10 * left + 1);
  CHECK(got[2] == 10 * rank + 4 && got[3] == 10 * rank + 5);
  CHECK(got[4] == 10 * left + 2 && got[5] == 10 * left + 3);

  const int counts[3] = {1, 2, 3}, places[3] = {0, 1, 3}, in_counts[3] = {1, 3, 2};
  const int in_places[3] = {5, 0, 3};
  MPI_Request request;
  MPI_Ineighbor_alltoallv(send, counts, places, MPI_INT, got, in_counts, in_places, MPI_INT, comm,
                          &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got[5] == 10 * left);
  CHECK(got[0] == 10 * rank + 3 && got[1] == 10 * rank + 4 && got[2] == 10 * rank + 5);
  CHECK(got[3] == 10 * left + 1 && got[4] == 10 * left + 2);

  const MPI_Aint bytes[3] = {8, 0, 4}, in_bytes[3] = {0, 4, 8};
  const MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
  const int ones[3] = {1, 1, 1};
  MPI_Neighbor_alltoallw(send, ones, bytes, types, got, ones, in_bytes, types, comm);
  CHECK(got[0] == 10 * left + 2 && got[1] == 10 * rank + 1 && got[2] == 10 * left);

  const int gather_counts[3] = {2, 2, 2}, gather_places[3] = {4, 2, 0};
  MPI_Neighbor_allgatherv(send, 2, MPI_INT, got, gather_counts, gather_places, MPI_INT, comm);
  CHECK(got[4] == 10 * left && got[3] == 10 * rank + 1 && got[1] == 10 * left + 1);

#if MPI_VERSION >= 4
  MPI_Request again;
  int turn = rank, seen[3];
  MPI_Neighbor_allgather_init(&turn, 1, MPI_INT, seen, 1, MPI_INT, comm, MPI_INFO_NULL, &again);
  for (int i = 0; i < 3; ++i, turn += size) {
    MPI_Start(&again);
    MPI_Wait(&again, MPI_STATUS_IGNORE);
    CHECK(seen[0] == left + i * size && seen[1] == rank + i * size && seen[2] == seen[0]);
  }
  MPI_Request_free(&again);
  MPI_Neighbor_alltoall_c(send, (MPI_Count)2, MPI_INT, got, (MPI_Count)2, MPI_INT, comm);
  CHECK(got[2] == 10 * rank + 4);
#endif
  MPI_Comm_free(&comm);
}

/* Rank 0 hears of all, and nobody of it. */
static void star(void) {
  int sources[64], zero = 0;
  for (int i = 1; i < size; ++i) sources[i - 1] = i;
  MPI_Comm comm;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 0 ? size - 1 : 0, sources, MPI_UNWEIGHTED,
                                 rank == 0 ? 0 : 1, &zero, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &comm);
  int got[64];
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm);
  for (int i = 1; rank == 0 && i < size; ++i) CHECK(got[i - 1] == i);
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int length = 1; length <= size; ++length) ring(length);
  line();
  graph();
  star();
  int all = 0;
  MPI_Reduce(&errors, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf(all == 0 ? "well\n" : "%d errors\n", all);
  MPI_Finalize();
  return errors != 0;
}
