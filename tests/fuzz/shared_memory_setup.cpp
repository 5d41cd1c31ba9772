// What a process of the same machine says of the memory that it shares: meet_in_shared_memory.
#include "isthmus/fabric/carrier/shm/shm_setup.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::meet_in_shared_memory;
using fabric::shm_whole_bytes_max;
using fabric::ShmLink;
using fabric::ShmMemory;
using fabric::ShmSizes;
using fabric::ShmToken;

// Where docs/formats/shared-memory.md has the parts of a greeting.
constexpr std::size_t greeting_bytes = 104;
constexpr std::size_t pid_at = 16;
constexpr std::size_t descriptor_at = 24;
constexpr std::size_t token_at = 88;
constexpr ShmSizes sizes{4, 2 * shm_whole_bytes_max};

using Greeting = std::array<std::byte, greeting_bytes>;

struct Ends {
  Socket own, peers;
};

Ends connected() {
  std::array<int, 2> ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) == 0,
          "there are descriptors");
  return {Socket(ends[0]), Socket(ends[1])};
}

/// Meets a peer that says this and nothing after it; what it was told comes back.
struct Told {
  Greeting greeting{};
  Expected<std::vector<ShmLink>> links;
};
Told meet(Input said) {
  Ends ends = connected();
  require(send(ends.peers.descriptor(), said.data(), said.size(), MSG_NOSIGNAL) ==
              static_cast<ssize_t>(said.size()),
          "it is said");
  shutdown(ends.peers.descriptor(), SHUT_WR);
  const SteadyClock clock;
  std::vector<std::pair<ProcessId, Socket>> connections;
  connections.emplace_back(ProcessId(1), std::move(ends.own));
  Told told;
  told.links = meet_in_shared_memory(std::move(connections), sizes, clock);
  const ssize_t got = recv(ends.peers.descriptor(), told.greeting.data(), greeting_bytes, 0);
  require(got == static_cast<ssize_t>(greeting_bytes), "each side greets first");
  return told;
}

/// The first byte chooses what the rest is: all that the peer says, or what differs from a right
/// greeting and its verdict.
void run(Input input) {
  Source source(input);
  const bool is_raw = (source.take<std::uint8_t>() & 1) != 0;
  if (is_raw) {
    meet(source.take_bytes(2 * greeting_bytes));
    return;
  }
  static const Greeting own = meet({}).greeting;
  const ShmToken token{};
  auto memory = ShmMemory::make(sizes, token);
  require(memory.has_value(), "memory can be made");
  Greeting said = own;
  const std::int64_t pid = getpid();
  const std::int32_t descriptor = memory->descriptor();
  std::memcpy(&said[pid_at], &pid, sizeof(pid));
  std::memcpy(&said[descriptor_at], &descriptor, sizeof(descriptor));
  std::memcpy(&said[token_at], &token, sizeof(token));
  const auto difference = source.take<Greeting>();
  for (std::size_t i = 0; i < said.size(); ++i) {
    // Of other processes of this machine nothing is opened here.
    const bool is_pid = i >= pid_at && i < pid_at + sizeof(pid);
    if (!is_pid) said[i] ^= difference[i];
  }
  Bytes all(said.begin(), said.end());
  const Input verdict = source.take_bytes(1);
  all.insert(all.end(), verdict.begin(), verdict.end());
  const Told told = meet(all);
  if (told.links) require(told.links->size() == 1, "one peer, one link");
}

std::vector<Bytes> seeds() {
  return {Sink().put(std::uint8_t{0}).put(Greeting{}).put(std::uint8_t{1}).take(),
          Sink().put(std::uint8_t{1}).put(Greeting{}).take()};
}

}  // namespace

extern const Target shared_memory_setup;
const Target shared_memory_setup{"shared_memory_setup", run, seeds};

}  // namespace isthmus::engine::fuzz
