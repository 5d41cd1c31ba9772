// Each two ranks call two operations in a communicator of their own, which returns errors: each of
// the operations below meets each other one. A line says what both were told, by their call or, if
// that had returned by then, by MPI_Finalize. With a word, two of them wait for each other.
#include <mpi.h>
#include <stdio.h>

enum { kinds = 23 };

static const char* const names[kinds] = {"barrier",
                                         "bcast of 0",
                                         "bcast of 1",
                                         "allreduce",
                                         "own allreduce",
                                         "reduce to 0",
                                         "reduce to 1",
                                         "gather to 0",
                                         "gather to 1",
                                         "allgather",
                                         "scatter of 0",
                                         "scatter of 1",
                                         "alltoall",
                                         "scan",
                                         "exscan",
                                         "reduce_scatter",
                                         "own scan",
                                         "allreduce's max",
                                         "allreduce of 3",
                                         "bcast of 0, of 3",
                                         "dup",
                                         "split",
                                         "allreduce of doubles"};

// Of rank 0, or of rank 1: it says nothing before the other one does.
static int listens(int rank, int kind) {
  const int of_first[] = {2, 4, 5, 7, 11, 13, 14, 15, 16}, of_second[] = {1, 6, 8, 10, 19, 20};
  for (size_t i = 0; rank == 0 && i < sizeof of_first / sizeof *of_first; ++i) {
    if (of_first[i] == kind) return 1;
  }
  for (size_t i = 0; rank == 1 && i < sizeof of_second / sizeof *of_second; ++i) {
    if (of_second[i] == kind) return 1;
  }
  return 0;
}

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

static int call(int kind, MPI_Op own, MPI_Comm pair) {
  static int send[8], got[8];
  const int ones[2] = {1, 1};
  MPI_Comm made;
  switch (kind) {
    case 0:
      return MPI_Barrier(pair);
    case 1:
      return MPI_Bcast(got, 2, MPI_INT, 0, pair);
    case 2:
      return MPI_Bcast(got, 2, MPI_INT, 1, pair);
    case 3:
      return MPI_Allreduce(send, got, 2, MPI_INT, MPI_SUM, pair);
    case 4:
      return MPI_Allreduce(send, got, 2, MPI_INT, own, pair);
    case 5:
      return MPI_Reduce(send, got, 2, MPI_INT, MPI_SUM, 0, pair);
    case 6:
      return MPI_Reduce(send, got, 2, MPI_INT, MPI_SUM, 1, pair);
    case 7:
      return MPI_Gather(send, 1, MPI_INT, got, 1, MPI_INT, 0, pair);
    case 8:
      return MPI_Gather(send, 1, MPI_INT, got, 1, MPI_INT, 1, pair);
    case 9:
      return MPI_Allgather(send, 1, MPI_INT, got, 1, MPI_INT, pair);
    case 10:
      return MPI_Scatter(send, 1, MPI_INT, got, 1, MPI_INT, 0, pair);
    case 11:
      return MPI_Scatter(send, 1, MPI_INT, got, 1, MPI_INT, 1, pair);
    case 12:
      return MPI_Alltoall(send, 1, MPI_INT, got, 1, MPI_INT, pair);
    case 13:
      return MPI_Scan(send, got, 2, MPI_INT, MPI_SUM, pair);
    case 14:
      return MPI_Exscan(send, got, 2, MPI_INT, MPI_SUM, pair);
    case 15:
      return MPI_Reduce_scatter(send, got, ones, MPI_INT, MPI_SUM, pair);
    case 16:
      return MPI_Scan(send, got, 2, MPI_INT, own, pair);
    case 17:
      return MPI_Allreduce(send, got, 2, MPI_INT, MPI_MAX, pair);
    case 18:
      return MPI_Allreduce(send, got, 3, MPI_INT, MPI_SUM, pair);
    case 19:
      return MPI_Bcast(got, 3, MPI_INT, 0, pair);
    case 20:
      return MPI_Comm_dup(pair, &made);
    case 21:
      return MPI_Comm_split(pair, 0, 0, &made);
    default:
      return MPI_Allreduce(send, got, 2, MPI_DOUBLE, MPI_SUM, pair);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, place;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int number = rank / 2;
  int kind[2] = {number % kinds, number / kinds % kinds};
  if (argc > 1) kind[0] = 5, kind[1] = 1;
  MPI_Comm pair;
  MPI_Comm_split(MPI_COMM_WORLD, number, rank, &pair);
  MPI_Comm_rank(pair, &place);
  MPI_Comm_set_errhandler(pair, MPI_ERRORS_RETURN);
  MPI_Op own;
  MPI_Op_create(add, 1, &own);
  const int waits_for_ever = listens(0, kind[0]) && listens(1, kind[1]) && kind[0] != kind[1];
  int told = MPI_SUCCESS;
  if (argc > 1 || !waits_for_ever) told = call(kind[place], own, pair);
  const int at_end = MPI_Finalize();
  if (waits_for_ever) return 0;
  printf("%d %d | %s | %s | %d\n", number, place, names[kind[0]], names[kind[1]],
         told != MPI_SUCCESS ? told : at_end);
  return 0;
}
