// Systems of linear equations (Neff 1995, 4.3): Gaussian elimination and Jacobi's method, an object
// a PE, with as many rows as its speed makes it.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <span>
#include <utility>

#include "metacomputer/elimination.hpp"
#include "metacomputer/input.hpp"
#include "metacomputer/kernels.hpp"
#include "metacomputer/matrix_market.hpp"
#include "metacomputer/programs.hpp"
#include "metacomputer/serial.hpp"
#include "metacomputer/shares.hpp"

namespace metacomputer {

using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

namespace {

/// Rows of A and b, as they are dealt out.
struct Rows {
  std::vector<float> matrix;
  std::vector<float> right_side;
};

std::vector<Rows> dealt_out(const System& system, const ByShares& shares, int pes) {
  std::vector<Rows> parts;
  for (int pe = 0; pe < pes; ++pe) {
    const Range rows = shares.share_of(PeId(pe));
    const auto begin = system.right_side.begin();
    parts.push_back({piece_of(system.matrix, rows, {0, system.matrix.columns}),
                     {begin + rows.begin, begin + rows.end}});
  }
  return parts;
}

std::vector<float> strung_together(const std::vector<std::vector<float>>& parts) {
  std::vector<float> whole;
  for (const std::vector<float>& part : parts) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

struct BetterPivot {
  Candidate operator()(const Candidate& a, const Candidate& b) const { return better(a, b); }
};

/// A PE's rows in Gaussian elimination. Each column the best candidate of all PEs comes to all, as
/// the result of a reduction. Rows stay where they are until the last column is done; then each is
/// sent to the PE of its place in the triangle, and x is found from the last place up.
class GaussRows : public isthmus::Chare<GaussRows, PeId> {
 public:
  GaussRows(int size, const ByShares& shares, double operation_ns)
      : size_(size),
        shares_(shares),
        operation_ns_(operation_ns),
        triangle_(size, own()),
        known_from_(size) {}

  void load(const Rows& rows) {
    rows_ = RowsInElimination(size_, own(), rows.matrix, rows.right_side);
  }
  void begin() { propose(); }

  void take_pivot(const Candidate& pivot) {
    if (!(pivot.magnitude > 0)) return contribute("solved", column_, isthmus::reduce::max);
    charge_operations(rows_.eliminate(column_, pivot), operation_ns_);
    ++column_;
    if (column_ < size_) return propose();
    send_sorted();
  }

  void take_rows(const std::vector<SortedRow>& rows) {
    for (const SortedRow& row : rows) triangle_.take(row);
    go_on();
  }

  /// x of a place is known. Places are solved from the last one up, but what tells of them may come
  /// in any order, and before the rows that it is put into.
  void take_x(int place, float x) {
    if (place >= own().end) {
      waiting_.emplace(place, x);
      go_on();
    }
    if (place == 0) contribute("solved", size_, isthmus::reduce::max);
  }

  void tell() { gather("solution", x_); }

 private:
  Range own() const { return shares_.share_of(pe()); }

  void propose() {
    contribute(rows_.candidate(column_), BetterPivot(),
               isthmus::Callback<Candidate>(array().all().callback<&GaussRows::take_pivot>()));
  }
  void send_sorted() {
    std::vector<std::vector<SortedRow>> to(shares_.ends.size());
    for (SortedRow& row : rows_.sorted_rows()) {
      to[shares_.owner(row.place).value].push_back(std::move(row));
    }
    rows_ = {};
    for (std::size_t pe = 0; pe < to.size(); ++pe) {
      if (!to[pe].empty()) {
        array()[PeId(static_cast<std::uint32_t>(pe))].send<&GaussRows::take_rows>(to[pe]);
      }
    }
  }
  // In the order of places, so that roundings are those of the serial program.
  void go_on() {
    if (!triangle_.is_whole()) return;
    for (auto next = waiting_.find(known_from_ - 1); next != waiting_.end();
         next = waiting_.find(known_from_ - 1)) {
      substitute(next->first, next->second);
      waiting_.erase(next);
    }
    solve_own();
  }
  void substitute(int place, float x) {
    known_from_ = place;
    charge_operations(triangle_.substitute(place, x), operation_ns_);
  }
  void solve_own() {
    if (known_from_ != own().end) return;
    x_.resize(static_cast<std::size_t>(own().size()));
    for (int place = own().end - 1; place >= own().begin; --place) {
      const float x = triangle_.solve(place);
      x_[static_cast<std::size_t>(place - own().begin)] = x;
      array().all().send<&GaussRows::take_x>(place, x);
      substitute(place, x);
    }
  }

  int size_;
  ByShares shares_;
  double operation_ns_;
  int column_ = 0;  // the next one to be eliminated
  RowsInElimination rows_;
  RowsInSubstitution triangle_;
  int known_from_;                // from this place on, x has been substituted
  std::map<int, float> waiting_;  // x by place, whose turn has not come
  std::vector<float> x_;
};

/// What one PE has found in an iteration, and by how much it differs from before.
struct NewShare {
  std::vector<float> x;
  float change = 0;
};

/// A PE's rows in Jacobi's method. All x come to all after each iteration.
class JacobiRows : public isthmus::Chare<JacobiRows, PeId> {
 public:
  JacobiRows(int size, const ByShares& shares, const SystemOptions& options, double operation_ns)
      : rows_(shares.share_of(pe())),
        options_(options),
        operation_ns_(operation_ns),
        x_(static_cast<std::size_t>(size)) {}

  void load(Rows own) { own_ = std::move(own); }
  void relax() {
    const std::size_t width = x_.size();
    NewShare next;
    for (int row = 0; row < rows_.size(); ++row) {
      const auto at = static_cast<std::size_t>(row);
      const float x = relaxed(std::span(own_.matrix).subspan(at * width, width),
                              own_.right_side[at], x_, rows_.begin + row);
      next.change = larger_change(next.change, x_[static_cast<std::size_t>(rows_.begin + row)], x);
      next.x.push_back(x);
    }
    charge_operations(static_cast<std::int64_t>(rows_.size()) * std::ssize(x_), operation_ns_);
    all_gather<&JacobiRows::take>(std::move(next));
  }
  void take(const std::vector<NewShare>& shares) {
    x_.clear();
    change_ = 0;
    for (const NewShare& share : shares) {
      x_.insert(x_.end(), share.x.begin(), share.x.end());
      change_ = std::max(change_, share.change);
    }
    ++iterations_;
    const auto epsilon = static_cast<float>(options_.epsilon);
    if (goes_on(change_, epsilon, iterations_, options_.iterations_max)) return relax();
    contribute("relaxed");
  }

  Relaxation found() const { return {x_, iterations_, change_}; }

 private:
  Range rows_;
  SystemOptions options_;
  double operation_ns_;
  Rows own_;
  std::vector<float> x_;
  int iterations_ = 0;
  float change_ = 0;
};

void print(Job& job, const char* what, const Options& options, const System& system,
           const Times& times) {
  std::printf("%s: %d equations on %d PEs, ", what, system.matrix.rows, job.pe_count());
  if (options.system.matrix.empty()) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(options.common.seed));
  } else {
    std::printf("%s\n", options.system.matrix.c_str());
  }
  times.tell(job);
}

void print_solution(Job& job, const Options& options, const System& system,
                    const std::vector<float>& x) {
  const double rest = residual(system, x);
  std::printf("  residual  %.3g, the largest |b - A x| of an equation\n", rest);
  job.report("residual", rest);
  if (!std::isfinite(rest)) {
    std::printf("            NOT a solution: single precision does not hold it\n");
    job.set_exit_status(1);
  }
  const std::string& path = options.common.output;
  if (path.empty()) return;
  or_bad_input(write_market(path, Matrix{static_cast<int>(x.size()), 1, x}));
  std::printf("  result    %s\n", path.c_str());
}

/// Bit for bit, also of what is no number.
bool is_same(const std::vector<float>& one, const std::vector<float>& other) {
  return std::ranges::equal(one, other, {}, std::bit_cast<std::uint32_t, float>,
                            std::bit_cast<std::uint32_t, float>);
}

void print_check(Job& job, bool is_right) {
  std::printf(is_right ? "  check     equal to the serial program's, bit for bit\n"
                       : "  check     FAILED: not what the serial program finds\n");
  if (!is_right) job.set_exit_status(1);
}

isthmus::BadInput singular(const SystemOptions& system, int row) {
  return isthmus::BadInput({isthmus::ErrorCode::bad_input,
                            "no pivot in column " + std::to_string(row + 1), system.matrix,
                            "a matrix that is not singular"});
}

void expect_diagonal(const System& system, const SystemOptions& options) {
  for (int row = 0; row < system.matrix.rows; ++row) {
    if (*system.matrix.at(row, row) != 0) continue;
    throw isthmus::BadInput({isthmus::ErrorCode::bad_input,
                             "0 on the diagonal in row " + std::to_string(row + 1), options.matrix,
                             "no zeros there, for Jacobi's method"});
  }
}

}  // namespace

