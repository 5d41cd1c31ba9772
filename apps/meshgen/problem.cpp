#include "meshgen/problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

#include "isthmus/base/random.hpp"

namespace meshgen {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;
using isthmus::Random;

// For Random::for_purpose: whatever else is drawn, these stay.
constexpr std::uint64_t for_areas = 1;
constexpr std::uint64_t for_choices = 2;
constexpr std::uint64_t for_growth = 3;

// A mesh of equally good triangles has them at some two thirds of the limit.
constexpr double mean_share_of_limit = 0.6;
constexpr double triangles_max = 1e9;

Expected<void> between(const char* option, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  std::ostringstream what;
  what << value;
  std::ostringstream range;
  range << low << " to " << high;
  return fail(ErrorCode::bad_input, what.str(), option, range.str());
}

}  // namespace

Expected<void> validate(const Problem& problem) {
  if (problem.domain.empty()) {
    return fail(ErrorCode::bad_input, "no domain", "--domain", "a .poly file");
  }
  Expected<void> checks[] = {
      between("--subdomains", problem.subdomains, 1, 1e6),
      between("--grain", problem.grain, 1, 1000),
      between("--angle", problem.angle_deg, 0, angle_deg_max),
      between("--area", problem.area, 0, 1e120),
      between("--triangles", static_cast<double>(problem.triangles), 1, triangles_max),
      between("--spread", problem.spread, 1, 1e6),
      between("--iterations", problem.iterations, 0, 1e6),
      between("--fraction", problem.fraction, 0, 1),
      between("--shrink", problem.shrink, 0.01, 1),
      between("--derefine", problem.derefine, 0, 1),
  };
  for (Expected<void>& check : checks) {
    if (!check) return std::move(check);
  }
  return {};
}

Expected<void> validate_area(const Problem& problem, double domain_area) {
  if (problem.area == 0) return {};
  return between("--area", problem.area, domain_area / (mean_share_of_limit * triangles_max),
                 1e120);
}

std::vector<Bounds> first_bounds(const Problem& problem, double domain_area, double length_least) {
  const double largest =
      problem.area > 0
          ? problem.area
          : domain_area / (mean_share_of_limit * static_cast<double>(problem.triangles));
  Random random = Random::for_purpose(problem.seed, for_areas);
  std::vector<Bounds> bounds(problem.subdomains);
  for (Bounds& one : bounds) {
    one = {.angle_deg = problem.angle_deg,
           .area = largest * std::pow(problem.spread, -random.uniform()),
           .length_least = length_least};
  }
  return bounds;
}

std::vector<std::int32_t> chosen(const Problem& problem, int iteration) {
  Random random(Random::mix(problem.seed ^ Random::mix(for_choices + iteration)));
  std::vector<std::int32_t> all(problem.subdomains);
  std::iota(all.begin(), all.end(), 0);
  const auto count = static_cast<std::size_t>(std::lround(problem.fraction * problem.subdomains));
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + random.below(all.size() - i)]);
  }
  all.resize(count);
  std::ranges::sort(all);
  return all;
}

bool derefines(const Problem& problem, int iteration, std::int32_t subdomain) {
  const auto place = static_cast<std::uint64_t>(iteration) << 32 | std::uint32_t(subdomain);
  return Random::for_purpose(problem.seed ^ Random::mix(place), for_growth).uniform() <
         problem.derefine;
}

double growth(const Problem& problem, int iteration, std::int32_t subdomain) {
  return derefines(problem, iteration, subdomain) ? 1 / problem.shrink : problem.shrink;
}

}  // namespace meshgen
