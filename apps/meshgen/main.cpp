// The mesh generator over a grid: PE 0 cuts the domain, all PEs refine its subdomains, and PE 0
// gathers, writes and checks the mesh.

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "meshgen/arguments.hpp"
#include "meshgen/judge.hpp"
#include "meshgen/serial.hpp"
#include "meshgen/subdomain.hpp"
#include "meshgen/triangulate.hpp"
#include "mobile/mobile.hpp"

namespace meshgen {
namespace {

using isthmus::mobile::Node;
using isthmus::mobile::Pointer;

/// What PE 0 keeps.
struct Overview {
  std::vector<Pointer> subdomains;  ///< By number; those that are not made yet are null.
  int made = 0;
  std::vector<Summary> summaries;
  Pieces pieces;
};

template <class T>
T or_bad_input(isthmus::Expected<T> value) {
  if (!value) throw isthmus::BadInput(value.error());
  return std::move(*value);
}

void note_made(Node& node, std::int32_t number, Pointer pointer) {
  Overview& overview = node.state<Overview>();
  overview.subdomains[number] = pointer;
  ++overview.made;
}

// Subdomains are made where they begin, so that no PE is the home of all.
void make_subdomain(Node& node, std::int32_t number, Mesh mesh, const Bounds& bounds,
                    const Conduct& conduct) {
  const Pointer pointer = node.make<Subdomain>(number, std::move(mesh), bounds, conduct);
  node.rsr<&note_made>(0, number, pointer);
}

void take_summary(Node& node, const Summary& summary) {
  node.state<Overview>().summaries.push_back(summary);
}

void take_piece(Node& node, Piece piece) {
  node.state<Overview>().pieces.push_back(std::move(piece));
}

void summarize(Node& node, Subdomain& subdomain) {
  node.rsr<&take_summary>(0, subdomain.summary());
}

void give_piece(Node& node, Subdomain& subdomain) {
  node.rsr<&take_piece>(0, subdomain.piece(node.rank()));
}

// Consecutive subdomains lie near each other, and so do PEs.
void hand_out(Node& node, const Arguments& arguments, Start& start, Overview& overview) {
  const auto count = static_cast<std::int64_t>(start.meshes.size());
  overview.subdomains.resize(start.meshes.size());
  std::vector<std::set<std::int32_t>> around(start.meshes.size());
  const Conduct conduct{arguments.aggregate, arguments.point_ns, arguments.slice};
  for (std::int64_t i = 0; i < count; ++i) {
    for (const Line& line : start.meshes[i].lines()) {
      if (line.neighbor >= 0) around[i].insert(line.neighbor);
    }
    node.rsr<&make_subdomain>(static_cast<int>(i * node.size() / count),
                              static_cast<std::int32_t>(i), std::move(start.meshes[i]),
                              start.bounds[i], conduct);
  }
  node.poll_until([&] { return overview.made == count; });
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<Neighbor> neighbors;
    for (const std::int32_t next : around[i]) {
      neighbors.push_back({next, overview.subdomains[next]});
    }
    node.send<&meet>(overview.subdomains[i], std::move(neighbors));
  }
}

/// The part of main that PE 0 has for itself.
class Director {
 public:
  Director(Node& node, const Arguments& arguments) : node_(node), arguments_(arguments) {
    node.set_state(&overview_);
  }

  void begin() {
    const Problem& problem = arguments_.problem;
    std::printf("meshgen: %s, %d subdomains on %d PEs at %d sites, seed %llu\n",
                problem.domain.c_str(), problem.subdomains, node_.size(),
                node_.topology().site_count(), static_cast<unsigned long long>(problem.seed));
    const Domain domain = or_bad_input(read_poly_file(problem.domain));
    Start start = or_bad_input(prepare(problem, domain));
    required_ = std::move(start.required);
    bounds_ = start.bounds;
    for (const Mesh& mesh : start.meshes) areas_.push_back(total_area(mesh));
    hand_out(node_, arguments_, start, overview_);
  }

  void start_iteration(int iteration) {
    const Problem& problem = arguments_.problem;
    begin_s_ = node_.seconds();
    std::vector<std::int32_t> some = iteration == 0 ? all() : chosen(problem, iteration);
    count_ = some.size();
    for (const std::int32_t number : some) {
      double& limit = bounds_[number].area;
      if (iteration > 0) limit *= problem.shrink;
      // About as many triangles as there will be.
      node_.work<&refine>(overview_.subdomains[number], areas_[number] / limit, limit);
    }
  }

