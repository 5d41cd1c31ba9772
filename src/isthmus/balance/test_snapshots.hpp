// isthmus/balance/test_snapshots.hpp: snapshots to decide about; for the room's own tests.
#pragma once

#include "isthmus/balance/generator.hpp"
#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

inline Snapshot made(const Parameters& parameters) { return generate(parameters).value(); }

}  // namespace isthmus::engine::balance
