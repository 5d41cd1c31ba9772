/* A program that goes wrong in the way that its one argument names; test_mpi_programs.py looks at
 * what the runtime makes of it. Ranks 0 and 1. */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

static void *do_nothing(void *nothing) { return nothing; }

/* In functions that are named in what is said of a crash. */
__attribute__((noinline)) static void write_to_nothing(void) { *(volatile int *)8 = 1; }

__attribute__((noinline)) static void copy_to_nothing(volatile size_t bytes) {
  memset((void *)8, 1, bytes);
}

__attribute__((noinline)) static int never_return(volatile char *before) {
  volatile char here[4096];
  here[0] = before ? before[0] : 1;
  return never_return(here) + here[1];
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "call before init")) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  int rank, value = 0, four[4] = {0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *how = argc > 1 ? argv[1] : "";
  if (!strcmp(how, "deadlock")) {
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (!strcmp(how, "missing receive")) {
    if (rank == 0) MPI_Ssend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else if (!strcmp(how, "mismatched collective")) {
    if (rank == 0) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "mismatched reduce")) {
    if (rank == 0) MPI_Reduce(&rank, &value, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
    if (rank != 0) MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "mismatched roots")) {
    MPI_Reduce(&rank, &value, 1, MPI_INT, MPI_SUM, 1 - rank, MPI_COMM_WORLD);
  } else if (!strcmp(how, "different counts")) {
    static int many[100000], sums[100000];
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(many, sums, rank ? 1 : 100000, MPI_INT, op, MPI_COMM_WORLD);
  } else if (!strcmp(how, "fence and free")) {
    MPI_Win window;
    MPI_Win_create(four, sizeof four, sizeof four[0], MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank == 0) MPI_Win_fence(0, window);
    if (rank == 1) MPI_Win_free(&window);
  } else if (!strcmp(how, "call after finalize")) {
    MPI_Finalize();
    MPI_Send(&value, 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
  } else if (!strcmp(how, "truncated message")) {
    if (rank == 0) MPI_Send(four, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (!strcmp(how, "invalid handle")) {
    MPI_Comm_size((MPI_Comm)(size_t)77777, &value);
  } else if (!strcmp(how, "no such rank")) {
    MPI_Send(&value, 1, MPI_INT, 9, 5, MPI_COMM_WORLD);
  } else if (!strcmp(how, "no finalize")) {
    if (rank == 1) exit(3);
  } else if (!strcmp(how, "abort")) {
    if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "crash")) {
    if (rank == 1) write_to_nothing();
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "crash in libc")) {
    if (rank == 1) copy_to_nothing(100);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "receive to nothing")) {
    if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv((void *)8, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else if (!strcmp(how, "sum to nothing")) {
    MPI_Allreduce(four, rank ? &value : (void *)8, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  } else if (!strcmp(how, "call of nothing")) {
    if (rank == 1) ((void (*volatile)(void))0)();
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "no end of recursion")) {
    if (rank == 1) return never_return(0);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "free of nothing")) {
    static char here[64];
    if (rank == 1) free(here + 8);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(how, "thread")) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, do_nothing, NULL) == 0) exit(4);
  } else if (!strcmp(how, "unsupported")) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "wdir", "/");
    MPI_Comm_spawn("./nobody", MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD, &(MPI_Comm){0},
                   MPI_ERRCODES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
