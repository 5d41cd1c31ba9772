// isthmus/object/adaptation.hpp: what a PE sees of its objects' moves and messages, and which
// location policy it makes of that.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/location/adaptive.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

class Object;
struct LocalCollection;

/// One PE's part in choosing policies for collections whose policy adapts; for the PE's thread
/// alone. Only elements that have moved are looked at, so those that stay cost nothing. PEs choose
/// each for itself and need not agree: every policy finds what another has left behind.
class Adaptation {
 public:
  explicit Adaptation(const PeContext& context) : context_(context) {}

  /// An object has come; `senders` have sent to it during its stay before.
  void came(const ObjectId& id, std::span<const PeId> senders);
  /// A message of `sender` has reached it.
  void heard(const ObjectId& id, PeId sender, std::uint32_t bytes);
  /// It leaves for `to`; `senders` have sent to it here. May change the collection's policy.
  void leaves(LocalCollection& collection, const ObjectId& id, PeId to,
              std::span<const PeId> senders);
  /// It was a message of so many bytes; 0 within the process.
  void sent(CollectionId collection, std::size_t bytes) {
    books_[collection].seen.moved_bytes += static_cast<double>(bytes);
  }
  void ended(const ObjectId& id) { stays_.erase(id); }
  /// This PE, which knows where `records` objects are, forwards a message of a PE that did not know
  /// where its receiver is; returns whether to tell that PE of all of them.
  bool asked(CollectionId collection, PeId asking, std::uint32_t bytes, std::size_t records);

  /// What has been chosen for a collection, for reports.
  struct Chosen {
    std::string array;
    std::string policy;
    std::string why;
  };
  std::vector<Chosen> chosen() const;

 private:
  struct Stay {
    std::vector<PeId> before;  // who sent during the last
    std::uint32_t messages = 0;
    std::uint32_t crossing = 0;
    std::uint64_t bytes = 0;
  };
  struct Book {
    location::Experience seen;
    std::uint64_t stays_until_choice = stays_first;
    std::string array;
    location::Choice choice{nullptr, {}};
    std::unordered_map<PeId, location::Asking> asking;
  };
  static constexpr std::uint64_t stays_first = 8;
  /// Experience of more stays than this fades.
  static constexpr double stays_kept = 256;

  void choose(LocalCollection& collection, Book& book);

  const PeContext& context_;
  std::unordered_map<ObjectId, Stay, ObjectIdHash> stays_;
  std::unordered_map<CollectionId, Book> books_;
};

}  // namespace isthmus::engine
