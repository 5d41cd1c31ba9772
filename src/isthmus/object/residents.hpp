// isthmus/object/residents.hpp: who is on a PE: entering and leaving its books.
#pragma once

#include <cstddef>

#include "isthmus/object/border_objects.hpp"
#include "isthmus/object/load_meter.hpp"
#include "isthmus/object/object_table.hpp"

namespace isthmus::engine {

/// Keeps the table, the collections' lists, the gauge and the watch of the border at one: an object
/// is in all of them or in none. For the PE's thread alone.
class Residents {
 public:
  /// Null: nobody measures; nobody watches the border.
  Residents(ObjectTable& table, LoadMeter* gauge, BorderObjects* border)
      : table_(table), meter_(gauge), border_(border) {}

  Object* find(const ObjectId& id) const { return table_.find(id); }
  void enroll(Object& object);
  /// The object leaves for another PE, or ends.
  void strike(Object& object);

 private:
  ObjectTable& table_;
  LoadMeter* meter_;
  BorderObjects* border_;
};

}  // namespace isthmus::engine
