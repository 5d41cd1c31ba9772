// tests/fuzz/job_bench.hpp: a running job, and messages for its handlers as a peer writes them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/collective/quiescence_strategy.hpp"

namespace isthmus::engine::fuzz {

/// How the job is set up.
struct JobSetting {
  collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves;
  /// Of the load balancer; empty: there is none.
  std::string_view strategy = {};
};

/// Gives messages of the input to a job of three PEs that has come to rest, one after the other:
/// `classes` have the handlers that take them. After each all is done that it causes, or the job
/// has failed; anything else does not hold. The first byte chooses among the settings.
void run_job(Input input, std::span<const JobSetting> settings,
             std::span<const std::string_view> classes);

/// What the handlers of these classes get when such jobs go on: an input for each of them.
std::vector<Bytes> messages_of_jobs(std::span<const JobSetting> settings,
                                    std::span<const std::string_view> classes);

/// Both are constants with a name of their own.
template <const auto& settings, const auto& classes>
constexpr Target job_target(std::string_view name) {
  return {name, [](Input input) { run_job(input, settings, classes); },
          [] { return messages_of_jobs(settings, classes); }};
}

}  // namespace isthmus::engine::fuzz
