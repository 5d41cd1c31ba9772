// isthmus/runtime/site_word.hpp: what processes tell each other while a lost site is made again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/runtime/site_standing.hpp"
#include "isthmus/store/checkpoints.hpp"

namespace isthmus::engine::runtime {

/// One word of what SiteLife describes. Plain data; is sent. What has no meaning for its kind is
/// empty.
struct SiteWord {
  enum class Kind : std::uint8_t {
    come,        ///< The leader to those that are left: who has.
    known,       ///< Back: it is known.
    standing,    ///< To the leader: how a process that is left stands.
    part,        ///< To a new PE: what it had, of one image.
    told,        ///< Between new PEs: all has been told that follows from making it.
    made,        ///< To the leader: by a PE that is made again.
    numbers,     ///< The leader to a new PE: by which it goes on.
    goes_on,     ///< Back: it does.
    open,        ///< The leader to all PEs that are left: the border is open.
    has_caught,  ///< To the leader: nothing is owed to or by a process any more.
    release,     ///< The leader to a new PE: it has caught up.
  };
  /// Who has sent a word, and who gets it.
  struct Way {
    bool is_from_leader = false;
    bool is_from_site = false;  ///< By a PE of the site that is made again.
    bool is_for_leader = false;
    bool is_for_new = false;  ///< To a PE that is made again.
  };

  Kind kind = Kind::come;
  std::vector<bootstrap::Peer> peers = {};
  std::optional<SiteStanding> standing = {};
  std::optional<store::Checkpoints::Numbers> numbers = {};
  /// Counted messages sent more than handled, modulo 2^64.
  std::uint64_t balance = 0;
  std::vector<std::byte> objects = {};
  std::optional<network::SiteLog::Figures> figures = {};

  /// Whether a word of its kind goes that way, and has what belongs to it.
  bool is_right(const Way& way) const;
};

}  // namespace isthmus::engine::runtime
