// The mesh generator over a grid: PE 0 cuts the domain, all PEs refine its subdomains, and PE 0
// gathers, writes and checks the mesh.

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/output_file.hpp"
#include "meshgen/arguments.hpp"
#include "meshgen/judge.hpp"
#include "meshgen/serial.hpp"
#include "meshgen/subdomain.hpp"
#include "meshgen/triangulate.hpp"
#include "mobile/mobile.hpp"

namespace meshgen {
namespace {

using isthmus::mobile::Pointer;
using isthmus::mobile::Rank;

/// What PE 0 keeps.
struct Overview {
  std::vector<Pointer> subdomains;  ///< By number; those that are not made yet are null.
  int made = 0;
  std::vector<Summary> summaries;
  Pieces pieces;
};

void note_made(Rank& self, std::int32_t number, Pointer pointer) {
  Overview& overview = self.state<Overview>();
  overview.subdomains[number] = pointer;
  ++overview.made;
}

// Subdomains are made where they begin, so that no PE is the home of all.
void make_subdomain(Rank& self, std::int32_t number, Mesh mesh, const Bounds& bounds,
                    const Conduct& conduct) {
  const Pointer pointer = self.make<Subdomain>(number, std::move(mesh), bounds, conduct);
  self.rsr<&note_made>(0, number, pointer);
}

void take_summary(Rank& self, const Summary& summary) {
  self.state<Overview>().summaries.push_back(summary);
}

void take_piece(Rank& self, Piece piece) {
  self.state<Overview>().pieces.push_back(std::move(piece));
}

void summarize(Rank& self, Subdomain& subdomain) {
  self.rsr<&take_summary>(0, subdomain.summary());
}

void give_piece(Rank& self, Subdomain& subdomain) {
  self.rsr<&take_piece>(0, subdomain.piece(self.rank()));
}

// Consecutive subdomains lie near each other, and so do PEs.
void hand_out(Rank& self, const Arguments& arguments, Start& start, Overview& overview) {
  const auto count = static_cast<std::int64_t>(start.meshes.size());
  overview.subdomains.resize(start.meshes.size());
  std::vector<std::set<std::int32_t>> around(start.meshes.size());
  const Conduct conduct{arguments.aggregate, arguments.point_ns, arguments.slice};
  for (std::int64_t i = 0; i < count; ++i) {
    for (const Line& line : start.meshes[i].lines()) {
      if (line.neighbor >= 0) around[i].insert(line.neighbor);
    }
    self.rsr<&make_subdomain>(static_cast<int>(i * self.size() / count),
                              static_cast<std::int32_t>(i), std::move(start.meshes[i]),
                              start.bounds[i], conduct);
  }
  self.poll_until([&] { return overview.made == count; });
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<Neighbor> neighbors;
    for (const std::int32_t next : around[i]) {
      neighbors.push_back({next, overview.subdomains[next]});
    }
    self.send<&meet>(overview.subdomains[i], std::move(neighbors));
  }
}

/// What all PEs together have counted.
struct Traffic {
  std::uint64_t subdomains_given = 0;  ///< By balancers.
  std::uint64_t requests = 0;
  std::uint64_t refusals = 0;
  std::uint64_t migrations = 0;
  std::uint64_t forwarded = 0;
  std::uint64_t location_updates = 0;
  std::uint64_t object_messages = 0;                ///< To subdomains.
  std::vector<std::uint64_t> arrivals_by_forwards;  ///< Of messages forwarded once, twice, ...
};

/// What the program goes on from: rank 0's, beside the subdomains. Plain data.
struct Progress {
  int iteration = 0;  ///< That comes next.
  std::vector<Pointer> subdomains;
  Requirements required;
  std::vector<Bounds> bounds;
  std::vector<double> areas;
  double total_s = 0;
  double first_s = 0;
};

bool has_coarsening(const Problem& problem, int iteration) {
  return iteration > 0 && problem.derefine > 0;
}

/// The part of main that PE 0 has for itself.
class Director {
 public:
  Director(Rank& self, const Arguments& arguments, Progress& progress)
      : self_(self), arguments_(arguments), progress_(progress) {
    self.set_state(&overview_);
    overview_.subdomains = progress.subdomains;
  }

