#include "isthmus/collective/collectives.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/object/message_words.hpp"

namespace isthmus::engine::collective {

PeCollectives::PeCollectives(Objects& objects, int branching, QuiescenceStrategy quiescence)
    : objects_(objects),
      tree_(place_in_tree(objects.members(), objects.pe_id(), branching)),
      root_handler_(objects.pe().add_handler<&PeCollectives::receive_at_root>(this)),
      down_handler_(objects.pe().add_handler<&PeCollectives::receive_down>(this)),
      insertion_handler_(objects.pe().add_handler<&PeCollectives::receive_insertion>(this)),
      parked_(objects),
      reductions_(objects, tree_, branching),
      sections_(objects, reductions_, parked_, branching),
      scatters_(objects, sections_, parked_, branching),
      barriers_(objects, reductions_),
      quiescence_(Quiescence::make(quiescence, objects, tree_)) {
  objects.attach(*this);
  objects.pe().add_source(*quiescence_);
}

void PeCollectives::broadcast(MessagePtr message, HandlerId inner) {
  message->word = static_cast<std::uint64_t>(inner);
  if (is_apart_) [[unlikely]]
    return handle_inner(std::move(message));
  message->handler = root_handler_;
  message->destination = objects_.members().first();
  objects_.pe().send(std::move(message));
}

void PeCollectives::receive_at_root(MessagePtr message) {
  if (tree_.parent) {
    return objects_.refuse(*message, "a broadcast that begins elsewhere",
                           "one that begins on PE 0");
  }
  if (!may_pass(*message)) return;
  message->handler = down_handler_;
  message->key.high = ++broadcasts_begun_;
  objects_.broadcasts().at_root(*message, static_cast<HandlerId>(message->word));
  hand_down(std::move(message));
}

void PeCollectives::receive_down(MessagePtr message) {
  if (tree_.parent != message->source || has_come(message->key.high)) {
    return objects_.refuse(*message, "a broadcast out of turn", "each once, by way of the tree");
  }
  if (may_pass(*message)) hand_down(std::move(message));
}

void PeCollectives::hand_down(MessagePtr message) {
  // Once for all PEs of the process that are below this one.
  Expected<MessagePtr> shared = unmarshalled(std::move(message), objects_.pool());
  if (!shared) return objects_.fail(shared.error());
  pass_on(**shared, tree_.children);
  // Before it is handled: an object that leaves meanwhile knows it.
  note_broadcast((*shared)->key.high);
  handle_inner(std::move(*shared));
  objects_.broadcast_gate().admit();
}

void PeCollectives::note_broadcast(std::uint64_t number) {
  if (number == broadcasts_ + 1) {
    ++broadcasts_;
    while (!overtakers_.empty() && *overtakers_.begin() == broadcasts_ + 1) {
      overtakers_.erase(overtakers_.begin());
      ++broadcasts_;
    }
  } else {
    overtakers_.insert(number);
  }
}

void PeCollectives::pass_on(const Message& message, const std::vector<PeId>& children) {
  for (const PeId child : children) {
    MessagePtr copy = cloned(message, objects_.pool());
    copy->destination = child;
    // Filters take a link to lie between the sites of source and destination, and keep the order of
    // each link alone.
    copy->source = objects_.pe_id();
    objects_.pe().send(std::move(copy));
  }
}

// What would go round and round, or takes no copies, does not go down a tree.
bool PeCollectives::may_pass(const Message& message) {
  const bool is_known = message.word < objects_.pe().handler_count();
  const auto inner = static_cast<HandlerId>(message.word);
  const bool is_own =
      inner == root_handler_ || inner == down_handler_ || inner == insertion_handler_;
  if (is_known && !is_own && inner != objects_.deliver_handler() &&
      (message.flags & flag_ordered) == 0) {
    return true;
  }
  objects_.refuse(message, "a broadcast for nobody", "one for who takes broadcasts");
  return false;
}

void PeCollectives::handle_inner(MessagePtr message) {
  const auto inner = static_cast<HandlerId>(message->word);
  objects_.pe().handle(inner, std::move(message));
}

void PeCollectives::insert(MessagePtr creation) {
  creation->word = static_cast<std::uint64_t>(creation->handler);
  creation->handler = insertion_handler_;
  creation->destination = objects_.members().first();
  objects_.pe().send(std::move(creation));
}

void PeCollectives::receive_insertion(MessagePtr message) {
  const CollectionId id = message->collection;
  LocalCollection* collection = objects_.collections().find(id);
  if (collection == nullptr) return parked_.park(id, std::move(message));
  if (message->word != static_cast<std::uint64_t>(objects_.lifecycle().insertion_handler()) ||
      collection->shared.type == nullptr || tree_.parent) {
    return objects_.refuse(*message, "an insertion", "one of an element, by way of PE 0");
  }
  if (!collection->shared.contains(message->key)) {
    return objects_.fail({ErrorCode::program,
                          collection->text_of(message->key) + " is inserted out of bounds",
                          {},
                          {}});
  }
  const PeId home = collection->shared.home(message->key);
  if (!objects_.expect_pe(*collection, message->key, home)) return;
  message->word = word_of(BirthWord{.reduction = reductions_.enroll(*collection)});
  message->handler = objects_.lifecycle().insertion_handler();
  message->source = objects_.pe_id();
  message->destination = home;
  objects_.pe().send(std::move(message));
}

void PeCollectives::collection_created(LocalCollection& collection, std::int64_t job_wide_count) {
  reductions_.collection_created(collection, job_wide_count);
  parked_.unpark(collection.shared.id);
}

}  // namespace isthmus::engine::collective
