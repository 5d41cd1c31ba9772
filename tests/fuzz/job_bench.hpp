// tests/fuzz/job_bench.hpp: a running job, and messages for its handlers as a peer writes them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/collective/quiescence_strategy.hpp"

namespace isthmus::fuzz {

/// How the job is set up.
struct JobSetting {
  collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves;
  /// Of the load balancer; empty: there is none.
  std::string_view strategy = {};
};

/// Gives messages of the input to a job of three PEs that has come to rest, one after the other:
/// `classes` have the handlers that take them. After each all is done that it causes, or the job
/// has failed; anything else does not hold.
void run_job(Input input, const JobSetting& setting, std::span<const std::string_view> classes);

/// What the handlers of these classes get when such a job goes on: an input for each of them.
std::vector<Bytes> messages_of_job(const JobSetting& setting,
                                   std::span<const std::string_view> classes);

}  // namespace isthmus::fuzz
