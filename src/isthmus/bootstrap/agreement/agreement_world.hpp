// isthmus/bootstrap/agreement/agreement_world.hpp: an epoch's processes and all that may befall
// them, as plain data that tests copy, change and compare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/bootstrap/agreement/agreement.hpp"

namespace isthmus::engine::bootstrap::testing {

/// A number for plain data; the order counts.
class Digest {
 public:
  void add(std::uint64_t value) { value_ = Random::mix(value_ ^ value) + 0x9e3779b97f4a7c15ull; }
  void add(ProcessId process) { add(std::uint64_t{process.value}); }
  void add(const ProcessSet& processes) {
    add(processes.size());
    for (const ProcessId process : processes) add(process);
  }
  void add(const Ballot& ballot) {
    add((std::uint64_t{ballot.dead_count} << 32) + ballot.round);
    add(ballot.proposer);
  }
  void add(const MemberList& list) {
    add(list.size());
    for (const EpochMember& member : list) add(member.process);
  }
  void add(const AgreementMessage& message) {
    add((std::uint64_t{message.from.value} << 32) + message.to.value);
    add(static_cast<std::uint64_t>(message.kind));
    add(message.ballot);
    add(message.dead);
    add(message.silent);
    add(message.accepted);
    add(message.list);
  }
  void add(const Agreement::State& state) {
    for (const TimeNs at_ns :
         {state.started_ns, state.said_ns, state.waiting_ns, state.ballot_ns}) {
      add(static_cast<std::uint64_t>(at_ns - state.now_ns));
    }
    add(state.dead);
    add(state.silent);
    add(state.acceptor.promised);
    add(state.acceptor.accepted);
    add(state.acceptor.list);
    add((std::uint64_t{state.round_max} << 32) + static_cast<std::uint64_t>(state.stage));
    add(state.following);
    add(state.ballot);
    for (const auto& [process, promise] : state.promises) {
      add(process);
      add(promise.silent);
    }
    add(state.inherited_from);
    add(state.list);
    add(state.voted);
    add((state.is_decided ? 4u : 0u) + (state.is_teacher ? 2u : 0u) + (state.outcome ? 1u : 0u));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// A value that many worlds have in common, with its digest.
template <class T>
class Shared {
 public:
  explicit Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {
    Digest digest;
    if constexpr (std::is_base_of_v<Agreement, T>) {
      digest.add(value_->state());
    } else {
      digest.add(*value_);
    }
    digest_ = digest.value();
  }

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  std::uint64_t digest() const { return digest_; }

 private:
  std::shared_ptr<const T> value_;
  std::uint64_t digest_ = 0;
};

/// `Process` is an Agreement, or one with a bug. Every process has a clock of its own.
template <class Process>
struct World {
  struct News {
    std::uint32_t to;
    std::uint32_t of;
    Loss how;

    auto operator<=>(const News&) const = default;
  };

  std::vector<Shared<Process>> processes;
  std::vector<bool> is_crashed;
  std::optional<Witness> witness;
  std::vector<Shared<AgreementMessage>> in_flight;
  std::vector<News> news;  // not heard yet
  /// By process, on which side of the cut it is; the witness has the last place.
  std::vector<bool> side;
  bool keeps_hellos = true;
  std::string failure;

  /// Process i has PE i, and so on.
  World(std::uint32_t count, bool has_witness, const AgreementTiming& timing,
        const ProcessSet& known_dead = {})
      : is_crashed(count), side(count + 1) {
    AgreementSetup setup;
    setup.epoch = 4;
    setup.has_witness = has_witness;
    setup.timing = timing;
    setup.dead = known_dead;
    for (std::uint32_t i = 0; i < count; ++i) setup.voters.push_back({ProcessId(i), PeId(i)});
    if (has_witness) witness.emplace(setup.epoch);
    for (std::uint32_t i = 0; i < count; ++i) {
      setup.self = ProcessId(i);
      Process process(setup, 0);
      if constexpr (requires { process.count; }) process.count = count;
      processes.emplace_back(std::move(process));
      is_crashed[i] = known_dead.contains(ProcessId(i));
    }
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(processes.size()); }
  const Agreement::State& state(std::uint32_t process) const { return processes[process]->state(); }
  bool is_alive(std::uint32_t process) const {
    const auto& outcome = state(process).outcome;
    return !is_crashed[process] && (!outcome || outcome->has_value());
  }
  std::size_t place_of(ProcessId process) const {
    return process == witness_id ? count() : process.value;
  }
  bool is_cut(ProcessId a, ProcessId b) const { return side[place_of(a)] != side[place_of(b)]; }

  // --- what may happen ---

  void start() {
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (!is_crashed[i]) tick(i);
    }
  }
  /// Its clock goes on to when it wants to be woken.
  void tick(std::uint32_t process, TimeNs slept_ns = 0) {
    const TimeNs wake_ns = processes[process]->wake_ns();
    if (wake_ns == never_ns) return;
    change(process,
           [&](Process& one) { one.tick(std::max(wake_ns, one.state().now_ns + slept_ns)); });
  }
  void deliver(std::size_t index) {
    const Shared<AgreementMessage> message = std::move(in_flight[index]);
    in_flight.erase(in_flight.begin() + static_cast<std::ptrdiff_t>(index));
    deliver(*message);
  }
  void deliver(const AgreementMessage& message) {
    if (message.to == witness_id) {
      const auto answer = witness->answer(message);
      if (answer && !is_cut(witness_id, answer->to)) in_flight.emplace_back(*answer);
      return;
    }
    const std::uint32_t to = message.to.value;
    if (is_crashed[to]) return;
    change(to, [&](Process& one) { one.receive(message, one.state().now_ns); });
  }
  /// Somebody may tell all others, or nobody does.
  void crash(std::uint32_t process, bool is_told) {
    is_crashed[process] = true;
    std::erase_if(in_flight, [&](const auto& m) { return m->to == ProcessId(process); });
    if (!is_told) return;
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (!is_crashed[i]) news.push_back({i, process, Loss::certain});
    }
  }
  void cut(std::vector<bool> new_side, bool is_told) {
    side = std::move(new_side);
    std::erase_if(in_flight, [&](const auto& m) { return is_cut(m->from, m->to); });
    for (std::uint32_t i = 0; is_told && i < count(); ++i) {
      for (std::uint32_t j = 0; j < count(); ++j) {
        const bool is_apart = is_cut(ProcessId(i), ProcessId(j));
        if (is_apart && !is_crashed[i] && !is_crashed[j]) news.push_back({i, j, Loss::silent});
      }
    }
  }
  void hear(std::size_t index) {
    const News heard = news[index];
    news.erase(news.begin() + static_cast<std::ptrdiff_t>(index));
    if (is_crashed[heard.to]) return;
    change(heard.to,
           [&](Process& one) { one.lose(ProcessId(heard.of), heard.how, one.state().now_ns); });
  }

