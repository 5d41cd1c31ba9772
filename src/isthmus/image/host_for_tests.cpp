#include "isthmus/image/host_for_tests.hpp"

namespace isthmus::image {

std::string Host::path_of(const std::string& name) {
  return std::string(ISTHMUS_IMAGE_PROGRAMS) + "/" + name;
}

}  // namespace isthmus::image
