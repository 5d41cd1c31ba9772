// A rank that is a process: what images refuse, and how such a process may end.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int rank, size;
static _Thread_local int own = 5;

static void require(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "rank %d: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 9);
}

// Of another thread: each sends its number round the ring and sums what comes.
static void* call_from_thread(void* result) {
  int sum = 0, number = rank;
  own += rank;
  MPI_Sendrecv_replace(&number, 1, MPI_INT, (rank + 1) % size, 3, (rank + size - 1) % size, 3,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  *(int*)result = sum;
  return NULL;
}

static void product(void* in, void* inout, int* count, MPI_Datatype* type) {
  int bytes;  // a call of MPI within one
  MPI_Type_size(*type, &bytes);
  require(bytes == sizeof(double), "the type's size within an operator");
  for (int i = 0; i < *count; ++i) ((double*)inout)[i] *= ((double*)in)[i];
}

static int removals;
static int remove_value(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value;
  return *(int*)extra == 8 ? (++removals, MPI_SUCCESS) : MPI_ERR_OTHER;
}

static void do_all(void) {
  pthread_t thread;
  int sum = -1;
  require(pthread_create(&thread, NULL, call_from_thread, &sum) == 0, "a thread");
  pthread_join(thread, NULL);
  require(sum == size * (size - 1) / 2, "a sum from another thread");
  require(own == 5, "thread-local data");
  sum = -1;
  call_from_thread(&sum);
  require(sum == size * (size - 1) / 2, "a sum from the main thread");

  MPI_Op op;
  double values[2] = {1.0 + rank, 2.0}, products[2], expected[2] = {1.0, 1.0};
  MPI_Op_create(product, 0, &op);
  MPI_Allreduce(values, products, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) expected[0] *= 1.0 + i, expected[1] *= 2.0;
  require(memcmp(products, expected, sizeof expected) == 0, "an operator of the program's");
  MPI_Op_free(&op);

  int key, extra = 8;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, remove_value, &key, &extra);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, values);
  MPI_Comm_delete_attr(MPI_COMM_SELF, key);
  require(removals == 1, "an attribute's function");

  enum { big = 1 << 20 };
  char* data = malloc(big);
  for (int i = 0; i < big; ++i) data[i] = (char)(i * 7 + (rank == 0 ? 1 : 0));
  MPI_Bcast(data, big, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < big; ++i) require(data[i] == (char)(i * 7 + 1), "a large broadcast");
  free(data);

  double* memory;
  require(MPI_Wtime() > 0 && MPI_Wtick() > 0, "the time");
  MPI_Alloc_mem(sizeof(double), MPI_INFO_NULL, &memory);
  *memory = -1;
  MPI_Win window;
  MPI_Win_create(memory, sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  const double put = 0.5 * rank;
  MPI_Put(&put, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  require(*memory == 0.5 * ((rank + size - 1) % size), "what was put");
  MPI_Win_free(&window);
  MPI_Free_mem(memory);

  // The child is no rank, and its end nobody's.
  const pid_t child = fork();
  if (child == 0) exit(4);
  int status;
  require(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 4, "a child");
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "well";
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(provided == MPI_THREAD_MULTIPLE, "the level of threads");
  do_all();
  const int is_one = rank == size - 1;
  if (strcmp(how, "abort") == 0 && is_one) MPI_Abort(MPI_COMM_WORLD, 7);
  if (strcmp(how, "exit") == 0 && is_one) exit(3);
  if (strcmp(how, "crash") == 0 && is_one) *(volatile int*)8 = 0;
  if (strcmp(how, "compute") == 0) {  // nobody else calls MPI any more
    if (is_one) MPI_Abort(MPI_COMM_WORLD, 7);
    sleep(60);
  }
  if (strcmp(how, "wait") == 0 && !is_one) MPI_Recv(NULL, 0, MPI_INT, rank, 5, MPI_COMM_WORLD, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  int flag;
  MPI_Finalized(&flag);
  if (rank == 0 && flag) printf("%d ranks: all is well\n", size);
  return strcmp(how, "status") == 0 && is_one ? 6 : 0;
}
