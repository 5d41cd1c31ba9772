// Products of matrices (Neff 1995, 4.2). Conventional: the right matrix is there for all PEs to
// read, and objects have some rows of the left one. Cannon's: blocks of both go round among the
// blocks of the result. Fox's: PEs keep columns of the right matrix, and rows of the left one come
// in messages.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>

#include "metacomputer/input.hpp"
#include "metacomputer/matrix_market.hpp"
#include "metacomputer/programs.hpp"
#include "metacomputer/serial.hpp"
#include "metacomputer/shares.hpp"

namespace metacomputer {

using isthmus::Index1;
using isthmus::Index2;
using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

namespace {

constexpr const char* done_name = "product done";
constexpr const char* pieces_name = "pieces of the product";
using Piece = std::vector<float>;

/// What objects know of the product that they have a part of.
struct Work {
  int rows = 0;
  int depth = 0;
  int columns = 0;
  ProductOptions options;
  double operation_ns = 0;

  void multiply(const Sizes& sizes, ConstBlock a, ConstBlock b, Block c) const {
    multiply_add(options.kernel, sizes, a, b, c);
    charge_operations(sizes.multiply_adds(), operation_ns);
  }
};

/// Some rows, or a part of one, of the result. The right matrix is readonly.
class RowProduct : public isthmus::Chare<RowProduct, Index1> {
 public:
  void load(Piece rows_of_a) { a_ = std::move(rows_of_a); }
  void multiply() {
    const Work& work = isthmus::readonly<Work>();
    const Matrix& b = isthmus::readonly<Matrix>();
    const Range rows = rows_of(work, index());
    const Range columns = columns_of(work, index());
    c_.resize(static_cast<std::size_t>(rows.size()) * static_cast<std::size_t>(columns.size()));
    work.multiply({rows.size(), columns.size(), work.depth}, {a_.data(), work.depth},
                  {b.at(0, columns.begin), b.columns}, {c_.data(), columns.size()});
    contribute(done_name);
  }
  void tell() { gather(pieces_name, c_); }

  static int count(const Work& work) {
    const int grain = work.options.grain_rows;
    return (work.rows + grain - 1) / grain * work.options.row_parts;
  }
  static Range rows_of(const Work& work, int index) {
    const int begin = index / work.options.row_parts * work.options.grain_rows;
    return {begin, std::min(begin + work.options.grain_rows, work.rows)};
  }
  static Range columns_of(const Work& work, int index) {
    const int parts = work.options.row_parts;
    return split(work.columns, parts, index % parts);
  }

 private:
  Piece a_;
  Piece c_;
};

/// Two blocks on their way.
struct Pair {
  Piece a;
  Piece b;
};

/// A block of the result in Cannon's algorithm. The blocks that it multiplies in step s are those
/// of depth (row + column + s) mod blocks.
class CannonBlock : public isthmus::Chare<CannonBlock, Index2> {
 public:
  CannonBlock() : arrived_(static_cast<std::size_t>(count())) {}

  void load(Pair first) { arrived_[0] = std::move(first); }
  void begin() {
    const Work& work = isthmus::readonly<Work>();
    c_.resize(static_cast<std::size_t>(split(work.rows, count(), index()[0]).size()) *
              static_cast<std::size_t>(split(work.columns, count(), index()[1]).size()));
    has_begun_ = true;
    go_on();
  }
  // An empty block has come when its step has: counted by step, for neighbours may be ahead.
  void take_a(int step, Piece a) {
    arrived_[static_cast<std::size_t>(step)].a = std::move(a);
    count_in(step);
  }
  void take_b(int step, Piece b) {
    arrived_[static_cast<std::size_t>(step)].b = std::move(b);
    count_in(step);
  }
  void tell() { gather(pieces_name, c_); }

 private:
  static int count() { return isthmus::readonly<Work>().options.blocks; }
  void count_in(int step) {
    ++came_[static_cast<std::size_t>(step)];
    if (has_begun_ && step == step_) go_on();
  }
  bool is_ready() const { return step_ < count() && came_[static_cast<std::size_t>(step_)] == 2; }
  void go_on() {
    while (is_ready()) {
      send_on();
      multiply();
      arrived_[static_cast<std::size_t>(step_)] = {};
      ++step_;
      if (step_ == count()) contribute(done_name);
    }
  }
  // Before it computes, so that the blocks travel meanwhile.
  void send_on() const {
    if (step_ + 1 == count()) return;
    const Pair& pair = arrived_[static_cast<std::size_t>(step_)];
    const int last = count() - 1;
    const Index2 left{{index()[0], index()[1] == 0 ? last : index()[1] - 1}};
    const Index2 up{{index()[0] == 0 ? last : index()[0] - 1, index()[1]}};
    array()[left].send<&CannonBlock::take_a>(step_ + 1, pair.a);
    array()[up].send<&CannonBlock::take_b>(step_ + 1, pair.b);
  }
  void multiply() {
    const Work& work = isthmus::readonly<Work>();
    const Sizes sizes{
        split(work.rows, count(), index()[0]).size(),
        split(work.columns, count(), index()[1]).size(),
        split(work.depth, count(), (index()[0] + index()[1] + step_) % count()).size()};
    const Pair& pair = arrived_[static_cast<std::size_t>(step_)];
    work.multiply(sizes, {pair.a.data(), sizes.depth}, {pair.b.data(), sizes.columns},
                  {c_.data(), sizes.columns});
  }

