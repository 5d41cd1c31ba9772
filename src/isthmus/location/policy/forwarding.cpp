// The policies that wait until a message comes (the Clam thesis, 3.2: lazy forwarding, jump update,
// path compression).
#include "isthmus/location/policy.hpp"

namespace isthmus::engine::location {

namespace {

Updates tell_nobody(const Event&) { return {}; }

Updates tell_the_detoured(const Event& event, Update::Spread spread) {
  if (event.kind != Event::Kind::delivered || event.hops == 0 || event.sender == event.here) {
    return {};
  }
  return {{event.sender, spread}};
}

Updates tell_the_sender(const Event& event) {
  return tell_the_detoured(event, Update::Spread::none);
}

Updates tell_the_path(const Event& event) { return tell_the_detoured(event, Update::Spread::path); }

}  // namespace

const Policy lazy_forwarding = {.name = "lazy_forwarding", .updates = &tell_nobody};
const Policy jump_update = {.name = "jump_update", .updates = &tell_the_sender};
const Policy path_compression = {.name = "path_compression", .updates = &tell_the_path};
const Policy home_based = {
    .name = "home_based", .asks_home = true, .tells_home = true, .updates = &tell_nobody};
const Policy home_and_sender = {
    .name = "home_and_sender", .tells_home = true, .updates = &tell_the_sender};
const Policy adaptive = {
    .name = "adaptive", .tells_home = true, .adapts = true, .updates = &tell_the_sender};

}  // namespace isthmus::engine::location
