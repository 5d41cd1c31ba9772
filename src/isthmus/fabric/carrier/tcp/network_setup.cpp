#include "isthmus/fabric/carrier/tcp/network_setup.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "isthmus/fabric/carrier/exchange.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr TimeNs call_again_after_ns = 50'000'000;
/// Of those who have called and said nothing yet; one more pushes out the oldest.
constexpr std::size_t strangers_max = 64;

using Token = std::array<unsigned char, 16>;

/// Where a process listens in one network; little-endian but for the address.
struct Place {
  std::array<unsigned char, 16> address = {};
  std::uint16_t port = 0;
  std::uint8_t is_ipv6 = 0;
  std::array<std::uint8_t, 5> zeros = {};
};
static_assert(sizeof(Place) == 24);

/// What a process says first.
struct NetworkGreeting {
  static constexpr std::array<char, 8> magic_text = {'I', 'S', 'T', 'H', 'N', 'E', 'T', '\n'};
  static constexpr std::uint32_t version_now = 1;

  std::array<char, 8> magic = magic_text;
  std::uint32_t version = version_now;
  std::uint32_t count = 0;
  Token token = {};
  std::array<Place, networks_max> places = {};
};
static_assert(sizeof(NetworkGreeting) == 224 && std::is_trivially_copyable_v<NetworkGreeting>);

Place place_of(const SocketAddress& address, std::uint16_t port) {
  Place place;
  place.port = port;
  place.is_ipv6 = address.storage.ss_family == AF_INET6 ? 1 : 0;
  if (place.is_ipv6 != 0) {
    std::memcpy(place.address.data(),
                &reinterpret_cast<const sockaddr_in6&>(address.storage).sin6_addr, 16);
  } else {
    std::memcpy(place.address.data(),
                &reinterpret_cast<const sockaddr_in&>(address.storage).sin_addr, 4);
  }
  return place;
}

SocketAddress address_of(const Place& place) {
  SocketAddress address;
  if (place.is_ipv6 != 0) {
    auto& v6 = reinterpret_cast<sockaddr_in6&>(address.storage);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(place.port);
    std::memcpy(&v6.sin6_addr, place.address.data(), 16);
    address.bytes = sizeof(sockaddr_in6);
  } else {
    auto& v4 = reinterpret_cast<sockaddr_in&>(address.storage);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(place.port);
    std::memcpy(&v4.sin_addr, place.address.data(), 4);
    address.bytes = sizeof(sockaddr_in);
  }
  return address;
}

