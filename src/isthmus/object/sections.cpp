#include "isthmus/object/sections.hpp"

#include <algorithm>
#include <string>

#include "isthmus/object/value.hpp"

namespace isthmus {

Sections::Sections(const PeContext& context, Delivery& delivery)
    : context_(context),
      delivery_(delivery),
      deliver_handler_(context.pe().add_handler<&Sections::deliver>(this, sched::Work::entry)),
      creation_handler_(context.pe().add_handler<&Sections::deliver_creation>(this)) {}

void Sections::create(CollectionId section, CollectionId collection,
                      std::vector<std::pair<PeId, Key>> members) const {
  MessagePtr message = detail::make_value<detail::SectionMembers>(
      context_.pool(), detail::SectionMembers{section, collection, std::move(members)});
  message->source = context_.pe_id();
  context_.collectives().broadcast(std::move(message), creation_handler_);
}

const Section* Sections::find(CollectionId section) const {
  const auto found = sections_.find(section);
  return found == sections_.end() ? nullptr : &found->second;
}

void Sections::deliver_creation(MessagePtr message) {
  Expected<detail::SectionMembers> members = detail::take_value<detail::SectionMembers>(*message);
  context_.pool().release(std::move(message));
  if (!members) return context_.fail(members.error());
  const std::uint32_t pe_count = context_.pe_count();
  const bool are_pes = std::ranges::all_of(
      members->members, [&](const auto& member) { return member.first.value < pe_count; });
  if (!are_pes || sections_.contains(members->section)) {
    return context_.fail({ErrorCode::malformed, "a section that cannot be",
                          "PE " + std::to_string(context_.pe_id().value),
                          "a new one, on PEs below " + std::to_string(pe_count)});
  }
  Section& section = sections_[members->section];
  section.collection = members->collection;
  for (const auto& [pe, key] : members->members) {
    if (pe == context_.pe_id()) section.members.push_back(key);
    section.pes.push_back(pe);
  }
  std::ranges::sort(section.pes);
  section.pes.erase(std::ranges::unique(section.pes).begin(), section.pes.end());
  context_.collectives().section_created(members->section);
}

void Sections::send(MessagePtr message, CollectionId section, PeId root) const {
  message->collection = section;
  message->source = context_.pe_id();
  context_.collectives().multicast(std::move(message), root, deliver_handler_);
}

void Sections::deliver(MessagePtr message) {
  if (!context_.expect_kind(*message, PayloadOps::Kind::entry)) return;
  const Section* const found = find(message->collection);
  if (found == nullptr || (message->flags & flag_ordered) != 0) {
    return context_.refuse(*message, "a message for a section", "one of the sections here");
  }
  // To each member as a message of its own: it may have moved since the section was made.
  for (const Key& key : found->members) {
    MessagePtr own = cloned(*message, context_.pool());
    own->collection = found->collection;
    own->key = key;
    own->flags &= static_cast<std::uint16_t>(~flag_wants_reply);
    delivery_.route(std::move(own));
  }
  context_.pool().release(std::move(message));
}

}  // namespace isthmus
