// isthmus/testing/everywhere.hpp: a GoogleTest expectation that a program runs well on every shape.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/threads.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::testing {

/// The failure, if any, as each process knows it, by rank; and what messages were left over, which
/// is not known of threads, and is a failure in virtual time.
struct Outcome {
  std::vector<std::optional<Error>> failures;
  std::int64_t messages_alive = 0;
};

inline Outcome run_on(const Shape& shape, const MainProgram& main_program) {
  if (shape.drive == Drive::threads) {
    return {run_on_threads(shape.topology, main_program, shape.settings, shape.checkpoints), 0};
  }
  if (shape.drive == Drive::simulated) {
    const VirtualTimeOptions options{.settings = shape.settings, .checkpoints = shape.checkpoints};
    return {run_in_virtual_time(shape.topology, main_program, options).failures, 0};
  }
  World world(shape.topology, {.settings = shape.settings, .checkpoints = shape.checkpoints});
  Outcome outcome;
  world.run(main_program);
  outcome.messages_alive = world.messages_alive();
  for (int rank = 0; rank < shape.topology.process_count(); ++rank) {
    outcome.failures.push_back(world.process(ProcessId(rank)).failure());
  }
  return outcome;
}

/// Runs the program once on each shape, with its settings as `change` leaves them; it may use
/// EXPECT_*. The job must end without a failure and leave no message behind.
inline void expect_runs_everywhere(
    const MainProgram& main_program,
    const std::function<void(runtime::Settings&)>& change = [](runtime::Settings&) {}) {
  for (Shape& shape : all_shapes()) {
    SCOPED_TRACE(shape.text());
    change(shape.settings);
    const Outcome outcome = run_on(shape, main_program);
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

}  // namespace isthmus::engine::testing
