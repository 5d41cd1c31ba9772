// isthmus/collective/collectives.hpp: what all PEs do together, as one PE takes part in it.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "isthmus/collective/barriers.hpp"
#include "isthmus/collective/parked.hpp"
#include "isthmus/collective/quiescence.hpp"
#include "isthmus/collective/reductions.hpp"
#include "isthmus/collective/scatters.hpp"
#include "isthmus/collective/sections.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::collective {

/// Broadcasts, multicasts, reductions and quiescence of one PE. Every broadcast passes PE 0, the
/// root of the tree, so that all PEs see all broadcasts in one order. For the PE's thread alone.
class PeCollectives final : public Collectives {
 public:
  /// Attaches itself to `objects`, which outlives it.
  PeCollectives(Objects& objects, int branching,
                QuiescenceStrategy quiescence = QuiescenceStrategy::counting_waves);

  void broadcast(MessagePtr message, HandlerId inner) override;
  std::uint64_t latest_broadcast() const override {
    return overtakers_.empty() ? broadcasts_ : *overtakers_.rbegin();
  }
  bool has_broadcasts_to(std::uint64_t number) const override { return broadcasts_ >= number; }
  void create_section(CollectionId section, CollectionId array, std::vector<Key> members) override {
    sections_.create(section, array, std::move(members));
  }
  void multicast(MessagePtr message) override { sections_.send(std::move(message)); }
  void scatter(MessagePtr parts) override { scatters_.begin(std::move(parts)); }
  CallbackTarget scatter_target(CollectionId array, PeId root) const override {
    return {.kind = CallbackTarget::Kind::handler,
            .pe = root,
            .collection = array,
            .handler = scatters_.handler()};
  }
  void contribute(Object& object, const ReducerOps& ops, void* value,
                  const CallbackTarget& target) override {
    reductions_.contribute(object, ops, value, target);
  }
  void contribute(Object& object, const SectionName& section, const ReducerOps& ops, void* value,
                  const CallbackTarget& target) override {
    reductions_.contribute(object, section, ops, value, target);
  }
  void enter_barrier(Object& object, std::uint64_t inbox) override {
    barriers_.enter(object, inbox);
  }
  void insert(MessagePtr creation) override;
  void collection_created(LocalCollection& collection, std::int64_t job_wide_count) override;
  void element_added(LocalCollection& collection, Object& object) override {
    reductions_.element_added(collection, object);
  }
  void element_removed(LocalCollection& collection, Object& object) override {
    reductions_.element_removed(collection, object);
  }
  void element_departed(LocalCollection& collection, Object& object) override {
    reductions_.element_departed(collection, object);
  }
  void element_arrived(LocalCollection& collection, Object& object) override {
    reductions_.element_arrived(collection, object);
  }
  void detect_quiescence(const CallbackTarget& target) override { quiescence_->detect(target); }

  /// The PE is being made again: what it broadcasts meanwhile is for it alone, and stands for what
  /// the others had long ago. Until `begin_at`.
  void set_apart() { is_apart_ = true; }
  /// It has what broadcasts up to this number brought.
  void begin_at(std::uint64_t broadcast) {
    is_apart_ = false;
    broadcasts_ = broadcast;
  }

  HandlerId down_handler() const { return down_handler_; }
  Quiescence& quiescence() { return *quiescence_; }
  Reductions& reductions() { return reductions_; }
  const Reductions& reductions() const { return reductions_; }
  const Sections& sections() const { return sections_; }
  const TreePlace& tree() const { return tree_; }

 private:
  void receive_at_root(MessagePtr message);
  void receive_down(MessagePtr message);
  void hand_down(MessagePtr message);
  void receive_insertion(MessagePtr message);
  void pass_on(const Message& message, const std::vector<PeId>& children);
  /// Whether the message may go down a tree; else the job has failed.
  bool may_pass(const Message& message);
  void handle_inner(MessagePtr message);

  bool has_come(std::uint64_t number) const {
    return number <= broadcasts_ || overtakers_.contains(number);
  }
  void note_broadcast(std::uint64_t number);

  Objects& objects_;
  TreePlace tree_;
  HandlerId root_handler_;
  HandlerId down_handler_;
  HandlerId insertion_handler_;
  bool is_apart_ = false;
  std::uint64_t broadcasts_begun_ = 0;  // at the root alone
  std::uint64_t broadcasts_ = 0;        // all up to this number have come here
  std::set<std::uint64_t> overtakers_;  // urgent ones that came before others of smaller numbers
  Parked parked_;
  Reductions reductions_;
  Sections sections_;
  Scatters scatters_;
  Barriers barriers_;
  std::unique_ptr<Quiescence> quiescence_;
};

}  // namespace isthmus::engine::collective
