// meshgen_serial: the plain program, with the options of meshgen and without a runtime.
#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/output_file.hpp"
#include "meshgen/arguments.hpp"
#include "meshgen/judge.hpp"
#include "meshgen/serial.hpp"

namespace meshgen {
namespace {

int complain(const isthmus::Error& error) {
  std::fprintf(stderr, "meshgen_serial: %s\n", error.text().c_str());
  return isthmus::exit_status(error.code);
}

int run(const std::vector<std::string>& words) {
  const auto arguments = parse_arguments(words, "meshgen_serial");
  if (!arguments) return complain(arguments.error());
  if (arguments->help) {
    std::fputs(arguments->help->c_str(), stdout);
    return 0;
  }
  const auto writable = isthmus::check_writable(arguments->output, "--output");
  if (!writable) return complain(writable.error());
  const Problem& problem = arguments->problem;
  std::printf("meshgen_serial: %s, %d subdomains, seed %llu\n", problem.domain.c_str(),
              problem.subdomains, static_cast<unsigned long long>(problem.seed));
  const auto domain = read_poly_file(problem.domain);
  if (!domain) return complain(domain.error());
  auto start = prepare(problem, *domain);
  if (!start) return complain(start.error());
  const Requirements required = start->required;
  const isthmus::SteadyClock clock;
  const isthmus::TimeNs begin_ns = clock.now_ns();
  auto outcome = mesh_serially(problem, std::move(*start));
  if (!outcome) return complain(outcome.error());
  std::int64_t triangles = 0;
  for (const Piece& piece : outcome->pieces) triangles += std::ssize(piece.triangles);
  const Effort& effort = outcome->effort;
  std::printf("  time        %.3f s\n", static_cast<double>(clock.now_ns() - begin_ns) * 1e-9);
  std::printf("  mesh        %lld triangles\n", static_cast<long long>(triangles));
  std::printf(
      "  points      %lld inside, %lld splits, %lld of neighbours, %lld given up\n",
      static_cast<long long>(effort.interior_points), static_cast<long long>(effort.split_points),
      static_cast<long long>(effort.foreign_points), static_cast<long long>(effort.given_up));
  const Removals& removals = outcome->removals;
  if (problem.derefine > 0) {
    std::printf("  taken out   %lld points inside, %lld of segments, %lld with neighbours\n",
                static_cast<long long>(removals.interior_points),
                static_cast<long long>(removals.joints),
                static_cast<long long>(removals.foreign_joints));
  }
  const auto valid = judge(*arguments, required, std::move(outcome->pieces));
  if (!valid) return complain(valid.error());
  return *valid ? 0 : 1;
}

}  // namespace
}  // namespace meshgen

int main(int argc, char** argv) {
  return meshgen::run(std::vector<std::string>(argv + 1, argv + argc));
}
