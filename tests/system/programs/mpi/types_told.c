// How types were made, by what they tell: envelopes, contents, names, and those of the standard.
#include "types_checks.h"

static void envelope(MPI_Datatype type, int integers, int addresses, int types, int combiner) {
  int got[4] = {-1, -1, -1, -1};
  CHECK(MPI_Type_get_envelope(type, &got[0], &got[1], &got[2], &got[3]) == MPI_SUCCESS);
  CHECK(got[0] == integers && got[1] == addresses && got[2] == types && got[3] == combiner);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype type, inner, outer, got[4];
  int integers[16];
  MPI_Aint addresses[4];

  envelope(MPI_INT, 0, 0, 0, MPI_COMBINER_NAMED);
  MPI_Type_vector(3, 2, 4, MPI_DOUBLE, &inner);
  envelope(inner, 3, 0, 1, MPI_COMBINER_VECTOR);
  CHECK(MPI_Type_get_contents(inner, 3, 0, 1, integers, addresses, got) == MPI_SUCCESS);
  CHECK(integers[0] == 3 && integers[1] == 2 && integers[2] == 4 && got[0] == MPI_DOUBLE);

  MPI_Type_create_struct(2, (int[]){1, 4}, (MPI_Aint[]){0, 100}, (MPI_Datatype[]){inner, MPI_CHAR},
                         &outer);
  envelope(outer, 3, 2, 2, MPI_COMBINER_STRUCT);
  MPI_Type_get_contents(outer, 16, 4, 4, integers, addresses, got);
  CHECK(integers[0] == 2 && integers[1] == 1 && integers[2] == 4);
  CHECK(addresses[0] == 0 && addresses[1] == 100);
  CHECK(got[1] == MPI_CHAR);
  // A handle of its own, which tells the same and is freed apart from the others.
  MPI_Type_free(&inner);
  MPI_Type_free(&outer);
  envelope(got[0], 3, 0, 1, MPI_COMBINER_VECTOR);
  CHECK(MPI_Type_free(&got[0]) == MPI_SUCCESS);

  MPI_Type_create_hindexed(2, (int[]){3, 1}, (MPI_Aint[]){8, 40}, MPI_INT, &type);
  envelope(type, 3, 2, 1, MPI_COMBINER_HINDEXED);
  MPI_Type_get_contents(type, 3, 2, 1, integers, addresses, got);
  CHECK(integers[0] == 2 && integers[1] == 3 && integers[2] == 1 && addresses[1] == 40);
  MPI_Type_free(&type);

  MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 2}, MPI_ORDER_FORTRAN,
                           MPI_INT, &type);
  envelope(type, 8, 0, 1, MPI_COMBINER_SUBARRAY);
  MPI_Type_get_contents(type, 8, 0, 1, integers, addresses, got);
  CHECK(integers[0] == 2 && integers[2] == 5 && integers[4] == 3 && integers[6] == 2);
  CHECK(integers[7] == MPI_ORDER_FORTRAN);
  MPI_Type_free(&type);

  MPI_Type_create_resized(MPI_CHAR, -1, 3, &type);
  envelope(type, 0, 2, 1, MPI_COMBINER_RESIZED);
  MPI_Type_get_contents(type, 0, 2, 1, integers, addresses, got);
  CHECK(addresses[0] == -1 && addresses[1] == 3 && got[0] == MPI_CHAR);

  // Names: of the standard, none, and the program's, which a duplicate does not have.
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Type_get_name(MPI_DOUBLE, name, &length);
  CHECK(strcmp(name, "MPI_DOUBLE") == 0 && length == 10);
  MPI_Type_get_name(type, name, &length);
  CHECK(name[0] == '\0' && length == 0);
  MPI_Type_set_name(type, "three bytes");
  MPI_Type_set_name(MPI_SHORT, "a short one");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_get_name(type, name, &length);
  CHECK(strcmp(name, "three bytes") == 0 && length == 11);
  MPI_Type_get_name(MPI_SHORT, name, &length);
  CHECK(strcmp(name, "a short one") == 0);
  MPI_Type_dup(type, &outer);
  MPI_Type_get_name(outer, name, &length);
  CHECK(length == 0);
  envelope(outer, 0, 0, 1, MPI_COMBINER_DUP);
  MPI_Type_free(&type);
  MPI_Type_free(&outer);

  // Fortran's kinds: the same arguments, the same type.
  MPI_Datatype first, second;
  MPI_Type_create_f90_real(6, 30, &first);
  MPI_Type_create_f90_real(6, 30, &second);
  CHECK(first == second);
  envelope(first, 2, 0, 0, MPI_COMBINER_F90_REAL);
  MPI_Type_get_contents(first, 2, 0, 0, integers, addresses, got);
  CHECK(integers[0] == 6 && integers[1] == 30);
  MPI_Type_size(first, &length);
  CHECK(length == 4);
  MPI_Type_create_f90_real(15, MPI_UNDEFINED, &second);
  MPI_Type_size(second, &length);
  CHECK(length == 8 && first != second);
  MPI_Type_create_f90_complex(15, 300, &type);
  MPI_Type_size(type, &length);
  CHECK(length == 16);
  MPI_Type_create_f90_integer(9, &type);
  MPI_Type_size(type, &length);
  CHECK(length == 4);
  MPI_Type_contiguous(2, first, &outer);
  MPI_Type_get_contents(outer, 1, 0, 1, integers, addresses, got);
  CHECK(got[0] == first);
  MPI_Type_free(&outer);
  // It needs no commit, and can be reduced.
  float own = 1.5f, sum = 0;
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Allreduce(&own, &sum, 1, first, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == 1.5f * (float)ranks);

  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
  MPI_Type_get_name(type, name, &length);
  MPI_Type_size(type, &length);
  CHECK(length == 8);
  MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &type);
  MPI_Type_size(type, &length);
  CHECK(length == 2);
  MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 8, &type);
  MPI_Type_size(type, &length);
  CHECK(length == 8);
  return finish("envelopes, contents and names");
}
