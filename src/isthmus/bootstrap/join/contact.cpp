#include "isthmus/bootstrap/join/contact.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::uint32_t addresses_max = 64;
constexpr std::uint32_t key_bytes_max = 65536;

using RawAddress = std::array<std::uint8_t, 16>;

/// Of both families in one space; all zero for what is no numeric address.
RawAddress raw(const std::string& host) {
  RawAddress bytes{};
  if (inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1) return bytes;
  bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return inet_pton(AF_INET, host.c_str(), bytes.data() + 12) == 1 ? bytes : RawAddress{};
}

int common_bits(const RawAddress& a, const RawAddress& b) {
  int bits = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto differing = static_cast<std::uint8_t>(a[i] ^ b[i]);
    bits += std::countl_zero(differing);
    if (differing != 0) break;
  }
  return bits;
}

bool is_ipv6(const HostPort& at) { return at.host.find(':') != std::string::npos; }

std::string hexadecimal(const Nonce& nonce) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : nonce) {
    text += digits[std::to_integer<unsigned>(byte >> 4)];
    text += digits[std::to_integer<unsigned>(byte & std::byte{15})];
  }
  return text;
}

Expected<std::vector<HostPort>> listen_for_the_others(bool is_one_machine, JobOptions& options) {
  HostPort at = options.rendezvous;
  const std::vector<HostPort> machine = addresses_of_this_machine(0);
  const std::string everywhere = machine.empty() || !is_ipv6(machine.front()) ? "0.0.0.0" : "::";
  if (at.host.empty()) at.host = options.listen_at.host;
  if (at.host.empty()) at.host = is_one_machine ? "127.0.0.1" : everywhere;
  auto listener = listen_on(at);
  if (!listener) return forward_error(listener);
  auto local = local_address(*listener);
  if (!local) return forward_error(local);
  options.listener = std::move(*listener);
  if (local->host != "0.0.0.0" && local->host != "::") return std::vector{*local};
  auto addresses = addresses_of_this_machine(local->port);
  if (local->host == "0.0.0.0") std::erase_if(addresses, is_ipv6);
  if (addresses.empty()) addresses.push_back({"127.0.0.1", local->port});
  return addresses;
}

Contact own_contact(bool is_one_machine, JobOptions& options, Error& why) {
  Contact contact;
  if (options.rank == ProcessId(0)) {
    const bool is_alone = options.rendezvous.host.empty();
    if (is_alone) options.job_key = hexadecimal(fresh_nonce());
    auto addresses = listen_for_the_others(is_one_machine, options);
    if (addresses) {
      contact.addresses = std::move(*addresses);
    } else {
      why = std::move(addresses.error());
      contact.failure = why.text();
    }
  }
  contact.job_key = options.job_key;
  return contact;
}

Expected<void> take(Contact contact, std::uint32_t rank, JobOptions& options) {
  if (!contact.failure.empty()) {
    return fail(ErrorCode::unreachable, printable(contact.failure),
                "rank " + std::to_string(rank) + " of the manager");
  }
  if (options.job_key.empty()) options.job_key = std::move(contact.job_key);
  if (contact.addresses.empty() || options.rank == ProcessId(0)) return {};
  options.rendezvous_addresses =
      by_nearness(std::move(contact.addresses), addresses_of_this_machine(0));
  options.rendezvous = options.rendezvous_addresses.front();
  return {};
}

}  // namespace

Bytes encode(const Contact& contact) {
  BodyWriter writer;
  writer.put(static_cast<std::uint32_t>(contact.addresses.size()));
  for (const HostPort& at : contact.addresses) writer.put_text(at.host).put(at.port);
  writer.put(static_cast<std::uint32_t>(contact.job_key.size()));
  writer.put_bytes(std::as_bytes(std::span(contact.job_key)));
  writer.put_text(printable(contact.failure, text_bytes_max));
  return writer.take();
}

std::optional<Contact> decode_contact(std::span<const std::byte> bytes) {
  BodyReader reader(bytes);
  Contact contact;
  const auto count = reader.get<std::uint32_t>();
  if (count > addresses_max) return std::nullopt;
  for (std::uint32_t i = 0; i < count; ++i) {
    HostPort at;
    at.host = reader.get_text();
    at.port = reader.get<std::uint16_t>();
    contact.addresses.push_back(std::move(at));
  }
  const auto key_bytes = reader.get<std::uint32_t>();
  const auto key = reader.get_bytes(std::min(key_bytes, key_bytes_max));
  contact.job_key.assign(reinterpret_cast<const char*>(key.data()), key.size());
  contact.failure = reader.get_text();
  if (!reader.is_whole() || key_bytes > key_bytes_max) return std::nullopt;
  return contact;
}

Expected<void> arrange_rendezvous(Manager& manager, bool is_one_machine, JobOptions& options) {
  Error why;
  const Contact mine = own_contact(is_one_machine, options, why);
  auto all = manager.exchange(encode(mine), options.timeout_ns);
  if (!mine.failure.empty()) return std::unexpected(std::move(why));
  if (!all) return forward_error(all);
  for (std::uint32_t rank = 0; rank < all->size(); ++rank) {
    auto contact = decode_contact((*all)[rank]);
    if (!contact) {
      return fail(ErrorCode::malformed, "handed on something that is no contact",
                  "rank " + std::to_string(rank) + " of the manager");
    }
    if (auto taken = take(std::move(*contact), rank, options); !taken) return taken;
  }
  return {};
}

std::vector<HostPort> addresses_of_this_machine(std::uint16_t port) {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, freeifaddrs);
  std::vector<HostPort> addresses;
  for (const int family : {AF_INET, AF_INET6}) {
    for (const ifaddrs* at = list; at != nullptr; at = at->ifa_next) {
      constexpr unsigned wanted = IFF_UP | IFF_RUNNING;
      if (at->ifa_addr == nullptr || at->ifa_addr->sa_family != family) continue;
      if ((at->ifa_flags & (wanted | IFF_LOOPBACK)) != wanted) continue;
      SocketAddress address;
      address.bytes = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
      std::copy_n(reinterpret_cast<const std::byte*>(at->ifa_addr), address.bytes,
                  reinterpret_cast<std::byte*>(&address.storage));
      const std::string host = address.host_port().host;
      // Of no use without the name of the interface, which another machine cannot know.
      if (host.starts_with("fe80:") || addresses.size() == addresses_max) continue;
      addresses.push_back({host, port});
    }
  }
  return addresses;
}

std::vector<HostPort> by_nearness(std::vector<HostPort> addresses,
                                  const std::vector<HostPort>& mine) {
  const auto distance = [&](const HostPort& at) {
    int best = 0;
    for (const HostPort& own : mine)
      best = std::max(best, common_bits(raw(at.host), raw(own.host)));
    return -best;
  };
  std::ranges::stable_sort(addresses, {}, distance);
  return addresses;
}

}  // namespace isthmus::engine::bootstrap
