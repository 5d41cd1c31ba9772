#include "isthmus/fabric/carrier/udp/udp_setup.hpp"

#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "isthmus/fabric/carrier/exchange.hpp"
#include "isthmus/fabric/carrier/udp/udp_socket.hpp"
#include "isthmus/fabric/datagram/format.hpp"

namespace isthmus::engine::fabric {

namespace {

using datagram::datagram_bytes_max;
using datagram::datagram_bytes_min;

constexpr std::uint64_t window_bytes_min = 64 * 1024;
/// Both have said where they are, so it takes no longer than the way does.
constexpr TimeNs probing_timeout_ns = 10'000'000'000;
constexpr TimeNs probe_interval_ns = 20'000'000;
/// Said on the connection by who has heard a datagram.
constexpr std::byte heard{'U'};

/// What a process says first; little-endian.
struct Greeting {
  static constexpr std::array<char, 8> magic_text = {'I', 'S', 'T', 'H', 'U', 'D', 'P', '\n'};

  std::array<char, 8> magic = magic_text;
  std::uint32_t version = datagram::version;
  std::uint16_t port = 0;
  std::uint16_t zero = 0;
  std::uint64_t token = 0;
  std::uint64_t window_bytes = 0;
  std::uint32_t datagram_bytes = 0;
  std::uint32_t zeros = 0;
};
static_assert(sizeof(Greeting) == 40 && std::is_trivially_copyable_v<Greeting>);

struct Talk {
  UdpLink link;
  std::unique_ptr<UdpSocket> socket;
  std::string name;
  Greeting own;
  Greeting other = {};
  bool has_heard_any = false;
  bool has_heard = false;  // a datagram as long as the other one's are
  bool is_heard = false;

