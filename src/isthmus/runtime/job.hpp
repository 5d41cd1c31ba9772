// isthmus/runtime/job.hpp: the job as its main program sees it.
#pragma once

#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/hash.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/network/alert.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/runtime/chain_change.hpp"
#include "isthmus/runtime/job_progress.hpp"
#include "isthmus/runtime/membership_news.hpp"
#include "isthmus/runtime/pictures.hpp"
#include "isthmus/runtime/steerable.hpp"
#include "isthmus/runtime/verb_outcome.hpp"
#include "isthmus/serial/describer.hpp"
#include "isthmus/serial/serial.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine {

namespace runtime {
class Process;
}  // namespace runtime

namespace store {
class Checkpoints;
struct Index;
}  // namespace store

/// The job as the main program has it, a coroutine on PE 0. For that coroutine alone.
class Job {
 public:
  struct Parts {
    Objects& objects;
    const Clock& clock;
    std::vector<std::string> arguments;
    bool quiet = false;
    bool in_virtual_time = false;
  };

  explicit Job(Parts parts) : parts_(std::move(parts)) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// The program's own arguments: those behind "--" on the command line. A program that has not
  /// asked for them when it first waits, or ends, takes none, and its user is refused any.
  const std::vector<std::string>& arguments() const {
    asked_for_arguments_ = true;
    return parts_.arguments;
  }
  /// The user wants no lines but results.
  bool is_quiet() const { return parts_.quiet; }
  /// The job's clock is not this machine's: what is measured by another says nothing of the job.
  bool in_virtual_time() const { return parts_.in_virtual_time; }
  const topology::Topology& topology() const { return parts_.objects.topology(); }
  int pe_count() const { return topology().pe_count(); }
  /// All PEs of the grid take part: none was lost or has left, and none is yet to come.
  bool is_complete() const {
    return parts_.objects.members().count() == static_cast<std::size_t>(pe_count());
  }
  /// Seconds since some start, of the job's clock.
  double seconds() const { return static_cast<double>(parts_.clock.now_ns()) * 1e-9; }

  /// A dense array with `sizes` elements a dimension; see isthmus::create_array.
  template <class T, class Mapping, class... A>
    requires GridIndex<typename T::Index>
  ArrayProxy<T> create_array(const typename T::Index& sizes, const Mapping& mapping,
                             A&&... arguments) {
    return isthmus::engine::create_array<T>(sizes, mapping, std::forward<A>(arguments)...);
  }
  /// An array of the given indices.
  template <class T, class Mapping, class... A>
  ArrayProxy<T> create_array_of(const std::vector<typename T::Index>& indices,
                                const Mapping& mapping, A&&... arguments) {
    return isthmus::engine::create_array_of<T>(indices, mapping, std::forward<A>(arguments)...);
  }
  /// An array whose elements are inserted one by one.
  template <class T, class Mapping>
  ArrayProxy<T> create_sparse_array(const Mapping& mapping) {
    return isthmus::engine::create_sparse_array<T>(mapping);
  }
  /// One element on each PE.
  template <class T, class... A>
  GroupProxy<T> create_group(A&&... arguments) {
    return isthmus::engine::create_group<T>(std::forward<A>(arguments)...);
  }
  template <class T, class... A>
  ChareProxy<T> create_chare(PeId on, A&&... arguments) {
    return isthmus::engine::create_chare<T>(on, std::forward<A>(arguments)...);
  }
  /// On a PE that a seed balancer chooses.
  template <class T, SeedBalancer Balancer, class... A>
  ChareProxy<T> create_chare(const Balancer& balancer, A&&... arguments) {
    return isthmus::engine::create_chare<T>(balancer, std::forward<A>(arguments)...);
  }

  /// Sets a readonly value for all PEs; see isthmus::set_readonly.
  template <class T, class Tag = T>
  void set_readonly(T value) {
    isthmus::engine::set_readonly<T, Tag>(std::move(value));
  }

  /// `T result = co_await job.reduction<T>(name);` waits for the next result of the reductions that
  /// elements take part in by `contribute(name, value, operation)`. T is void for those without a
  /// value.
  template <class T = void>
  auto reduction(std::string_view name) {
    return detail::ValueAwaiter<T>{
        {parts_.objects, detail::inbox_name(name), "reduction '" + std::string(name) + "'"}};
  }

  /// Waits likewise, by a name that knows its type: `co_await job.reduction(residual)`.
  template <class T>
  auto reduction(const Reduction<T>& reduction) {
    return this->reduction<T>(reduction.name);
  }

  /// `co_await job.quiescence();` waits until every message is handled and none is under way.
  Future<void> quiescence() {
    Future<void> quiet("quiescence");
    parts_.objects.collectives().detect_quiescence(quiet.callback().target);
    return quiet;
  }