/// 16 bytes are few: a new connection takes them at once, or is of no use.
bool say(const Socket& socket, const Token& token) {
  const ssize_t sent =
      send(socket.descriptor(), token.data(), token.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent == static_cast<ssize_t>(token.size());
}

/// A token on its way in.
struct Hearing {
  Token token = {};
  std::size_t count = 0;

  bool is_whole() const { return count == token.size(); }
  /// False where no more comes. Reads no further than the token, as frames follow it.
  bool read_from(const Socket& socket) {
    const ssize_t got =
        recv(socket.descriptor(), token.data() + count, token.size() - count, MSG_DONTWAIT);
    if (got > 0) count += static_cast<std::size_t>(got);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
  }
};

/// The way to one peer over one network, as long as it is being made from here.
struct Calling {
  Socket socket = {};
  bool is_connected = false;
  Hearing answer = {};
  TimeNs not_before_ns = 0;
  std::string why_in_vain = {};
};

struct NetworkTalk {
  NetworkCall call;
  std::string name;
  NetworkGreeting own;
  NetworkGreeting other = {};
  std::vector<Calling> callings = {};
  std::vector<Socket> connections = {};
};

class NetworkMeeting {
 public:
  NetworkMeeting(const Clock& clock, TimeNs timeout_ns)
      : clock_(clock), deadline_ns_(clock.now_ns() + timeout_ns) {}

  Expected<std::vector<NetworkLink>> run(std::vector<NetworkCall> calls) {
    for (NetworkCall& call : calls) {
      if (auto begun = begin(std::move(call)); !begun) return forward_error(begun);
    }
    if (auto greeted = exchange_greetings(); !greeted) return forward_error(greeted);
    while (!is_done()) {
      const TimeNs now_ns = clock_.now_ns();
      if (now_ns >= deadline_ns_) return std::unexpected(missing());
      if (auto accepted = accept_all(); !accepted) return forward_error(accepted);
      listen_to_callers();
      for (NetworkTalk& talk : talks_) {
        for (std::size_t at = 0; at < talk.callings.size(); ++at) advance(talk, at, now_ns);
      }
      if (!is_done()) wait();
    }
    std::vector<NetworkLink> links;
    for (NetworkTalk& talk : talks_) {
      for (const Socket& connection : talk.connections) {
        tune_for_messages(connection);
        set_buffers(connection, talk.call.buffers);
      }
      links.push_back({talk.call.peer, std::move(talk.connections)});
    }
    return links;
  }

 private:
  struct Listening {
    Socket listener;
    Place place;
  };
  struct Caller {
    Socket socket;
    std::string network;
    Hearing word = {};
  };

  Expected<void> begin(NetworkCall call) {
    NetworkTalk talk;
    talk.name = peer_name(call.peer, call.connection);
    talk.own.count = static_cast<std::uint32_t>(call.networks.size());
    if (getrandom(talk.own.token.data(), talk.own.token.size(), 0) !=
        static_cast<ssize_t>(talk.own.token.size())) {
      return fail(ErrorCode::io, with_errno("cannot draw random bytes", errno));
    }
    for (std::size_t at = 0; at < call.networks.size(); ++at) {
      auto listening = open(call.networks[at]);
      if (!listening) return forward_error(listening);
      talk.own.places[at] = (*listening)->place;
    }
    talk.connections.resize(call.networks.size());
    if (call.calls) talk.callings.resize(call.networks.size());
    talk.call = std::move(call);
    talks_.push_back(std::move(talk));
    return {};
  }

  Expected<const Listening*> open(const Network& network) {
    const auto known = listening_.find(network.text);
    if (known != listening_.end()) return &known->second;
    auto address = own_address_in(network);
    if (!address) return forward_error(address);
    auto listener = listen_on({address->host_port().host, 0});
    if (!listener) return forward_error(listener);
    auto at = local_address(*listener);
    if (!at) return forward_error(at);
    Listening listening{std::move(*listener), place_of(*address, at->port)};
    return &listening_.emplace(network.text, std::move(listening)).first->second;
  }

  Expected<void> exchange_greetings() {
    std::vector<Transfer> greetings;
    for (NetworkTalk& talk : talks_) {
      greetings.push_back(transfer_of(talk.call.connection, talk.name, talk.own, talk.other));
      greetings.back().judge = [&talk] { return check(talk); };
    }
    return exchange_all(std::move(greetings), "networks", clock_, deadline_ns_);
  }

  static Expected<void> check(const NetworkTalk& talk) {
    const NetworkGreeting& other = talk.other;
    if (auto alike = check_alike(talk.own, other, "networks", talk.name); !alike) return alike;
    if (other.count != talk.own.count) return speaks_otherwise("networks", talk.name);
    for (std::size_t at = 0; at < talk.call.networks.size(); ++at) {
      const Network& network = talk.call.networks[at];
      const bool is_there =
          other.places[at].port != 0 && network.contains(address_of(other.places[at]));
      if (is_there) continue;
      return fail(ErrorCode::malformed, "the peer listens outside of network " + network.text,
                  talk.name, "an address there");
    }
    return {};
  }

  Expected<void> accept_all() {
    for (const auto& [network, listening] : listening_) {
      while (true) {
        auto socket = accept_from(listening.listener);
        if (!socket) return forward_error(socket);
        if (!*socket) break;
        callers_.push_back({std::move(*socket), network});
        if (callers_.size() > strangers_max) callers_.pop_front();
      }
    }
    return {};
  }

  void listen_to_callers() {
    std::erase_if(callers_, [this](Caller& caller) {
      if (!caller.word.read_from(caller.socket)) return true;
      if (!caller.word.is_whole()) return false;
      receive(caller);
      return true;
    });
  }

  /// Of a peer that has called again the newest connection is the one that it holds. A stranger's
  /// is closed without a word.
  void receive(Caller& caller) {
    for (NetworkTalk& talk : talks_) {
      if (talk.call.calls || talk.own.token != caller.word.token) continue;
      for (std::size_t at = 0; at < talk.call.networks.size(); ++at) {
        if (talk.call.networks[at].text != caller.network) continue;
        if (say(caller.socket, talk.other.token)) talk.connections[at] = std::move(caller.socket);
        return;
      }
    }
  }

  void advance(NetworkTalk& talk, std::size_t at, TimeNs now_ns) {
    Calling& calling = talk.callings[at];
    if (talk.connections[at] || now_ns < calling.not_before_ns) return;
    const SocketAddress to = address_of(talk.other.places[at]);
    if (!calling.socket) {
      auto socket = begin_connect(to, talk.call.buffers);
      if (!socket) return try_later(calling, socket.error().text(), now_ns);
      calling.socket = std::move(*socket);
    }
    if (!calling.is_connected) {
      pollfd ready{calling.socket.descriptor(), POLLOUT, 0};
      if (poll(&ready, 1, 0) == 0) return;
      if (auto connected = connect_result(calling.socket, to); !connected) {
        return try_later(calling, connected.error().text(), now_ns);
      }
      calling.is_connected = true;
      if (!say(calling.socket, talk.other.token)) {
        return try_later(calling, "the connection broke", now_ns);
      }
    }
    if (!calling.answer.read_from(calling.socket)) {
      return try_later(calling, "somebody else listens there", now_ns);
    }
    if (!calling.answer.is_whole()) return;
    if (calling.answer.token != talk.own.token) {
      return try_later(calling, "somebody else answers there", now_ns);
    }
    talk.connections[at] = std::move(calling.socket);
  }

  static void try_later(Calling& calling, std::string why, TimeNs now_ns) {
    calling = {};
    calling.why_in_vain = std::move(why);
    calling.not_before_ns = now_ns + call_again_after_ns;
  }

  bool is_done() const {
    return std::ranges::all_of(talks_, [](const NetworkTalk& talk) {
      return std::ranges::all_of(talk.connections, [](const Socket& one) { return bool(one); });
    });
  }

  void wait() const {
    std::vector<pollfd> waits;
    for (const auto& [network, listening] : listening_) {
      waits.push_back({listening.listener.descriptor(), POLLIN, 0});
    }
    for (const Caller& caller : callers_) {
      waits.push_back({caller.socket.descriptor(), POLLIN, 0});
    }
    TimeNs wake_ns = deadline_ns_;
    for (const NetworkTalk& talk : talks_) {
      for (std::size_t at = 0; at < talk.callings.size(); ++at) {
        if (talk.connections[at]) continue;
        const Calling& calling = talk.callings[at];
        const short events = calling.is_connected ? POLLIN : POLLOUT;
        if (calling.socket) waits.push_back({calling.socket.descriptor(), events, 0});
        if (!calling.socket) wake_ns = std::min(wake_ns, calling.not_before_ns);
      }
    }
    wait_for(waits, clock_, wake_ns);
  }

  Error missing() const {
    for (const NetworkTalk& talk : talks_) {
      for (std::size_t at = 0; at < talk.connections.size(); ++at) {
        if (talk.connections[at]) continue;
        const std::string& why = talk.call.calls ? talk.callings[at].why_in_vain : std::string();
        return {ErrorCode::unreachable,
                "no connection over network " + talk.call.networks[at].text +
                    (why.empty() ? "" : ": " + why),
                talk.name,
                {}};
      }
    }
    return {};
  }

  const Clock& clock_;
  const TimeNs deadline_ns_;
  std::vector<NetworkTalk> talks_;
  std::map<std::string, Listening> listening_;  // by network
  std::deque<Caller> callers_;                  // oldest first
};

}  // namespace

Expected<std::vector<NetworkLink>> meet_over_networks(std::vector<NetworkCall> calls,
                                                      const Clock& clock, TimeNs timeout_ns) {
  return NetworkMeeting(clock, timeout_ns).run(std::move(calls));
}

}  // namespace isthmus::engine::fabric
