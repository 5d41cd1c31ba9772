#include <cstdlib>

#include "isthmus/bootstrap/pmix.hpp"

namespace isthmus::bootstrap {

bool has_pmix_server() {
  return std::getenv("PMIX_NAMESPACE") != nullptr && std::getenv("PMIX_RANK") != nullptr;
}

}  // namespace isthmus::bootstrap
