#include "isthmus/message/region.hpp"

#include <vector>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

void Regions::open(const ObjectId& owner, std::uint64_t number, std::span<std::byte> memory) {
  auto place = std::make_shared<Place>();
  place->memory = memory;
  const std::lock_guard lock(mutex_);
  const bool is_new = places_.emplace(Name(owner, number), std::move(place)).second;
  ISTHMUS_ASSERT(is_new);
}

bool Regions::close(const ObjectId& owner, std::uint64_t number) {
  std::shared_ptr<Place> place;
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find({owner, number});
    if (found == places_.end()) return false;
    place = std::move(found->second);
    places_.erase(found);
  }
  end(*place);
  return true;
}

void Regions::close_all(const ObjectId& owner) {
  std::vector<std::shared_ptr<Place>> closed;
  {
    const std::lock_guard lock(mutex_);
    for (auto at = places_.lower_bound({owner, 0}); at != places_.end() && at->first.first == owner;
         at = places_.erase(at)) {
      closed.push_back(std::move(at->second));
    }
  }
  for (const std::shared_ptr<Place>& place : closed) end(*place);
}

bool Regions::has_open(const ObjectId& owner) const {
  const std::lock_guard lock(mutex_);
  const auto at = places_.lower_bound({owner, 0});
  return at != places_.end() && at->first.first == owner;
}

void Regions::close_all() {
  decltype(places_) closed;
  {
    const std::lock_guard lock(mutex_);
    closed.swap(places_);
  }
  for (const auto& [key, place] : closed) end(*place);
}

void Regions::end(Place& place) {
  const std::lock_guard lock(place.mutex);
  place.memory = {};
}

Regions::Access Regions::enter(const ObjectId& owner, const RegionSlice& slice) const {
  Access access;
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find({owner, slice.region});
    if (found == places_.end()) return access;
    access.place_ = found->second;
  }
  access.lock_ = std::unique_lock(access.place_->mutex);
  const std::span<std::byte> all = access.place_->memory;
  const bool whole_fits =
      slice.offset <= all.size() && slice.whole_bytes <= all.size() - slice.offset;
  const bool piece_fits =
      slice.at <= slice.whole_bytes && slice.bytes <= slice.whole_bytes - slice.at;
  if (!whole_fits || !piece_fits || slice.bytes == 0) return {};
  access.memory_ = all.subspan(slice.offset + slice.at, slice.bytes);
  return access;
}

}  // namespace isthmus::engine
