// mobile/rank_chare.hpp: the part of a rank that messages come to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/deferred_call.hpp"
#include "mobile/rank.hpp"

namespace isthmus::mobile::detail {

/// While it lives, a handler runs on the rank.
class HandlerScope {
 public:
  HandlerScope(Rank& rank, PeId sender, const Pointer& current = {})
      : rank_(rank), sender_(rank.sender_), current_(rank.current_) {
    ++rank.handler_depth_;
    rank.sender_ = sender;
    rank.current_ = current;
  }
  ~HandlerScope() {
    rank_.current_ = current_;
    rank_.sender_ = sender_;
    --rank_.handler_depth_;
    rank_.handler_ended();
  }
  HandlerScope(const HandlerScope&) = delete;
  HandlerScope& operator=(const HandlerScope&) = delete;

 private:
  Rank& rank_;
  PeId sender_;
  Pointer current_;
};

/// What every rank is told so that its main begins. Plain data.
struct Begin {
  Callback<Ending> done;
  /// The job goes on from a checkpoint.
  bool goes_on = false;
  std::vector<std::byte> kept = {};  ///< Then of rank 0,
  Setup setup = {};                  ///< and what the user says now.

  void serialize(auto& archive) { archive(done, goes_on, kept, setup); }
};

/// The same for this main: an entry method is known by the types of its parameters.
template <class Main>
struct BeginFor {
  Begin begin;

  void serialize(auto& archive) { archive(begin); }
};

/// One on each PE; owns the PE's rank.
class RankChare final : public Chare<RankChare, PeId> {
 public:
  /// That of a PE of another job, of which nothing is kept.
  RankChare() : rank_(*this, Setup()) {}
  explicit RankChare(const Setup& setup) : rank_(*this, setup) {}
  void serialize(auto&) {}
  void absorb(RankChare&&) {}
  std::string stays_for() const { return rank_.obstacle(); }

  Rank& rank() { return rank_; }

  /// An entry method, by whose type every process knows the program's main: runs it to its end, or
  /// to where a checkpoint is to be taken, and tells `begin.done` of it. All
  /// that a compiler makes anew for each main.
  template <class Main>
  Task<void> run(BeginFor<Main> told) {
    return run_main([](Rank& self) { Main()(self); }, std::move(told.begin));
  }
  /// An entry method: from there.
  Task<void> go_on(Callback<Ending> done);
  Future<void> enter_barrier() { return barrier(); }

  /// An entry method; comes after all that waits on this PE, and ends main's sleep.
  void wake(const Callback<void>& sleeper) { isthmus::send(sleeper); }

  /// An entry method: a remote service request.
  template <auto Handler, class... P>
  void request(const Sender<Handler>& from, P... arguments) {
    const PeId sender = sender_of(from.pe);
    if (!rank_.open_) {
      rank_.deferred_.push_back(
          [this, sender, kept = std::tuple<Kept<P>...>(keep<P>(arguments)...)]() mutable {
            const HandlerScope scope(rank_, sender);
            std::apply([&](Kept<P>&... values) { Handler(rank_, give<P>(values)...); }, kept);
          });
      return;
    }
    const HandlerScope scope(rank_, sender);
    Handler(rank_, std::forward<P>(arguments)...);
  }
  template <auto Handler, class... P>
  static constexpr auto request_entry(Types<P...>) {
    return &RankChare::request<Handler, P...>;
  }

  /// An entry method: a request about bytes that may lie in their place already.
  template <auto Handler>
  void take_bytes(const RegionSlice& slice, const Sender<Handler>& from, std::uint64_t ticket,
                  std::span<const std::byte> bytes) {
    const PeId sender = sender_of(from.pe);
    if (!rank_.open_) {
      rank_.deferred_.push_back(
          [this, sender, slice, ticket, kept = std::vector(bytes.begin(), bytes.end())] {
            const HandlerScope scope(rank_, sender);
            Handler(rank_, slice, ticket, kept);
          });
      return;
    }
    const HandlerScope scope(rank_, sender);
    Handler(rank_, slice, ticket, bytes);
  }

  /// An entry method: a message of the layer itself.
  template <auto Handler, class... P>
  void serve(const Sender<Handler>&, P... arguments) {
    Handler(rank_, std::forward<P>(arguments)...);
  }
  template <auto Handler, class... P>
  static constexpr auto service_entry(Types<P...>) {
    return &RankChare::serve<Handler, P...>;
  }

  template <class T, class Op>
  void contribute_value(T value, Op operation) {
    contribute(std::move(value), operation, array().all().callback<&RankChare::take_result<T>>());
  }
  /// An entry method: what a reduction came to.
  template <class T>
  void take_result(const T& value) {
    if (!result_sleeper_) throw UsageError("the result of a reduction that nobody waits for");
    isthmus::send(*std::exchange(result_sleeper_, std::nullopt));
    result_ = std::make_unique<DataOf<T>>(std::make_unique<T>(value));
  }

 private:
  friend class mobile::Rank;

  Task<void> run_main(void (*main)(Rank&), Begin begin);
  PeId sender_of(std::uint32_t pe) const {
    rank_.require_pe(static_cast<int>(pe));
    return PeId(pe);
  }

  Rank rank_;
  std::unique_ptr<AnyData> result_;
  std::optional<Callback<void>> result_sleeper_;
};

/// How an object that comes to a PE finds the rank there.
struct RankChares {
  GroupProxy<RankChare> group;

  void serialize(auto& archive) { archive(group); }
};

inline GroupProxy<RankChare> rank_chares() { return readonly<RankChares>().group; }

}  // namespace isthmus::mobile::detail
