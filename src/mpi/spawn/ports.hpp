// mpi/spawn/ports.hpp: where groups of ranks meet that have no communicator in common (MPI 5.0,
// 11.9).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "mpi/collectives/collective.hpp"

namespace isthmus::engine::mpi {

/// What ranks say of ports to the rank that has opened one, of names to the job's first, and what
/// those answer.
struct PortWord {
  enum class What : std::uint8_t {
    accept,
    connect,
    paired,
    publish,
    unpublish,
    look_up,
    answer,
  };

  What what = What::accept;
  std::int32_t owner = 0;     ///< `accept`, `connect`: the rank of the job that has opened the port
  std::uint64_t port = 0;     ///< its number on that rank
  std::int32_t from = 0;      ///< a rank of the job
  std::uint64_t request = 0;  ///< the asker's, a handle
  std::int32_t other = 0;     ///< `paired`: the other leader, a rank of the job
  std::uint64_t pair = 0;     ///< `paired`: its number on that rank
  std::int32_t error = 0;
  std::string service = {};
  std::string port_name = {};
};

/// One rank's part in it. Plain data.
struct Ports {
  struct Asker {
    std::int32_t rank = 0;
    std::uint64_t request = 0;
  };
  struct Port {
    std::deque<Asker> accepts = {}, connects = {};

    void serialize(auto& archive) { archive(accepts, connects); }
  };
  /// An operation of a group whose leader this rank is, and which waits for the other group.
  struct Waiting {
    CollectiveName name = {};
    std::uint64_t communicator = 0;
  };

  std::map<std::uint64_t, Port> opened = {};
  std::uint64_t opened_count = 0, pair_count = 0;
  std::map<std::uint64_t, Waiting> waiting = {};       ///< by request
  std::map<std::uint64_t, std::uint64_t> wanted = {};  ///< by request: where a port's name goes
  std::map<std::string, std::string> names = {};       ///< rank 0: ports by services

  void serialize(auto& archive) {
    archive(opened, opened_count, pair_count, waiting, wanted, names);
  }
};

}  // namespace isthmus::engine::mpi
