#include "isthmus/collective/reductions.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::collective {

Reductions::Reductions(Objects& objects, const TreePlace& tree, int branching)
    : objects_(objects),
      tree_(tree),
      branching_(branching),
      partial_handler_(objects.pe().add_handler<&Reductions::receive_partial>(this)),
      census_handler_(objects.pe().add_handler<&Reductions::receive_census>(this)) {}

Reductions::State& Reductions::state_of(LocalCollection& collection) {
  if (states_.size() <= collection.number) states_.resize(collection.number + 1);
  auto& state = states_[collection.number];
  if (!state) {
    state = std::make_unique<State>();
    state->id = collection.shared.id;
    state->collection = &collection;
    state->tree = &tree_;
  }
  return *state;
}

Reductions::State* Reductions::state_of(const SectionName& section) {
  const topology::Members& members = objects_.members();
  const PeId keeper = keeper_of(section.id, members);
  if (section.members == 0) return nullptr;
  auto& state = sections_[section.id];
  if (!state) {
    state = std::make_unique<State>();
    state->id = section.id;
    state->members = section.members;
    state->own_tree = place_in_tree(members, objects_.pe_id(), branching_, keeper);
    state->tree = &state->own_tree;
    if (keeper == objects_.pe_id()) state->total.add(0, section.members);
  }
  return state->members == section.members ? state.get() : nullptr;
}

Reductions::Pending* Reductions::pending_at(State& state, std::uint32_t sequence) {
  if (sequence - state.first > ahead_max) [[unlikely]] {
    // Reductions pass a PE by in which nobody at or below it takes part.
    if (state.tree->parent && state.pending.empty() && state.below.is_empty_before(sequence)) {
      state.first = sequence;
      state.below.fold(sequence);
      state.total.fold(sequence);
    } else {
      objects_.fail(
          {ErrorCode::malformed,
           "a contribution to reduction " + std::to_string(sequence) + " of " + text_of(state),
           "PE " + std::to_string(objects_.pe_id().value),
           "one of the " + std::to_string(ahead_max) + " from " + std::to_string(state.first) +
               " on"});
      return nullptr;
    }
  }
  while (state.first + state.pending.size() <= sequence) {
    const auto next = state.first + static_cast<std::uint32_t>(state.pending.size());
    state.pending.push_back({nullptr, 0, awaited(state, next)});
  }
  return &state.pending[sequence - state.first];
}

void Reductions::contribute(Object& object, const ReducerOps& ops, void* value,
                            const CallbackTarget& target) {
  State& state = *states_[object.collection().number];
  add(state, isthmus::engine::state_of(object).contributions++, object, ops, value, target);
}

void Reductions::contribute(Object& object, const SectionName& section, const ReducerOps& ops,
                            void* value, const CallbackTarget& target) {
  State* const state = state_of(section);
  // A section is named by its proxy, which no other than a section's maker makes.
  ISTHMUS_ASSERT(state != nullptr);
  Membership& membership = membership_of(object, section);
  add(*state, membership.contributions++, object, ops, value, target);
}

void Reductions::join(Object& object, const SectionName& section) {
  if (state_of(section) != nullptr) membership_of(object, section);
}

Membership& Reductions::membership_of(Object& object, const SectionName& section) {
  std::vector<Membership>& all = isthmus::engine::state_of(object).memberships;
  const auto found = std::ranges::find(
      all, section.id, [](const Membership& membership) { return membership.section.id; });
  if (found != all.end()) {
    // Those in use stay in front of those that nobody needs any more, however many there are.
    std::rotate(all.begin(), found, found + 1);
    return all.front();
  }
  all.push_back({section, 0});
  moved(*state_of(section), 0, 1);
  return all.back();
}

void Reductions::add(State& state, std::uint32_t sequence, const Object& object,
                     const ReducerOps& ops, void* value, const CallbackTarget& target) {
  const PartialHeader header{sequence, 1, target};
  if (sequence < state.first) return send_up(state, ops.start(objects_.pool(), header, value));
  Pending* const found = pending_at(state, sequence);
  if (found == nullptr) return;
  Pending& pending = *found;
  ++pending.seen;
  if (!pending.partial) {
    pending.partial = ops.start(objects_.pool(), header, value);
  } else if (pending.partial->ops != &ops) {
    return objects_.fail({ErrorCode::program,
                          object.text() + " contributes a " + ops.name +
                              " where other elements contributed a " + pending.partial->ops->name,
                          {},
                          {}});
  } else {
    ops.add_value(*pending.partial, value);
    ++ReducerOps::header(*pending.partial).count;
  }
  if (pending.seen >= pending.awaited) advance(state);
}

