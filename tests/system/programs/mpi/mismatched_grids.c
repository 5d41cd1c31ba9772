// Members that ask for different grids or graphs: all of them have an error.
#include "check.h"

static void expect_error(int answer, MPI_Comm made) {
  int class = 0;
  MPI_Error_class(answer, &class);
  CHECK(class == MPI_ERR_OTHER && made == MPI_COMM_NULL);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm all, made = MPI_COMM_NULL;
  const int odd = rank_ == size_ - 1, periods[2] = {0, 0}, ring[2] = {0, odd};
  const int sizes[2] = {odd ? 1 : size_, odd ? size_ : 1}, rest[2] = {size_, 1};
  const int fewer[1] = {odd ? size_ - 1 : size_}, last[2] = {!odd, odd};
  int index[2] = {1, 2}, edges[2] = {1, 0};
  MPI_Comm_dup(MPI_COMM_WORLD, &all);
  MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN);
  expect_error(MPI_Cart_create(all, 2, sizes, periods, 0, &made), made);
  expect_error(MPI_Cart_create(all, 2, rest, ring, 0, &made), made);
  expect_error(MPI_Cart_create(all, 1, fewer, periods, 0, &made), made);
  if (odd) index[0] = 0, index[1] = 1;
  expect_error(MPI_Graph_create(all, 2, index, edges, 0, &made), made);
  CHECK(MPI_Cart_create(all, 2, rest, periods, 0, &made) == MPI_SUCCESS);
  MPI_Comm part = MPI_COMM_NULL;
  expect_error(MPI_Cart_sub(made, last, &part), part);
  CHECK(MPI_Barrier(made) == MPI_SUCCESS);
  MPI_Comm_free(&made);
  MPI_Comm_free(&all);
  return end();
}
