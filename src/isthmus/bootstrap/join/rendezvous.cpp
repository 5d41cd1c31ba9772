#include "isthmus/bootstrap/join/rendezvous.hpp"

#include "isthmus/bootstrap/join/rendezvous_client.hpp"
#include "isthmus/bootstrap/join/rendezvous_server.hpp"

namespace isthmus::engine::bootstrap {

Expected<PeerTable> rendezvous(JobOptions& options, const Clock& clock, Log& log) {
  if (options.rank == ProcessId(0) && !options.comes_late)
    return RendezvousServer(options, clock, log).run();
  return RendezvousClient(options, clock, log).run();
}

}  // namespace isthmus::engine::bootstrap
