#include "isthmus/object/location_manager.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "isthmus/object/message_words.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

using location::Event;
using location::Record;
using location::Update;

LocationManager::LocationManager(const PeContext& context, Collections& collections,
                                 const ObjectTable& table, Delivery& delivery,
                                 std::size_t cache_capacity)
    : context_(context),
      collections_(collections),
      table_(table),
      delivery_(delivery),
      adaptation_(context),
      news_handler_(context.pe().add_handler<&LocationManager::deliver_news>(this)),
      all_news_handler_(context.pe().add_handler<&LocationManager::deliver_all_news>(this)),
      confirmation_handler_(context.pe().add_handler<&LocationManager::deliver_confirmation>(this)),
      directory_(cache_capacity) {}

PeId LocationManager::route(const LocalCollection& collection, const ObjectId& id, bool forwarded) {
  const PeId to = next(collection, id, forwarded);
  if (to) route_cache_.remember(id, to);
  return to;
}

PeId LocationManager::next(const LocalCollection& collection, const ObjectId& id,
                           bool forwarded) const {
  const PeId here = context_.pe_id();
  const bool asks_home = collection.shared.policy->asks_home;
  const auto record = directory_.find(id);
  const auto hearsay = forwarded || asks_home ? std::nullopt : directory_.supposed(id);
  PeId to;
  if (hearsay && (!record || hearsay->epoch > record->epoch)) {
    to = hearsay->pe;
  } else if (record && (forwarded || !asks_home)) {
    to = record->pe;
  } else {
    const PeId home = collection.shared.home(id.key);
    if (record && home == here) {
      to = record->pe;
    } else {
      to = forwarded || asks_home ? home : collection.shared.origin(id.key);
      if (to == here) to = home;
    }
  }
  return to == here ? PeId::none() : to;
}

void LocationManager::appeared(const Object& object) {
  const PeId home = object.collection().shared.home(object.key());
  if (home == context_.pe_id()) return;
  post_news(object.id(), {context_.pe_id(), object.epoch(), Update::Spread::none}, home);
}

std::uint32_t LocationManager::first_epoch(const ObjectId& id) const {
  const auto record = directory_.find(id);
  return record ? record->epoch + 1 : 0;
}

bool LocationManager::is_elsewhere(const ObjectId& id, std::uint32_t epoch) const {
  const auto record = directory_.find(id);
  return record && record->pe != context_.pe_id() && record->epoch >= epoch;
}

std::vector<PeId> LocationManager::departing(const Object& object, PeId to) {
  const ObjectId& id = object.id();
  LocalCollection& collection = object.collection();
  const Record record{to, object.epoch() + 1};
  const PeId home = collection.shared.home(id.key);
  if (home == context_.pe_id()) {
    directory_.update(id, record, true);
  } else {
    directory_.leave(id, record, to == home);
  }
  route_cache_.forget(id);
  if (collection.shared.policy->as_published) return {};
  std::vector<PeId> taken = take_profile(id);
  if (collection.adapts) adaptation_.leaves(collection, id, to, taken);
  return taken;
}

std::vector<PeId> LocationManager::take_profile(const ObjectId& id) {
  auto profile = profiles_.extract(id);
  return profile ? std::move(profile.mapped()) : std::vector<PeId>{};
}

void LocationManager::arrived(const Object& object, PeId from, std::span<const PeId> profile) {
  const ObjectId& id = object.id();
  const LocalCollection& collection = object.collection();
  const PeId here = context_.pe_id();
  const PeId home = collection.shared.home(id.key);
  const LocationNews news{here, object.epoch(), Update::Spread::none};
  route_cache_.forget(id);
  if (collection.adapts) adaptation_.came(id, profile);
  if (home == here) {
    home_learns(collection, id, news, from);
  } else {
    directory_.erase(id);
    // A home that the object has come from saw it go.
    if (collection.shared.policy->tells_home && from != home) post_news(id, news, home);
  }
  tell(collection, id, news,
       collection.shared.policy->updates({.kind = Event::Kind::moved,
                                          .members = context_.members(),
                                          .here = here,
                                          .home = home,
                                          .from = from,
                                          .profile = profile}));
}