  void begin() {
    const Problem& problem = arguments_.problem;
    const int sites = self_.topology().site_count();
    std::printf("meshgen: %s, %d subdomains on %d PEs at %d site%s, seed %llu\n",
                problem.domain.c_str(), problem.subdomains, self_.size(), sites,
                sites == 1 ? "" : "s", static_cast<unsigned long long>(problem.seed));
    const Domain domain = or_bad_input(read_poly_file(problem.domain));
    Start start = or_bad_input(prepare(problem, domain));
    progress_.required = std::move(start.required);
    progress_.bounds = start.bounds;
    for (const Mesh& mesh : start.meshes) progress_.areas.push_back(total_area(mesh));
    hand_out(self_, arguments_, start, overview_);
    progress_.subdomains = overview_.subdomains;
  }

  /// The part of an iteration in which nobody refines.
  void start_coarsening(int iteration) {
    begin_s_ = self_.seconds();
    const Problem& problem = arguments_.problem;
    coarsened_ = 0;
    for (const std::int32_t number : chosen(problem, iteration)) {
      if (!derefines(problem, iteration, number)) continue;
      const double limit = progress_.bounds[number].area;
      self_.work<&coarsen>(overview_.subdomains[number], progress_.areas[number] / limit,
                           limit * growth(problem, iteration, number));
      ++coarsened_;
    }
  }

  void start_iteration(int iteration) {
    const Problem& problem = arguments_.problem;
    if (!has_coarsening(problem, iteration)) begin_s_ = self_.seconds();
    std::vector<std::int32_t> some = iteration == 0 ? all() : chosen(problem, iteration);
    count_ = some.size();
    for (const std::int32_t number : some) {
      double& limit = progress_.bounds[number].area;
      if (iteration > 0) limit *= growth(problem, iteration, number);
      // About as many triangles as there will be.
      self_.work<&refine>(overview_.subdomains[number], progress_.areas[number] / limit, limit);
    }
  }

  void end_iteration(int iteration) {
    const double seconds = self_.seconds() - begin_s_;
    progress_.total_s += seconds;
    if (iteration == 0) progress_.first_s = seconds;
    if (iteration < 10 || iteration == arguments_.problem.iterations) {
      std::printf("  iteration   %d: %zu subdomains refined, ", iteration, count_ - coarsened_);
      if (coarsened_ > 0) std::printf("%zu made coarser, ", coarsened_);
      std::printf("%.3f s\n", seconds);
    } else if (iteration == 10) {
      std::printf("  ...\n");
    }
  }

  void collect() {
    for (const Pointer& subdomain : overview_.subdomains) self_.send<&summarize>(subdomain);
    if (!arguments_.check && arguments_.output.empty()) return;
    for (const Pointer& subdomain : overview_.subdomains) self_.send<&give_piece>(subdomain);
  }

  void finish(const Traffic& traffic) {
    std::int64_t triangles = 0;
    std::int64_t messages = 0;
    std::int64_t messages_to_itself = 0;
    Effort effort;
    Removals removals;
    for (const Summary& summary : overview_.summaries) {
      removals += summary.removals;
      triangles += summary.triangles;
      messages += summary.messages;
      messages_to_itself += summary.messages_to_itself;
      effort += summary.effort;
    }
    std::printf("  time        %.3f s\n", progress_.total_s);
    std::printf("  mesh        %lld triangles\n", static_cast<long long>(triangles));
    std::printf(
        "  points      %lld inside, %lld splits, %lld of neighbours, %lld given up\n",
        static_cast<long long>(effort.interior_points), static_cast<long long>(effort.split_points),
        static_cast<long long>(effort.foreign_points), static_cast<long long>(effort.given_up));
    if (arguments_.problem.derefine > 0) {
      std::printf("  taken out   %lld points inside, %lld of segments, %lld with neighbours\n",
                  static_cast<long long>(removals.interior_points),
                  static_cast<long long>(removals.joints),
                  static_cast<long long>(removals.foreign_joints));
      self_.report("points_taken_out",
                   static_cast<double>(removals.interior_points + removals.joints +
                                       removals.foreign_joints));
    }
    std::printf("  messages    %lld to neighbours; %lld splits were done on both sides at once\n",
                static_cast<long long>(messages), static_cast<long long>(effort.repeated));
    std::printf("  balancing   %llu subdomains moved, %llu requests, %llu refused\n",
                static_cast<unsigned long long>(traffic.subdomains_given),
                static_cast<unsigned long long>(traffic.requests),
                static_cast<unsigned long long>(traffic.refusals));
    self_.report("seconds", progress_.total_s);
    self_.report("first_s", progress_.first_s);
    self_.report("triangles", static_cast<double>(triangles));
    self_.report("split_messages", static_cast<double>(messages));
    self_.report("object_messages", static_cast<double>(traffic.object_messages));
    self_.report("messages_to_itself", static_cast<double>(messages_to_itself));
    self_.report("subdomains_given", static_cast<double>(traffic.subdomains_given));
    report(traffic);
    if (!or_bad_input(judge(arguments_, progress_.required, std::move(overview_.pieces)))) {
      self_.set_exit_status(1);
    }
  }

