#include "mobile/run.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace isthmus::mobile::detail {

namespace {

Balancing balancing_of(const std::string& name) {
  if (const auto found = find_balancing(name)) return *found;
  throw BadInput({ErrorCode::bad_input, "no balancer '" + name + "'", "--balancer",
                  "one of " + std::string(balancing_names())});
}

/// Takes `--balancer NAME` and `--balancer=NAME` out of the arguments; the last one counts.
Balancing take_balancing(std::vector<std::string>& arguments, Balancing otherwise) {
  constexpr std::string_view option = "--balancer";
  Balancing balancing = otherwise;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == option) {
      balancing = balancing_of(i + 1 < arguments.size() ? arguments[++i] : std::string());
    } else if (argument.starts_with(std::string(option) + "=")) {
      balancing = balancing_of(argument.substr(option.size() + 1));
    } else {
      others.push_back(argument);
    }
  }
  arguments = std::move(others);
  return balancing;
}

/// What the job's main program goes on from.
struct HostState {
  GroupProxy<RankChare> ranks;
  std::vector<std::byte> kept;  // of rank 0

  void serialize(auto& archive) { archive(ranks, kept); }
};

Setup setup_of(const Job& job, const Options& options) {
  Setup setup;
  setup.arguments = job.arguments();
  setup.balancing = take_balancing(setup.arguments, options.balancing);
  setup.seed = options.seed;
  setup.quiet = job.is_quiet();
  setup.stack_bytes = options.stack_bytes;
  return setup;
}

/// Throws where some of the grid's PEs do not take part: ranks are their numbers.
void require_all_pes(const Job& job) {
  if (job.is_complete()) return;
  throw std::runtime_error("a program with a main on every PE does not go on without some of the " +
                           std::to_string(job.pe_count()) +
                           " PEs: start it again from its last checkpoint");
}

/// Of every rank: that it has ended, or that it waits for a checkpoint.
Task<bool> await_mains(Job& job, Future<Ending>& endings, std::vector<std::byte>& kept) {
  int exit_status = 0;
  int at_checkpoint = 0;
  for (int i = 0; i < job.pe_count(); ++i) {
    Ending ending = co_await endings;
    if (ending.bad_input) {
      throw BadInput({ErrorCode::bad_input, std::move(ending.what), std::move(ending.where),
                      std::move(ending.expected_what)});
    }
    if (ending.is_at_checkpoint) {
      ++at_checkpoint;
      // All but rank 0 keep nothing.
      if (!ending.kept.empty()) kept = std::move(ending.kept);
    }
    exit_status = std::max(exit_status, ending.exit_status);
    for (const auto& [name, value] : ending.metrics) job.report(name, value);
  }
  if (at_checkpoint == job.pe_count()) co_return true;
  co_await job.quiescence();
  job.set_exit_status(exit_status);
  co_return false;
}

}  // namespace

Task<void> serve(Job& job, Options options, BeginAll begin_all) {
  require_all_pes(job);
  HostState state;
  Future<Ending> endings("the main of every rank");
  const Callback<Ending> done = endings.callback();
  const Setup setup = setup_of(job, options);
  if (job.restored(state)) {
    begin_all(state.ranks, {.done = done, .goes_on = true, .kept = state.kept, .setup = setup});
  } else {
    state.ranks = job.create_group<RankChare>(setup);
    job.set_readonly(RankChares{state.ranks});
    begin_all(state.ranks, {.done = done});
  }
  while (co_await await_mains(job, endings, state.kept)) {
    co_await job.checkpoint();
    state.ranks.all().send<&RankChare::go_on>(done);
  }
}

}  // namespace isthmus::mobile::detail
