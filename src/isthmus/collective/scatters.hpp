// isthmus/collective/scatters.hpp: parts for elements, on their way down a tree in bundles.
#pragma once

#include <vector>

#include "isthmus/collective/parked.hpp"
#include "isthmus/collective/sections.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/scatter.hpp"

namespace isthmus::engine::collective {

/// One PE's part in bringing parts to elements; for the PE's thread alone. Who begins says where it
/// believes each element to be. The parts go down the tree of those PEs, each PE getting in one
/// message those for itself and for the PEs beyond it. There each part becomes a message to its
/// element like any other, which follows one that has moved.
class Scatters {
 public:
  Scatters(Objects& objects, const Sections& sections, Parked& parked, int branching);

  /// See Collectives::scatter.
  void begin(MessagePtr parts);
  /// Takes parts with their addresses; the collection is their array.
  HandlerId handler() const { return handler_; }

 private:
  void receive_at_start(MessagePtr message);
  void receive(MessagePtr message);
  /// The typed form of a message of parts; null, and the job has failed, where it is none.
  MessagePtr parts_of(MessagePtr message);
  /// Writes the elements' keys where the parts have none. False, and the job has failed, where
  /// there are not as many.
  bool address(Message& parts, const std::vector<Key>& keys, const std::string& whom);
  void hand_down(MessagePtr parts);

  Objects& objects_;
  const Sections& sections_;
  Parked& parked_;
  int branching_;
  HandlerId start_handler_;
  HandlerId handler_;
};

}  // namespace isthmus::engine::collective
