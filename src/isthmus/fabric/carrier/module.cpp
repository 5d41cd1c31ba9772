#include "isthmus/fabric/carrier/module.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "isthmus/fabric/carrier/module_directories.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_info.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_info.hpp"

namespace isthmus::engine::fabric {

namespace {

struct KnownModule {
  std::string_view name;
  std::string_view package;  ///< What the build needs, in Debian.
};
constexpr std::array<KnownModule, 2> known_modules = {
    {{mpi_info.name, "libopenmpi-dev"}, {ucx_info.name, "libucx-dev"}}};

const KnownModule* find_module(std::string_view name) {
  const auto at = std::ranges::find(known_modules, name, &KnownModule::name);
  return at == known_modules.end() ? nullptr : &*at;
}

/// Empty where there is none.
std::string path_of(std::string_view name) {
  for (const std::string& directory : module_directories()) {
    std::string path = directory + "/isthmus_" + std::string(name) + ".so";
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  return {};
}

}  // namespace

bool is_module(std::string_view name) { return find_module(name) != nullptr; }

Expected<const CarrierModule*> load_carrier_module(std::string_view name) {
  const KnownModule* known = find_module(name);
  const std::string what = "carrier '" + std::string(name) + "' ";
  if (known == nullptr) return fail(ErrorCode::bad_input, what + "is no module");
  const std::string path = path_of(name);
  if (path.empty()) {
    return fail(ErrorCode::bad_input, what + "is not part of this build", {},
                "a build with " + std::string(known->package) + ", or another carrier");
  }
  // What a library of the site refers to may come with others that it opens itself.
  void* const file = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  if (file == nullptr) {
    const char* why = dlerror();
    return fail(ErrorCode::bad_input, what + "cannot be loaded: " + (why ? why : "no reason given"),
                path);
  }
  const auto* module = static_cast<const CarrierModule*>(dlsym(file, "isthmus_carrier_module"));
  const CarrierModule own;
  if (module == nullptr || module->version != own.version ||
      module->device_bytes != own.device_bytes) {
    return fail(ErrorCode::bad_input, what + "is of another build of Isthmus", path);
  }
  return module;
}

}  // namespace isthmus::engine::fabric