  bool is_done() const { return has_heard && is_heard; }
};

Expected<std::vector<Talk>> begin_talks(std::vector<UdpCall> calls) {
  std::vector<Talk> talks;
  for (UdpCall& call : calls) {
    Talk talk;
    talk.name = peer_name(call.peer, call.connection);
    auto socket = UdpSocket::beside(call.connection);
    if (!socket) return forward_error(socket);
    talk.socket = std::move(*socket);
    talk.own.port = talk.socket->port();
    talk.own.window_bytes = call.terms.window_bytes;
    talk.own.datagram_bytes = static_cast<std::uint32_t>(call.terms.datagram_bytes);
    if (getrandom(&talk.own.token, sizeof(talk.own.token), 0) != sizeof(talk.own.token)) {
      return fail(ErrorCode::io, with_errno("cannot draw random bytes", errno));
    }
    talk.link.peer = call.peer;
    talk.link.connection = std::move(call.connection);
    talk.link.terms = call.terms;
    talks.push_back(std::move(talk));
  }
  return talks;
}

Expected<void> accept_greeting(Talk& talk) {
  const Greeting& other = talk.other;
  if (auto alike = check_alike(talk.own, other, "UDP", talk.name); !alike) return alike;
  const bool is_sane = other.port != 0 && other.window_bytes >= window_bytes_min &&
                       other.datagram_bytes >= datagram_bytes_min &&
                       other.datagram_bytes <= datagram_bytes_max;
  if (!is_sane) {
    return fail(ErrorCode::malformed,
                "the peer's datagrams of " + std::to_string(other.datagram_bytes) +
                    " bytes at port " + std::to_string(other.port) + " with a window of " +
                    std::to_string(other.window_bytes),
                talk.name, "a port, datagrams and a window that can be");
  }
  UdpLink& link = talk.link;
  link.own_token = talk.own.token;
  link.peer_token = other.token;
  link.peer_terms = link.terms;
  link.peer_terms.datagram_bytes = other.datagram_bytes;
  link.peer_terms.window_bytes = static_cast<std::size_t>(other.window_bytes);
  if (auto connected = talk.socket->connect_to(link.connection, other.port); !connected) {
    return connected;
  }
  // A burst, which no window holds up, should find room.
  constexpr std::size_t buffer_bytes_max = std::size_t{16} << 20;
  talk.socket->set_buffers(static_cast<int>(std::min(link.terms.window_bytes, buffer_bytes_max)));
  return {};
}

Expected<void> exchange_greetings(std::vector<Talk>& talks, const Clock& clock,
                                  TimeNs deadline_ns) {
  std::vector<Transfer> greetings;
  for (Talk& talk : talks) {
    greetings.push_back(transfer_of(talk.link.connection, talk.name, talk.own, talk.other));
    greetings.back().judge = [&talk] { return accept_greeting(talk); };
  }
  return exchange_all(std::move(greetings), "UDP", clock, deadline_ns);
}

/// One as long as datagrams will be, and a short one, by which the other end knows what is wrong
/// where long ones get lost.
void send_probe(Talk& talk, DatagramBatch& batch) {
  batch.clear();
  for (const std::size_t wanted : {std::size_t{0}, talk.link.terms.datagram_bytes}) {
    const std::span<std::byte> room = batch.room(batch.count);
    const std::size_t head = datagram::write_head({}, talk.link.peer_token, room);
    const auto whole = room.first(std::max(head, wanted));
    datagram::fill(whole, head);
    datagram::seal(whole);
    batch.set_bytes(batch.count++, whole.size());
  }
  talk.socket->send(batch);
}

Expected<void> listen_for_probe(Talk& talk, DatagramBatch& batch) {
  talk.socket->receive(batch);
  for (std::size_t i = 0; i < batch.count && !talk.has_heard; ++i) {
    const auto datagram = batch.datagram(i);
    if (!datagram::is_whole(datagram, talk.link.own_token)) continue;
    talk.has_heard_any = true;
    talk.has_heard = datagram.size() >= talk.link.peer_terms.datagram_bytes;
  }
  if (!talk.has_heard) return {};
  if (send(talk.link.connection.descriptor(), &heard, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1) {
    return {};
  }
  return fail(ErrorCode::unreachable, with_errno("the connection broke", errno), talk.name);
}

Expected<void> listen_to_connection(Talk& talk) {
  std::byte said{};
  const ssize_t got = recv(talk.link.connection.descriptor(), &said, 1, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  talk.is_heard = got == 1 && said == heard;
  if (talk.is_heard) return {};
  return fail(ErrorCode::unreachable, "the peer went away before the two agreed about UDP",
              talk.name);
}

/// Of datagrams of all talks, either way.
std::size_t longest_of(const std::vector<Talk>& talks) {
  std::size_t bytes = datagram_bytes_min;
  for (const Talk& talk : talks) {
    bytes = std::max({bytes, talk.link.terms.datagram_bytes, talk.link.peer_terms.datagram_bytes});
  }
  return bytes;
}

Error not_reached(const Talk& talk) {
  if (talk.has_heard_any && !talk.has_heard) {
    return {ErrorCode::unreachable,
            "UDP datagrams of " + std::to_string(talk.link.peer_terms.datagram_bytes) +
                " bytes from the peer do not get through, though short ones do",
            talk.name, "a smaller udp.datagram, or a way that takes them"};
  }
  const std::string own = std::to_string(talk.link.terms.datagram_bytes);
  return {ErrorCode::unreachable,
          talk.has_heard ? "UDP datagrams of " + own + " bytes do not reach the peer"
                         : "no UDP datagram comes from the peer",
          talk.name, "a way that lets UDP through both ways"};
}

/// Each sends until it knows that it was heard. Who was heard reads no further, so that nothing is
/// lost of what a peer who is through sends at once.
Expected<void> probe(std::vector<Talk>& talks, const Clock& clock) {
  const TimeNs deadline_ns = clock.now_ns() + probing_timeout_ns;
  DatagramBatch batch(longest_of(talks));
  TimeNs probe_ns = 0;
  while (true) {
    const TimeNs now_ns = clock.now_ns();
    const bool probes = now_ns >= probe_ns;
    if (probes) probe_ns = now_ns + probe_interval_ns;
    std::vector<pollfd> waits;
    const Talk* silent = nullptr;
    for (Talk& talk : talks) {
      if (!talk.is_heard && probes) send_probe(talk, batch);
      if (!talk.has_heard) {
        if (auto listened = listen_for_probe(talk, batch); !listened) return listened;
      }
      if (!talk.is_heard) {
        if (auto listened = listen_to_connection(talk); !listened) return listened;
      }
      if (talk.is_done()) continue;
      silent = &talk;
      if (!talk.has_heard) waits.push_back({talk.socket->descriptor(), POLLIN, 0});
      if (!talk.is_heard) waits.push_back({talk.link.connection.descriptor(), POLLIN, 0});
    }
    if (silent == nullptr) return {};
    if (now_ns >= deadline_ns) return std::unexpected(not_reached(*silent));
    wait_for(waits, clock, std::min(probe_ns, deadline_ns));
  }
}

}  // namespace

UdpTerms UdpTerms::from(const Settings& settings) {
  UdpTerms terms;
  terms.datagram_bytes = static_cast<std::size_t>(settings.size_bytes("datagram"));
  terms.window_bytes = static_cast<std::size_t>(settings.size_bytes("window"));
  terms.patience_ns = settings.duration_ns("patience");
  return terms;
}

Expected<std::vector<UdpLink>> meet_by_udp(std::vector<UdpCall> calls, const Clock& clock,
                                           TimeNs timeout_ns) {
  const TimeNs deadline_ns = clock.now_ns() + timeout_ns;
  auto talks = begin_talks(std::move(calls));
  if (!talks) return forward_error(talks);
  if (auto greeted = exchange_greetings(*talks, clock, deadline_ns); !greeted) {
    return forward_error(greeted);
  }
  if (auto probed = probe(*talks, clock); !probed) return forward_error(probed);
  std::vector<UdpLink> links;
  for (Talk& talk : *talks) {
    talk.link.port = std::move(talk.socket);
    links.push_back(std::move(talk.link));
  }
  return links;
}

}  // namespace isthmus::engine::fabric
