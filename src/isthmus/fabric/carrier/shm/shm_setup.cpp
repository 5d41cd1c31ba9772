#include "isthmus/fabric/carrier/shm/shm_setup.hpp"

#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

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

constexpr const char* remedy =
    "nodes of their own in the grid file, or tcp as the carrier (--carrier tcp)";

/// What a process says first. As it lies in memory: both are on one machine, or the machine that
/// is named tells them that they are not.
struct Greeting {
  static constexpr std::array<char, 8> magic_text = {'I', 'S', 'T', 'H', 'S', 'H', 'M', '\n'};
  static constexpr std::uint32_t version_number = 1;

  std::array<char, 8> magic = magic_text;
  std::uint32_t version = version_number;
  std::uint32_t has_machine_fence = 0;
  std::int64_t pid = 0;
  std::int32_t descriptor = -1;
  std::uint32_t slot_count = 0;
  std::uint64_t stream_bytes = 0;
  std::uint64_t pid_namespace = 0;
  BootId boot_id{};
  std::array<std::byte, 4> unused{};
  ShmToken token{};
};
static_assert(sizeof(Greeting) == 104 && std::is_trivially_copyable_v<Greeting>);

enum class Verdict : std::uint8_t { cannot = 0, can = 1 };

/// A process id means something within it alone.
std::uint64_t own_pid_namespace() {
  struct stat status{};
  return stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
}

struct Talk {
  ShmLink link;
  std::string name;
  Greeting own;
  Greeting other;
  Verdict own_verdict = Verdict::can;
  Verdict other_verdict = Verdict::cannot;
  std::optional<Error> failure = {};
};

/// Each talk's part in a common exchange; what fails is noted in the talk.
void exchange_of_each(std::vector<Talk>& talks, auto&& out_of, auto&& in_of, const Clock& clock,
                      TimeNs deadline_ns) {
  std::vector<Transfer> transfers;
  for (Talk& talk : talks) {
    transfers.push_back(transfer_of(talk.link.connection, talk.name, out_of(talk), in_of(talk)));
  }
  exchange(transfers, "shared memory", clock, deadline_ns);
  for (std::size_t i = 0; i < talks.size(); ++i) {
    if (transfers[i].failure) talks[i].failure = std::move(transfers[i].failure);
  }
}

Expected<void> check_greeting(const Talk& talk) {
  const Greeting& other = talk.other;
  if (auto alike = check_alike(talk.own, other, "shared memory", talk.name); !alike) return alike;
  if (other.boot_id != talk.own.boot_id) {
    return fail(ErrorCode::bad_input, "is on another machine than this process", talk.name, remedy);
  }
  if (other.pid_namespace != talk.own.pid_namespace) {
    return fail(ErrorCode::bad_input, "is in another container than this process", talk.name,
                remedy);
  }
  return {};
}

/// A killed process's descriptors end one after the other, so that of the memory may be gone a
/// moment before the connection.
bool ends_soon(const Socket& connection) {
  constexpr int wait_ms = 200;
  pollfd entry{connection.descriptor(), POLLRDHUP, 0};
  return poll(&entry, 1, wait_ms) == 1;
}

/// Opens the peer's memory.
Expected<void> open_other(Talk& talk) {
  if (auto checked = check_greeting(talk); !checked) return checked;
  const Greeting& other = talk.other;
  auto memory = ShmMemory::open(other.pid, other.descriptor, {other.slot_count, other.stream_bytes},
                                other.token);
  if (!memory && ends_soon(talk.link.connection)) {
    return fail(ErrorCode::unreachable, "ended before its memory was opened", talk.name);
  }
  if (!memory) {
    return fail(ErrorCode::bad_input,
                "shares no memory with this process: " + memory.error().text(), talk.name, remedy);
  }
  talk.link.outbound = std::move(*memory);
  talk.link.has_machine_fence = talk.own.has_machine_fence != 0 && other.has_machine_fence != 0;
  return {};
}

Expected<Talk> begin_talk(ProcessId peer, Socket connection, const ShmSizes& sizes) {
  Talk talk;
  talk.name = peer_name(peer, connection);
  Greeting& own = talk.own;
  if (getrandom(own.token.data(), own.token.size(), 0) != static_cast<ssize_t>(own.token.size())) {
    return fail(ErrorCode::io, with_errno("cannot draw random bytes", errno));
  }
  auto memory = ShmMemory::make(sizes, own.token);
  if (!memory) return forward_error(memory);
  own.has_machine_fence = MachineFence::is_available() ? 1 : 0;
  own.pid = getpid();
  own.descriptor = memory->descriptor();
  own.slot_count = sizes.slot_count;
  own.stream_bytes = sizes.stream_bytes;
  own.pid_namespace = own_pid_namespace();
  own.boot_id = own_boot_id();
  talk.link.peer = peer;
  talk.link.connection = std::move(connection);
  talk.link.inbound = std::move(*memory);
  return talk;
}

std::unexpected<Error> first_failure(std::vector<Talk>& talks) {
  const auto failed =
      std::ranges::find_if(talks, [](const Talk& t) { return t.failure.has_value(); });
  return std::unexpected(std::move(*failed->failure));
}

}  // namespace

Expected<std::vector<ShmLink>> meet_in_shared_memory(
    std::vector<std::pair<ProcessId, Socket>> connections, const ShmSizes& sizes,
    const Clock& clock, TimeNs timeout_ns) {
  const TimeNs deadline_ns = clock.now_ns() + timeout_ns;
  std::vector<Talk> talks;
  for (auto& [peer, connection] : connections) {
    auto talk = begin_talk(peer, std::move(connection), sizes);
    if (!talk) return forward_error(talk);
    talks.push_back(std::move(*talk));
  }
  const auto has_failed = [](const Talk& talk) { return talk.failure.has_value(); };
  exchange_of_each(
      talks, [](Talk& talk) -> Greeting& { return talk.own; },
      [](Talk& talk) -> Greeting& { return talk.other; }, clock, deadline_ns);
  if (std::ranges::any_of(talks, has_failed)) return first_failure(talks);

  for (Talk& talk : talks) {
    if (auto opened = open_other(talk); !opened) {
      talk.failure = std::move(opened.error());
      talk.own_verdict = Verdict::cannot;
    }
  }
  // What this process has found says more than that the peer went away after its own verdict.
  std::vector<std::optional<Error>> found;
  for (Talk& talk : talks) found.push_back(talk.failure);
  exchange_of_each(
      talks, [](Talk& talk) -> Verdict& { return talk.own_verdict; },
      [](Talk& talk) -> Verdict& { return talk.other_verdict; }, clock, deadline_ns);
  std::vector<ShmLink> links;
  for (std::size_t i = 0; i < talks.size(); ++i) {
    Talk& talk = talks[i];
    if (found[i]) talk.failure = std::move(found[i]);
    if (!talk.failure && talk.other_verdict != Verdict::can) {
      talk.failure =
          Error{ErrorCode::bad_input, "cannot share memory with this process", talk.name, remedy};
    }
    talk.link.inbound.close_descriptor();
    links.push_back(std::move(talk.link));
  }
  if (std::ranges::any_of(talks, has_failed)) return first_failure(talks);
  return links;
}

}  // namespace isthmus::engine::fabric
