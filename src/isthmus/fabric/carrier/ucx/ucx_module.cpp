// The UCX carrier as a module, see carrier/module.hpp.
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/ucx/ucx.hpp"

namespace isthmus::engine::fabric {

namespace {

std::string ucx_library() { return std::string("UCX ") + ucp_get_version_string(); }

MadeCarriers make_ucx(ModuleRequest request) {
  std::vector<std::size_t> eager_bytes_max;
  for (const CarrierGroup& group : request.groups) eager_bytes_max.push_back(group.eager_bytes_max);
  auto met = meet_by_ucx(std::move(request.groups), request.clock, request.timeout_ns);
  if (!met) return forward_error(met);
  std::vector<std::unique_ptr<Carrier>> carriers;
  for (std::size_t i = 0; i < met->size(); ++i) {
    auto carrier = UcxCarrier::adopt(
        std::move((*met)[i]), {.limits = request.limits, .eager_bytes_max = eager_bytes_max[i]});
    if (!carrier) return forward_error(carrier);
    carriers.push_back(std::move(*carrier));
  }
  return carriers;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const CarrierModule isthmus_carrier_module = {
    .library = ucx_library, .make = make_ucx};

}  // namespace isthmus::engine::fabric
