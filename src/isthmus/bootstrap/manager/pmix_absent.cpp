#include "isthmus/bootstrap/manager/pmix.hpp"

namespace isthmus::engine::bootstrap {

std::string why_no_pmix() { return "this build has no PMIx"; }

Expected<std::unique_ptr<Manager>> connect_to_pmix() {
  return fail(ErrorCode::bad_input, why_no_pmix(), {}, "a build with libpmix-dev");
}

}  // namespace isthmus::engine::bootstrap