  int step_ = 0;
  bool has_begun_ = false;
  std::vector<Pair> arrived_;  // by step
  std::vector<int> came_ = first_step_alone();
  Piece c_;

  // What the first step needs is loaded.
  static std::vector<int> first_step_alone() {
    std::vector<int> came(static_cast<std::size_t>(count()));
    came[0] = 2;
    return came;
  }
};

/// A PE's columns of the right matrix and of the result in Fox's algorithm. PE 0 has the left
/// matrix and sends its rows, some at a time, to all; the last PE that has columns asks for more.
class FoxColumns : public isthmus::Chare<FoxColumns, PeId> {
 public:
  explicit FoxColumns(const ByShares& shares) : shares_(shares) {}

  void load(Piece columns_of_b) { b_ = std::move(columns_of_b); }
  /// Of PE 0's alone.
  void keep(Matrix left) { left_ = std::move(left); }
  void begin() {
    const Work& work = isthmus::readonly<Work>();
    c_.resize(static_cast<std::size_t>(work.rows) * static_cast<std::size_t>(columns().size()));
    if (pe() == PeId(0)) send_rows(0);
  }
  void send_rows(int first) {
    const Range rows{first, std::min(first + rows_a_message(), left_.rows)};
    array().all().send<&FoxColumns::take_rows>(first, piece_of(left_, rows, {0, left_.columns}));
  }
  void take_rows(int first, std::span<const float> rows) {
    const Work& work = isthmus::readonly<Work>();
    const int count = static_cast<int>(std::ssize(rows)) / work.depth;
    work.multiply(
        {count, columns().size(), work.depth}, {rows.data(), work.depth},
        {b_.data(), columns().size()},
        {c_.data() + static_cast<std::ptrdiff_t>(first) * columns().size(), columns().size()});
    // On other PEs the next rows may come before these.
    rows_done_ += count;
    if (first + count < work.rows && pe() == shares_.owner(work.columns - 1)) {
      array()[PeId(0)].send<&FoxColumns::send_rows>(first + count);
    }
    if (rows_done_ == work.rows) contribute(done_name);
  }
  void tell() { gather(pieces_name, c_); }

 private:
  Range columns() const { return shares_.share_of(pe()); }
  static int rows_a_message() { return isthmus::readonly<Work>().options.message_rows; }

