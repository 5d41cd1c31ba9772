#include "mpi/machine.hpp"

#include "mpi/main_thread.hpp"

namespace isthmus::engine::mpi {

namespace {

// NOLINTBEGIN(*-avoid-non-const-global-variables)
Machines* present = nullptr;
bool (*find_main_thread)() = nullptr;
// NOLINTEND(*-avoid-non-const-global-variables)

}  // namespace

Machines& machines() {
  ISTHMUS_ASSERT(present != nullptr);
  return *present;
}

void use_machines(Machines& machines) { present = &machines; }

bool is_on_main_thread() { return find_main_thread == nullptr || find_main_thread(); }

void find_main_thread_by(bool (*is_on_it)()) { find_main_thread = is_on_it; }

}  // namespace isthmus::engine::mpi
