// What is refused, and with which class.
#include "types_checks.h"

#define REFUSED(call, class) CHECK(class_of(call) == (class))

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Datatype type = MPI_DATATYPE_NULL, none = MPI_DATATYPE_NULL;
  MPI_Aint lb, extent, addresses[2];
  int n, integers[4], values[4] = {0};

  REFUSED(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
  REFUSED(MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
  REFUSED(MPI_Type_vector(-1, 1, 1, MPI_INT, &type), MPI_ERR_COUNT);
  REFUSED(MPI_Type_vector(1, -1, 1, MPI_INT, &type), MPI_ERR_ARG);
  REFUSED(MPI_Type_indexed(-2, values, values, MPI_INT, &type), MPI_ERR_COUNT);
  REFUSED(MPI_Type_indexed(1, (int[]){-2}, values, MPI_INT, &type), MPI_ERR_ARG);
  REFUSED(MPI_Type_create_struct(1, values, addresses, &none, &type), MPI_ERR_TYPE);
  REFUSED(
      MPI_Type_create_subarray(1, (int[]){4}, (int[]){5}, (int[]){0}, MPI_ORDER_C, MPI_INT, &type),
      MPI_ERR_ARG);
  REFUSED(MPI_Type_dup(MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
  REFUSED(MPI_Type_size(MPI_DATATYPE_NULL, &n), MPI_ERR_TYPE);
  REFUSED(MPI_Type_get_extent(MPI_DATATYPE_NULL, &lb, &extent), MPI_ERR_TYPE);
  REFUSED(MPI_Type_commit(&none), MPI_ERR_TYPE);
  REFUSED(MPI_Type_free(&none), MPI_ERR_TYPE);
  type = MPI_INT;
  REFUSED(MPI_Type_free(&type), MPI_ERR_TYPE);
  CHECK(type == MPI_INT);
  REFUSED(MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type), MPI_ERR_ARG);
  CHECK(MPI_Type_get_contents(MPI_INT, 4, 2, 1, integers, addresses, &type) != MPI_SUCCESS);
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  CHECK(MPI_Type_get_contents(type, 2, 2, 1, integers, addresses, &none) != MPI_SUCCESS);
  CHECK(MPI_Type_get_contents(type, 3, 2, 0, integers, addresses, &none) != MPI_SUCCESS);
  // Not committed.
  REFUSED(MPI_Send(values, 1, type, 0, 0, MPI_COMM_SELF), MPI_ERR_TYPE);
  MPI_Type_commit(&type);
  CHECK(MPI_Sendrecv(values, 1, type, 0, 0, values + 2, 2, MPI_INT, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE) != MPI_ERR_TYPE);
  // Packing.
  char room[16];
  int position = 0;
  CHECK(MPI_Pack(values, 4, MPI_INT, room, 12, &position, MPI_COMM_WORLD) != MPI_SUCCESS);
  CHECK(position == 0);
  CHECK(MPI_Pack(values, 3, MPI_INT, room, 12, &position, MPI_COMM_WORLD) == MPI_SUCCESS);
  position = 4;
  CHECK(MPI_Unpack(room, 12, &position, values, 3, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS);
  CHECK(position == 4);
  REFUSED(MPI_Pack(values, -1, MPI_INT, room, 12, &position, MPI_COMM_WORLD), MPI_ERR_COUNT);
  REFUSED(MPI_Pack(values, 1, MPI_DATATYPE_NULL, room, 12, &position, MPI_COMM_WORLD),
          MPI_ERR_TYPE);
  REFUSED(MPI_Pack_size(1, MPI_INT, MPI_COMM_NULL, &n), MPI_ERR_COMM);
  // Keys.
  int key = MPI_KEYVAL_INVALID, flag;
  void* value;
  REFUSED(MPI_Type_set_attr(MPI_INT, key, NULL), MPI_ERR_KEYVAL);
  REFUSED(MPI_Type_get_attr(MPI_INT, key, &value, &flag), MPI_ERR_KEYVAL);
  REFUSED(MPI_Type_free_keyval(&key), MPI_ERR_KEYVAL);
  CHECK(MPI_Type_free(&type) == MPI_SUCCESS);
  return finish("refusals");
}
