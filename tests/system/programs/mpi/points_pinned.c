// What pins a rank: an open file of rank 0; a thread that rank 1 asks for and does not get; memory
// that rank 2 maps. Nothing pins the others, nor who has closed what he had.
#include "check.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static void* nothing(void* given) { return given; }

int main(int argc, char** argv) {
  begin(&argc, &argv);
  FILE* file = NULL;
  if (rank_ == 0) CHECK((file = fopen("points_pinned.out", "w")) != NULL);
  pthread_t thread;
  if (rank_ == 1) CHECK(pthread_create(&thread, NULL, nothing, NULL) != 0);
  if (rank_ == 2) {
    char* mapped = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(mapped != MAP_FAILED);
    strcpy(mapped, "kept");
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(munmap(mapped, 8192) == 0);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank_ == 3) {
    FILE* closed = tmpfile();
    CHECK(closed != NULL && fclose(closed) == 0);
  }
  if (file != NULL) fclose(file);
  return end();
}
