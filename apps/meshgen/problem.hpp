// meshgen/problem.hpp: what is to be meshed, and which subdomain has to keep to what when.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "meshgen/refine.hpp"

namespace meshgen {

struct Problem {
  std::string domain;  ///< A .poly file.
  int subdomains = 512;
  int grain = 6;  ///< Coarse triangles a subdomain.
  double angle_deg = 20;
  double area = 0;  ///< Largest triangle; 0: for about `triangles`.
  std::int64_t triangles = 100'000;
  double spread = 1;      ///< Largest area limit of a subdomain by the smallest.
  int iterations = 0;     ///< After the first, in which all are refined.
  double fraction = 0.2;  ///< Of the subdomains, refined in each of them.
  double shrink = 0.5;    ///< By which their area limits become smaller.
  double derefine = 0;    ///< The chance of each that its limit grows by as much instead.
  std::uint64_t seed = 1;
};

/// ErrorCode::bad_input for the first value that is out of its range.
isthmus::Expected<void> validate(const Problem& problem);

/// Not so small for this domain that there would be more triangles than --triangles may ask for.
isthmus::Expected<void> validate_area(const Problem& problem, double domain_area);

/// The bounds of all subdomains at the beginning: areas from `area` down to `area / spread`, drawn
/// by the seed, uniformly in their logarithm.
std::vector<Bounds> first_bounds(const Problem& problem, double domain_area, double length_least);

/// The subdomains whose limits an iteration, from 1, changes: ascending, drawn by the seed.
std::vector<std::int32_t> chosen(const Problem& problem, int iteration);

/// Whether an iteration that has chosen the subdomain makes it coarser; drawn by the seed.
bool derefines(const Problem& problem, int iteration, std::int32_t subdomain);
/// By what it multiplies the subdomain's area limit.
double growth(const Problem& problem, int iteration, std::int32_t subdomain);

}  // namespace meshgen
