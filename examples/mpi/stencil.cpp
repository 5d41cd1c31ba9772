// The same as stencil.c in C++: what is its own lies in objects with static storage, in
// std::vector and behind exceptions, as in programs that were not written for many ranks a process.
//
//   mpicxx -O2 stencil.cpp -o stencil
//   isthmus mpirun -n 16 --sites 2 --pes 2 --latency 8ms ./stencil 512 200
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

class Plate {
 public:
  void cut(int mesh, int rank, int ranks) {
    if (mesh < ranks) throw std::invalid_argument("fewer rows than ranks");
    mesh_ = mesh;
    first_ = row_of(rank, ranks);
    rows_ = row_of(rank + 1, ranks) - first_;
    old_.assign((rows_ + 2) * width(), 0.0);
    if (rank == 0) std::fill_n(old_.begin(), width(), 1.0);
    new_ = old_;
  }
  std::size_t width() const { return static_cast<std::size_t>(mesh_) + 2; }
  double* row(std::size_t i) { return old_.data() + i * width(); }
  std::size_t rows() const { return rows_; }

  double relax() {
    double change = 0;
    for (std::size_t i = 1; i <= rows_; ++i) {
      for (std::size_t j = 1; j + 1 < width(); ++j) {
        const double* at = row(i) + j;
        const double value =
            0.25 * (at[-static_cast<std::ptrdiff_t>(width())] + at[-1] + at[1] + at[width()]);
        new_[i * width() + j] = value;
        change = std::max(change, std::abs(value - *at));
      }
    }
    old_.swap(new_);
    return change;
  }
  std::uint64_t bits() {
    std::uint64_t bits = 0;
    for (std::size_t i = 1; i <= rows_; ++i) {
      for (std::size_t j = 1; j + 1 < width(); ++j) {
        std::uint64_t word = 0;
        std::memcpy(&word, row(i) + j, sizeof word);
        bits ^= word * (2 * ((first_ + i) * width() + j) + 1);
      }
    }
    return bits;
  }

 private:
  std::size_t row_of(int rank, int ranks) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>(mesh_) * rank / ranks);
  }

  int mesh_ = 0;
  std::size_t first_ = 0;
  std::size_t rows_ = 0;
  std::vector<double> old_, new_;
};

Plate plate;
thread_local int steps_done = 0;

int number(const std::vector<std::string>& words, std::size_t place, int otherwise) {
  return words.size() > place ? std::stoi(words[place]) : otherwise;
}

void run(const std::vector<std::string>& words) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  plate.cut(number(words, 1, 256), rank, ranks);
  const int steps = number(words, 2, 100);
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  const int width = static_cast<int>(plate.width());
  double change = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime();
  for (; steps_done < steps; ++steps_done) {
    std::array<MPI_Request, 4> requests;
    MPI_Irecv(plate.row(0), width, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(plate.row(plate.rows() + 1), width, MPI_DOUBLE, below, 2, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(plate.row(1), width, MPI_DOUBLE, above, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(plate.row(plate.rows()), width, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
    change = plate.relax();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - began;
  const std::uint64_t bits = plate.bits();
  std::uint64_t all_bits = 0;
  double greatest = 0;
  MPI_Reduce(&change, &greatest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&bits, &all_bits, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank != 0) return;
  std::cout << ranks << " ranks, " << std::fixed << 1e3 * seconds / steps << " ms a step\n"
            << std::defaultfloat << std::setprecision(17) << "greatest change " << greatest << '\n'
            << "bits of the plate " << std::hex << std::setw(16) << std::setfill('0') << all_bits
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    run(std::vector<std::string>(argv, argv + argc));
  } catch (const std::exception& problem) {
    std::cerr << "stencil: " << problem.what() << '\n';
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