  /// `co_await job.balance();` has the load balancer do a step, and waits until it has said what
  /// moves; without one it waits for nothing.
  Future<void> balance() {
    Future<void> balanced("a step of the load balancer");
    const CallbackTarget target = balanced.callback().target;
    Objects& objects = parts_.objects;
    if (objects.balancing() == nullptr) {
      objects.replies().fire(target, detail::make_value<void>(objects.pool()));
    } else {
      objects.balancing()->request_step(target);
    }
    return balanced;
  }

  /// Says what the main program goes on from after a restart: a value that can be serialized, which
  /// lives as long as the main program, and is right whenever it waits. False where the job begins
  /// anew. True where it goes on from a checkpoint: `state` has then what it had when that was
  /// taken, and all arrays, groups, chares and readonly values are there as they were.
  ///
  ///     struct State { ArrayProxy<Block> blocks; int step = 0; };
  ///     State state;
  ///     if (!job.restored(state)) state.blocks = job.create_array<Block>(...);
  ///
  /// Throws BadInput where the checkpoint is of another program's main program.
  template <class State>
  bool restored(State& state) {
    const std::uint64_t form = hash_name(serial::form_of<State>());
    keep_progress([&state] { return serial::to_bytes(state); }, form);
    const std::vector<std::byte>* const kept = kept_progress(form);
    if (kept == nullptr) return false;
    serial::Reader reader(*kept);
    reader(state);
    if (auto read = reader.finish(); !read) refuse_progress(read.error());
    return true;
  }
  /// `co_await job.checkpoint();` says that the job is whole here: no object waits in an entry
  /// method that is a coroutine, and nothing that is under way matters. Where the user wants
  /// checkpoints (--checkpoint) and one is due, it waits until the job is quiet and all objects are
  /// taken down, and goes on while they are written. Else it waits for nothing.
  ///
  /// Ends the job, with the object's name in the line, where one cannot be taken down.
  Future<void> checkpoint();

  /// Declares that what the elements of an array or group send, and what becomes of them, does not
  /// depend on the order in which messages of different senders reach them, also where one of these
  /// was sent because of another; nor on time, nor on what others on their PE do. Where that is so
  /// of all arrays and groups, a site that is lost is made again alone, in a job with site logs. To
  /// be said anew when the main program begins anew.
  ///
  /// They may go by it that all was quiet (quiescence()): a site that is lost between that and the
  /// next checkpoint is not made again alone.
  ///
  ///     job.declare_repeatable(blocks);
  template <class T>
  void declare_repeatable(const ArrayProxy<T>& collection) {
    note_repeatable(collection.id());
  }

  /// In a job that goes on when processes are lost, leave or come (--on-loss go-on), calls `what`
  /// with who did where the present epoch began, at once, or not at all in the first one. The main
  /// program begins anew with each epoch, so that it hears of each that it comes to. PEs keep their
  /// numbers; groups have elements on those of `topology()` that are not absent.
  template <std::invocable<const MembershipNews&> What>
  void on_membership_change(What&& what) const {
    if (news_.epoch > 0) std::forward<What>(what)(news_);
  }
  /// Has processes leave the job at its next point, as `isthmus leave` does; the main program ends
  /// there, and begins anew in the next epoch. ErrorCode::bad_input where one of them is not in the
  /// job, nobody would stay, or the job is not one that goes on; unreachable where it is about to
  /// change already.
  Expected<void> leave(const std::vector<ProcessId>& who);

  /// Calls an entry method with every Alert of any process from now on:
  /// `job.watch_alerts(element.callback<&Watcher::alert>());`. A connection that breaks is told of
  /// by both its ends, and by a process that is cut off when it is there again.
  void watch_alerts(const Callback<Alert>& callback);

  /// `ChainChange change = co_await job.change_chain("between_sites", "thin");` gives the links of
  /// one class the filters of another class of the grid, in the running job: nothing is lost,
  /// doubled or overtaken. Their own name gives them back what the grid says. The carrier, and its
  /// settings, must be the same. Ready when all processes have changed, or when one cannot, and
  /// then none has: `refusal` says why. Changes wait for each other.
  Future<ChainChange> change_chain(std::string_view link_class, std::string_view to);

  /// `const Steerable<double> weight = job.steerable("weight", 0.5, "How much the new counts.");`
  /// gives the program a value that its user may change while the job runs (`isthmus set JOB weight
  /// 0.7`), to a number between `least` and `most`. It changes between two steps of PE 0 alone, so
  /// not between two waits of the main program; that reads `*weight` where a new value suits it.
  /// `what` is a sentence for the user. Names differ from those of the runtime's own verbs.
  template <SteerableNumber T>
  Steerable<T> steerable(std::string_view name, T value, std::string_view what,
                         std::type_identity_t<T> least = std::numeric_limits<T>::lowest(),
                         std::type_identity_t<T> most = std::numeric_limits<T>::max()) {
    const Steerable<T> made(std::move(value));
    verbs_->add(detail::verb_of(made, name, what, least, most));
    return made;
  }
  /// yes or no.
  template <std::same_as<bool> T>
  Steerable<bool> steerable(std::string_view name, T value, std::string_view what) {
    const Steerable<bool> made(value);
    verbs_->add(detail::verb_of(made, name, what));
    return made;
  }
  /// Text: one of `words`, or any where there are none.
  Steerable<std::string> steerable(std::string_view name, std::string value, std::string_view what,
                                   std::vector<std::string> words = {});