void LocationManager::accessed(const Object& object, const Message& message) {
  const LocalCollection& collection = object.collection();
  const location::Policy& policy = *collection.shared.policy;
  const PeId sender = first_sender_of(message);
  if (sender.value >= context_.pe_count()) [[unlikely]] {
    return context_.refuse(message, "a message of PE " + std::to_string(sender.value),
                           "of a PE below " + std::to_string(context_.pe_count()));
  }
  if (collection.adapts) adaptation_.heard(object.id(), sender, message.payload_bytes);
  bool has_sent_before = false;
  if (policy.keeps_profiles || collection.adapts) {
    std::vector<PeId>& profile = profiles_[object.id()];
    const auto place = std::ranges::lower_bound(profile, sender);
    has_sent_before = place != profile.end() && *place == sender;
    if (!has_sent_before) profile.insert(place, sender);
  }
  if (message.hops == 0) return;
  context_.pe().counters().note_arrival(message.hops);
  // Who has sent it on to here itself knows.
  if (message.hops == 1 && message.source == sender) return;
  location::Updates updates = policy.updates({.kind = Event::Kind::delivered,
                                              .members = context_.members(),
                                              .here = context_.pe_id(),
                                              .home = collection.shared.home(object.key()),
                                              .sender = sender,
                                              .hops = message.hops});
  // To tell nobody was chosen because objects were sent to but once before they moved on. One that
  // stays longer now must not have all that comes take the detour.
  if (collection.adapts && has_sent_before && updates.empty() && !policy.asks_home) {
    updates.push_back({sender});
  }
  tell(collection, object.id(), {context_.pe_id(), object.epoch(), Update::Spread::none}, updates);
}

// Who asks about one object after another is told of all.
void LocationManager::forwarded(const LocalCollection& collection, const Message& message) {
  if (!collection.adapts || collection.shared.policy->asks_home || message.hops != 1) return;
  const PeId here = context_.pe_id();
  const PeId asking = first_sender_of(message);
  if (!context_.members().contains(asking)) return;
  const std::size_t known = directory_.known_count();
  if (asking == here || known > directory_.cache_capacity()) return;
  if (collection.shared.origin(message.key) != here) return;
  const CollectionId id = message.collection;
  if (!adaptation_.asked(id, asking, message.payload_bytes, known)) return;
  NewsOfMany news{.known = directory_.known(id)};
  std::erase_if(news.known, [&](const auto& place) { return place.record.pe == here; });
  post_all_news({id, {}}, news, asking);
}

void LocationManager::sent(const LocalCollection& collection, const ObjectId& id, PeId to,
                           std::size_t bytes, bool first) {
  if (collection.shared.policy->as_published) tell_of_leaving(collection, id);
  if (!collection.adapts) return;
  if (first) {
    dealt_out(id, to, bytes);
  } else {
    adaptation_.sent(id.collection, bytes);
  }
}

// After the object, so that on no straight way the news is there before it. A message that is, by
// another way, goes on by the home and the trail, behind the object.
void LocationManager::tell_of_leaving(const LocalCollection& collection, const ObjectId& id) {
  const PeId here = context_.pe_id();
  const std::vector<PeId> profile = take_profile(id);
  const auto record = directory_.find(id);
  if (!record) return;
  tell(collection, id, {record->pe, record->epoch, Update::Spread::none, here},
       collection.shared.policy->updates({.kind = Event::Kind::left,
                                          .members = context_.members(),
                                          .here = here,
                                          .home = collection.shared.home(id.key),
                                          .to = record->pe,
                                          .profile = profile}));
}

