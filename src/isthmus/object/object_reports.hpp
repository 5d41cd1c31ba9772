// isthmus/object/object_reports.hpp: what a PE's objects look like from outside, in words.
#pragma once

#include <string>
#include <vector>

#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

/// A line for each message that waits for an object or a collection which has not appeared.
std::vector<std::string> undeliverable(const Objects& objects);

/// A line for each object that its class says waits for something, and for each that is to move and
/// cannot.
std::vector<std::string> waiting_objects(Objects& objects);

/// Where a message to the object would go from there, without sending one: that PE if the object is
/// there, none if the message would have to wait. `forwarded` says that it came from another PE.
PeId next_stop(const Objects& objects, const ObjectId& id, bool forwarded);

}  // namespace isthmus::engine
