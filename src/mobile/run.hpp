// mobile/run.hpp: an SPMD program's way into a job.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

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
  /// That of a PE of another job, of which nothing is kept.
  Entrance() = default;
  explicit Entrance(const RankChares& chares) : chares_(chares) {}
  void serialize(auto& archive) { archive(chares_); }
  void absorb(Entrance&&) {}

  Task<void> enter(Callback<Ending> done) {
    co_await chares_.group.local()->run_main([](Rank& self) { Main()(self); }, done);
  }
  /// In a job that goes on from a checkpoint.
  Task<void> enter_again(Callback<Ending> done, std::vector<std::byte> kept, Setup setup) {
    chares_.group.local()->go_on_from(std::move(kept), setup);
    co_await enter(done);
  }
  Task<void> go_on(Callback<Ending> done) { co_await chares_.group.local()->go_on(done); }

 private:
  RankChares chares_;
};

/// What the job's main program goes on from.
template <class Main>
struct HostState {
  GroupProxy<Entrance<Main>> entrances;
  std::vector<std::byte> kept;  ///< Of rank 0.

  void serialize(auto& archive) { archive(entrances, kept); }
};

Setup setup_of(const Job& job, const Options& options);
/// Throws where some of the grid's PEs do not take part: ranks are their numbers.
void require_all_pes(const Job& job);
/// Of every rank: that it has ended, or that it waits for a checkpoint.
Task<bool> await_mains(Job& job, Future<Ending>& endings, std::vector<std::byte>& kept);

template <class Main>
Task<void> serve(Job& job, Options options) {
  require_all_pes(job);
  HostState<Main> state;
  Future<Ending> endings("the main of every rank");
  const Callback<Ending> done = endings.callback();
  const Setup setup = setup_of(job, options);
  if (job.restored(state)) {
    state.entrances.all().template send<&Entrance<Main>::enter_again>(done, state.kept, setup);
  } else {
    const RankChares chares{job.create_group<RankChare>(setup)};
    job.set_readonly(chares);
    state.entrances = job.create_group<Entrance<Main>>(chares);
    state.entrances.all().template send<&Entrance<Main>::enter>(done);
  }
  while (co_await await_mains(job, endings, state.kept)) {
    co_await job.checkpoint();
    state.entrances.all().template send<&Entrance<Main>::go_on>(done);
  }
}

}  // namespace detail

/// `main(Rank&)` as the main program of a job: it runs on every PE, in a user-level thread; the job
/// ends when all mains have ended, nothing is under way any more, and no work is left. It is known
/// by its type in every process, so it is a lambda without captures, or a function object without
/// members.
template <class Main>
  requires std::is_empty_v<Main> && std::is_default_constructible_v<Main> &&
           std::is_invocable_v<Main, Rank&>
MainProgram as_main_program(Main, const Options& options = {}) {
  return [options](Job& job) { return detail::serve<Main>(job, options); };
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
