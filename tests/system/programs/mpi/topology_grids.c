/* Grids of ranks: what they say, their parts, their copies, and who is left over. 6 ranks or more. */
#include <mpi.h>
#include <stdio.h>

static int errors = 0;
#define CHECK(holds)                                          \
  do {                                                        \
    if (!(holds)) {                                           \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #holds);      \
      ++errors;                                               \
    }                                                         \
  } while (0)

static int dims_are(int ranks, int dimensions, int a, int b, int c) {
  int sizes[3] = {0, 0, 0};
  MPI_Dims_create(ranks, dimensions, sizes);
  return sizes[0] == a && (dimensions < 2 || sizes[1] == b) && (dimensions < 3 || sizes[2] == c);
}

static void dimensions(void) {
  int sizes[3] = {0, 3, 0};
  CHECK(dims_are(6, 2, 3, 2, 0));
  CHECK(dims_are(7, 2, 7, 1, 0));
  CHECK(dims_are(7, 1, 7, 0, 0));
  CHECK(dims_are(64, 3, 4, 4, 4));
  CHECK(dims_are(48, 3, 4, 4, 3));
  CHECK(dims_are(60, 3, 5, 4, 3));
  CHECK(dims_are(1, 3, 1, 1, 1));
  CHECK(dims_are(1000000, 3, 100, 100, 100));
  MPI_Dims_create(6, 3, sizes);
  CHECK(sizes[0] == 2 && sizes[1] == 3 && sizes[2] == 1);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  sizes[0] = 0, sizes[1] = 3, sizes[2] = 0;
  int class = 0;
  MPI_Error_class(MPI_Dims_create(7, 3, sizes), &class);
  CHECK(class == MPI_ERR_DIMS || class == MPI_ERR_ARG);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  dimensions();

  const int sizes[2] = {3, 2}, periods[2] = {1, 0};
  MPI_Comm grid, copy, row, point;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
  CHECK((grid == MPI_COMM_NULL) == (rank >= 6));
  int kind = 0, mapped = 0;
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  CHECK(kind == MPI_UNDEFINED);
  MPI_Cart_map(MPI_COMM_WORLD, 2, sizes, periods, &mapped);
  CHECK(rank < 6 ? mapped >= 0 && mapped < 6 : mapped == MPI_UNDEFINED);
  if (grid != MPI_COMM_NULL) {
    int count, got_sizes[2], got_periods[2], own[2], at[2], number, from, to;
    MPI_Comm_dup(grid, &copy);
    MPI_Topo_test(copy, &kind);
    CHECK(kind == MPI_CART);
    MPI_Cartdim_get(copy, &count);
    CHECK(count == 2);
    MPI_Cart_get(copy, 2, got_sizes, got_periods, own);
    CHECK(got_sizes[0] == 3 && got_sizes[1] == 2 && got_periods[0] && !got_periods[1]);
    CHECK(own[0] == rank / 2 && own[1] == rank % 2);
    MPI_Cart_coords(grid, 5, 2, at);
    CHECK(at[0] == 2 && at[1] == 1);
    at[0] = -1, at[1] = 1;
    MPI_Cart_rank(grid, at, &number);
    CHECK(number == 5);
    MPI_Cart_shift(grid, 0, 1, &from, &to);
    CHECK(from == (rank + 4) % 6 && to == (rank + 2) % 6);
    MPI_Cart_shift(grid, 0, -4, &from, &to);
    CHECK(from == (rank + 2) % 6 && to == (rank + 4) % 6);
    MPI_Cart_shift(grid, 1, 1, &from, &to);
    CHECK(from == (rank % 2 ? rank - 1 : MPI_PROC_NULL));
    CHECK(to == (rank % 2 ? MPI_PROC_NULL : rank + 1));

    const int keep_first[2] = {1, 0}, keep_none[2] = {0, 0};
    MPI_Cart_sub(grid, keep_first, &row);
    int row_rank, row_size, sum = 0;
    MPI_Comm_rank(row, &row_rank);
    MPI_Comm_size(row, &row_size);
    CHECK(row_rank == rank / 2 && row_size == 3);
    MPI_Cart_get(row, 1, got_sizes, got_periods, own);
    CHECK(got_sizes[0] == 3 && got_periods[0] && own[0] == rank / 2);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    CHECK(sum == 6 + 3 * (rank % 2));
    MPI_Cart_sub(grid, keep_none, &point);
    MPI_Cartdim_get(point, &count);
    MPI_Comm_size(point, &row_size);
    CHECK(count == 0 && row_size == 1);
    MPI_Comm_free(&point);
    MPI_Comm_free(&row);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&grid);
  }
  MPI_Cart_create(MPI_COMM_WORLD, 0, sizes, periods, 0, &point);
  CHECK((point == MPI_COMM_NULL) == (rank > 0));

  int all = 0;
  MPI_Reduce(&errors, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf(all == 0 ? "well\n" : "%d errors\n", all);
  MPI_Finalize();
  return errors != 0;
}
