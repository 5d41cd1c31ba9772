#include "isthmus/sim/checker.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "isthmus/base/random.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/object_reports.hpp"

namespace isthmus::engine::sim {

namespace {

constexpr std::size_t trails_checked_most = 1'000'000;

/// Equal for a message when it is sent and when it is handled, in whatever form it travels.
std::uint64_t digest_of(const Message& message) {
  std::uint64_t digest = 0;
  const auto add = [&](std::uint64_t word) { digest = Random::mix(digest ^ word); };
  add(std::uint64_t{message.source.value} << 32 | message.destination.value);
  add(message.key.high);
  add(message.key.low);
  add(message.collection.value);
  add(message.word);
  add(message.ops == nullptr ? 0 : message.ops->id);
  add(static_cast<std::uint64_t>(message.handler) << 32 |
      static_cast<std::uint32_t>(message.priority));
  return digest;
}

std::string text_of(const Message& message) {
  const std::string what = message.ops == nullptr
                               ? "handler " + std::to_string(static_cast<int>(message.handler))
                               : message.ops->name;
  return what + " from PE " + std::to_string(message.source.value) + " to PE " +
         std::to_string(message.destination.value);
}

}  // namespace

class Checker::Follower final : public sched::Observer {
 public:
  Follower(Checker& checker, PeId pe) : checker_(checker), pe_(pe) {}
  void handling(const Message& message) override {
    counted_ = message.is_counted();
    checker_.handling(message, pe_);
  }
  void handled() override { checker_.handled(counted_); }
  void sending(const Message& message) override { checker_.sending(message); }
  void charged(TimeNs) override {}

 private:
  Checker& checker_;
  const PeId pe_;
  bool counted_ = false;
};

Checker::Checker(const topology::Topology& topology) : topology_(topology) {
  for (int pe = 0; pe < topology.pe_count(); ++pe) {
    followers_.push_back(std::make_unique<Follower>(*this, PeId(pe)));
  }
}

Checker::~Checker() = default;

sched::Observer& Checker::observer_of(PeId pe) { return *followers_[pe.value]; }

void Checker::note(std::string breach) {
  if (breach_.empty()) breach_ = std::move(breach);
}

void Checker::sending(const Message& message) {
  Flight& flight = in_flight_[digest_of(message)];
  if (flight.text.empty()) flight.text = text_of(message);
  ++flight.count;
  counted_in_flight_ += message.is_counted();
}

void Checker::handling(const Message& message, PeId at) {
  if (message.destination != at) {
    note("a message is handled on PE " + std::to_string(at.value) + ": " + text_of(message));
  }
  const auto flight = in_flight_.find(digest_of(message));
  if (flight == in_flight_.end()) {
    // A process tells itself, without sending, of what happens outside: a loss, a disk.
    if (!message.is_counted() && message.source == at) return;
    return note("a message is handled more often than it was sent: " + text_of(message));
  }
  if (--flight->second.count == 0) in_flight_.erase(flight);
}

void Checker::handled(bool counted) { counted_in_flight_ -= counted; }

void Checker::quiescence_told() {
  if (counted_in_flight_ == 0 || losses_forgiven_) return;
  note("quiescence is told while " + std::to_string(counted_in_flight_) +
       " messages are under way");
}

void Checker::at_rest(std::int64_t messages_alive) {
  if (losses_forgiven_) return;
  if (!in_flight_.empty()) {
    // The least text, so that equal runs say the same.
    const auto first = std::ranges::min_element(
        in_flight_, {}, [](const auto& entry) -> const std::string& { return entry.second.text; });
    note(std::to_string(in_flight_.size()) + " kinds of messages were sent and never handled; " +
         std::to_string(first->second.count) + " of " + first->second.text);
  }
  if (messages_alive != 0) {
    note(std::to_string(messages_alive) + " messages are not back in the pools");
  }
}

void Checker::objects_at_rest(const std::vector<const Objects*>& hosts) {
  if (losses_forgiven_) return;
  // By name, so that equal runs say the same.
  std::map<ObjectId, PeId> places;
  for (const Objects* host : hosts) {
    if (host == nullptr) continue;
    for (const Object* object : host->collections().all_elements()) {
      const auto [place, is_first] = places.emplace(object->id(), host->pe_id());
      if (!is_first) {
        note(object->text() + " lives both on PE " + std::to_string(place->second.value) +
             " and on PE " + std::to_string(host->pe_id().value));
      }
    }
  }
  std::size_t trails_left = trails_checked_most;
  for (const auto& [id, place] : places) {
    for (const Objects* start : hosts) {
      if (start == nullptr) continue;
      if (trails_left-- == 0) return;
      follow(hosts, id, place, start->pe_id());
    }
  }
}

void Checker::follow(const std::vector<const Objects*>& hosts, const ObjectId& id, PeId place,
                     PeId start) {
  PeId at = start;
  // A trail visits no PE twice, but the home once more where a record had been forgotten.
  for (std::size_t stops = 0; at != place; ++stops) {
    at = next_stop(*hosts[at.value], id, stops > 0);
    if (at && stops <= 2 * hosts.size()) continue;
    const std::string text = hosts[place.value]->find(id)->text();
    note("a message from PE " + std::to_string(start.value) + " to " + text + " on PE " +
         std::to_string(place.value) + (at ? " circles" : " waits for it elsewhere"));
    return;
  }
}

}  // namespace isthmus::engine::sim
