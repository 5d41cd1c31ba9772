// Names, groups, attributes, hints, and errors by handlers and codes.
#include <string.h>

#include "check.h"

static int class_of(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class;
}

static int handled = MPI_SUCCESS;
static MPI_Win handled_in;
static void handle(MPI_Win* win, int* code, ...) {
  handled = *code;
  handled_in = *win;
}

static int removed = 0;
static int on_remove(MPI_Win win, int key, void* value, void* extra) {
  (void)win, (void)key, (void)extra;
  removed += *(int*)value;
  return MPI_SUCCESS;
}

static void attributes(MPI_Win win, void* base) {
  void* address;
  MPI_Aint* bytes;
  int *unit, *flavour, *model, flag;
  MPI_Win_get_attr(win, MPI_WIN_BASE, &address, &flag);
  CHECK(flag && address == base);
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
  CHECK(flag && *bytes == 16);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
  CHECK(flag && *unit == 4);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavour, &flag);
  CHECK(flag && *flavour == MPI_WIN_FLAVOR_CREATE);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
  CHECK(flag && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
  int key, value = 3, *found;
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_remove, &key, NULL);
  MPI_Win_get_attr(win, key, &found, &flag);
  CHECK(!flag);
  MPI_Win_set_attr(win, key, &value);
  MPI_Win_get_attr(win, key, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Win_delete_attr(win, key);
  CHECK(removed == 3);
  static int last = 4;
  MPI_Win_set_attr(win, key, &last);
  MPI_Win_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
}

static void errors(MPI_Win win) {
  MPI_Errhandler handler, present;
  int value = 1;
  MPI_Win_get_errhandler(win, &present);
  CHECK(present == MPI_ERRORS_ARE_FATAL);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  CHECK(class_of(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win)) == MPI_ERR_RMA_SYNC);
  CHECK(class_of(MPI_Win_unlock(0, win)) == MPI_ERR_RMA_SYNC);
#ifndef UNCHECKED
  CHECK(class_of(MPI_Win_complete(win)) == MPI_ERR_RMA_SYNC);
#endif
  CHECK(class_of(MPI_Win_wait(win)) == MPI_ERR_RMA_SYNC);
  CHECK(class_of(MPI_Win_flush(0, win)) == MPI_ERR_RMA_SYNC);
  CHECK(class_of(MPI_Win_lock(MPI_LOCK_SHARED, size_, 0, win)) == MPI_ERR_RANK);
  CHECK(class_of(MPI_Win_lock(17, 0, 0, win)) == MPI_ERR_LOCKTYPE);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#ifndef UNCHECKED
  CHECK(class_of(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)) == MPI_ERR_RMA_SYNC);
#endif
  CHECK(class_of(MPI_Win_fence(0, win)) == MPI_ERR_RMA_SYNC);
  CHECK(class_of(MPI_Put(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win)) == MPI_ERR_COUNT);
  CHECK(MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win) == MPI_SUCCESS);
#ifndef UNCHECKED
  CHECK(MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win) == MPI_SUCCESS);
  CHECK(class_of(MPI_Win_unlock(0, win)) == MPI_ERR_RMA_RANGE);
  // It is told once.
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#endif
  CHECK(MPI_Win_unlock(0, win) == MPI_SUCCESS);
  MPI_Win_create_errhandler(handle, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_unlock(0, win);
  CHECK(class_of(handled) == MPI_ERR_RMA_SYNC && handled_in == win);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK(class_of(handled) == MPI_ERR_OTHER);
  MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int memory[4] = {0};
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  char text[MPI_MAX_OBJECT_NAME];
  int length, result;
  MPI_Win_set_name(win, "a window");
  MPI_Win_get_name(win, text, &length);
  CHECK(length == 8 && strcmp(text, "a window") == 0);
  MPI_Group group, world;
  MPI_Win_get_group(win, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &result);
  CHECK(result == MPI_IDENT);
  MPI_Info info;
  MPI_Win_get_info(win, &info);
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  attributes(win, memory);
  errors(win);
  MPI_Win_free(&win);
  CHECK(removed == 7);
  return end();
}