  /// `const JobStatus status = co_await job.status();` is what the whole job knows of itself, as
  /// who looks at it from outside gets it (docs/formats/status.md): PEs that are busy for a second
  /// are named and not waited for. It costs each PE a message, and while a program looks, some 100
  /// ns a message for measuring where the time goes; so look seldom, ten times a second at most.
  Future<JobStatus> status();
  /// `const VerbOutcome done = co_await job.set("border-first", "yes");` gives what can change in a
  /// running job another value, or has something done, as `isthmus set` does; in all processes that
  /// have it. Ready when they have, or refuse.
  Future<VerbOutcome> set(std::string_view name, std::string_view value);
  /// The verbs that can be set, with the present values, in the process of the main program.
  std::span<const Verb> verbs() const;

  /// `job.progress(step, steps);` tells who looks at the job how far it is (`isthmus top`): so much
  /// of so much of what the program counts, steps mostly. That how it comes on tells when it will
  /// have done it all. Costs nothing to speak of.
  void progress(double done, double of);
  /// `job.phase("time steps");` says likewise what the program is at from here on, in a word or
  /// few. Progress is counted from there.
  void phase(std::string_view name);
  /// `job.picture("phi, z = 0", columns, values);` shows who looks at the job a picture: numbers
  /// row by row, the first row on top, NaN where there is none; `values` are whole rows. It stays
  /// as it is until the name is set again, or to no values. Large ones are shown smaller (96 cells
  /// a side at most), and of more than four those that were set last. Copies what it shows of them.
  void picture(std::string_view name, std::size_t columns, std::span<const double> values);

  /// Called by whoever shows the job: adds what its program says of itself, by panel.
  void show(std::vector<ShownRow>& rows) const;
  /// Called by whoever starts the main program: hands over the parts that it works with.
  void attach(runtime::Process& process, store::Checkpoints& checkpoints,
              const store::Index* restart);
  /// Called before that: tells with whom the epoch began.
  void tell(MembershipNews news) { news_ = std::move(news); }
  /// Calls `follower` whenever the program says how far it is.
  void follow_progress(std::function<void(const runtime::JobProgress&)> follower) {
    follower_ = std::move(follower);
  }
  /// Throws BadInput where there are arguments that the program has not asked for.
  void refuse_unasked_arguments() const;
  /// Throws BadInput where a job goes on from a checkpoint whose state nobody took.
  void refuse_unasked_restart() const;

  /// Notes a result of the run, for --report and `isthmus sweep`.
  void report(std::string_view name, double value) { metrics_[std::string(name)] = value; }
  const std::map<std::string, double>& metrics() const { return metrics_; }

  /// The exit status that the program ends with when all goes well; 0 unless set.
  void set_exit_status(int status) { exit_status_ = status; }
  int exit_status() const { return exit_status_; }

 private:
  void note_repeatable(CollectionId collection);
  void keep_progress(std::function<std::vector<std::byte>()> progress, std::uint64_t form);
  /// Null where the job begins anew.
  const std::vector<std::byte>* kept_progress(std::uint64_t form) const;
  [[noreturn]] static void refuse_progress(const Error& why);

  Parts parts_;
  runtime::Process* process_ = nullptr;
  Verbs* verbs_ = nullptr;
  store::Checkpoints* checkpoints_ = nullptr;
  const store::Index* restart_ = nullptr;
  std::function<std::vector<std::byte>()> progress_;
  MembershipNews news_;
  std::uint64_t progress_form_ = 0;
  std::map<std::string, double> metrics_;
  runtime::JobProgress how_far_;
  runtime::Pictures pictures_;
  std::function<void(const runtime::JobProgress&)> follower_;
  int exit_status_ = 0;
  mutable bool asked_for_arguments_ = false;
};

/// Thrown by a main program whose user has given it something wrong: one line, exit status 2.
class BadInput : public std::exception {
 public:
  explicit BadInput(Error error) : error_(std::move(error)), text_(error_.text()) {}
  /// For a program that takes no arguments of its own, and is given this one.
  static BadInput unasked(const std::string& argument);
  const char* what() const noexcept override { return text_.c_str(); }
  const Error& error() const { return error_; }

 private:
  Error error_;
  std::string text_;
};

/// The value; throws BadInput where there is none.
template <class T>
T or_bad_input(Expected<T> value) {
  if (!value) throw BadInput(std::move(value.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*value);
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::BadInput;
using engine::Job;
using engine::or_bad_input;

}  // namespace isthmus
