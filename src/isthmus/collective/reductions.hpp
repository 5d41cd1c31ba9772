// isthmus/collective/reductions.hpp: contributions on their way up the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "isthmus/collective/population.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/reducer.hpp"
#include "isthmus/object/section.hpp"

namespace isthmus::engine::collective {

/// One PE's part in the reductions of all collections.
///
/// The k-th contribution of each element belongs to the collection's k-th reduction. A PE keeps
/// what its elements and its children give until it has as many contributions as it believes
/// elements live at or below it, and sends one partial to its parent; what comes later goes on at
/// once. That belief only saves messages: the root alone decides, by the number of elements of the
/// whole job that take part, which it knows exactly, since every insertion passes through it and
/// every removal is told to it.
///
/// The same goes for sections, each of which has a tree of its own over all PEs, whose root is the
/// section's keeper. How many members it has is in its name.
class Reductions final : public sched::WorkSource {
 public:
  Reductions(Objects& objects, const TreePlace& tree, int branching);

  void contribute(Object& object, const ReducerOps& ops, void* value, const CallbackTarget& target);
  /// To the next reduction of a section.
  void contribute(Object& object, const SectionName& section, const ReducerOps& ops, void* value,
                  const CallbackTarget& target);
  /// The object is a member of the section, and here.
  void join(Object& object, const SectionName& section);
  void collection_created(LocalCollection& collection, std::int64_t job_wide_count);
  void element_added(LocalCollection& collection, Object& object);
  void element_removed(LocalCollection& collection, Object& object);
  void element_departed(LocalCollection& collection, Object& object);
  void element_arrived(LocalCollection& collection, Object& object);
  /// The PE has been made again, and all its elements have taken part in so many reductions of the
  /// collection, none of which is under way here.
  void begin_at(LocalCollection& collection, std::uint32_t sequence);
  /// It has yet to tell its parent of elements that have come or gone.
  bool has_untold() const { return !untold_.empty(); }
  HandlerId partial_handler() const { return partial_handler_; }

  /// At the root: the reduction that an element inserted now is born into.
  std::uint32_t enroll(LocalCollection& collection);

  /// Tells the parent of elements that came and went since the last time.
  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override;

  /// Reductions, and changes of who takes part in them, that the PE keeps in mind; of a collection
  /// no more than its elements are apart.
  std::size_t kept() const;
  /// A line for each reduction that has begun on this PE and not ended: who has contributed and who
  /// has not.
  std::vector<std::string> unfinished() const;

 private:
  /// So long the parent is not told of elements that have moved: many come back, or go on.
  static constexpr TimeNs census_delay_ns = 20'000;
  /// So many reductions may be under way at once; who is further ahead of the others cannot be.
  static constexpr std::uint32_t ahead_max = 1 << 20;
  /// More elements than any job has, and so few that sums of what PEs tell do not overflow.
  static constexpr std::int64_t elements_max = std::int64_t{1} << 40;

  struct Pending {
    MessagePtr partial;        // what has not been sent on yet
    std::int64_t seen = 0;     // contributions that have come here in all
    std::int64_t awaited = 0;  // as many as make it complete here, by what is known now
  };
  struct Census {
    std::uint32_t sequence;
    std::int64_t delta;
    bool total;  // changes the job's population; else it only moves within it
  };
  struct State {
    CollectionId id;                        // of the collection, or the section
    LocalCollection* collection = nullptr;  // null for a section
    std::uint32_t members = 0;              // of a section
    const TreePlace* tree = nullptr;
    TreePlace own_tree = {};       // of a section
    std::uint32_t first = 0;       // sequence of pending.front()
    std::vector<Pending> pending;  // few: those that some element has reached and some have not
    Population below;              // this PE and those under it
    std::vector<Census> untold;    // of elements that moved; the parent learns of them soon
    Population total;              // at the root: the job
  };

  State& state_of(LocalCollection& collection);
  /// Null where there can be no such section.
  State* state_of(const SectionName& section);
  static std::string text_of(const State& state) {
    return state.collection == nullptr ? "a section" : state.collection->shared.type->name;
  }
  Membership& membership_of(Object& object, const SectionName& section);
  void add(State& state, std::uint32_t sequence, const Object& object, const ReducerOps& ops,
           void* value, const CallbackTarget& target);
  void moved(LocalCollection& collection, Object& object, std::int64_t delta);
  void moved(State& state, std::uint32_t sequence, std::int64_t delta);
  /// Null, and the job has failed, where that is too far ahead.
  Pending* pending_at(State& state, std::uint32_t sequence);
  std::int64_t awaited(const State& state, std::uint32_t sequence) const {
    return (state.tree->parent ? state.below : state.total).at(sequence);
  }
  void take(State& state, MessagePtr partial);
  void advance(State& state);
  void refresh(State& state);
  void send_up(State& state, MessagePtr partial);
  void finish(State& state, MessagePtr partial);
  /// `flags` are those of the message that tells the parent.
  void take_census(State& state, const Census& census, std::uint16_t flags = 0);
  void send_census(State& state, const Census& census, std::uint16_t flags);
  /// Tells the parent of all that has moved; returns the number of messages.
  int tell(State& state);
  /// What a child tells of; null, and the job has failed, where it makes no sense.
  State* state_of(const Message& message);
  bool is_possible(const State& state, const PartialHeader& header) const;
  void receive_partial(MessagePtr message);
  void receive_census(MessagePtr message);

  Objects& objects_;
  const TreePlace& tree_;
  int branching_;
  HandlerId partial_handler_;
  HandlerId census_handler_;
  std::vector<std::unique_ptr<State>> states_;  // by LocalCollection::number
  std::unordered_map<CollectionId, std::unique_ptr<State>> sections_;
  std::vector<State*> untold_;    // those that may have something untold
  TimeNs tell_at_ns_ = never_ns;  // once poll has seen it
  bool is_source_ = false;        // of the PE's work; once an element has moved
};

}  // namespace isthmus::engine::collective
