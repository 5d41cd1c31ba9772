#include "isthmus/location/policy.hpp"

namespace isthmus::location {

Updates home_based(const Event& event) {
  Updates updates;
  if (event.kind == Event::Kind::appeared) {
    if (event.home != event.here) updates.add(event.home);
  } else if (event.hops > 0 && event.sender != event.here) {
    updates.add(event.sender);
  }
  return updates;
}

}  // namespace isthmus::location
