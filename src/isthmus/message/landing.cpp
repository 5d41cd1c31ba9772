#include "isthmus/message/landing.hpp"

#include "isthmus/base/assert.hpp"

namespace isthmus {

void LandingPlaces::open(PeId pe, std::uint64_t number, std::span<std::byte> memory) {
  auto place = std::make_shared<Place>();
  place->memory = memory;
  const std::lock_guard lock(mutex_);
  const bool is_new = places_.emplace(std::pair(pe, number), std::move(place)).second;
  ISTHMUS_ASSERT(is_new);
}

bool LandingPlaces::close(PeId pe, std::uint64_t number) {
  std::shared_ptr<Place> place;
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find({pe, number});
    if (found == places_.end()) return false;
    place = std::move(found->second);
    places_.erase(found);
  }
  end(*place);
  return true;
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

LandingPlaces::Access LandingPlaces::enter(PeId pe, const Landing& landing) const {
  Access access;
  {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find({pe, landing.place});
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
