// isthmus/store/partners.hpp: which process holds another one's image.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::store {

/// What a process and its partner are not to have in common, as far as the job has two of it: a
/// failure domain, which is lost as one.
enum class Apart : std::uint8_t { process, node, site };

/// The process that holds a copy of this one's image; nothing where there is no other one. In a
/// ring of failure domains the processes of one have partners in the next, each another one as far
/// as there are so many. Where all are in one domain, it goes by the next smaller kind. The same on
/// every PE. Pure.
std::optional<ProcessId> partner_of(ProcessId process, const topology::Members& members,
                                    Apart apart);

/// Those to whom a process's image is copied: its partner; where some are leaving, a partner among
/// those that stay, and of one that leaves two, as far as there are so many, so that there are two
/// copies of each image when they have left. Pure.
std::vector<ProcessId> holders_for(ProcessId process, const topology::Members& members,
                                   const std::vector<ProcessId>& leaving, Apart apart);

}  // namespace isthmus::engine::store
