#include "meshgen/serial.hpp"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "meshgen/decompose.hpp"
#include "meshgen/triangulate.hpp"

namespace meshgen {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;
using isthmus::forward_error;

// The splits that a subdomain has for each of its neighbours.
class Outbox final : public Refiner::Listener {
 public:
  void on_split(const Line& line, Split split) override { box_[line.neighbor].push_back(split); }
  std::map<std::int32_t, std::vector<Split>> take() { return std::exchange(box_, {}); }

 private:
  std::map<std::int32_t, std::vector<Split>> box_;
};

class SerialProgram {
 public:
  SerialProgram(std::vector<Mesh> meshes, std::vector<Bounds> bounds)
      : meshes_(std::move(meshes)), bounds_(std::move(bounds)), told_(meshes_.size()) {}

  Expected<void> refine(const std::vector<std::int32_t>& subdomains) {
    for (const std::int32_t subdomain : subdomains) {
      if (auto done = work(subdomain, true); !done) return done;
    }
    while (!waiting_.empty()) {
      const std::int32_t next = waiting_.front();
      waiting_.pop_front();
      if (auto done = work(next, false); !done) return done;
    }
    return {};
  }

  void change(std::int32_t subdomain, double factor) { bounds_[subdomain].area *= factor; }

  /// Returns the neighbours whose meshes are to be made good again, too.
  Expected<std::set<std::int32_t>> coarsen(std::int32_t subdomain) {
    Coarsener coarsener(meshes_[subdomain], bounds_[subdomain]);
    coarsener.thin();
    std::map<std::int32_t, std::unique_ptr<Coarsener>> neighbors;
    const std::vector<Split> first = coarsener.wishes();
    std::deque<Split> wishes(first.begin(), first.end());
    std::set<std::int32_t> joined;
    while (!wishes.empty()) {
      const Split wish = wishes.front();
      wishes.pop_front();
      const Line& line = meshes_[subdomain].lines()[wish.line];
      auto& neighbor = neighbors[line.neighbor];
      if (neighbor == nullptr) {
        neighbor = std::make_unique<Coarsener>(meshes_[line.neighbor], bounds_[line.neighbor]);
      }
      if (!neighbor->grant({line.peer_line, wish.position})) continue;
      joined.insert(line.neighbor);
      if (!coarsener.follow(wish)) {
        return fail(ErrorCode::program, "a joint cannot be followed",
                    "subdomain " + std::to_string(subdomain));
      }
      if (const auto next = coarsener.next_wish(wish)) wishes.push_back(*next);
    }
    outcome_.removals += coarsener.removals();
    for (const auto& [number, neighbor] : neighbors) outcome_.removals += neighbor->removals();
    return joined;
  }

  Outcome finish() {
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
      outcome_.pieces.push_back(piece_of(meshes_[i], static_cast<std::int32_t>(i), 0, bounds_[i]));
    }
    return std::move(outcome_);
  }

 private:
  Expected<void> work(std::int32_t subdomain, bool whole) {
    Outbox outbox;
    Refiner refiner(meshes_[subdomain], bounds_[subdomain], &outbox);
    for (const Split& split : std::exchange(told_[subdomain], {})) {
      if (!refiner.take(split)) {
        return fail(ErrorCode::program, "a split cannot be followed",
                    "subdomain " + std::to_string(subdomain));
      }
    }
    if (whole) refiner.look_at_all();
    if (!refiner.run()) {
      return fail(ErrorCode::bad_input, "more triangles than can be numbered",
                  "subdomain " + std::to_string(subdomain), "a larger area limit");
    }
    outcome_.effort += refiner.effort();
    for (auto& [neighbor, splits] : outbox.take()) {
      ++outcome_.split_messages;
      if (told_[neighbor].empty()) waiting_.push_back(neighbor);
      told_[neighbor].insert(told_[neighbor].end(), splits.begin(), splits.end());
    }
    return {};
  }

  std::vector<Mesh> meshes_;
  std::vector<Bounds> bounds_;
  std::vector<std::vector<Split>> told_;
  std::deque<std::int32_t> waiting_;
  Outcome outcome_;
};

}  // namespace

Expected<Start> prepare(const Problem& problem, const Domain& domain) {
  Start start;
  auto coarse = triangulate(domain);
  if (!coarse) return forward_error(coarse);
  start.required = {.angle_deg = problem.angle_deg,
                    .area = total_area(*coarse),
                    .segments = coarse->families(),
                    .holes = domain.holes};
  if (auto valid = validate_area(problem, start.required.area); !valid) return forward_error(valid);
  start.bounds = first_bounds(problem, start.required.area, least_length(domain.points));
  auto meshes = decompose(std::move(*coarse), problem.subdomains, problem.grain);
  if (!meshes) {
    meshes.error().where = domain.file;
    return forward_error(meshes);
  }
  start.meshes = std::move(*meshes);
  return start;
}

Expected<Outcome> mesh_serially(const Problem& problem, Start start) {
  SerialProgram program(std::move(start.meshes), std::move(start.bounds));
  std::vector<std::int32_t> all(problem.subdomains);
  for (int i = 0; i < problem.subdomains; ++i) all[i] = i;
  if (auto done = program.refine(all); !done) return forward_error(done);
  for (int iteration = 1; iteration <= problem.iterations; ++iteration) {
    const std::vector<std::int32_t> some = chosen(problem, iteration);
    std::set<std::int32_t> changed(some.begin(), some.end());
    for (const std::int32_t subdomain : some) {
      program.change(subdomain, growth(problem, iteration, subdomain));
    }
    for (const std::int32_t subdomain : some) {
      if (!derefines(problem, iteration, subdomain)) continue;
      auto joined = program.coarsen(subdomain);
      if (!joined) return forward_error(joined);
      changed.merge(*joined);
    }
    if (auto done = program.refine({changed.begin(), changed.end()}); !done) {
      return forward_error(done);
    }
  }
  return program.finish();
}

}  // namespace meshgen
