// isthmus/object/location_manager.hpp: where messages to objects of other PEs go, and who learns of
// it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isthmus/location/directory.hpp"
#include "isthmus/location/policy.hpp"
#include "isthmus/location/route_cache.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/object/adaptation.hpp"
#include "isthmus/object/collections.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/location_news.hpp"
#include "isthmus/object/object_table.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

class Object;
struct LocalCollection;

/// One PE's part in keeping track of objects. Carries out what the policies of the collections
/// decide; for the PE's thread alone.
///
/// Only the PE that has an object tells others where it is, and the PE that it leaves forwards
/// what comes after it on the same way as the object itself. So a message that goes where a record
/// says finds the object there or a record of a later move, and never circles. What others tell of
/// it is hearsay, which is no record: a message's first sender alone goes by it.
class LocationManager {
 public:
  LocationManager(const PeContext& context, Collections& collections, const ObjectTable& table,
                  Delivery& delivery, std::size_t cache_capacity);

  /// Where the last message to an object that is not here went; none if that is not remembered.
  PeId remembered(const ObjectId& id, std::uint64_t hash) const {
    return route_cache_.find(id, hash);
  }
  /// Where a message to an object that is not here goes, and remembers that; none where the message
  /// has to wait here for it. `forwarded` says that it came from another PE.
  PeId route(const LocalCollection& collection, const ObjectId& id, bool forwarded);
  /// The same without remembering it.
  PeId next(const LocalCollection& collection, const ObjectId& id, bool forwarded) const;
  /// A message will be sent soon: fetches what it takes to find where. Only a hint, as the next
  /// one, which fetches what the first one has found.
  void expect_find() const { __builtin_prefetch(&route_cache_); }
  void expect_find_next() const { route_cache_.expect_find(); }
  bool knows(const ObjectId& id) const { return directory_.find(id).has_value(); }

  /// An object was made here; its home learns of it.
  void appeared(const Object& object);
  /// For an element to be made here: one more than any record of an earlier one of the same name.
  std::uint32_t first_epoch(const ObjectId& id) const;
  /// An element of this name, of this epoch or a later one, is alive on another PE, as far as this
  /// PE knows.
  bool is_elsewhere(const ObjectId& id, std::uint32_t epoch) const;
  /// The object leaves for `to`; takes its profile with it, unless the policy is as published.
  std::vector<PeId> departing(const Object& object, PeId to);
  void arrived(const Object& object, PeId from, std::span<const PeId> profile);
  /// An entry message has reached the object: one that was forwarded, or any where profiles are
  /// kept.
  void accessed(const Object& object, const Message& message);
  void ended(const Object& object);
  /// An object leaves as a message of so many bytes, 0 within the process; for the `first` time,
  /// where it was made.
  void sent(const LocalCollection& collection, const ObjectId& id, PeId to, std::size_t bytes,
            bool first);
  /// A message of another PE goes on from here, to where this PE knows the object to be.
  void forwarded(const LocalCollection& collection, const Message& message);
  const Adaptation& adaptation() const { return adaptation_; }

 private:
  /// Objects that were dealt out: those of which nobody has been told yet, and how many all others
  /// have been told of.
  struct Dealt {
    /// So many at a time: enough to share the cost of a message, and few to be left over.
    static constexpr std::size_t batch = 32;
    std::vector<location::Directory::Known> untold;
    std::size_t told = 0;
  };

  void dealt_out(const ObjectId& id, PeId to, std::size_t bytes);
  void tell(const LocalCollection& collection, const ObjectId& id, const LocationNews& news,
            const location::Updates& updates);
  void post_news(const ObjectId& id, const LocationNews& news, PeId to);
  void post_all_news(const ObjectId& about, const NewsOfMany& news, PeId to);
  void post_confirmation(const ObjectId& id, std::uint32_t epoch, PeId to);
  void spread(const LocalCollection& collection, const ObjectId& id, const LocationNews& news);
  void home_learns(const LocalCollection& collection, const ObjectId& id, const LocationNews& news,
                   PeId from);
  void tell_of_leaving(const LocalCollection& collection, const ObjectId& id);
  std::vector<PeId> take_profile(const ObjectId& id);
  void deliver_news(MessagePtr message);
  void spread_all(const ObjectId& about, const NewsOfMany& news);
  void hand_on(const ObjectId& about, NewsOfMany news);
  void deliver_all_news(MessagePtr message);
  void deliver_confirmation(MessagePtr message);

  const PeContext& context_;
  Collections& collections_;
  const ObjectTable& table_;
  Delivery& delivery_;
  Adaptation adaptation_;
  HandlerId news_handler_;
  HandlerId all_news_handler_;
  HandlerId confirmation_handler_;
  location::Directory directory_;
  location::RouteCache route_cache_;
  /// Who has sent to an object since it moved last, where the policy wants to know or adapts.
  std::unordered_map<ObjectId, std::vector<PeId>, ObjectIdHash> profiles_;
  std::unordered_map<CollectionId, Dealt> dealt_;
};

}  // namespace isthmus::engine
