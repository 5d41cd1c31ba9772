// Attributes of datatypes and communicators: whom MPI calls when, and whose errors count.
#include "types_checks.h"

static int copies, removals, refuses, order[8];
static int extra = 42;

static int copy_type(MPI_Datatype type, int key, void* state, void* in, void* out, int* flag) {
  int bytes;
  // A call within the call.
  MPI_Type_size(type, &bytes);
  CHECK(bytes == 24 && state == &extra);
  (void)key;
  ++copies;
  *(void**)out = (char*)in + 1;
  *flag = copies != 2;
  return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}
static int remove_type(MPI_Datatype type, int key, void* value, void* state) {
  int flag;
  void* still;
  MPI_Type_get_attr(type, key, &still, &flag);
  CHECK(flag && still == value && state == &extra);
  // An error of a call within is none of the call without.
  int bytes;
  CHECK(MPI_Type_size(MPI_DATATYPE_NULL, &bytes) != MPI_SUCCESS);
  order[removals++ % 8] = (int)(long)value;
  return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}
static int copy_comm(MPI_Comm comm, int key, void* state, void* in, void* out, int* flag) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  (void)key;
  CHECK(state == &extra && rank < size);
  ++copies;
  *(void**)out = in;
  *flag = 1;
  return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}
static int remove_comm(MPI_Comm comm, int key, void* value, void* state) {
  (void)comm;
  (void)key;
  CHECK(state == &extra);
  order[removals++ % 8] = (int)(long)value;
  return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void* number(long value) { return (void*)value; }

static void with_types(void) {
  MPI_Datatype type, copy;
  int key, plain, none, flag;
  void* value;
  MPI_Type_contiguous(6, MPI_INT, &type);
  MPI_Type_create_keyval(copy_type, remove_type, &key, &extra);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &plain, NULL);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &none, NULL);
  MPI_Type_get_attr(type, key, &value, &flag);
  CHECK(!flag);
  MPI_Type_set_attr(type, key, number(10));
  MPI_Type_set_attr(type, plain, number(20));
  MPI_Type_set_attr(type, none, number(30));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_get_attr(type, key, &value, &flag);
  CHECK(flag && value == number(10));
  CHECK(MPI_Type_dup(type, &copy) == MPI_SUCCESS);
  CHECK(copies == 1);
  MPI_Type_get_attr(copy, key, &value, &flag);
  CHECK(flag && value == number(11));
  MPI_Type_get_attr(copy, plain, &value, &flag);
  CHECK(flag && value == number(20));
  MPI_Type_get_attr(copy, none, &value, &flag);
  CHECK(!flag);
  CHECK(MPI_Type_free(&copy) == MPI_SUCCESS);
  CHECK(removals == 1 && order[0] == 11 && copy == MPI_DATATYPE_NULL);
  // The function says no to the copy, and that is no error.
  CHECK(MPI_Type_dup(type, &copy) == MPI_SUCCESS);
  MPI_Type_get_attr(copy, key, &value, &flag);
  CHECK(copies == 2 && !flag);
  MPI_Type_free(&copy);
  // A new value ends the old one.
  MPI_Type_set_attr(type, key, number(12));
  CHECK(removals == 2 && order[1] == 10);
  // Errors.
  refuses = 1;
  CHECK(MPI_Type_dup(type, &copy) != MPI_SUCCESS);
  CHECK(MPI_Type_set_attr(type, key, number(13)) != MPI_SUCCESS);
  CHECK(MPI_Type_delete_attr(type, key) != MPI_SUCCESS);
  MPI_Type_get_attr(type, key, &value, &flag);
  CHECK(flag && value == number(12));
  CHECK(MPI_Type_free(&type) != MPI_SUCCESS);
  CHECK(type != MPI_DATATYPE_NULL);
  refuses = 0;
  CHECK(MPI_Type_delete_attr(type, key) == MPI_SUCCESS);
  MPI_Type_get_attr(type, key, &value, &flag);
  CHECK(!flag);
  // A freed key works on where there are attributes.
  MPI_Type_set_attr(type, key, number(14));
  removals = 0;
  MPI_Type_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Type_free(&type);
  CHECK(removals == 1 && order[0] == 14);
  MPI_Type_free_keyval(&plain);
  MPI_Type_free_keyval(&none);

  // The last that was set goes first.
  int keys[3];
  MPI_Type_contiguous(6, MPI_INT, &type);
  for (int i = 0; i < 3; ++i) MPI_Type_create_keyval(copy_type, remove_type, &keys[i], &extra);
  MPI_Type_set_attr(type, keys[2], number(1));
  MPI_Type_set_attr(type, keys[0], number(2));
  MPI_Type_set_attr(type, keys[1], number(3));
  removals = 0;
  MPI_Type_free(&type);
  CHECK(removals == 3 && order[0] == 3 && order[1] == 2 && order[2] == 1);

  // Those of the standard have some, too.
  MPI_Type_set_attr(MPI_INT, keys[0], number(5));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_get_attr(MPI_INT, keys[0], &value, &flag);
  CHECK(flag && value == number(5));
  MPI_Type_get_attr(MPI_FLOAT, keys[0], &value, &flag);
  CHECK(!flag);
  MPI_Type_delete_attr(MPI_INT, keys[0]);
  for (int i = 0; i < 3; ++i) MPI_Type_free_keyval(&keys[i]);
}

static void with_communicators(void) {
  MPI_Comm comm, copy;
  int key, flag;
  void* value;
  copies = removals = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_create_keyval(copy_comm, remove_comm, &key, &extra);
  MPI_Comm_set_attr(comm, key, number(1));
  CHECK(MPI_Comm_dup(comm, &copy) == MPI_SUCCESS);
  MPI_Comm_get_attr(copy, key, &value, &flag);
  CHECK(copies == 1 && flag && value == number(1));
  MPI_Comm_free(&copy);
  CHECK(removals == 1 && copy == MPI_COMM_NULL);
  MPI_Request request;
  MPI_Comm_idup(comm, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_get_attr(copy, key, &value, &flag);
  CHECK(copies == 2 && flag);
  MPI_Comm_free(&copy);
  refuses = 1;
  CHECK(MPI_Comm_dup(comm, &copy) != MPI_SUCCESS);
  CHECK(MPI_Comm_set_attr(comm, key, number(2)) != MPI_SUCCESS);
  CHECK(MPI_Comm_delete_attr(comm, key) != MPI_SUCCESS);
  MPI_Comm_get_attr(comm, key, &value, &flag);
  CHECK(flag && value == number(1));
  refuses = 0;
  CHECK(MPI_Comm_delete_attr(comm, key) == MPI_SUCCESS);
  MPI_Barrier(comm);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free(&comm);

  // A key of the one is none of the other.
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
  CHECK(class_of(MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL)) == MPI_ERR_KEYVAL);
  MPI_Type_free_keyval(&key);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  with_types();
  with_communicators();
  return finish("attributes");
}