// Sends on, or finishes, every pending reduction that is complete here.
void Reductions::advance(State& state) {
  for (Pending& pending : state.pending) {
    if (pending.partial && pending.seen >= pending.awaited) {
      send_up(state, std::move(pending.partial));
    }
  }
  // Away from the root a reduction may pass a PE by, while all elements are elsewhere.
  const bool is_root = !state.tree->parent;
  const auto unfinished = std::ranges::find_if(state.pending, [&](const Pending& pending) {
    return pending.partial || pending.seen < pending.awaited || (is_root && pending.seen == 0);
  });
  if (unfinished == state.pending.begin()) return;
  state.first += static_cast<std::uint32_t>(unfinished - state.pending.begin());
  state.pending.erase(state.pending.begin(), unfinished);
  state.below.fold(state.first);
  state.total.fold(state.first);
}

void Reductions::send_up(State& state, MessagePtr partial) {
  if (!state.tree->parent) return finish(state, std::move(partial));
  tell(state);
  partial->handler = partial_handler_;
  partial->priority = runtime_priority;
  partial->collection = state.id;
  partial->key = {0, state.members};
  partial->source = objects_.pe_id();
  partial->destination = *state.tree->parent;
  objects_.pe().send(std::move(partial));
}

void Reductions::finish(State&, MessagePtr partial) {
  const auto& ops = static_cast<const ReducerOps&>(*partial->ops);
  const CallbackTarget target = ReducerOps::header(*partial).target;
  MessagePtr value = ops.finish(*partial, objects_.pool());
  objects_.pool().release(std::move(partial));
  objects_.replies().fire(target, std::move(value));
}

Reductions::State* Reductions::state_of(const Message& message) {
  State* state = nullptr;
  const std::uint64_t members = message.key.high;
  LocalCollection* collection = nullptr;
  if (members > 0) {
    constexpr std::uint64_t members_max = ~std::uint32_t{0};
    if (members <= members_max) {
      state = state_of(SectionName{message.collection, static_cast<std::uint32_t>(members)});
    }
  } else {
    // Collections are created down the same tree that partials climb, so a parent knows them first.
    collection = objects_.collections().find(message.collection);
  }
  const TreePlace& tree = state == nullptr ? tree_ : *state->tree;
  if (!tree.has_child(message.source)) {
    objects_.refuse(message, "word of elements below", "from a PE that is next below in the tree");
    return nullptr;
  }
  if (collection != nullptr && collection->shared.type != nullptr) state = &state_of(*collection);
  if (state == nullptr) {
    objects_.refuse(message, "word of elements of no collection", "a collection that exists");
  }
  return state;
}

void Reductions::receive_partial(MessagePtr message) {
  if (message->ops == nullptr || message->ops->kind != PayloadOps::Kind::reducer) {
    return objects_.fail({ErrorCode::malformed, "a contribution of the wrong kind", {}, {}});
  }
  State* const state = state_of(*message);
  if (state == nullptr) return;
  const PeId from = message->source;
  if (message->form == PayloadForm::bytes) {
    const auto& ops = static_cast<const ReducerOps&>(*message->ops);
    Expected<MessagePtr> typed = ops.typed(*message, objects_.pool());
    objects_.pool().release(std::move(message));
    if (!typed) return objects_.fail(typed.error());
    message = std::move(*typed);
    message->source = from;
  }
  if (!is_possible(*state, ReducerOps::header(*message))) {
    return objects_.refuse(*message, "a contribution that cannot be to " + text_of(*state),
                           "one of each element to a reduction that has not ended");
  }
  try {
    take(*state, std::move(message));
  } catch (const std::exception& exception) {
    objects_.fail({ErrorCode::program,
                   "contributions to " + text_of(*state) + ": " + exception.what(),
                   "PE " + std::to_string(objects_.pe_id().value),
                   {}});
  }
}

