// isthmus/program/grid_options.hpp: the grid that a command line asks for, and its links.
#pragma once

#include "isthmus/base/error.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/program/typed_options.hpp"

namespace isthmus::engine::program {

/// The grid of a file, or of so many sites, PEs and processes; `core_count` cores are shared out
/// where their number is not given. With what is to be probed, gateways and delays.
/// ErrorCode::bad_input where it makes no sense.
Expected<void> build_grid(const Typed& typed, int core_count, Options& options);

/// `--carrier`, of links within a site: the filters of the chains stay, and a carrier that keeps no
/// order gets `reorder`; the parameters of another carrier go with it. After build_grid and what
/// [tune] of a grid file says.
Expected<void> read_carrier(const Typed& typed, Options& options);

/// `--change-chain`, of link classes of the grid: after build_grid.
Expected<void> read_chain_changes(const Typed& typed, Options& options);

}  // namespace isthmus::engine::program
