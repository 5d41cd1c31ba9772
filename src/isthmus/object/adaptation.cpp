#include "isthmus/object/adaptation.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/object/collection.hpp"

namespace isthmus::engine {

void Adaptation::came(const ObjectId& id, std::span<const PeId> senders) {
  stays_[id].before.assign(senders.begin(), senders.end());
}

void Adaptation::heard(const ObjectId& id, PeId sender, std::uint32_t bytes) {
  const auto stay = stays_.find(id);
  if (sender == context_.pe_id() || stay == stays_.end()) return;
  const topology::Topology& topology = context_.topology();
  ++stay->second.messages;
  stay->second.bytes += bytes;
  if (topology.site_of(sender) != topology.site_of(context_.pe_id())) ++stay->second.crossing;
}

void Adaptation::leaves(LocalCollection& collection, const ObjectId& id, PeId to,
                        std::span<const PeId> senders) {
  const auto found = stays_.find(id);
  if (found == stays_.end()) return;
  const Stay stay = std::move(found->second);
  stays_.erase(found);
  Book& book = books_[id.collection];
  book.seen.stays += 1;
  book.seen.messages += stay.messages;
  book.seen.bytes += static_cast<double>(stay.bytes);
  book.seen.crossing_messages += stay.crossing;
  const topology::Topology& topology = context_.topology();
  if (topology.site_of(to) != topology.site_of(context_.pe_id())) book.seen.crossing_moves += 1;
  for (const PeId sender : senders) {
    if (sender == context_.pe_id()) continue;
    book.seen.senders += 1;
    if (std::ranges::binary_search(stay.before, sender)) book.seen.returning += 1;
  }
  if (--book.stays_until_choice == 0) choose(collection, book);
}

bool Adaptation::asked(CollectionId collection, PeId asking, std::uint32_t bytes,
                       std::size_t records) {
  location::Asking& so_far = books_[collection].asking[asking];
  so_far.messages += 1;
  so_far.bytes += bytes;
  if (!location::worth_telling_all(so_far, records)) return false;
  so_far = {.times_told = so_far.times_told + 1};
  return true;
}

void Adaptation::choose(LocalCollection& collection, Book& book) {
  const auto count = static_cast<double>(collection.elements.size());
  // Elements that nobody has sent to yet, or one alone, say little of the rest.
  const bool is_early = book.seen.stays < stays_kept / 4;
  if (book.seen.messages < stays_first || (count < 2 && is_early)) {
    book.stays_until_choice = stays_first;
    return;
  }
  // Looking at the homes of all elements must cost little for each that moves.
  book.stays_until_choice = std::max<std::uint64_t>(stays_first, collection.elements.size() / 4);
  std::unordered_map<PeId, std::size_t> homes;
  for (const Object* object : collection.elements) ++homes[collection.shared.home(object->key())];
  double pairs_of_one_home = 0;
  for (const auto& [home, elements] : homes) {
    pairs_of_one_home += static_cast<double>(elements) * (static_cast<double>(elements) - 1);
  }
  const topology::Topology& topology = context_.topology();
  const auto own = topology.pes_of(topology.site_of(context_.pe_id()));
  const location::Circumstances here = {
      .pes = topology.pe_count(),
      .pes_of_site = static_cast<int>(own.count),
      .sites = topology.site_count(),
      .share_of_home = count < 2 ? 0.0 : pairs_of_one_home / (count * (count - 1)),
      .costs = context_.message_costs()};
  book.choice = location::choose(book.seen, here, *collection.shared.policy);
  if (collection.shared.type != nullptr) book.array = collection.shared.type->name;
  collection.shared.policy = book.choice.policy;
  if (book.seen.stays > stays_kept) book.seen.fade();
}

std::vector<Adaptation::Chosen> Adaptation::chosen() const {
  std::vector<Chosen> chosen;
  for (const auto& [id, book] : books_) {
    if (book.choice.policy == nullptr) continue;
    chosen.push_back({book.array.empty() ? "single chares" : book.array,
                      std::string(book.choice.policy->name), book.choice.why});
  }
  std::ranges::sort(chosen, {}, [](const Chosen& one) { return std::tie(one.array, one.why); });
  return chosen;
}

}  // namespace isthmus::engine