// The root alone knows how many there can be.
bool Reductions::is_possible(const State& state, const PartialHeader& header) const {
  if (header.count == 0 || header.count > static_cast<std::uint64_t>(elements_max)) return false;
  const auto count = static_cast<std::int64_t>(header.count);
  const std::uint32_t place = header.sequence - state.first;
  const bool is_pending = header.sequence >= state.first && place < state.pending.size();
  const std::int64_t seen = is_pending ? state.pending[place].seen : 0;
  if (state.tree->parent) return seen <= elements_max - count;
  return header.sequence >= state.first && count <= state.total.at(header.sequence) - seen;
}

void Reductions::take(State& state, MessagePtr partial) {
  const PartialHeader header = ReducerOps::header(*partial);
  if (header.sequence < state.first) return send_up(state, std::move(partial));
  Pending* const found = pending_at(state, header.sequence);
  if (found == nullptr) return;
  Pending& pending = *found;
  pending.seen += static_cast<std::int64_t>(header.count);
  if (!pending.partial) {
    pending.partial = std::move(partial);
  } else if (pending.partial->ops != partial->ops) {
    return objects_.fail({ErrorCode::program,
                          "elements of " + text_of(state) + " contribute both a " +
                              partial->ops->name + " and a " + pending.partial->ops->name,
                          {},
                          {}});
  } else {
    static_cast<const ReducerOps&>(*partial->ops).add_partial(*pending.partial, *partial);
    ReducerOps::header(*pending.partial).count += header.count;
    objects_.pool().release(std::move(partial));
  }
  if (pending.seen >= pending.awaited) advance(state);
}

void Reductions::begin_at(LocalCollection& collection, std::uint32_t sequence) {
  State& state = state_of(collection);
  ISTHMUS_ASSERT(state.pending.empty());
  state.first = sequence;
  state.below.fold(sequence);
  state.total.fold(sequence);
}

// --- who takes part ----------------------------------------------------------------------------

void Reductions::collection_created(LocalCollection& collection, std::int64_t job_wide_count) {
  State& state = state_of(collection);
  state.total.add(0, job_wide_count);
  const auto here = static_cast<std::int64_t>(collection.elements.size());
  if (here > 0) take_census(state, {0, here, false});
}

void Reductions::element_added(LocalCollection& collection, Object& object) {
  take_census(state_of(collection), {isthmus::engine::state_of(object).contributions, 1, false});
}

void Reductions::element_removed(LocalCollection& collection, Object& object) {
  take_census(state_of(collection), {isthmus::engine::state_of(object).contributions, -1, true});
  for (const Membership& membership : isthmus::engine::state_of(object).memberships) {
    if (State* const state = state_of(membership.section)) {
      take_census(*state, {membership.contributions, -1, true});
    }
  }
}

// It has made its contributions so far from the PE that it leaves, and makes the next elsewhere.
void Reductions::element_departed(LocalCollection& collection, Object& object) {
  moved(collection, object, -1);
}

void Reductions::element_arrived(LocalCollection& collection, Object& object) {
  moved(collection, object, 1);
}

void Reductions::moved(LocalCollection& collection, Object& object, std::int64_t delta) {
  moved(state_of(collection), isthmus::engine::state_of(object).contributions, delta);
  for (const Membership& membership : isthmus::engine::state_of(object).memberships) {
    // Of an element that has come the keeper is a PE of the job: see Migrations::deliver.
    if (State* const state = state_of(membership.section)) {
      moved(*state, membership.contributions, delta);
    }
  }
}

// Those who come and go within a short time need not be told of.
void Reductions::moved(State& state, std::uint32_t sequence, std::int64_t delta) {
  state.below.add(sequence, delta);
  refresh(state);
  advance(state);
  if (!state.tree->parent) return;
  if (!std::exchange(is_source_, true)) objects_.pe().add_source(*this);
  if (std::ranges::find(untold_, &state) == untold_.end()) untold_.push_back(&state);
  const auto known = std::ranges::find(state.untold, sequence, &Census::sequence);
  if (known == state.untold.end()) {
    state.untold.push_back({sequence, delta, false});
  } else {
    known->delta += delta;
  }
}

int Reductions::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (untold_.empty()) return 0;
  if (tell_at_ns_ == never_ns) tell_at_ns_ = now_ns + census_delay_ns;
  if (now_ns < tell_at_ns_) return 0;
  tell_at_ns_ = never_ns;
  int told = 0;
  for (State* state : untold_) told += tell(*state);
  untold_.clear();
  return told;
}

