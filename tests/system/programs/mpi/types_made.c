// Every constructor: what it makes has the right size and bounds, tells how it was made, and moves
// the right bytes from one rank to the next.
#include <stddef.h>

#include "types_checks.h"

static int rank, size;

static void expect(MPI_Datatype type, int bytes, MPI_Aint lb, MPI_Aint extent, MPI_Aint true_lb,
                   MPI_Aint true_extent) {
  int got;
  MPI_Count got_x, lb_x, extent_x;
  MPI_Aint a, b;
  CHECK(MPI_Type_size(type, &got) == MPI_SUCCESS && got == bytes);
  CHECK(MPI_Type_size_x(type, &got_x) == MPI_SUCCESS && got_x == bytes);
  MPI_Type_get_extent(type, &a, &b);
  CHECK(a == lb && b == extent);
  MPI_Type_get_extent_x(type, &lb_x, &extent_x);
  CHECK(lb_x == lb && extent_x == extent);
  MPI_Type_get_true_extent(type, &a, &b);
  CHECK(a == true_lb && b == true_extent);
  MPI_Type_get_true_extent_x(type, &lb_x, &extent_x);
  CHECK(lb_x == true_lb && extent_x == true_extent);
}

// Goes round the ring into plain bytes, and the elements are those that the displacements name.
static void send_round(MPI_Datatype type, int count, const int* places) {
  int from[64], to[64];
  for (int i = 0; i < 64; ++i) from[i] = 1000 * rank + i;
  memset(to, 0xff, sizeof to);
  MPI_Status status;
  const int before = (rank + size - 1) % size;
  MPI_Sendrecv(from, 1, type, (rank + 1) % size, 7, to, 64, MPI_INT, before, 7, MPI_COMM_WORLD,
               &status);
  int got;
  MPI_Get_count(&status, MPI_INT, &got);
  CHECK(got == count);
  for (int i = 0; i < count; ++i) CHECK(to[i] == 1000 * before + places[i]);
  // And from plain ints to where the type has its own.
  int spread[64];
  for (int i = 0; i < 64; ++i) spread[i] = -1;
  MPI_Sendrecv(to, count, MPI_INT, (rank + 1) % size, 8, spread, 1, type, before, 8, MPI_COMM_WORLD,
               &status);
  const int origin = (before + size - 1) % size;
  for (int i = 0; i < count; ++i) CHECK(spread[places[i]] == 1000 * origin + places[i]);
  int hit = 0;
  for (int i = 0; i < 64; ++i) hit += spread[i] != -1;
  CHECK(hit == count);
  int elements;
  MPI_Get_elements(&status, type, &elements);
  CHECK(elements == count);
}

