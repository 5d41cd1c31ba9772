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

/// Runs a program's main on each PE.
template <class Main>
class Entrance final : public Chare<Entrance<Main>, PeId> {
 public:
  explicit Entrance(const Stations& stations) : stations_(stations) {}
  Task<void> enter(Callback<Ending> done) {
    co_await stations_.group.local()->run_main([](Node& node) { Main()(node); }, done);
  }

 private:
  Stations stations_;
};

Setup setup_of(const Job& job, const Options& options);
Task<void> await_endings(Job& job, Future<Ending> endings);

template <class Main>
Task<void> serve(Job& job, Options options) {
  const Stations stations{job.create_group<Station>(setup_of(job, options))};
  job.set_readonly(stations);
  Future<Ending> endings("the main of every node");
  const auto entrances = job.create_group<Entrance<Main>>(stations);
  entrances.all().template send<&Entrance<Main>::enter>(endings.callback());
  co_await await_endings(job, std::move(endings));
}

}  // namespace detail

/// `main(Node&)` as the main program of a job: it runs on every PE, in a user-level thread; the job
/// ends when all mains have ended, nothing is under way any more, and no work is left. It is known
/// by its type in every process, so it is a lambda without captures, or a function object without
/// members.
template <class Main>
  requires std::is_empty_v<Main> && std::is_default_constructible_v<Main> &&
           std::is_invocable_v<Main, Node&>
MainProgram as_main_program(Main, const Options& options = {}) {
  return [options](Job& job) { return detail::serve<Main>(job, options); };
}

namespace detail {
template <void (*Main)(Node&)>
struct MainOf {
  void operator()(Node& node) const { Main(node); }
};
}  // namespace detail

/// The same with a function. Of several lambdas in one function only one can be a main: the others
/// have the same name.
template <void (*Main)(Node&)>
MainProgram as_main_program(const Options& options = {}) {
  return as_main_program(detail::MainOf<Main>(), options);
}

/// Runs a job whose main is `main(Node&)`, as isthmus::run does.
template <class Main>
int run(int argc, const char* const* argv, Main main, const Options& options = {}) {
  return isthmus::run(argc, argv, as_main_program(main, options));
}
template <void (*Main)(Node&)>
int run(int argc, const char* const* argv, const Options& options = {}) {
  return isthmus::run(argc, argv, as_main_program<Main>(options));
}

}  // namespace isthmus::mobile