// Otherwise whoever sends to them first asks here, once for each of them. Nobody keeps more than so
// many.
void LocationManager::dealt_out(const ObjectId& id, PeId to, std::size_t bytes) {
  const topology::Members& members = context_.members();
  if (!location::worth_telling_of_dealing(bytes, static_cast<int>(members.count()))) return;
  Dealt& dealt = dealt_[id.collection];
  if (dealt.told >= directory_.cache_capacity()) return;
  dealt.untold.push_back({id.key, {to, 1}});
  if (dealt.untold.size() < Dealt::batch) return;
  dealt.told += dealt.untold.size();
  NewsOfMany news{.known = std::exchange(dealt.untold, {})};
  for (int site = 0; site < members.topology().site_count(); ++site) {
    const topology::PeRange pes = members.topology().pes_of(SiteId(site));
    news.onward = {pes.first, static_cast<std::uint32_t>(pes.count)};
    if (pes.contains(context_.pe_id())) {
      spread_all({id.collection, {}}, news);
    } else {
      hand_on({id.collection, {}}, news);
    }
  }
}

// Its name goes home: messages that still come wait there, for another element of the name.
void LocationManager::ended(const Object& object) {
  const ObjectId& id = object.id();
  profiles_.erase(id);
  adaptation_.ended(id);
  const PeId here = context_.pe_id();
  const PeId home = object.collection().shared.home(id.key);
  const LocationNews news{home, object.epoch() + 1, Update::Spread::none};
  if (home == here) {
    if (object.epoch() > 0) directory_.update(id, {home, news.epoch}, true);
  } else {
    directory_.leave(id, {home, news.epoch});
    post_news(id, news, home);
  }
}

void LocationManager::tell(const LocalCollection& collection, const ObjectId& id,
                           const LocationNews& news, const location::Updates& updates) {
  const PeId home = collection.shared.home(id.key);
  for (const Update& update : updates) {
    if (!context_.members().contains(update.to)) continue;  // one of a profile of another epoch
    LocationNews own = news;
    own.spread = update.spread;
    if (update.to == context_.pe_id()) {
      spread(collection, id, own);
    } else if (update.spread != Update::Spread::none || update.to != home ||
               !collection.shared.policy->tells_home) {
      post_news(id, own, update.to);
    }
  }
}

void LocationManager::post_news(const ObjectId& id, const LocationNews& news, PeId to) {
  context_.pe().counters().location_updates.increment();
  context_.post(detail::make_value<LocationNews>(context_.pool(), news), news_handler_, id, to);
}

void LocationManager::post_all_news(const ObjectId& about, const NewsOfMany& news, PeId to) {
  context_.pe().counters().location_updates.increment();
  context_.post(detail::make_value<NewsOfMany>(context_.pool(), news), all_news_handler_, about,
                to);
}

void LocationManager::post_confirmation(const ObjectId& id, std::uint32_t epoch, PeId to) {
  if (to == context_.pe_id()) return;
  context_.post(detail::make_value<std::uint32_t>(context_.pool(), epoch), confirmation_handler_,
                id, to);
}

// Hands news on as they ask for, before this PE's own record changes.
void LocationManager::spread(const LocalCollection& collection, const ObjectId& id,
                             const LocationNews& news) {
  const PeId here = context_.pe_id();
  if (news.spread == Update::Spread::site) {
    const topology::Members& members = context_.members();
    for (const PeId pe : members.of(members.topology().site_of(here))) {
      if (pe != here && pe != news.pe)
        post_news(id, {news.pe, news.epoch, Update::Spread::none, news.left}, pe);
    }
  } else if (news.spread == Update::Spread::path) {
    const auto record = directory_.find(id);
    if (record && record->epoch >= news.epoch) return;
    const PeId next = record ? record->pe : collection.shared.origin(id.key);
    if (next != here && next != news.pe) post_news(id, news, next);
  }
}

// A PE that the object has left may forget so once its home knows of a later place; one that it has
// left for its home (`from`) knows that without being told.
void LocationManager::home_learns(const LocalCollection& collection, const ObjectId& id,
                                  const LocationNews& news, PeId from) {
  const auto before = directory_.find(id);
  const bool taken = directory_.update(id, {news.pe, news.epoch}, true);
  if (collection.shared.policy->as_published) return;
  if (taken && before && before->pe != from) post_confirmation(id, news.epoch, before->pe);
  if (!taken) post_confirmation(id, before->epoch, news.pe);
}

