// isthmus/collective/sections.hpp: chosen elements of arrays, and messages to them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/collective/parked.hpp"
#include "isthmus/collective/reductions.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/scatter.hpp"
#include "isthmus/object/section.hpp"

namespace isthmus::engine::collective {

/// One PE's part in the sections of all arrays. For the PE's thread alone.
///
/// The PE that made a section is its keeper and alone knows all its members, and where it believes
/// each to be. It makes a plan of that: a tree over the PEs that have members, each of which gets
/// its own part of the plan once, so that a message to the section carries no list. A plan never
/// changes. Each member is some PE's to serve under a plan, whether it is there or not: that PE
/// sends the message on to one that has moved, so it comes to each member exactly once whatever
/// moves meanwhile. It also tells the keeper where the member went, and the keeper makes a new plan
/// when it has heard of so many as to be worth one. The old plan ends where the messages that were
/// sent by it have all passed.
class Sections {
 public:
  Sections(Objects& objects, Reductions& reductions, Parked& parked, int branching);

  /// See Collectives::create_section.
  void create(CollectionId section, CollectionId array, std::vector<Key> members) const;
  /// See Collectives::multicast.
  void send(MessagePtr message) const;

  /// A section that this PE keeps.
  struct Kept {
    CollectionId array;
    std::vector<Key> members;   ///< In order.
    std::vector<PeId> places;   ///< Where each is, as far as is known here.
    std::uint32_t version = 0;  ///< Of the plan; 0 before the first.
    std::uint64_t sent = 0;     ///< Messages by this plan.
    std::size_t told = 0;       ///< Of members that were not where it says, since it was made.
  };
  /// Null if this PE keeps none of that id.
  const Kept* kept(CollectionId section) const;
  const std::unordered_map<CollectionId, Kept>& all_kept() const { return kept_; }

  /// Where this PE believes an element to be.
  PeId place_of(const LocalCollection& array, const Key& key) const;

  /// Parts of plans that this PE has.
  std::size_t parts() const;

  /// A member in a plan; `number` is its place among all of them.
  struct Planned {
    PeId pe;
    std::uint32_t number;
    Key key;
  };
  /// What a PE gets of a plan: its own members, and those beyond it.
  struct Plan {
    std::uint32_t members_in_all;
    std::vector<Planned> members;  ///< By PE.
  };
  /// Members that were not where the plan says, and where they went.
  struct Moved {
    std::uint32_t number;
    PeId pe;
  };

 private:
  /// Of one plan, as this PE has it.
  struct Part {
    bool has_come = false;
    CollectionId array;
    std::vector<PeId> children;
    std::vector<Planned> members;       // this PE's
    std::uint64_t passed = 0;           // messages
    std::optional<std::uint64_t> last;  // so many pass in all
    std::vector<MessagePtr> early;      // that overtook the plan
  };

  void receive_creation(MessagePtr message);
  void receive_at_keeper(MessagePtr message);
  void receive_plan(MessagePtr message);
  void receive(MessagePtr message);
  void receive_end(MessagePtr message);
  void receive_moved(MessagePtr message);

  void make_plan(CollectionId section, Kept& kept);
  void take_plan(CollectionId section, std::uint32_t version, CollectionId array, Plan plan);
  /// Null, and the message is kept or refused, where the plan has not come.
  Part* part_for(MessagePtr& message);
  void serve(const Message& message, const Part& part);
  void forget_ended(CollectionId section, std::uint32_t version);
  bool is_possible(const Plan& plan) const;

  Objects& objects_;
  Reductions& reductions_;
  Parked& parked_;
  int branching_;
  HandlerId creation_handler_;
  HandlerId keeper_handler_;
  HandlerId plan_handler_;
  HandlerId handler_;
  HandlerId end_handler_;
  HandlerId moved_handler_;
  std::unordered_map<CollectionId, Kept> kept_;
  std::unordered_map<CollectionId, std::map<std::uint32_t, Part>> parts_;  // by version
};

}  // namespace isthmus::engine::collective
