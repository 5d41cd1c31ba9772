#include "isthmus/bootstrap/rendezvous.hpp"

#include "isthmus/bootstrap/rendezvous_guest.hpp"
#include "isthmus/bootstrap/rendezvous_host.hpp"

namespace isthmus::bootstrap {

Expected<Meeting> rendezvous(JobOptions& options, const Clock& clock, Log& log) {
  if (options.rank == ProcessId(0)) return RendezvousHost(options, clock, log).run();
  return RendezvousGuest(options, clock, log).run();
}

}  // namespace isthmus::bootstrap
