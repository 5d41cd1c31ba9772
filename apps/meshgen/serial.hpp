// meshgen/serial.hpp: the plain program: one subdomain after the other, without a runtime.
#pragma once

#include <vector>

#include "isthmus/base/error.hpp"
#include "meshgen/assemble.hpp"
#include "meshgen/check.hpp"
#include "meshgen/coarsen.hpp"
#include "meshgen/poly.hpp"
#include "meshgen/problem.hpp"

namespace meshgen {

/// What all programs begin with.
struct Start {
  std::vector<Mesh> meshes;    ///< One a subdomain.
  std::vector<Bounds> bounds;  ///< In the first iteration.
  Requirements required;       ///< From the domain's own triangulation.
};

/// ErrorCode::bad_input for a domain that cannot be meshed.
isthmus::Expected<Start> prepare(const Problem& problem, const Domain& domain);

struct Outcome {
  Effort effort;
  Removals removals;
  std::int64_t split_messages = 0;  ///< With one message a subdomain, neighbour and turn.
  Pieces pieces;
};

/// In each iteration the chosen subdomains in turn, first those that become coarser, with their
/// neighbours' leave; then those that have been told of splits, until none is left.
/// ErrorCode::program for a split or a joint that cannot be followed.
isthmus::Expected<Outcome> mesh_serially(const Problem& problem, Start start);

}  // namespace meshgen
