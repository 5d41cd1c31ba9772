// isthmus/fabric/carrier/tcp/networks.hpp: networks that join the same machines, as a chain names
// them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

/// All addresses that begin alike. Plain data.
struct Network {
  std::string text;  ///< "10.1.0.0/24", "fd00:1::/64".
  bool is_ipv6 = false;
  std::array<unsigned char, 16> prefix = {};
  unsigned bits = 0;

  bool contains(const SocketAddress& address) const;
  bool operator==(const Network&) const = default;
};

inline constexpr std::size_t networks_max = 8;

/// "10.0.0.0/24, 10.1.0.0/24": at most `networks_max`, none of which has addresses of another; none
/// where the text is empty. ErrorCode::bad_input.
Expected<std::vector<Network>> parse_networks(std::string_view text);

/// Of the carrier `tcp`, whose settings have been checked (check_chain).
std::vector<Network> networks_of(const Settings& settings);

/// This machine's first address there. ErrorCode::bad_input where it has none.
Expected<SocketAddress> own_address_in(const Network& network);

}  // namespace isthmus::engine::fabric
