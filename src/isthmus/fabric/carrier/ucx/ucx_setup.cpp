#include "isthmus/fabric/carrier/ucx/ucx_setup.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "isthmus/fabric/carrier/exchange.hpp"

namespace isthmus::engine::fabric {

namespace {

/// What a process says first; little-endian.
struct Greeting {
  static constexpr std::array<char, 8> magic_text = {'I', 'S', 'T', 'H', 'U', 'C', 'X', '\n'};
  static constexpr std::uint32_t version_number = 1;
  static constexpr std::uint32_t address_bytes_max = 64 * 1024;

  std::array<char, 8> magic = magic_text;
  std::uint32_t version = version_number;
  std::uint32_t address_bytes = 0;
  std::uint32_t token = 0;
  BootId boot_id{};
};
static_assert(sizeof(Greeting) == 56 && std::is_trivially_copyable_v<Greeting>);

struct Talk {
  UcxLink link;
  std::string name;
  Greeting own;
  Greeting other = {};
  std::span<const std::byte> own_address;
};

/// Low bits: which peer it is, so that it is found without a search. The others are random.
constexpr std::uint32_t token_for(std::size_t place, std::uint32_t random) {
  return static_cast<std::uint32_t>(place) | (random & ~std::uint32_t{ucx_token_places - 1});
}

Expected<void> check_greeting(const Talk& talk) {
  const Greeting& other = talk.other;
  if (auto alike = check_alike(talk.own, other, "UCX", talk.name); !alike) return alike;
  if (other.address_bytes == 0 || other.address_bytes > Greeting::address_bytes_max) {
    return fail(ErrorCode::malformed,
                "the peer's UCX address has " + std::to_string(other.address_bytes) + " bytes",
                talk.name, "1 to " + std::to_string(Greeting::address_bytes_max));
  }
  return {};
}

Expected<std::vector<Talk>> begin_talks(std::vector<std::pair<ProcessId, Socket>> connections,
                                        std::span<const std::byte> own_address) {
  if (connections.size() > ucx_token_places) {
    return fail(ErrorCode::bad_input, std::to_string(connections.size()) + " peers over UCX", {},
                "at most " + std::to_string(ucx_token_places));
  }
  std::vector<Talk> talks;
  const BootId boot_id = own_boot_id();
  for (auto& [peer, connection] : connections) {
    std::uint32_t random = 0;
    if (getrandom(&random, sizeof(random), 0) != sizeof(random)) {
      return fail(ErrorCode::io, with_errno("cannot draw random bytes", errno));
    }
    Talk talk;
    talk.name = peer_name(peer, connection);
    talk.own.address_bytes = static_cast<std::uint32_t>(own_address.size());
    talk.own.token = token_for(talks.size(), random);
    talk.own.boot_id = boot_id;
    talk.own_address = own_address;
    talk.link.peer = peer;
    talk.link.connection = std::move(connection);
    talks.push_back(std::move(talk));
  }
  return talks;
}

/// Greetings, then addresses.
Expected<void> talk_to_all(std::vector<Talk*> talks, const Clock& clock, TimeNs deadline_ns) {
  std::vector<Transfer> greetings;
  for (Talk* talk : talks) {
    greetings.push_back(transfer_of(talk->link.connection, talk->name, talk->own, talk->other));
    greetings.back().judge = [talk] { return check_greeting(*talk); };
  }
  if (auto done = exchange_all(std::move(greetings), "UCX", clock, deadline_ns); !done) return done;
  std::vector<Transfer> addresses;
  for (Talk* talk : talks) {
    talk->link.address.resize(talk->other.address_bytes);
    addresses.push_back(
        {talk->link.connection, talk->name, talk->own_address, std::span(talk->link.address)});
  }
  return exchange_all(std::move(addresses), "UCX", clock, deadline_ns);
}

}  // namespace

Expected<std::vector<UcxGroup>> meet_by_ucx(std::vector<CarrierGroup> groups, const Clock& clock,
                                            TimeNs timeout_ns) {
  const TimeNs deadline_ns = clock.now_ns() + timeout_ns;
  std::vector<UcxGroup> met;
  std::vector<std::vector<std::byte>> own_addresses;
  std::vector<std::vector<Talk>> talks;
  std::vector<Talk*> all;
  for (const CarrierGroup& group [[maybe_unused]] : groups) {
    auto worker = UcxWorker::make();
    if (!worker) return forward_error(worker);
    auto address = (*worker)->address();
    if (!address) return forward_error(address);
    met.push_back({std::move(*worker), {}});
    own_addresses.push_back(std::move(*address));
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    auto begun = begin_talks(std::move(groups[i].connections), own_addresses[i]);
    if (!begun) return forward_error(begun);
    talks.push_back(std::move(*begun));
  }
  for (auto& of_group : talks) {
    for (Talk& talk : of_group) all.push_back(&talk);
  }
  if (auto talked = talk_to_all(all, clock, deadline_ns); !talked) return forward_error(talked);
  for (std::size_t i = 0; i < talks.size(); ++i) {
    for (Talk& talk : talks[i]) {
      talk.link.inbound_token = talk.own.token;
      talk.link.outbound_token = talk.other.token;
      talk.link.is_on_this_machine = talk.other.boot_id == talk.own.boot_id;
      met[i].links.push_back(std::move(talk.link));
    }
  }
  return met;
}

}  // namespace isthmus::engine::fabric