  void suspect(std::uint32_t process, std::uint32_t other) {
    change(process,
           [&](Process& one) { one.lose(ProcessId(other), Loss::silent, one.state().now_ns); });
  }
  /// Those of these kinds, until there are no more.
  void deliver_all(const std::vector<AgreementMessage::Kind>& kinds) {
    while (true) {
      const auto next = std::ranges::find_if(in_flight, [&](const auto& message) {
        return std::ranges::find(kinds, message->kind) != kinds.end();
      });
      if (next == in_flight.end()) return;
      deliver(static_cast<std::size_t>(next - in_flight.begin()));
    }
  }
  /// One that is there, for later.
  AgreementMessage extract(AgreementMessage::Kind kind, std::uint32_t from, std::uint32_t to) {
    const auto at = std::ranges::find_if(in_flight, [&](const auto& message) {
      return message->kind == kind && message->from == ProcessId(from) &&
             message->to == ProcessId(to);
    });
    const AgreementMessage message = **at;
    in_flight.erase(at);
    return message;
  }

  // --- what must hold ---

  bool is_decided() const {
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (state(i).is_decided) return true;
    }
    return false;
  }

  /// Takes what a process says after that, and looks at it and at where everybody stands.
  template <class Change>
  void change(std::uint32_t process, Change&& change) {
    Process one = *processes[process];
    change(one);
    auto messages = one.take_messages();
    processes[process] = Shared<Process>(std::move(one));
    for (AgreementMessage& message : messages) {
      check_proposal(state(process), message);
      if (is_of_use(message)) in_flight.emplace_back(std::move(message));
    }
    check_unity();
  }
  bool is_of_use(const AgreementMessage& message) const {
    using Kind = AgreementMessage::Kind;
    const Kind kind = message.kind;
    const bool is_hello = kind == Kind::hello || kind == Kind::present || kind == Kind::learned;
    if (is_hello && !keeps_hellos) return false;
    if (is_cut(message.from, message.to)) return false;
    return message.to == witness_id || !is_crashed[message.to.value];
  }
  /// Loses messages that change no more than who is silent.
  void forget_what_is_stale() {
    using Kind = AgreementMessage::Kind;
    std::erase_if(in_flight, [&](const Shared<AgreementMessage>& message) {
      if (message->to == witness_id) return false;
      const Agreement::State& to = state(message->to.value);
      for (const ProcessId process : message->dead) {
        if (!to.dead.contains(process)) return false;
      }
      if (to.outcome) return true;
      switch (message->kind) {
        case Kind::promise:
          return to.stage != Agreement::Stage::gathering || message->ballot != to.ballot;
        case Kind::accepted:
          return to.stage != Agreement::Stage::proposing || message->ballot != to.ballot;
        default:
          return to.dead.contains(message->from);
      }
    });
  }
  void check_proposal(const Agreement::State& state, const AgreementMessage& message) {
    if (message.kind != AgreementMessage::Kind::propose || state.inherited_from) return;
    for (const EpochMember& member : message.list) {
      if (state.dead.contains(member.process)) failure = "a list has somebody known to be dead";
    }
  }
  void check_unity() {
    const MemberList* list = nullptr;
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (is_crashed[i] || !state(i).is_decided) continue;
      if (list != nullptr && *list != state(i).list) failure = "two lists are agreed on";
      list = &state(i).list;
    }
  }

  std::uint64_t digest() const {
    Digest digest;
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (is_crashed[i]) {
        digest.add(std::uint64_t{77});
      } else {
        digest.add(processes[i].digest());
      }
      digest.add(std::uint64_t{side[i]});
    }
    // Messages and news have no order.
    std::uint64_t sum = 0;
    for (const auto& message : in_flight) sum += Random::mix(message.digest());
    for (const News& one : news) {
      sum += Random::mix((std::uint64_t{one.to} << 40) + (std::uint64_t{one.of} << 8) +
                         static_cast<std::uint64_t>(one.how) + 1);
    }
    digest.add(sum);
    if (witness) {
      const PaxosAcceptor& acceptor = witness->acceptor();
      digest.add(acceptor.promised);
      digest.add(acceptor.accepted);
      digest.add(acceptor.list);
    }
    return digest.value();
  }

  std::string text() const {
    std::string text;
    for (std::uint32_t i = 0; i < count(); ++i) {
      const auto& s = state(i);
      text += "process " + std::to_string(i) + (is_crashed[i] ? " (crashed)" : "") + " stage " +
              std::to_string(static_cast<int>(s.stage)) + " ballot " +
              std::to_string(s.ballot.round) + " dead " + text_of(s.dead) + " silent " +
              text_of(s.silent) + (s.is_decided ? " decided" : "");
      for (const EpochMember& member : s.list) text += " " + std::to_string(member.process.value);
      if (s.outcome && !*s.outcome) text += " | " + s.outcome->error().text();
      text += "\n";
    }
    return text;
  }
};

}  // namespace isthmus::engine::bootstrap::testing