 private:
  void report(const Traffic& traffic) {
    self_.report("migrations", static_cast<double>(traffic.migrations));
    self_.report("forwarded", static_cast<double>(traffic.forwarded));
    self_.report("updates", static_cast<double>(traffic.location_updates));
    for (std::size_t i = 0; i < traffic.arrivals_by_forwards.size(); ++i) {
      self_.report("arrivals_after_" + std::to_string(i + 1),
                   static_cast<double>(traffic.arrivals_by_forwards[i]));
    }
  }

  std::vector<std::int32_t> all() const {
    std::vector<std::int32_t> numbers(arguments_.problem.subdomains);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i);
    return numbers;
  }

  Rank& self_;
  const Arguments& arguments_;
  Progress& progress_;
  Overview overview_;
  std::size_t count_ = 0;
  std::size_t coarsened_ = 0;  // of these
  double begin_s_ = 0;
};

// What all PEs have counted.
Traffic sum_of(Rank& self) {
  constexpr std::size_t forwards_max = 32;
  const auto balance = self.balance_counts();
  std::vector<std::uint64_t> own = {
      balance.objects_given, balance.requests, balance.refusals, 0, 0, 0, self.object_messages()};
  for (const auto& [name, value] : isthmus::pe_counters()) {
    if (name == "migrations") own[3] = value;
    if (name == "messages_forwarded") own[4] = value;
    if (name == "location_updates") own[5] = value;
  }
  std::vector<std::uint64_t> hops = isthmus::pe_arrivals_by_forwards();
  hops.resize(forwards_max);
  own.insert(own.end(), hops.begin(), hops.end());
  std::vector<std::uint64_t> all = self.reduce(std::move(own), isthmus::reduce::sum);
  Traffic sum{all[0], all[1], all[2], all[3], all[4], all[5], all[6], {all.begin() + 7, all.end()}};
  while (!sum.arrivals_by_forwards.empty() && sum.arrivals_by_forwards.back() == 0) {
    sum.arrivals_by_forwards.pop_back();
  }
  return sum;
}

void run_main(Rank& self) {
  const Arguments arguments =
      or_bad_input(parse_arguments(self.arguments(), "meshgen [runtime options] --"));
  if (arguments.help) {
    if (self.rank() == 0) std::fputs(arguments.help->c_str(), stdout);
    return;
  }
  Progress progress;
  const bool goes_on = self.restored(progress);
  std::optional<Director> director;
  if (self.rank() == 0) or_bad_input(isthmus::check_writable(arguments.output, "--output"));
  if (self.rank() == 0) director.emplace(self, arguments, progress);
  if (director && !goes_on) director->begin();
  self.quiescence();
  while (progress.iteration <= arguments.problem.iterations) {
    if (has_coarsening(arguments.problem, progress.iteration)) {
      if (director) director->start_coarsening(progress.iteration);
      self.quiescence();
    }
    if (director) director->start_iteration(progress.iteration);
    self.quiescence();
    if (director) director->end_iteration(progress.iteration);
    ++progress.iteration;
    self.checkpoint();
  }
  if (director) director->collect();
  self.quiescence();
  const Traffic traffic = sum_of(self);
  if (director) director->finish(traffic);
}

}  // namespace
}  // namespace meshgen

int main(int argc, char** argv) {
  // The decomposition takes place on main's stack.
  return isthmus::mobile::run(argc, argv,
                              [](isthmus::mobile::Rank& self) { meshgen::run_main(self); },
                              {.stack_bytes = std::size_t{8} << 20,
                               .balancing = isthmus::mobile::Balancing::work_stealing});
}
