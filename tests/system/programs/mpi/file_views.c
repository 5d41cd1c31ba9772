/* Views: ranks write their parts of arrays, and one of them reads the whole. */
#include "file_check.h"

enum { rows = 8, columns = 10, blocks = 5 };

/* A vector with holes, as derived types have it in memory and in files. */
static MPI_Datatype strided(int count, int length, int stride) {
  MPI_Datatype type;
  MPI_Type_vector(count, length, stride, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

static void vectors(const char* path) {
  MPI_File file = open_new(path, MPI_MODE_RDWR);
  MPI_Datatype type = strided(blocks, 2, 2 * size), etype, filetype, memory = strided(10, 1, 3);
  MPI_Offset offset, displacement, position;
  int values[30], read[30], i;
  char representation[MPI_MAX_DATAREP_STRING];
  MPI_Status status;
  DO(MPI_File_set_view(file, 2 * rank * (int)sizeof(int), MPI_INT, type, "native", MPI_INFO_NULL));
  DO(MPI_File_get_view(file, &displacement, &etype, &filetype, representation));
  CHECK(displacement == 2 * rank * (int)sizeof(int) && etype == MPI_INT);
  CHECK(filetype != type && strcmp(representation, "native") == 0);
  DO(MPI_Type_free(&filetype));
  for (i = 0; i < 30; ++i) values[i] = i % 3 == 0 ? 100 * rank + i / 3 : -1;
  DO(MPI_File_write_all(file, values, 1, memory, &status));
  CHECK(count_of(&status, memory) == 1 && count_of(&status, MPI_INT) == 10);
  DO(MPI_File_get_position(file, &position));
  CHECK(position == 10);
  DO(MPI_File_get_byte_offset(file, 3, &offset));
  CHECK(offset == (2 * rank + 2 * size + 1) * (int)sizeof(int));
  memset(read, 0, sizeof read);
  DO(MPI_File_sync(file));
  DO(MPI_Barrier(MPI_COMM_WORLD));
  DO(MPI_File_read_at(file, 3, read, 4, MPI_INT, &status));
  for (i = 0; i < 4; ++i) CHECK(read[i] == 100 * rank + 3 + i);
  DO(MPI_File_seek(file, -1, MPI_SEEK_CUR));
  DO(MPI_File_read(file, read, 1, MPI_INT, &status));
  CHECK(read[0] == 100 * rank + 9);
  DO(MPI_File_sync(file));
  DO(MPI_Barrier(MPI_COMM_WORLD));
  DO(MPI_File_seek(file, 0, MPI_SEEK_END));
  DO(MPI_File_get_position(file, &position));
  /* What others wrote behind its own is where the next filetype of all but the last begins. */
  CHECK(position == (rank == size - 1 ? 10 : 12));
  DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
  DO(MPI_File_read_at_all(file, 2 * size * (int)sizeof(int), read, 2 * size, MPI_INT, &status));
  for (i = 0; i < 2 * size; ++i) CHECK(read[i] == 100 * (i / 2) + 2 + i % 2);
  DO(MPI_File_close(&file));
  CHECK(file == MPI_FILE_NULL);
  MPI_Type_free(&type);
  MPI_Type_free(&memory);
}

/* A block of rows for each, of a matrix whose rows are dealt out by columns. */
static void matrix(const char* path) {
  const int width = columns / 2, height = rows / 2;
  const int row = rank / 2 % 2, column = rank % 2;
  MPI_Datatype part;
  MPI_File file = open_new(path, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  double mine[rows * columns], all[rows * columns];
  int i, j;
  MPI_Offset bytes;
  MPI_Request request;
  MPI_Status status;
#ifdef WITH_SUBARRAYS
  int sizes[2] = {rows, columns}, parts[2] = {height, width}, starts[2];
  starts[0] = row * height;
  starts[1] = column * width;
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &part);
  DO(MPI_Type_commit(&part));
  DO(MPI_File_set_view(file, 0, MPI_DOUBLE, part, "native", MPI_INFO_NULL));
#else
  MPI_Type_vector(height, width, columns, MPI_DOUBLE, &part);
  DO(MPI_Type_commit(&part));
  DO(MPI_File_set_view(file, (row * height * columns + column * width) * (int)sizeof(double),
                       MPI_DOUBLE, part, "native", MPI_INFO_NULL));
#endif
  for (i = 0; i < height; ++i) {
    for (j = 0; j < width; ++j) {
      mine[i * width + j] = (row * height + i) * columns + column * width + j;
    }
  }
  if (rank < 4) {
    DO(MPI_File_iwrite_all(file, mine, height * width, MPI_DOUBLE, &request));
  } else {
    DO(MPI_File_iwrite_all(file, mine, 0, MPI_DOUBLE, &request));
  }
  DO(MPI_Wait(&request, &status));
  CHECK(count_of(&status, MPI_DOUBLE) == (rank < 4 ? height * width : 0));
  DO(MPI_File_sync(file));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == size - 1 && size >= 4) {
    DO(MPI_File_get_size(file, &bytes));
    CHECK(bytes == (int)sizeof all);
  }
  DO(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "internal", MPI_INFO_NULL));
  if (rank == size - 1 && size >= 4) {
    DO(MPI_File_read_at(file, 0, all, rows * columns, MPI_DOUBLE, &status));
    for (i = 0; i < rows * columns; ++i) CHECK(all[i] == i);
    /* Fewer at the end of the file. */
    DO(MPI_File_read_at(file, rows * columns - 3, all, 10, MPI_DOUBLE, &status));
    CHECK(count_of(&status, MPI_DOUBLE) == 3);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_close(&file));
  MPI_Type_free(&part);
}

static void external(const char* path) {
  MPI_File file = open_new(path, MPI_MODE_RDWR);
  long longs[4], read[4] = {0, 0, 0, 0};
  unsigned char bytes[16];
  MPI_Datatype spread;
  MPI_Aint extent;
  MPI_Status status;
  int i;
  DO(MPI_Type_vector(4, 1, size, MPI_LONG, &spread));
  DO(MPI_Type_commit(&spread));
  for (i = 0; i < 4; ++i) longs[i] = -(1000 * rank + i);
  DO(MPI_File_set_view(file, 4 * rank, MPI_LONG, spread, "external32", MPI_INFO_NULL));
  DO(MPI_File_get_type_extent(file, MPI_LONG, &extent));
  CHECK(extent == 4);
  DO(MPI_File_write_all(file, longs, 4, MPI_LONG, &status));
  CHECK(count_of(&status, MPI_LONG) == 4);
  DO(MPI_File_seek(file, 0, MPI_SEEK_SET));
  DO(MPI_File_read_all(file, read, 4, MPI_LONG, &status));
  CHECK(count_of(&status, MPI_LONG) == 4);
  for (i = 0; i < 4; ++i) CHECK(read[i] == longs[i]);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
  DO(MPI_File_read_at(file, 4 * rank, bytes, 4, MPI_BYTE, &status));
  for (i = 0; i < 4; ++i) {
    CHECK(bytes[i] == ((unsigned)(-1000 * rank) >> (24 - 8 * i) & 255));
  }
  CHECK(class_of(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "other", MPI_INFO_NULL)) ==
        MPI_ERR_UNSUPPORTED_DATAREP);
  DO(MPI_File_close(&file));
  MPI_Type_free(&spread);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  vectors("file_views.vectors");
  matrix("file_views.matrix");
  external("file_views.external");
  return end();
}
