#include "isthmus/message/landing.hpp"

#include <vector>

#include "isthmus/base/assert.hpp"

namespace isthmus {

void LandingPlaces::open(const ObjectId& owner, std::uint64_t number, std::span<std::byte> memory) {
  auto place = std::make_shared<Place>();
  place->memory = memory;
  const std::lock_guard lock(mutex_);
  const bool is_new = places_.emplace(Name(owner, number), std::move(place)).second;
  ISTHMUS_ASSERT(is_new);
}

bool LandingPlaces::close(const ObjectId& owner, std::uint64_t number) {
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

void LandingPlaces::close_all(const ObjectId& owner) {
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

bool LandingPlaces::has_open(const ObjectId& owner) const {
  const std::lock_guard lock(mutex_);
  const auto at = places_.lower_bound({owner, 0});
  return at != places_.end() && at->first.first == owner;
}

void LandingPlaces::close_all() {
  decltype(places_) closed;
  {
    const std::lock_guard lock(mutex_);
    closed.swap(places_);
  }
  for (const auto& [key, place] : closed) end(*place);
}

void LandingPlaces::end(Place& place) {
  const std::lock_guard lock(place.mutex);
  place.memory = {};
}

LandingPlaces::Access LandingPlaces::enter(const ObjectId& owner, const Landing& landing) const {
  Access access;
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find({owner, landing.place});
    if (found == places_.end()) return access;
    access.place_ = found->second;
  }
  access.lock_ = std::unique_lock(access.place_->mutex);
  const std::span<std::byte> all = access.place_->memory;
  const bool whole_fits =
      landing.offset <= all.size() && landing.whole_bytes <= all.size() - landing.offset;
  const bool piece_fits =
      landing.at <= landing.whole_bytes && landing.bytes <= landing.whole_bytes - landing.at;
  if (!whole_fits || !piece_fits || landing.bytes == 0) return {};
  access.memory_ = all.subspan(landing.offset + landing.at, landing.bytes);
  return access;
}

}  // namespace isthmus
