#include "isthmus/fabric/carrier/tcp/networks.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

#include "isthmus/base/assert.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr const char* network_expected = "ADDRESS/BITS, as in 10.1.0.0/24 or fd00:1::/64";

/// The bytes of the address as they go over the wire; nothing for what is neither kind.
std::span<const unsigned char> bytes_of(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(address);
    return {reinterpret_cast<const unsigned char*>(&v4->sin_addr), sizeof(v4->sin_addr)};
  }
  if (address->sa_family == AF_INET6) {
    const auto* v6 = reinterpret_cast<const sockaddr_in6*>(address);
    return {reinterpret_cast<const unsigned char*>(&v6->sin6_addr), sizeof(v6->sin6_addr)};
  }
  return {};
}

bool begins_alike(std::span<const unsigned char> a, std::span<const unsigned char> b,
                  unsigned bits) {
  const std::size_t whole = bits / 8;
  if (!std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(whole), b.begin())) {
    return false;
  }
  const unsigned rest = bits % 8;
  return rest == 0 || ((a[whole] ^ b[whole]) >> (8 - rest)) == 0;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<Network> read_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {};
  Network network;
  network.text = text;
  const std::string address(text.substr(0, slash));
  network.is_ipv6 = address.find(':') != std::string::npos;
  if (inet_pton(network.is_ipv6 ? AF_INET6 : AF_INET, address.c_str(), network.prefix.data()) != 1)
    return {};
  const std::string_view bits = text.substr(slash + 1);
  const auto [end, error] = std::from_chars(bits.data(), bits.data() + bits.size(), network.bits);
  const unsigned bits_max = network.is_ipv6 ? 128 : 32;
  const bool is_count = error == std::errc() && end == bits.data() + bits.size();
  if (!is_count || network.bits < 1 || network.bits > bits_max) return {};
  // What is beyond the bits is nobody's: an address there would be taken for a network's name.
  std::array<unsigned char, 16> cut = {};
  for (unsigned bit = 0; bit < network.bits; ++bit) {
    cut[bit / 8] |= static_cast<unsigned char>(network.prefix[bit / 8] & (0x80u >> bit % 8));
  }
  if (cut != network.prefix) return {};
  return network;
}

bool overlap(const Network& a, const Network& b) {
  return a.is_ipv6 == b.is_ipv6 && begins_alike(a.prefix, b.prefix, std::min(a.bits, b.bits));
}

std::string text_of(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  const auto bytes = bytes_of(address);
  if (bytes.empty()) return {};
  inet_ntop(address->sa_family, bytes.data(), text.data(), text.size());
  return text.data();
}

struct FreeAddresses {
  void operator()(ifaddrs* list) const { freeifaddrs(list); }
};

}  // namespace

bool Network::contains(const SocketAddress& address) const {
  const auto bytes = bytes_of(reinterpret_cast<const sockaddr*>(&address.storage));
  return bytes.size() == (is_ipv6 ? 16u : 4u) && begins_alike(prefix, bytes, bits);
}

Expected<std::vector<Network>> parse_networks(std::string_view text) {
  std::vector<Network> networks;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view one = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    std::optional<Network> network = read_network(one);
    if (!network) {
      return fail(ErrorCode::bad_input, "'" + topology::printable(one) + "' is no network", {},
                  network_expected);
    }
    for (const Network& other : networks) {
      if (!overlap(other, *network)) continue;
      return fail(ErrorCode::bad_input,
                  "network " + network->text + " has addresses of " + other.text, {},
                  "networks that have none in common");
    }
    networks.push_back(std::move(*network));
  }
  if (networks.size() <= networks_max) return networks;
  return fail(ErrorCode::bad_input, std::to_string(networks.size()) + " networks", {},
              "at most " + std::to_string(networks_max));
}

std::vector<Network> networks_of(const Settings& settings) {
  auto networks = parse_networks(settings.path("networks"));
  ISTHMUS_ASSERT(networks);
  return std::move(*networks);
}

Expected<SocketAddress> own_address_in(const Network& network) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) {
    return fail(ErrorCode::io, with_errno("cannot list this machine's addresses", errno));
  }
  const std::unique_ptr<ifaddrs, FreeAddresses> list(first);
  std::string others;
  for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || bytes_of(one->ifa_addr).empty()) continue;
    SocketAddress address;
    address.bytes =
        one->ifa_addr->sa_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    std::memcpy(&address.storage, one->ifa_addr, address.bytes);
    if (network.contains(address)) return address;
    others += (others.empty() ? "" : ", ") + text_of(one->ifa_addr);
  }
  return fail(ErrorCode::bad_input, "this machine has no address in network " + network.text, {},
              "a network of one of its addresses: " + others);
}

}  // namespace isthmus::engine::fabric
