#include "isthmus/fabric/carrier/mpi/mpi_setup.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "isthmus/fabric/carrier/exchange.hpp"

namespace isthmus::engine::fabric {

namespace {

/// What a process says; little-endian.
struct Greeting {
  static constexpr std::array<char, 8> magic_text = {'I', 'S', 'T', 'H', 'M', 'P', 'I', '\n'};
  static constexpr std::uint32_t version_number = 1;

  std::array<char, 8> magic = magic_text;
  std::uint32_t version = version_number;
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::int32_t tag = 0;
  std::int64_t pid = 0;
  std::array<char, 96> job_name{};  ///< Its beginning.
};
static_assert(sizeof(Greeting) == 128 && std::is_trivially_copyable_v<Greeting>);

struct Talk {
  MpiLink link;
  std::size_t group = 0;
  std::string name;
  Greeting own;
  Greeting other = {};
};

Expected<void> check(const Talk& talk) {
  const Greeting& other = talk.other;
  if (auto alike = check_alike(talk.own, other, "MPI", talk.name); !alike) return alike;
  // Processes that were started singly are all of rank 0.
  const bool is_other_rank = other.rank != talk.own.rank || other.pid == talk.own.pid;
  const bool is_sound =
      is_other_rank && other.rank >= 0 && other.rank < talk.own.size && other.tag >= 0;
  if (!is_sound || other.size != talk.own.size || other.job_name != talk.own.job_name) {
    return fail(ErrorCode::bad_input, "is not in the same MPI job as this process", talk.name,
                "all processes of a site started by one mpirun, or another carrier");
  }
  return {};
}

}  // namespace

Expected<std::vector<MpiGroup>> meet_by_mpi(const std::shared_ptr<MpiSession>& session,
                                            std::vector<CarrierGroup> groups, const Clock& clock,
                                            TimeNs timeout_ns, int first_tag) {
  const TimeNs deadline_ns = clock.now_ns() + timeout_ns;
  Greeting own;
  own.rank = session->rank();
  own.size = session->size();
  own.pid = getpid();
  const std::string job_name = MpiSession::job_name();
  std::memcpy(own.job_name.data(), job_name.data(), std::min(job_name.size(), own.job_name.size()));

  std::vector<MpiGroup> met;
  std::vector<Talk> talks;
  for (CarrierGroup& group : groups) {
    own.tag = first_tag + 2 * static_cast<int>(met.size());
    for (auto& [peer, connection] : group.connections) {
      std::string name = peer_name(peer, connection);
      talks.push_back({{peer, std::move(connection)}, met.size(), std::move(name), own});
    }
    met.push_back({session, own.tag, {}});
  }
  std::vector<Transfer> greetings;
  for (Talk& talk : talks) {
    greetings.push_back(transfer_of(talk.link.connection, talk.name, talk.own, talk.other));
    greetings.back().judge = [&talk] { return check(talk); };
  }
  if (auto done = exchange_all(std::move(greetings), "MPI", clock, deadline_ns); !done) {
    return forward_error(done);
  }
  for (Talk& talk : talks) {
    talk.link.rank = talk.other.rank;
    talk.link.tag = talk.other.tag;
    met[talk.group].links.push_back(std::move(talk.link));
  }
  return met;
}

}  // namespace isthmus::engine::fabric
