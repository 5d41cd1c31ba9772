// mpi/collectives/bundle.hpp: what ranks give to a collective operation, on its way in one message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/collectives/collective.hpp"
#include "mpi/collectives/site_plan.hpp"

namespace isthmus::engine::mpi {

/// One rank's part, for one rank or for all that take; or values of some that are combined already.
struct Piece {
  std::int32_t from = 0;   ///< the giver's rank; of values: position, in runs of 2^level
  std::int32_t giver = 0;  ///< and in the job
  std::int32_t to = -1;    ///< a rank of the job; -1: whoever takes
  std::uint8_t level = 0;
  std::vector<std::byte> bytes = {};

  std::int64_t begin() const { return std::int64_t{from} << level; }
};

/// What becomes of the parts of an operation that goes by sites.
enum class Form : std::uint8_t {
  gather,          ///< each goes to all that take, who get all of them at once
  exchange,        ///< each has one taker, or goes to all from one
  reduce,          ///< values are combined; the result goes to all that take
  scan,            ///< to each the values before it, its own counted or not
  reduce_scatter,  ///< to each its share of the result
};

/// Many parts in one message between two ranks.
struct Bundle {
  enum class Way : std::uint8_t {
    up,      ///< to who stands above in the site's tree
    across,  ///< from a site's leader to another one's, or to the root
    down,    ///< to ranks that may not have begun yet
  };
  Part head = {};  ///< name, kind, operation and type of all parts; without bytes
  Form form = Form::gather;
  Way way = Way::up;
  std::vector<std::int32_t> members = {};  ///< `down`: a subtree, ascending, its top first
  std::vector<Piece> pieces = {};
};

/// A rank's side of an operation that goes by sites.
struct Wide {
  Form form = Form::gather;
  Part head = {};
  bool gives = true;                        ///< it, or its group
  bool is_root = false;                     ///< it alone takes what the givers give
  std::optional<std::int32_t> target = {};  ///< the root of what it gives; none: all peers
  /// Of `reduce_scatter`: who of its group gets how many bytes, by rank; whether those that it
  /// gives to have other shares, which it does not know.
  std::vector<std::int32_t> takers = {};
  std::vector<std::uint64_t> shares = {};
  bool has_others_shares = false;
  SitePlan plan = {};
  std::int32_t children = 0, sites = 0;  ///< from whom bundles are yet to come
  bool has_given = false;
  std::vector<Piece> given = {}, taken = {};  ///< at or below it; of all sites

  /// It gives its site what other sites give.
  bool leads_takers() const { return gives && !target && plan.leads(); }
};

}  // namespace isthmus::engine::mpi
