#include <cstdlib>

#include "isthmus/bootstrap/manager/pmix.hpp"

namespace isthmus::engine::bootstrap {

bool has_pmix_server() {
  return std::getenv("PMIX_NAMESPACE") != nullptr && std::getenv("PMIX_RANK") != nullptr;
}

int tasks_without_pmix() {
  if (has_pmix_server()) return 1;
  for (const char* name : {"SLURM_STEP_NUM_TASKS", "PMI_SIZE"}) {
    const char* count = std::getenv(name);
    if (count != nullptr && std::atoi(count) > 1) return std::atoi(count);
  }
  return 1;
}

}  // namespace isthmus::engine::bootstrap
