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

constexpr const char* topic = "shared memory";

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
  bool is_refused = false;  // and waits for this process's verdict
};

Expected<void> check_greeting(const Talk& talk) {
  const Greeting& other = talk.other;
  if (auto alike = check_alike(talk.own, other, topic, talk.name); !alike) return alike;
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

/// Each peer's memory is opened as soon as its greeting has come. The first failure is the last.
void exchange_greetings(std::vector<Talk>& talks, const Clock& clock, TimeNs deadline_ns) {
  std::vector<Transfer> greetings;
  for (Talk& talk : talks) {
    greetings.push_back(transfer_of(talk.link.connection, talk.name, talk.own, talk.other));
    greetings.back().judge = [&talk] { return open_other(talk); };
  }
  exchange(greetings, topic, clock, deadline_ns, Until::one_has_failed);
  for (std::size_t i = 0; i < talks.size(); ++i) {
    if (!greetings[i].failure) continue;
    talks[i].failure = std::move(greetings[i].failure);
    talks[i].is_refused = greetings[i].out.empty() && greetings[i].in.empty();
  }
}

/// They may wait for others before they say their own, so that nobody is waited for long.
void part_from_the_refused(std::vector<Talk>& talks, const Clock& clock) {
  constexpr TimeNs parting_ns = 500'000'000;
  std::vector<Transfer> verdicts;
  for (Talk& talk : talks) {
    if (!talk.is_refused) continue;
    talk.own_verdict = Verdict::cannot;
    verdicts.push_back(
        transfer_of(talk.link.connection, talk.name, talk.own_verdict, talk.other_verdict));
  }
  exchange(verdicts, topic, clock, clock.now_ns() + parting_ns);
}

Expected<void> exchange_verdicts(std::vector<Talk>& talks, const Clock& clock, TimeNs deadline_ns) {
  std::vector<Transfer> verdicts;
  for (Talk& talk : talks) {
    verdicts.push_back(
        transfer_of(talk.link.connection, talk.name, talk.own_verdict, talk.other_verdict));
    verdicts.back().judge = [&talk]() -> Expected<void> {
      if (talk.other_verdict == Verdict::can) return {};
      return fail(ErrorCode::bad_input, "cannot share memory with this process", talk.name, remedy);
    };
  }
  return exchange_all(std::move(verdicts), topic, clock, deadline_ns);
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
  exchange_greetings(talks, clock, deadline_ns);
  const auto failed =
      std::ranges::find_if(talks, [](const Talk& talk) { return talk.failure.has_value(); });
  if (failed != talks.end()) {
    part_from_the_refused(talks, clock);
    return std::unexpected(std::move(*failed->failure));
  }
  if (auto agreed = exchange_verdicts(talks, clock, deadline_ns); !agreed) {
    return forward_error(agreed);
  }
  std::vector<ShmLink> links;
  for (Talk& talk : talks) {
    talk.link.inbound.close_descriptor();
    links.push_back(std::move(talk.link));
  }
  return links;
}

}  // namespace isthmus::engine::fabric
