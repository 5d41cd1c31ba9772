#include "isthmus/collective/collectives.hpp"

#include <utility>

namespace isthmus::collective {

PeCollectives::PeCollectives(Objects& objects, int branching, QuiescenceStrategy quiescence)
    : objects_(objects),
      branching_(branching),
      tree_(place_in_tree(objects.topology(), objects.pe_id(), branching)),
      root_handler_(objects.pe().add_handler<&PeCollectives::receive_at_root>(this)),
      down_handler_(objects.pe().add_handler<&PeCollectives::receive_down>(this)),
      multicast_handler_(objects.pe().add_handler<&PeCollectives::receive_multicast>(this)),
      insertion_handler_(objects.pe().add_handler<&PeCollectives::receive_insertion>(this)),
      reductions_(objects, tree_),
      quiescence_(Quiescence::make(quiescence, objects, tree_)) {
  objects.attach(*this);
  objects.pe().add_source(*quiescence_);
}

void PeCollectives::broadcast(MessagePtr message, HandlerId inner) {
  message->word = static_cast<std::uint64_t>(inner);
  message->handler = root_handler_;
  message->destination = PeId(0);
  objects_.pe().send(std::move(message));
}

void PeCollectives::receive_at_root(MessagePtr message) {
  message->handler = down_handler_;
  message->key.high = ++broadcasts_begun_;
  objects_.at_root(*message, static_cast<HandlerId>(message->word));
  receive_down(std::move(message));
}

void PeCollectives::receive_down(MessagePtr message) {
  // Once for all PEs of the process that are below this one.
  Expected<MessagePtr> shared = unmarshalled(std::move(message), objects_.pool());
  if (!shared) return objects_.fail(shared.error());
  pass_on(**shared, tree_.children);
  // Before it is handled: an object that leaves meanwhile knows it.
  note_broadcast((*shared)->key.high);
  handle_inner(std::move(*shared));
  objects_.broadcast_came();
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

void PeCollectives::handle_inner(MessagePtr message) {
  if (message->word >= objects_.pe().handler_count()) {
    return objects_.fail({ErrorCode::malformed, "a broadcast for nobody", {}, {}});
  }
  const auto inner = static_cast<HandlerId>(message->word);
  objects_.pe().handle(inner, std::move(message));
}

void PeCollectives::multicast(MessagePtr message, PeId root, HandlerId inner) {
  message->word = static_cast<std::uint64_t>(inner);
  message->handler = multicast_handler_;
  message->destination = root;
  objects_.pe().send(std::move(message));
}

void PeCollectives::receive_multicast(MessagePtr message) {
  const Objects::Section* section = objects_.find_section(message->collection);
  if (section == nullptr) return park(std::move(message));
  pass_on(*message,
          place_in_tree(objects_.topology(), section->pes, objects_.pe_id(), branching_).children);
  handle_inner(std::move(message));
}

void PeCollectives::insert(MessagePtr creation) {
  creation->word = static_cast<std::uint64_t>(creation->handler);
  creation->handler = insertion_handler_;
  creation->destination = PeId(0);
  objects_.pe().send(std::move(creation));
}

void PeCollectives::receive_insertion(MessagePtr message) {
  LocalCollection* collection = objects_.find(message->collection);
  if (collection == nullptr) return park(std::move(message));
  if (!collection->shared.contains(message->key)) {
    return objects_.fail({ErrorCode::program,
                          collection->text_of(message->key) + " is inserted out of bounds",
                          {},
                          {}});
  }
  const auto inner = static_cast<HandlerId>(message->word);
  message->word = reductions_.enroll(*collection);
  message->handler = inner;
  message->source = objects_.pe_id();
  message->destination = collection->shared.home(message->key);
  objects_.pe().send(std::move(message));
}

void PeCollectives::collection_created(LocalCollection& collection, std::int64_t job_wide_count) {
  reductions_.collection_created(collection, job_wide_count);
  unpark(collection.shared.id);
}

void PeCollectives::park(MessagePtr message) {
  parked_[message->collection].push_back(std::move(message));
}

void PeCollectives::unpark(CollectionId id) {
  const auto found = parked_.find(id);
  if (found == parked_.end()) return;
  std::vector<MessagePtr> messages = std::move(found->second);
  parked_.erase(found);
  for (MessagePtr& message : messages) {
    message->destination = objects_.pe_id();
    objects_.pe().send(std::move(message));
  }
}

}  // namespace isthmus::collective
