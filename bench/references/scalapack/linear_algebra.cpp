// A product and the solution of equations in single precision by ScaLAPACK (psgemm, psgesv), on as
// many ranks as it is started with, in one row of blocks of columns:
// `mpirun -n RANKS scalapack SIZE BLOCK REPEATS`. Prints the least time of
// each, and the largest rest of an equation, as a line of JSON.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
void Cblacs_pinfo(int*, int*);
void Cblacs_get(int, int, int*);
void Cblacs_gridinit(int*, const char*, int, int);
void Cblacs_gridinfo(int, int*, int*, int*, int*);
void Cblacs_gridexit(int);
int numroc_(const int*, const int*, const int*, const int*, const int*);
void descinit_(int*, const int*, const int*, const int*, const int*, const int*, const int*,
               const int*, const int*, int*);
void psgesv_(const int*, const int*, float*, const int*, const int*, const int*, int*, float*,
             const int*, const int*, const int*, int*);
void psgemm_(const char*, const char*, const int*, const int*, const int*, const float*,
             const float*, const int*, const int*, const int*, const float*, const int*, const int*,
             const int*, const float*, float*, const int*, const int*, const int*);
void openblas_set_num_threads(int) __attribute__((weak));
}

namespace {

const int one = 1;
const int zero = 0;

/// Uniform in [-1, 1), by the place in the matrix alone.
float element(std::uint64_t row, std::uint64_t column) {
  std::uint64_t z = (row << 32 | column) + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return static_cast<float>(static_cast<double>(z >> 11) * 0x1.0p-52 - 1);
}

/// A matrix dealt out by blocks over the grid of a context.
struct Dealt {
  int descriptor[9] = {};
  std::vector<float> values;

  /// Columns of the right side have other numbers than those of the matrix.
  Dealt(int context, int rows, int columns, int block, int first_column = 0) {
    int grid_rows = 0;
    int grid_columns = 0;
    int row = 0;
    int column = 0;
    Cblacs_gridinfo(context, &grid_rows, &grid_columns, &row, &column);
    const int own_rows = numroc_(&rows, &block, &row, &zero, &grid_rows);
    const int own_columns = numroc_(&columns, &block, &column, &zero, &grid_columns);
    const int stride = std::max(1, own_rows);
    int info = 0;
    descinit_(descriptor, &rows, &columns, &block, &block, &zero, &zero, &context, &stride, &info);
    values.resize(static_cast<std::size_t>(stride) * static_cast<std::size_t>(own_columns));
    for (int j = 0; j < own_columns; ++j) {
      for (int i = 0; i < own_rows; ++i) {
        const int global_row = (i / block * grid_rows + row) * block + i % block;
        const int global_column = (j / block * grid_columns + column) * block + j % block;
        values[static_cast<std::size_t>(j) * static_cast<std::size_t>(stride) +
               static_cast<std::size_t>(i)] =
            element(static_cast<std::uint64_t>(global_row),
                    static_cast<std::uint64_t>(first_column + global_column));
      }
    }
  }
};

double multiply_s(int context, int size, int block) {
  const Dealt a(context, size, size, block);
  const Dealt b(context, size, size, block, size);
  Dealt c(context, size, size, block);
  const float alpha = 1;
  const float beta = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin_s = MPI_Wtime();
  psgemm_("N", "N", &size, &size, &size, &alpha, a.values.data(), &one, &one, a.descriptor,
          b.values.data(), &one, &one, b.descriptor, &beta, c.values.data(), &one, &one,
          c.descriptor);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - begin_s;
}

double solve_s(int context, int size, int block, double& residual) {
  Dealt a(context, size, size, block);
  const Dealt matrix = a;
  Dealt b(context, size, 1, block, size);
  const Dealt right_side = b;
  std::vector<int> pivots(a.values.size() / static_cast<std::size_t>(std::max(1, size)) +
                          static_cast<std::size_t>(size + 2 * block));
  int info = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin_s = MPI_Wtime();
  psgesv_(&size, &one, a.values.data(), &one, &one, a.descriptor, pivots.data(), b.values.data(),
          &one, &one, b.descriptor, &info);
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - begin_s;
  Dealt rest = right_side;
  const float minus = -1;
  const float plus = 1;
  psgemm_("N", "N", &size, &one, &size, &minus, matrix.values.data(), &one, &one, matrix.descriptor,
          b.values.data(), &one, &one, b.descriptor, &plus, rest.values.data(), &one, &one,
          rest.descriptor);
  double own = info == 0 ? 0 : HUGE_VAL;
  for (const float value : rest.values) own = std::max(own, std::abs(static_cast<double>(value)));
  MPI_Allreduce(&own, &residual, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds;
}

int grid_of(int rows, int columns) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", rows, columns);
  return context;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  Cblacs_pinfo(&rank, &ranks);
  const int size = argc == 4 ? std::atoi(argv[1]) : 0;
  const int block = argc == 4 ? std::atoi(argv[2]) : 0;
  const int repeats = argc == 4 ? std::atoi(argv[3]) : 0;
  if (size < 1 || block < 1 || repeats < 1) {
    if (rank == 0) std::fprintf(stderr, "scalapack: expected SIZE BLOCK REPEATS, each above 0\n");
    MPI_Finalize();
    return 2;
  }
  if (openblas_set_num_threads != nullptr)
    openblas_set_num_threads(1);  // the ranks are the threads
  const int row = grid_of(1, ranks);
  double multiplied_s = 1e300;
  double solved_s = 1e300;
  double residual = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    multiplied_s = std::min(multiplied_s, multiply_s(row, size, block));
    solved_s = std::min(solved_s, solve_s(row, size, block, residual));
  }
  Cblacs_gridexit(row);
  if (rank == 0) {
    std::printf("{\"product_s\": %.9f, \"solve_s\": %.9f, \"residual\": %.6g}\n", multiplied_s,
                solved_s, residual);
  }
  MPI_Finalize();
  return 0;
}