  void end_iteration(int iteration) {
    const double seconds = node_.seconds() - begin_s_;
    total_s_ += seconds;
    if (iteration < 10 || iteration == arguments_.problem.iterations) {
      std::printf("  iteration   %d: %zu subdomains refined, %.3f s\n", iteration, count_, seconds);
    } else if (iteration == 10) {
      std::printf("  ...\n");
    }
  }

  void collect() {
    for (const Pointer& subdomain : overview_.subdomains) node_.send<&summarize>(subdomain);
    if (!arguments_.check && arguments_.output.empty()) return;
    for (const Pointer& subdomain : overview_.subdomains) node_.send<&give_piece>(subdomain);
  }

  void finish(const isthmus::mobile::BalanceCounts& moved) {
    std::int64_t triangles = 0;
    std::int64_t messages = 0;
    Effort effort;
    for (const Summary& summary : overview_.summaries) {
      triangles += summary.triangles;
      messages += summary.messages;
      effort += summary.effort;
    }
    std::printf("  time        %.3f s\n", total_s_);
    std::printf("  mesh        %lld triangles\n", static_cast<long long>(triangles));
    std::printf(
        "  points      %lld inside, %lld splits, %lld of neighbours, %lld given up\n",
        static_cast<long long>(effort.interior_points), static_cast<long long>(effort.split_points),
        static_cast<long long>(effort.foreign_points), static_cast<long long>(effort.given_up));
    std::printf("  messages    %lld to neighbours; %lld splits were done on both sides at once\n",
                static_cast<long long>(messages), static_cast<long long>(effort.repeated));
    std::printf("  balancing   %llu subdomains moved, %llu requests, %llu refused\n",
                static_cast<unsigned long long>(moved.objects_given),
                static_cast<unsigned long long>(moved.requests),
                static_cast<unsigned long long>(moved.refusals));
    node_.report("seconds", total_s_);
    node_.report("triangles", static_cast<double>(triangles));
    node_.report("split_messages", static_cast<double>(messages));
    node_.report("objects_given", static_cast<double>(moved.objects_given));
    if (!or_bad_input(judge(arguments_, required_, std::move(overview_.pieces)))) {
      node_.set_exit_status(1);
    }
  }

 private:
  std::vector<std::int32_t> all() const {
    std::vector<std::int32_t> numbers(arguments_.problem.subdomains);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i);
    return numbers;
  }

  Node& node_;
  const Arguments& arguments_;
  Overview overview_;
  Requirements required_;
  std::vector<Bounds> bounds_;
  std::vector<double> areas_;
  std::size_t count_ = 0;
  double begin_s_ = 0;
  double total_s_ = 0;
};

isthmus::mobile::BalanceCounts sum_of(Node& node) {
  const auto own = node.balance_counts();
  const std::vector<std::uint64_t> all =
      node.reduce(std::vector<std::uint64_t>{own.objects_given, own.requests, own.refusals},
                  isthmus::reduce::sum);
  return {.objects_given = all[0], .requests = all[1], .refusals = all[2], .reports = 0};
}

void run_main(Node& node) {
  const Arguments arguments =
      or_bad_input(parse_arguments(node.arguments(), "meshgen [runtime options] --"));
  if (arguments.help) {
    if (node.rank() == 0) std::fputs(arguments.help->c_str(), stdout);
    return;
  }
  std::optional<Director> director;
  if (node.rank() == 0) director.emplace(node, arguments).begin();
  node.quiescence();
  for (int iteration = 0; iteration <= arguments.problem.iterations; ++iteration) {
    if (director) director->start_iteration(iteration);
    node.quiescence();
    if (director) director->end_iteration(iteration);
  }
  if (director) director->collect();
  node.quiescence();
  const auto moved = sum_of(node);
  if (director) director->finish(moved);
}

}  // namespace
}  // namespace meshgen

int main(int argc, char** argv) {
  // The decomposition takes place on main's stack.
  return isthmus::mobile::run(argc, argv,
                              [](isthmus::mobile::Node& node) { meshgen::run_main(node); },
                              {.stack_bytes = std::size_t{8} << 20,
                               .balancing = isthmus::mobile::Balancing::work_stealing});
}