TimeNs Reductions::deadline_ns() const {
  if (untold_.empty()) return never_ns;
  return tell_at_ns_ == never_ns ? 0 : tell_at_ns_;
}

int Reductions::tell(State& state) {
  int told = 0;
  for (const Census& census : state.untold) {
    if (census.delta == 0) continue;
    // Told of its own accord, at any time, so it is none of the program's messages.
    send_census(state, census, flag_uncounted);
    ++told;
  }
  state.untold.clear();
  return told;
}

std::uint32_t Reductions::enroll(LocalCollection& collection) {
  State& state = state_of(collection);
  state.total.add(state.first, 1);
  refresh(state);
  return state.first;
}

void Reductions::refresh(State& state) {
  for (std::size_t i = 0; i < state.pending.size(); ++i) {
    state.pending[i].awaited = awaited(state, state.first + static_cast<std::uint32_t>(i));
  }
}

void Reductions::take_census(State& state, const Census& census, std::uint16_t flags) {
  state.below.add(census.sequence, census.delta);
  if (census.total) state.total.add(census.sequence, census.delta);
  refresh(state);
  if (state.tree->parent) send_census(state, census, flags);
  advance(state);
}

void Reductions::send_census(State& state, const Census& census, std::uint16_t flags) {
  const std::optional<PeId>& parent = state.tree->parent;
  ISTHMUS_ASSERT(parent);
  MessagePtr message = detail::make_value<Census>(objects_.pool(), census);
  message->handler = census_handler_;
  message->flags |= flags;
  // Like partials, which it must not fall behind.
  message->priority = runtime_priority;
  message->collection = state.id;
  message->key = {0, state.members};
  message->source = objects_.pe_id();
  message->destination = *parent;
  objects_.pe().send(std::move(message));
}

void Reductions::receive_census(MessagePtr message) {
  State* const state = state_of(*message);
  if (state == nullptr) return;
  const PeId from = message->source;
  const Expected<Census> census = detail::take_value<Census>(*message);
  const auto flags = static_cast<std::uint16_t>(message->flags & flag_uncounted);
  objects_.pool().release(std::move(message));
  if (!census) return objects_.fail(census.error());
  if (census->delta < -elements_max || census->delta > elements_max) {
    return objects_.fail({ErrorCode::malformed,
                          "PE " + std::to_string(from.value) + " tells of " +
                              std::to_string(census->delta) + " more elements",
                          "PE " + std::to_string(objects_.pe_id().value),
                          "at most " + std::to_string(elements_max)});
  }
  take_census(*state, *census, flags);
}

std::size_t Reductions::kept() const {
  std::size_t count = 0;
  const auto add = [&](const State& state) {
    count += state.pending.size() + state.below.changes() + state.total.changes();
  };
  for (const auto& state : states_) {
    if (state) add(*state);
  }
  for (const auto& [id, state] : sections_) add(*state);
  return count;
}

std::vector<std::string> Reductions::unfinished() const {
  std::vector<std::string> lines;
  for (const auto& state : states_) {
    if (!state) continue;
    for (std::size_t i = 0; i < state->pending.size(); ++i) {
      const auto sequence = state->first + static_cast<std::uint32_t>(i);
      std::size_t missing = 0;
      std::string names;
      for (Object* object : state->collection->elements) {
        if (isthmus::engine::state_of(*object).contributions > sequence) continue;
        if (++missing <= 4) names += (missing > 1 ? ", " : "") + object->text();
      }
      if (missing == 0) continue;
      if (missing > 4) names += ", ...";
      lines.push_back(
          "reduction " + std::to_string(sequence) + " of " + state->collection->shared.type->name +
          " waits for " + std::to_string(missing) + " of " +
          std::to_string(state->collection->elements.size()) + " elements here: " + names);
    }
  }
  for (const auto& [id, state] : sections_) {
    // Its keeper alone knows how many are missing.
    if (state->tree->parent) continue;
    for (std::size_t i = 0; i < state->pending.size(); ++i) {
      lines.push_back("reduction " + std::to_string(state->first + i) + " of a section has " +
                      std::to_string(state->pending[i].seen) + " contributions of " +
                      std::to_string(state->pending[i].awaited));
    }
  }
  return lines;
}

}  // namespace isthmus::engine::collective
