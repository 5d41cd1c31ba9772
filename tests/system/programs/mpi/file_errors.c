/* Modes, sizes, info, error handlers, and what is refused. */
#include "file_check.h"

static int handled = 0;
static void handle(MPI_File* file, int* code, ...) {
  (void)file;
  handled = *code;
}

static int opened(const char* path, int mode, MPI_File* file) {
  return class_of(MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, file));
}

int main(int argc, char** argv) {
  const char* path = "file_errors.data";
  MPI_File file;
  MPI_Offset bytes;
  MPI_Group group;
  MPI_Info info, told;
  MPI_Errhandler handler, found;
  MPI_Status status;
  int mode, members, flag, value = 7;
  char text[256];
  begin(&argc, &argv);

  CHECK(opened("file_errors.none", MPI_MODE_RDONLY, &file) == MPI_ERR_NO_SUCH_FILE);
  CHECK(opened("no/such/folder", MPI_MODE_RDWR | MPI_MODE_CREATE, &file) == MPI_ERR_NO_SUCH_FILE);
  CHECK(opened(path, MPI_MODE_RDWR | MPI_MODE_RDONLY, &file) == MPI_ERR_AMODE);
  CHECK(opened(path, MPI_MODE_RDONLY | MPI_MODE_CREATE, &file) == MPI_ERR_AMODE);
  CHECK(opened(path, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, &file) == MPI_ERR_AMODE);

  file = open_new(path, MPI_MODE_WRONLY | MPI_MODE_EXCL);
  DO(MPI_File_get_amode(file, &mode));
  CHECK(mode == (MPI_MODE_WRONLY | MPI_MODE_EXCL | MPI_MODE_CREATE));
  DO(MPI_File_get_group(file, &group));
  MPI_Group_size(group, &members);
  CHECK(members == size);
  MPI_Group_free(&group);
  DO(MPI_File_set_size(file, 100));
  DO(MPI_File_get_size(file, &bytes));
  CHECK(bytes == 100);
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_preallocate(file, 50));
  DO(MPI_File_preallocate(file, 200));
  DO(MPI_File_get_size(file, &bytes));
  CHECK(bytes == 200);
  CHECK(class_of(MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status)) == MPI_ERR_ACCESS);
  CHECK(class_of(MPI_File_write_at(file, -1, &value, 1, MPI_INT, &status)) == MPI_ERR_ARG);
  CHECK(class_of(MPI_File_write_at(file, 0, &value, -1, MPI_INT, &status)) == MPI_ERR_COUNT);
  CHECK(class_of(MPI_File_seek(file, -1, MPI_SEEK_SET)) == MPI_ERR_ARG);
  CHECK(class_of(MPI_File_set_view(file, -5, MPI_INT, MPI_INT, "native", MPI_INFO_NULL)) ==
        MPI_ERR_ARG);
  // Displacements of a view never decrease, nor are they negative; pieces that are written are
  // apart.
  for (int i = 0; i < 3; ++i) {
    const int places[3][2] = {{-2, 2}, {3, 0}, {0, 1}}, lengths[3][2] = {{1, 1}, {1, 1}, {3, 1}};
    MPI_Datatype pieces;
    MPI_Type_indexed(2, lengths[i], places[i], MPI_INT, &pieces);
    MPI_Type_commit(&pieces);
    CHECK(class_of(MPI_File_set_view(file, 0, MPI_INT, pieces, "native", MPI_INFO_NULL)) ==
          MPI_ERR_IO);
    MPI_Type_free(&pieces);
  }

  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_nodes", "2");
  DO(MPI_File_set_info(file, info));
  MPI_Info_free(&info);
  DO(MPI_File_get_info(file, &told));
  MPI_Info_get(told, "cb_nodes", sizeof text - 1, text, &flag);
  CHECK(!flag || strcmp(text, "2") == 0);
  MPI_Info_free(&told);

  DO(MPI_File_create_errhandler(handle, &handler));
  DO(MPI_File_set_errhandler(file, handler));
  DO(MPI_File_get_errhandler(file, &found));
  CHECK(found == handler);
  CHECK(class_of(MPI_File_seek(file, -1, MPI_SEEK_SET)) == MPI_ERR_ARG);
  CHECK(class_of(handled) == MPI_ERR_ARG);
  DO(MPI_File_call_errhandler(file, MPI_ERR_QUOTA));
  CHECK(class_of(handled) == MPI_ERR_QUOTA);
  DO(MPI_File_get_errhandler(MPI_FILE_NULL, &found));
  CHECK(found == MPI_ERRORS_RETURN);
  DO(MPI_File_close(&file));

  CHECK(opened(path, MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_EXCL, &file) ==
        MPI_ERR_FILE_EXISTS);

  /* At the end of what is there. */
  CHECK(opened(path, MPI_MODE_RDWR | MPI_MODE_APPEND, &file) == MPI_SUCCESS);
  DO(MPI_File_get_position(file, &bytes));
  CHECK(bytes == 200);
  DO(MPI_File_get_position_shared(file, &bytes));
  CHECK(bytes == 200);
  MPI_Barrier(MPI_COMM_WORLD);
  DO(MPI_File_write_ordered(file, &rank, 1, MPI_INT, &status));
  DO(MPI_File_set_size(file, 200 + 4 * size));
  DO(MPI_File_close(&file));

  /* One after the other, as from a pipe. */
  CHECK(opened(path, MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL, &file) == MPI_SUCCESS);
  DO(MPI_File_read_ordered(file, text, rank == 0 ? 50 : 0, MPI_INT, &status));
  CHECK(class_of(MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status)) ==
        MPI_ERR_UNSUPPORTED_OPERATION);
  CHECK(class_of(MPI_File_seek(file, 0, MPI_SEEK_SET)) == MPI_ERR_UNSUPPORTED_OPERATION);
  DO(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  value = -1;
  DO(MPI_File_read_ordered(file, &value, 1, MPI_INT, &status));
  CHECK(value == rank);
  CHECK(class_of(MPI_File_write_shared(file, &value, 1, MPI_INT, &status)) == MPI_ERR_READ_ONLY);
  DO(MPI_File_close(&file));

  CHECK(opened(path, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, &file) == MPI_SUCCESS);
  DO(MPI_File_close(&file));
  CHECK(opened(path, MPI_MODE_RDONLY, &file) == MPI_ERR_NO_SUCH_FILE);
  CHECK(class_of(MPI_File_delete(path, MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
  CHECK(class_of(MPI_File_get_size(MPI_FILE_NULL, &bytes)) == MPI_ERR_FILE);
  return end();
}
