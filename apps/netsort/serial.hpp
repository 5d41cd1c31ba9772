// netsort/serial.hpp: the plain single-threaded programs that judge all others.
#pragma once

#include <cstdint>
#include <vector>

#include "netsort/network.hpp"

namespace netsort {

/// std::sort.
std::vector<std::int32_t> sorted(std::vector<std::int32_t> values);

/// The network, stage by stage; as many values as it has inputs.
std::vector<std::int32_t> sorted_by(const Network& network, std::vector<std::int32_t> values);

}  // namespace netsort