  ByShares shares_;
  Piece b_;
  Piece c_;
  int rows_done_ = 0;
  Matrix left_;
};

/// A piece of the result as the k-th object has it.
struct Place {
  Range rows;
  Range columns;
};

Task<Matrix> joined(Job& job, const Work& work, std::vector<Place> places) {
  const auto pieces = co_await job.reduction<std::vector<Piece>>(pieces_name);
  Matrix whole = Matrix::zero(work.rows, work.columns);
  for (std::size_t i = 0; i < places.size(); ++i) {
    place<float>(whole, places[i].rows, places[i].columns, pieces[i]);
  }
  co_return whole;
}

/// When it worked, and the result where it is wanted.
struct Outcome {
  Times times;
  Matrix product;
};

template <class T>
Task<Outcome> multiplied(Job& job, const Work& work, isthmus::ArrayProxy<T> objects,
                         std::vector<Place> places, bool wants_product) {
  Outcome outcome;
  co_await job.quiescence();
  outcome.times.begin_s = job.seconds();
  if constexpr (std::is_same_v<T, RowProduct>) {
    objects.all().template send<&T::multiply>();
  } else {
    objects.all().template send<&T::begin>();
  }
  co_await job.reduction(done_name);
  outcome.times.end_s = job.seconds();
  if (!wants_product) co_return outcome;
  objects.all().template send<&T::tell>();
  outcome.product = co_await joined(job, work, std::move(places));
  co_return outcome;
}

Task<Outcome> conventional(Job& job, const Work& work, const Matrix& a, const Matrix& b,
                           bool wants_product) {
  job.set_readonly(b);
  const int count = RowProduct::count(work);
  const auto objects = job.create_array<RowProduct>(count, ByShares::of(count, job.topology()));
  std::vector<Piece> parts;
  std::vector<Place> places;
  for (int i = 0; i < count; ++i) {
    places.push_back({RowProduct::rows_of(work, i), RowProduct::columns_of(work, i)});
    parts.push_back(piece_of(a, places.back().rows, {0, work.depth}));
  }
  objects.scatter<&RowProduct::load>(std::move(parts));
  return multiplied(job, work, objects, std::move(places), wants_product);
}

Task<Outcome> cannon(Job& job, const Work& work, const Matrix& a, const Matrix& b,
                     bool wants_product) {
  const int count = work.options.blocks;
  const Index2 sizes{{count, count}};
  const auto objects = job.create_array<CannonBlock>(
      sizes, ByShares::of(static_cast<std::int64_t>(count) * count, job.topology()));
  std::vector<Pair> parts;
  std::vector<Place> places;
  for (int row = 0; row < count; ++row) {
    for (int column = 0; column < count; ++column) {
      const Place own{split(work.rows, count, row), split(work.columns, count, column)};
      const Range depth = split(work.depth, count, (row + column) % count);
      parts.push_back({piece_of(a, own.rows, depth), piece_of(b, depth, own.columns)});
      places.push_back(own);
    }
  }
  objects.scatter<&CannonBlock::load>(std::move(parts));
  return multiplied(job, work, objects, std::move(places), wants_product);
}

Task<Outcome> fox(Job& job, const Work& work, const Matrix& a, const Matrix& b,
                  bool wants_product) {
  const ByShares shares = ByShares::of(work.columns, job.topology());
  const auto objects = job.create_group<FoxColumns>(shares);
  std::vector<Piece> parts;
  std::vector<Place> places;
  for (int pe = 0; pe < job.pe_count(); ++pe) {
    places.push_back({{0, work.rows}, shares.share_of(PeId(pe))});
    parts.push_back(piece_of(b, {0, work.depth}, places.back().columns));
  }
  objects.scatter<&FoxColumns::load>(std::move(parts));
  objects[PeId(0)].send<&FoxColumns::keep>(a);
  return multiplied(job, work, objects, std::move(places), wants_product);
}

// True where the product is right: the same bits, or, of the BLAS's, within what rounding may do.
bool check(const Work& work, const Matrix& a, const Matrix& b, const Matrix& found) {
  const bool is_cannon = work.options.algorithm == Algorithm::cannon;
  const Matrix expected =
      is_cannon ? serial_cannon(a, b, work.options.blocks) : serial_product(a, b);
  std::size_t differ = 0;
  if (work.options.kernel == Kernel::plain) {
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      differ += found.values[i] != expected.values[i];
    }
  } else {
    const Matrix bound = rounding_bound(a, b);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      differ += !(std::abs(found.values[i] - expected.values[i]) <= bound.values[i]);
    }
  }
  if (differ == 0) {
    std::printf(work.options.kernel == Kernel::plain
                    ? "  check     equal to the serial program's, bit for bit\n"
                    : "  check     within rounding of the serial program's\n");
    return true;
  }
  std::printf("  check     FAILED: %zu of %zu elements differ from the serial program's\n", differ,
              found.values.size());
  return false;
}

isthmus::Error wrong_sizes(const Matrix& a, const Matrix& b, const std::string& path) {
  return {isthmus::ErrorCode::bad_input, std::to_string(b.rows) + " rows", path,
          std::to_string(a.columns) + ", the columns of the left matrix"};
}

void print(Job& job, const Options& options, const Work& work, const Times& times) {
  static constexpr const char* names[] = {"conventional", "Cannon's", "Fox's"};
  std::printf("product: %d x %d x %d on %d PEs, %s, %s kernel", work.rows, work.depth, work.columns,
              job.pe_count(), names[static_cast<int>(work.options.algorithm)],
              work.options.kernel == Kernel::plain ? "plain" : "BLAS");
  if (work.options.a.empty()) {
    std::printf(", seed %llu", static_cast<unsigned long long>(options.common.seed));
  }
  std::printf("\n");
  times.tell(job);
  const double flops = 2.0 * work.rows * work.depth * work.columns;
  const double mflops = flops / times.seconds() * 1e-6;
  std::printf("  speed     %.1f MFLOPS\n", mflops);
  job.report("mflops", mflops);
}

}  // namespace

Task<void> run_product(Job& job, const Options& options) {
  const Common& common = options.common;
  const ProductOptions& product = options.product;
  const bool is_random = product.a.empty();
  const Matrix a = is_random ? random_matrix(common.size, common.size, common.seed, 0)
                             : or_bad_input(read_market(product.a));
  const Matrix b = is_random ? random_matrix(common.size, common.size, common.seed, 1)
                             : or_bad_input(read_market(product.b));
  if (a.columns != b.rows) throw isthmus::BadInput(wrong_sizes(a, b, product.b));
  const Work work{a.rows, a.columns, b.columns, product, common.operation_ns};
  const double dealing_s = job.seconds();
  job.set_readonly(work);
  const bool wants_product = common.check || !common.output.empty();
  const auto algorithm = product.algorithm == Algorithm::conventional ? conventional
                         : product.algorithm == Algorithm::cannon     ? cannon
                                                                      : fox;
  Outcome outcome = co_await algorithm(job, work, a, b, wants_product);
  outcome.times.dealing_s = dealing_s;
  print(job, options, work, outcome.times);
  if (!common.output.empty()) {
    or_bad_input(write_market(common.output, outcome.product));
    std::printf("  result    %s\n", common.output.c_str());
  }
  if (common.check && !check(work, a, b, outcome.product)) job.set_exit_status(1);
}

}  // namespace metacomputer
