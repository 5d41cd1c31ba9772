// The MPI carrier as a module, see carrier/module.hpp.
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/mpi/mpi.hpp"

namespace isthmus::engine::fabric {

namespace {

/// Others that use MPI in the same process may take smaller ones.
constexpr int first_tag = 0x4953;

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string whole(text.data(), static_cast<std::size_t>(length));
  return whole.substr(0, whole.find(','));
}

MadeCarriers make_mpi(ModuleRequest request) {
  auto session = MpiSession::begin();
  if (!session) return forward_error(session);
  auto met = meet_by_mpi(*session, std::move(request.groups), request.clock, request.timeout_ns,
                         first_tag);
  if (!met) return forward_error(met);
  std::vector<std::unique_ptr<Carrier>> carriers;
  for (MpiGroup& group : *met) {
    auto carrier = MpiCarrier::adopt(std::move(group), {.limits = request.limits});
    if (!carrier) return forward_error(carrier);
    carriers.push_back(std::move(*carrier));
  }
  return carriers;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const CarrierModule isthmus_carrier_module = {
    .library = mpi_library, .make = make_mpi};

}  // namespace isthmus::engine::fabric
