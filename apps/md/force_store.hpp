// md/force_store.hpp: memory of forces that have been added up, for those that are found next.
#pragma once

#include "md/positions.hpp"

namespace md {

/// With the memory of forces that have been given back on this thread, where there are some; what
/// atoms and values they have is left over. Thousands travel in a step, each as long as memory that
/// the system would take back and clear.
Forces take_spare_forces();

/// Any thread. Keeps so many, and frees what is more.
void give_back(Forces&& forces);

}  // namespace md