Task<void> run_gauss(Job& job, const Options& options) {
  const Common& common = options.common;
  const System system =
      options.system.matrix.empty()
          ? random_system(common.size, common.seed)
          : or_bad_input(read_system(options.system.matrix, options.system.right_side));
  const int size = system.matrix.rows;
  const ByShares shares = ByShares::of(size, job.topology());
  Times times{.dealing_s = job.seconds()};
  const auto rows = job.create_group<GaussRows>(size, shares, common.operation_ns);
  rows.scatter<&GaussRows::load>(dealt_out(system, shares, job.pe_count()));
  co_await job.quiescence();
  times.begin_s = job.seconds();
  rows.all().send<&GaussRows::begin>();
  const int columns = co_await job.reduction<int>("solved");
  times.end_s = job.seconds();
  if (columns < size) throw singular(options.system, columns);
  print(job, "gauss", options, system, times);
  rows.all().send<&GaussRows::tell>();
  const std::vector<float> x =
      strung_together(co_await job.reduction<std::vector<std::vector<float>>>("solution"));
  print_solution(job, options, system, x);
  if (!common.check) co_return;
  const auto expected = serial_elimination(system);
  print_check(job, expected && is_same(*expected, x));
}

Task<void> run_jacobi(Job& job, const Options& options) {
  const Common& common = options.common;
  const SystemOptions& own = options.system;
  const System system = own.matrix.empty()
                            ? random_dominant_system(common.size, own.dominance, common.seed)
                            : or_bad_input(read_system(own.matrix, own.right_side));
  expect_diagonal(system, own);
  const int size = system.matrix.rows;
  const ByShares shares = ByShares::of(size, job.topology());
  Times times{.dealing_s = job.seconds()};
  const auto rows = job.create_group<JacobiRows>(size, shares, own, common.operation_ns);
  rows.scatter<&JacobiRows::load>(dealt_out(system, shares, job.pe_count()));
  co_await job.quiescence();
  times.begin_s = job.seconds();
  rows.all().send<&JacobiRows::relax>();
  co_await job.reduction("relaxed");
  times.end_s = job.seconds();
  const Relaxation found = rows[PeId(0)].local()->found();
  print(job, "jacobi", options, system, times);
  const bool is_close = found.change <= static_cast<float>(own.epsilon);
  std::printf("  iteration %d, where no x changed by more than %.3g%s\n", found.iterations,
              static_cast<double>(found.change), is_close ? "" : ": NOT converged");
  job.report("iterations", found.iterations);
  print_solution(job, options, system, found.x);
  if (!is_close) job.set_exit_status(1);
  if (!common.check) co_return;
  const Relaxation expected =
      serial_relaxation(system, static_cast<float>(own.epsilon), own.iterations_max);
  print_check(job, is_same(expected.x, found.x) && expected.iterations == found.iterations &&
                       is_same({expected.change}, {found.change}));
}

}  // namespace metacomputer
