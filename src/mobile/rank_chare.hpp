// mobile/rank_chare.hpp: the part of a node that messages come to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/deferred_call.hpp"
#include "mobile/rank.hpp"

namespace isthmus::mobile::detail {

/// While it lives, a handler runs on the node.
class HandlerScope {
 public:
  HandlerScope(Node& node, PeId sender, const Pointer& current = {})
      : node_(node), sender_(node.sender_), current_(node.current_) {
    ++node.handler_depth_;
    node.sender_ = sender;
    node.current_ = current;
  }
  ~HandlerScope() {
    node_.current_ = current_;
    node_.sender_ = sender_;
    --node_.handler_depth_;
    node_.handler_ended();
  }
  HandlerScope(const HandlerScope&) = delete;
  HandlerScope& operator=(const HandlerScope&) = delete;

 private:
  Node& node_;
  PeId sender_;
  Pointer current_;
};

/// One on each PE; owns its node.
class Station final : public Chare<Station, PeId> {
 public:
  explicit Station(const Setup& setup) : node_(*this, setup) {}

  Node& node() { return node_; }

  /// Not an entry method: runs a program's main to its end, and tells `done` of it.
  Task<void> run_main(void (*main)(Node&), Callback<Ending> done);
  Future<void> enter_barrier() { return barrier(); }

  /// An entry method; comes after all that waits on this PE, and ends main's sleep.
  void wake(const Callback<void>& sleeper) { isthmus::send(sleeper); }

  /// An entry method: a remote service request.
  template <auto Handler, class... P>
  void request(const Sender<Handler>& from, P... arguments) {
    const PeId sender = sender_of(from.pe);
    if (!node_.open_) {
      node_.deferred_.push_back(
          [this, sender, kept = std::tuple<Kept<P>...>(keep<P>(arguments)...)]() mutable {
            const HandlerScope scope(node_, sender);
            std::apply([&](Kept<P>&... values) { Handler(node_, give<P>(values)...); }, kept);
          });
      return;
    }
    const HandlerScope scope(node_, sender);
    Handler(node_, std::forward<P>(arguments)...);
  }
  template <auto Handler, class... P>
  static constexpr auto request_entry(Types<P...>) {
    return &Station::request<Handler, P...>;
  }

  /// An entry method: a request about bytes that may lie in their place already.
  template <auto Handler>
  void take_bytes(const Landing& landing, const Sender<Handler>& from, std::uint64_t ticket,
                  std::span<const std::byte> bytes) {
    const PeId sender = sender_of(from.pe);
    if (!node_.open_) {
      node_.deferred_.push_back(
          [this, sender, landing, ticket, kept = std::vector(bytes.begin(), bytes.end())] {
            const HandlerScope scope(node_, sender);
            Handler(node_, landing, ticket, kept);
          });
      return;
    }
    const HandlerScope scope(node_, sender);
    Handler(node_, landing, ticket, bytes);
  }

  /// An entry method: a message of the layer itself.
  template <auto Handler, class... P>
  void serve(const Sender<Handler>&, P... arguments) {
    Handler(node_, std::forward<P>(arguments)...);
  }
  template <auto Handler, class... P>
  static constexpr auto service_entry(Types<P...>) {
    return &Station::serve<Handler, P...>;
  }

  template <class T, class Op>
  void contribute_value(T value, Op operation) {
    contribute(std::move(value), operation, array().all().callback<&Station::take_result<T>>());
  }
  /// An entry method: what a reduction came to.
  template <class T>
  void take_result(const T& value) {
    if (!result_sleeper_) throw UsageError("the result of a reduction that nobody waits for");
    isthmus::send(*std::exchange(result_sleeper_, std::nullopt));
    result_ = std::make_unique<HoldingOf<T>>(std::make_unique<T>(value));
  }

 private:
  friend class mobile::Node;

  PeId sender_of(std::uint32_t pe) const {
    node_.require_pe(static_cast<int>(pe));
    return PeId(pe);
  }

  Node node_;
  std::unique_ptr<Holding> result_;
  std::optional<Callback<void>> result_sleeper_;
};

/// How an object that comes to a PE finds the station there.
struct Stations {
  GroupProxy<Station> group;

  void serialize(auto& archive) { archive(group); }
};

inline GroupProxy<Station> stations() { return readonly<Stations>().group; }

}  // namespace isthmus::mobile::detail
