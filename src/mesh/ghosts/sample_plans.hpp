// mesh/ghosts/sample_plans.hpp: steps as a flesh makes them, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh::sample {

inline Operation computes(std::vector<Operation::Read> reads, std::vector<std::int32_t> writes,
                          std::string name = "compute") {
  Operation operation;
  operation.name = std::move(name);
  operation.reads = std::move(reads);
  operation.writes = std::move(writes);
  return operation;
}

inline Operation of_fields(Operation::Kind kind, std::vector<std::int32_t> fields) {
  Operation operation;
  operation.kind = kind;
  operation.fields = std::move(fields);
  return operation;
}
inline Operation synchronizes(std::vector<std::int32_t> fields) {
  return of_fields(Operation::Kind::synchronize, std::move(fields));
}
inline Operation rotates(std::vector<std::int32_t> fields) {
  return of_fields(Operation::Kind::rotate, std::move(fields));
}

/// Two levels in memory: what was two steps ago is written over.
inline std::vector<Operation> leapfrog(std::int32_t width = 1) {
  return {rotates({0, 1}), computes({{1, width}, {0, 0}}, {0}, "evolve"), synchronizes({0})};
}

constexpr std::int32_t runge_kutta_state = 0;
constexpr std::int32_t runge_kutta_stage = 1;
constexpr std::int32_t runge_kutta_sum = 2;

/// Four substeps, each synchronized; the state that the step began with is read until its end.
inline std::vector<Operation> runge_kutta(std::int32_t width = 1) {
  constexpr auto state = runge_kutta_state;
  constexpr auto stage = runge_kutta_stage;
  constexpr auto sum = runge_kutta_sum;
  std::vector<Operation> step;
  step.push_back(computes({{state, width}}, {stage, sum}, "substep 1"));
  step.push_back(synchronizes({stage}));
  for (const char* name : {"substep 2", "substep 3"}) {
    // The stage cannot be written where its neighbours are read, so slopes go to the sum first.
    step.push_back(computes({{stage, width}, {sum, 0}}, {sum}, name));
    step.push_back(computes({{state, 0}, {sum, 0}}, {stage}, name));
    step.push_back(synchronizes({stage}));
  }
  step.push_back(computes({{stage, width}, {sum, 0}, {state, 0}}, {state}, "substep 4"));
  step.push_back(synchronizes({state}));
  return step;
}

/// Iterative Crank-Nicholson: level 1 is where the step began. One event more than iterations.
inline std::vector<Operation> crank_nicholson(int iterations, std::int32_t width = 1) {
  std::vector<Operation> step{rotates({0, 1})};
  step.push_back(computes({{1, width}}, {0}, "predict"));
  step.push_back(synchronizes({0}));
  for (int i = 0; i < iterations; ++i) {
    step.push_back(computes({{1, width}, {0, width}}, {2}, "iterate"));
    step.push_back(computes({{2, 0}}, {0}, "take"));
    step.push_back(synchronizes({0}));
  }
  return step;
}

constexpr std::int32_t with_source_aside = 2;

/// A field that others are computed from, and one that is written and read at the point alone.
inline std::vector<Operation> with_source() {
  return {computes({{1, 1}}, {0}, "evolve"), synchronizes({0}), computes({{0, 1}}, {1}, "follow"),
          synchronizes({1}),
          computes({{with_source_aside, 0}, {0, 0}}, {with_source_aside}, "sum up")};
}

/// Whatever a step may be: fields that are read before and after they are written, at widths of 0
/// to 2, rotated, synchronized or not.
struct RandomStep {
  explicit RandomStep(std::uint64_t seed) {
    Random random(seed);
    const auto below = [&](std::size_t bound) {
      return static_cast<std::int32_t>(random.below(bound));
    };
    fields = 1 + static_cast<std::size_t>(below(5));
    const int length = 2 + below(7);
    for (int i = 0; i < length; ++i) {
      switch (below(5)) {
        case 0:
          operations.push_back(synchronizes({below(fields)}));
          break;
        case 1: {
          std::vector<std::int32_t> rotated;
          for (std::size_t field = 0; field < fields; ++field) {
            if (below(2) == 0) rotated.push_back(static_cast<std::int32_t>(field));
          }
          operations.push_back(rotates(rotated));
          break;
        }
        default: {
          const std::int32_t written = below(fields);
          std::vector<Operation::Read> reads;
          for (std::size_t field = 0; field < fields; ++field) {
            const auto read = static_cast<std::int32_t>(field);
            if (below(2) == 0) reads.push_back({read, read == written ? 0 : below(3)});
          }
          operations.push_back(computes(reads, {written}));
        }
      }
    }
    operations.push_back(synchronizes({0}));
  }

  std::size_t fields = 1;
  std::vector<Operation> operations;
};

}  // namespace isthmus::mesh::sample
