// mpi/spawn/find_command.hpp: which program and how many ranks a call of MPI_Comm_spawn means.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {

/// An absolute path of the program. A name without "/" is looked for in `directories` (of the info
/// key "path"), on PATH as `environment` ("NAME=value") has it, and in the current directory.
/// ErrorCode::bad_input. May wait for the disk.
Expected<std::string> find_command(const std::string& command, std::string_view directories,
                                   const std::vector<std::string>& environment);

/// The largest number of at most `most` that the info key "soft" admits: "a", "a:b" or "a:b:c",
/// several with commas between them (MPI 5.0, 11.8.3). Nothing where there is none, or the text is
/// no such list.
std::optional<int> most_of_soft(std::string_view soft, int most);

/// The PEs that the info key "host" names: a site or a node of the job, a node's address, "NAME PE
/// n" as MPI_Get_processor_name has it, or `own_host`, which is the node of `own_pe`. None where
/// it is nothing of these.
std::vector<std::uint32_t> pes_of_host(std::string_view host, const topology::Topology& topology,
                                       std::string_view own_host, PeId own_pe);

}  // namespace isthmus::engine::mpi
