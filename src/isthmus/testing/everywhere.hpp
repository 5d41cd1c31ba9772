// isthmus/testing/everywhere.hpp: a GoogleTest expectation that a program runs well on every shape.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/threads.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::testing {

/// The failure, if any, as each process knows it, by rank; and what messages were left over, which
/// is not known of threads, and is a failure in virtual time.
struct Outcome {
  std::vector<std::optional<Error>> failures;
  std::int64_t messages_alive = 0;
};

inline Outcome run_on(
    const Shape& shape, const MainProgram& main_program,
    collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves,
    const balance::Plan& balancing = {}) {
  if (shape.drive == Drive::threads) {
    return {run_on_threads(shape.topology, main_program,
                           {.seed = shape.seed,
                            .quiescence = quiescence,
                            .border_first = shape.border_first,
                            .aggregation = shape.aggregation,
                            .flow_limits = shape.flow_limits,
                            .balancing = balancing}),
            0};
  }
  if (shape.drive == Drive::simulated) {
    VirtualTimeOptions options;
    options.seed = shape.seed;
    options.quiescence = quiescence;
    options.border_first = shape.border_first;
    options.balancing = balancing;
    options.flow_limits = shape.flow_limits;
    return {run_in_virtual_time(shape.topology, main_program, options).failures, 0};
  }
  WorldOptions options;
  options.seed = shape.seed;
  options.quiescence = quiescence;
  options.border_first = shape.border_first;
  options.aggregation = shape.aggregation;
  options.flow_limits = shape.flow_limits;
  options.balancing = balancing;
  World world(shape.topology, options);
  Outcome outcome;
  world.run(main_program);
  outcome.messages_alive = world.messages_alive();
  for (int rank = 0; rank < shape.topology.process_count(); ++rank) {
    outcome.failures.push_back(world.process(ProcessId(rank)).failure());
  }
  return outcome;
}

/// Runs the program once on each shape; it may use EXPECT_*. The job must end without a failure and
/// leave no message behind.
inline void expect_runs_everywhere(
    const MainProgram& main_program,
    collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves,
    const balance::Plan& balancing = {}) {
  for (const Shape& shape : all_shapes()) {
    SCOPED_TRACE(shape.text());
    const Outcome outcome = run_on(shape, main_program, quiescence, balancing);
    for (const std::optional<Error>& failure : outcome.failures) {
      EXPECT_FALSE(failure.has_value()) << failure->text();
    }
    EXPECT_EQ(outcome.messages_alive, 0);
    if (::testing::Test::HasFailure()) return;
  }
}

/// The program must fail on every shape, in all processes, in a line that holds `part`.
inline void expect_fails_everywhere(const MainProgram& main_program, ErrorCode code,
                                    const std::string& part) {
  for (const Shape& shape : all_shapes()) {
    SCOPED_TRACE(shape.text());
    const Outcome outcome = run_on(shape, main_program);
    for (const std::optional<Error>& failure : outcome.failures) {
      ASSERT_TRUE(failure.has_value());
      EXPECT_EQ(failure->code, code);
      EXPECT_NE(failure->text().find(part), std::string::npos) << failure->text();
    }
  }
}

}  // namespace isthmus::testing
