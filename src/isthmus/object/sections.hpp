// isthmus/object/sections.hpp: chosen elements of arrays, and messages to them.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus {

namespace detail {

/// What a section's creation message carries.
struct SectionMembers {
  CollectionId section;
  CollectionId collection;
  std::vector<std::pair<PeId, Key>> members;
};

}  // namespace detail

/// A section as one PE knows it.
struct Section {
  CollectionId collection;
  std::vector<Key> members;  ///< On this PE.
  std::vector<PeId> pes;     ///< All that hold members, sorted.
};

/// The sections of one PE. For its thread alone.
class Sections {
 public:
  Sections(const PeContext& context, Delivery& delivery);

  /// Tells all PEs which of their elements belong to it.
  void create(CollectionId section, CollectionId collection,
              std::vector<std::pair<PeId, Key>> members) const;
  /// Null if it has not come to this PE yet.
  const Section* find(CollectionId section) const;
  /// Sends an entry message to every member; `root` is the first of their PEs.
  void send(MessagePtr message, CollectionId section, PeId root) const;

 private:
  void deliver_creation(MessagePtr message);
  void deliver(MessagePtr message);

  const PeContext& context_;
  Delivery& delivery_;
  HandlerId deliver_handler_;
  HandlerId creation_handler_;
  std::unordered_map<CollectionId, Section> sections_;
};

}  // namespace isthmus
