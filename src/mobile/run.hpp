// mobile/run.hpp: an SPMD program's way into a job.
#pragma once

#include <cstddef>
#include <type_traits>

#include "isthmus/isthmus.hpp"
#include "mobile/rank.hpp"
#include "mobile/rank_chare.hpp"

namespace isthmus::mobile {

/// How a program wants to be run. Plain data.
struct Options {
  /// Of main's stack on each PE. Pages that are not touched take no memory.
  std::size_t stack_bytes = UserThread::default_stack_bytes;
  /// What moves objects with work. `--balancer NAME` among the program's arguments comes before it,
  /// and is taken out of them.
  Balancing balancing = Balancing::none;
  /// Of the random choices of balancers.
  std::uint64_t seed = 1;
};

namespace detail {

/// Has every rank run a program's main.
using BeginAll = void (*)(const GroupProxy<RankChare>& ranks, const Begin& begin);

template <class Main>
void begin_all(const GroupProxy<RankChare>& ranks, const Begin& begin) {
  ranks.all().template send<&RankChare::run<Main>>(BeginFor<Main>{begin});
}

/// The job's main program, for any program of ranks.
Task<void> serve(Job& job, Options options, BeginAll begin_all);

}  // namespace detail

/// `main(Rank&)` as the main program of a job: it runs on every PE, in a user-level thread; the job
/// ends when all mains have ended, nothing is under way any more, and no work is left. It is known
/// by its type in every process, so it is a lambda without captures, or a function object without
/// members.
template <class Main>
  requires std::is_empty_v<Main> && std::is_default_constructible_v<Main> &&
           std::is_invocable_v<Main, Rank&>
MainProgram as_main_program(Main, const Options& options = {}) {
  return [options](Job& job) { return detail::serve(job, options, detail::begin_all<Main>); };
}

namespace detail {
template <void (*Main)(Rank&)>
struct MainOf {
  void operator()(Rank& self) const { Main(self); }
};
}  // namespace detail

/// The same with a function. Of several lambdas in one function only one can be a main: the others
/// have the same name.
template <void (*Main)(Rank&)>
MainProgram as_main_program(const Options& options = {}) {
  return as_main_program(detail::MainOf<Main>(), options);
}

/// Runs a job whose main is `main(Rank&)`, as isthmus::run does.
template <class Main>
int run(int argc, const char* const* argv, Main main, const Options& options = {}) {
  return isthmus::run(argc, argv, as_main_program(main, options));
}
template <void (*Main)(Rank&)>
int run(int argc, const char* const* argv, const Options& options = {}) {
  return isthmus::run(argc, argv, as_main_program<Main>(options));
}

}  // namespace isthmus::mobile