// To the PEs of a range of one site, but this one.
void LocationManager::spread_all(const ObjectId& about, const NewsOfMany& news) {
  for (const NewsOfMany::Onward& half : news.onward.halves()) hand_on(about, {news.known, half});
}

// To the first member of the range, with the rest of it. So a link between sites is used once.
void LocationManager::hand_on(const ObjectId& about, NewsOfMany news) {
  const PeId to = news.onward.take_first(context_.members());
  if (to == context_.pe_id()) {
    spread_all(about, news);
  } else if (to != PeId::none()) {
    post_all_news(about, news, to);
  }
}

void LocationManager::deliver_news(MessagePtr message) {
  const ObjectId id = message->object();
  const LocalCollection* collection = collections_.find(id.collection);
  if (collection == nullptr) return delivery_.park(std::move(message));
  const Expected<LocationNews> news = detail::take_value<LocationNews>(*message);
  context_.pool().release(std::move(message));
  if (!news) return context_.fail(news.error());
  if (!news->is_within(context_.pe_count())) {
    return context_.fail(
        {ErrorCode::malformed, "news of an object on a PE that is not there", {}, {}});
  }
  // Where there may be none, its home and where it began are anywhere.
  if (!collection->shared.contains(id.key) ||
      !context_.expect_pe(*collection, id.key, collection->shared.home(id.key)) ||
      !context_.expect_pe(*collection, id.key, collection->shared.origin(id.key))) {
    return context_.fail({ErrorCode::malformed, "news of an object that there cannot be", {}, {}});
  }
  spread(*collection, id, *news);
  const PeId here = context_.pe_id();
  const bool is_home = collection->shared.home(id.key) == here;
  if (news->is_ahead()) {
    if (news->pe != here) directory_.suppose(id, {news->pe, news->epoch});
    // It has been there for certain, and that PE sends on behind it.
    if (news->left != here && news->epoch > 0 && table_.find(id) == nullptr) {
      directory_.update(id, {news->left, news->epoch - 1}, is_home);
    }
  } else if (is_home) {
    home_learns(*collection, id, *news, PeId::none());
  } else if (table_.find(id) == nullptr) {
    directory_.update(id, {news->pe, news->epoch}, false);
  }
  route_cache_.forget(id);
  delivery_.unpark(id);
}

// What a PE tells of objects that have left it may overtake them, and may be old. So only a
// message's first sender goes by it: what comes to the new place before the object is sent on from
// there to the home, and by what is known for certain from there on. The home itself is told
// otherwise.
void LocationManager::deliver_all_news(MessagePtr message) {
  const CollectionId id = message->collection;
  const LocalCollection* collection = collections_.find(id);
  if (collection == nullptr) return delivery_.park(std::move(message));
  const Expected<NewsOfMany> news = detail::take_value<NewsOfMany>(*message);
  context_.pool().release(std::move(message));
  if (!news) return context_.fail(news.error());
  if (!news->onward.is_within(context_.pe_count())) {
    return context_.fail({ErrorCode::malformed, "news for a PE that is not there", {}, {}});
  }
  if (news->onward.count > 0) spread_all({id, {}}, *news);
  const PeId here = context_.pe_id();
  for (const auto& [key, record] : news->known) {
    if (record.pe.value >= context_.pe_count()) {
      return context_.fail(
          {ErrorCode::malformed, "news of objects on a PE that is not there", {}, {}});
    }
    if (record.pe == here || collection->shared.home(key) == here) continue;
    const ObjectId object{id, key};
    directory_.suppose(object, record);
    route_cache_.forget(object);
  }
}

void LocationManager::deliver_confirmation(MessagePtr message) {
  const ObjectId id = message->object();
  const Expected<std::uint32_t> epoch = detail::take_value<std::uint32_t>(*message);
  context_.pool().release(std::move(message));
  if (!epoch) return context_.fail(epoch.error());
  directory_.confirm(id, *epoch);
}

}  // namespace isthmus::engine
