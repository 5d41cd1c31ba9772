/* Pointers: individual, shared and ordered; split and nonblocking calls. */
#include "file_check.h"

enum { rounds = 6 };

/* Every record comes once, whoever wrote it where. */
static void shared(const char* path) {
  MPI_File file = open_new(path, MPI_MODE_RDWR);
  int record[2], all[2 * 64], seen[64], i;
  MPI_Offset position;
  MPI_Status status;
  MPI_Request request;
  DO(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  for (i = 0; i < rounds; ++i) {
    record[0] = rank;
    record[1] = i;
    if (i % 2 == 0) {
      DO(MPI_File_write_shared(file, record, 2, MPI_INT, &status));
    } else {
      DO(MPI_File_iwrite_shared(file, record, 2, MPI_INT, &request));
      DO(MPI_Wait(&request, &status));
    }
    CHECK(count_of(&status, MPI_INT) == 2);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_get_position_shared(file, &position));
  CHECK(position == 2 * rounds * size);
  DO(MPI_File_sync(file));
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_read_at(file, 0, all, 2 * rounds * size, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 2 * rounds * size);
  memset(seen, 0, sizeof seen);
  for (i = 0; i < rounds * size; ++i) ++seen[all[2 * i] * rounds + all[2 * i + 1]];
  for (i = 0; i < rounds * size; ++i) CHECK(seen[i] == 1);
  DO(MPI_File_seek_shared(file, -2 * size, MPI_SEEK_END));
  record[0] = -1;
  DO(MPI_File_read_shared(file, record, 2, MPI_INT, &status));
  CHECK(record[0] >= 0 && record[0] < size);
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_read_shared(file, record, 2, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 0);
  DO(MPI_File_close(&file));
}

/* Rank after rank, with parts of different lengths. */
static void ordered(const char* path) {
  MPI_File file = open_new(path, MPI_MODE_RDWR);
  int mine[16], all[16 * 16], i, j, at = 0;
  MPI_Status status;
  DO(MPI_File_set_view(file, 4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  for (i = 0; i <= rank; ++i) mine[i] = 10 * rank + i;
  DO(MPI_File_write_ordered(file, mine, rank + 1, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == rank + 1);
  DO(MPI_File_write_ordered_begin(file, mine, 1, MPI_INT));
  DO(MPI_File_write_ordered_end(file, mine, &status));
  CHECK(count_of(&status, MPI_INT) == 1);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_read_at_all(file, 0, all, 256, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == size * (size + 1) / 2 + size);
  for (i = 0; i < size; ++i) {
    for (j = 0; j <= i; ++j) CHECK(all[at++] == 10 * i + j);
  }
  for (i = 0; i < size; ++i) CHECK(all[at++] == 10 * i);
  DO(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  memset(mine, 0, sizeof mine);
#if MPI_VERSION >= 4
  DO(MPI_File_read_ordered_begin_c(file, mine, rank + 1, MPI_INT));
#else
  DO(MPI_File_read_ordered_begin(file, mine, rank + 1, MPI_INT));
#endif
  CHECK(class_of(MPI_File_read_all_begin(file, mine, 1, MPI_INT)) != MPI_SUCCESS);
  DO(MPI_File_read_ordered_end(file, mine, &status));
  for (i = 0; i <= rank; ++i) CHECK(mine[i] == 10 * rank + i);
  DO(MPI_File_close(&file));
}

static void split(const char* path) {
  MPI_File file = open_new(path, MPI_MODE_RDWR);
  double values[100], read[100];
  int i;
  MPI_Request requests[2];
  MPI_Status status, statuses[2];
  for (i = 0; i < 100; ++i) values[i] = 1000.0 * rank + i;
  DO(MPI_File_set_view(file, rank * (int)sizeof values, MPI_DOUBLE, MPI_DOUBLE, "native",
                       MPI_INFO_NULL));
  DO(MPI_File_write_all_begin(file, values, 50, MPI_DOUBLE));
  DO(MPI_File_write_all_end(file, values, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == 50);
  DO(MPI_File_write_at_all_begin(file, 50, values + 50, 50, MPI_DOUBLE));
  CHECK(class_of(MPI_File_write_all_end(file, values, &status)) != MPI_SUCCESS);
  DO(MPI_File_write_at_all_end(file, values + 50, MPI_STATUS_IGNORE));
  memset(read, 0, sizeof read);
  DO(MPI_File_iread_at(file, 50, read + 50, 50, MPI_DOUBLE, requests));
#if MPI_VERSION >= 4
  DO(MPI_File_iread_at_c(file, 0, read, 50, MPI_DOUBLE, requests + 1));
#else
  DO(MPI_File_iread_at(file, 0, read, 50, MPI_DOUBLE, requests + 1));
#endif
  DO(MPI_Waitall(2, requests, statuses));
  for (i = 0; i < 100; ++i) CHECK(read[i] == values[i]);
  /* All write to one place, one after the other. */
  DO(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL));
  DO(MPI_File_set_atomicity(file, 1));
  DO(MPI_File_get_atomicity(file, &i));
  CHECK(i == 1);
  for (i = 0; i < 100; ++i) values[i] = rank;
  DO(MPI_File_write_at_all(file, 0, values, 100, MPI_DOUBLE, &status));
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_read_at_all(file, 0, read, 100, MPI_DOUBLE, &status));
  for (i = 1; i < 100; ++i) CHECK(read[i] == read[0]);
  DO(MPI_File_close(&file));
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  shared("file_pointers.shared");
  ordered("file_pointers.ordered");
  split("file_pointers.split");
  return end();
}