static void commit_and_send(MPI_Datatype* type, int count, const int* places, int combiner) {
  int integers, addresses, types, got;
  CHECK(MPI_Type_get_envelope(*type, &integers, &addresses, &types, &got) == MPI_SUCCESS);
  CHECK(got == combiner);
  MPI_Type_commit(type);
  send_round(*type, count, places);
  MPI_Type_free(type);
  CHECK(*type == MPI_DATATYPE_NULL);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Datatype type, other;
  const int lengths[] = {2, 1, 3};
  const int places[] = {0, 5, 7};
  const MPI_Aint bytes[] = {0, 20, 28};

  MPI_Type_contiguous(5, MPI_INT, &type);
  expect(type, 20, 0, 20, 0, 20);
  commit_and_send(&type, 5, (int[]){0, 1, 2, 3, 4}, MPI_COMBINER_CONTIGUOUS);

  MPI_Type_vector(3, 2, 4, MPI_INT, &type);
  expect(type, 24, 0, 40, 0, 40);
  commit_and_send(&type, 6, (int[]){0, 1, 4, 5, 8, 9}, MPI_COMBINER_VECTOR);

  MPI_Type_create_hvector(3, 1, 12, MPI_INT, &type);
  expect(type, 12, 0, 28, 0, 28);
  commit_and_send(&type, 3, (int[]){0, 3, 6}, MPI_COMBINER_HVECTOR);

  MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
  expect(type, 24, 0, 40, 0, 40);
  commit_and_send(&type, 6, (int[]){0, 1, 5, 7, 8, 9}, MPI_COMBINER_INDEXED);

  MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &type);
  expect(type, 24, 0, 40, 0, 40);
  commit_and_send(&type, 6, (int[]){0, 1, 5, 7, 8, 9}, MPI_COMBINER_HINDEXED);

  MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &type);
  expect(type, 24, 0, 36, 0, 36);
  commit_and_send(&type, 6, (int[]){0, 1, 5, 6, 7, 8}, MPI_COMBINER_INDEXED_BLOCK);

  MPI_Type_create_hindexed_block(3, 1, bytes, MPI_INT, &type);
  expect(type, 12, 0, 32, 0, 32);
  commit_and_send(&type, 3, (int[]){0, 5, 7}, MPI_COMBINER_HINDEXED_BLOCK);

  // 4 x 5, of which rows 1 and 2, columns 2 to 4.
  MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 2}, MPI_ORDER_C, MPI_INT,
                           &type);
  expect(type, 24, 0, 80, 28, 32);
  commit_and_send(&type, 6, (int[]){7, 8, 9, 12, 13, 14}, MPI_COMBINER_SUBARRAY);
  MPI_Type_create_subarray(2, (int[]){5, 4}, (int[]){3, 2}, (int[]){2, 1}, MPI_ORDER_FORTRAN,
                           MPI_INT, &type);
  commit_and_send(&type, 6, (int[]){7, 8, 9, 12, 13, 14}, MPI_COMBINER_SUBARRAY);

  // Blocks of two of ten to the second of two.
  MPI_Type_create_darray(2, 1, 1, (int[]){10}, (int[]){MPI_DISTRIBUTE_CYCLIC}, (int[]){2},
                         (int[]){2}, MPI_ORDER_C, MPI_INT, &type);
  expect(type, 16, 0, 40, 8, 24);
  commit_and_send(&type, 4, (int[]){2, 3, 6, 7}, MPI_COMBINER_DARRAY);
  MPI_Type_create_darray(4, 2, 2, (int[]){4, 4},
                         (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK},
                         (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 2},
                         MPI_ORDER_C, MPI_INT, &type);
  commit_and_send(&type, 4, (int[]){8, 9, 12, 13}, MPI_COMBINER_DARRAY);

  MPI_Type_create_resized(MPI_INT, -4, 12, &type);
  expect(type, 4, -4, 12, 0, 4);
  MPI_Type_contiguous(3, type, &other);
  expect(other, 12, -4, 36, 0, 28);
  MPI_Type_free(&type);
  commit_and_send(&other, 3, (int[]){0, 3, 6}, MPI_COMBINER_CONTIGUOUS);

  // A type of types, whose own handles are gone.
  MPI_Datatype parts[3];
  MPI_Type_vector(2, 1, 2, MPI_INT, &parts[0]);
  MPI_Type_dup(MPI_INT, &parts[1]);
  parts[2] = MPI_INT;
  MPI_Type_create_struct(3, (int[]){1, 2, 1}, (MPI_Aint[]){4, 24, 40}, parts, &type);
  MPI_Type_free(&parts[0]);
  MPI_Type_free(&parts[1]);
  expect(type, 20, 4, 40, 4, 40);
  MPI_Type_dup(type, &other);
  MPI_Type_free(&type);
  commit_and_send(&other, 5, (int[]){1, 3, 6, 7, 10}, MPI_COMBINER_DUP);

  // What lies where the compiler put it.
  struct Mixed {
    char c;
    double d[2];
    int i;
  } mixed = {'a' + (char)rank, {rank + 0.5, rank * 2.0}, rank}, got;
  memset(&got, 0, sizeof got);
  MPI_Type_create_struct(
      3, (int[]){1, 2, 1},
      (MPI_Aint[]){offsetof(struct Mixed, c), offsetof(struct Mixed, d), offsetof(struct Mixed, i)},
      (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_INT}, &type);
  expect(type, 21, 0, 32, 0, 28);
  MPI_Type_commit(&type);
  const int before = (rank + size - 1) % size;
  MPI_Status status;
  MPI_Sendrecv(&mixed, 1, type, (rank + 1) % size, 0, &got, 1, type, before, 0, MPI_COMM_WORLD,
               &status);
  CHECK(got.c == 'a' + before && got.d[0] == before + 0.5 && got.d[1] == before * 2.0);
  CHECK(got.i == before);
  int count, elements;
  MPI_Get_count(&status, type, &count);
  MPI_Get_elements(&status, type, &elements);
  CHECK(count == 1 && elements == 4);
  // A part of an element.
  MPI_Sendrecv(&mixed.c, 1, MPI_CHAR, (rank + 1) % size, 1, &got, 1, type, before, 1,
               MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, type, &count);
  MPI_Get_elements(&status, type, &elements);
  CHECK(count == MPI_UNDEFINED && elements == 1);
  MPI_Status_set_elements(&status, type, 5);
  MPI_Get_elements(&status, type, &elements);
  CHECK(elements == 5);

  // Freed while a message that needs it is under way.
  MPI_Request request;
  MPI_Irecv(&got, 1, type, before, 2, MPI_COMM_WORLD, &request);
  MPI_Type_free(&type);
  MPI_Barrier(MPI_COMM_WORLD);
  mixed.i = 77 + rank;
  MPI_Type_create_struct(
      3, (int[]){1, 2, 1},
      (MPI_Aint[]){offsetof(struct Mixed, c), offsetof(struct Mixed, d), offsetof(struct Mixed, i)},
      (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_INT}, &type);
  MPI_Type_commit(&type);
  MPI_Send(&mixed, 1, type, (rank + 1) % size, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got.i == 77 + before);
  MPI_Type_free(&type);

  // From addresses of the whole program.
  int far[2] = {rank, -rank}, near = rank * 3, into[3];
  MPI_Aint absolute[2];
  MPI_Get_address(far, &absolute[0]);
  MPI_Get_address(&near, &absolute[1]);
  MPI_Type_create_hindexed(2, (int[]){2, 1}, absolute, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Sendrecv(MPI_BOTTOM, 1, type, (rank + 1) % size, 3, into, 3, MPI_INT, before, 3,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(into[0] == before && into[1] == -before && into[2] == 3 * before);
  MPI_Type_free(&type);
  return finish("constructors");
}
