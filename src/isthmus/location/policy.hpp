// isthmus/location/policy.hpp: who is told what when an object has moved or a message finds it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/location/directory.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::location {

/// Something that a location policy may react to, on the PE that has the object or lets it go.
struct Event {
  enum class Kind {
    left,       ///< It is on its way from here to `to`.
    moved,      ///< It has come here from `from`.
    delivered,  ///< A message of `sender` reached it here after `hops` detours.
  };

  Kind kind;
  const topology::Members& members;
  PeId here;
  PeId home;
  PeId from = PeId::none();
  PeId to = PeId::none();
  PeId sender = PeId::none();
  int hops = 0;
  /// The PEs that have sent to it since it moved before this, where the policy keeps profiles: of
  /// `left`, where it is as published, else of `moved`.
  std::span<const PeId> profile = {};
};

/// A PE that is to be told where the object is now, and whom it tells in turn.
struct Update {
  enum class Spread : std::uint8_t {
    none,  ///< Nobody.
    site,  ///< All other PEs of its site.
    path,  ///< The PE where it believed the object to be, which does the same.
  };

  PeId to;
  Spread spread = Spread::none;

  bool operator==(const Update&) const = default;
};
using Updates = std::vector<Update>;

/// A way of keeping track of objects: one point in the design space of the Clam thesis (3.2,
/// figure 3.3). The PE that an object leaves always remembers where it went, and forwards what
/// comes after it; a policy says what more is done.
struct Policy {
  std::string_view name;
  /// A PE that knows nothing of an object asks its home; else the PE where it was made. With
  /// `home`, what it knows does not count either: every message goes by the home (thesis, HB).
  bool asks_home = false;
  /// Every move is told to the home, so that other PEs may forget what they know.
  bool tells_home = false;
  /// Who has sent to an object is noted and travels with it.
  bool keeps_profiles = false;
  /// As the thesis has it: what is told of a move tells the PE that the object leaves, which has
  /// the profile, too. The home is one PE like another, and lets nobody forget where an object
  /// went. For comparison; never what `adapts` stands for.
  bool as_published = false;
  /// Stands for whatever other policy suits best, see adaptive.hpp; until that is known for what
  /// the rest of this says.
  bool adapts = false;
  /// Maps an event to the updates to send, beside those to the home; those that go by a profile
  /// may be to PEs that took part in an earlier epoch alone. Pure.
  Updates (*updates)(const Event&) = nullptr;
};

/// Messages follow the trail of the object; nobody is told.
extern const Policy lazy_forwarding;
/// The sender of a message that was forwarded is told.
extern const Policy jump_update;
/// The same, and so are all PEs on the message's trail.
extern const Policy path_compression;
/// All PEs are told of every move; the way between two sites is used once.
extern const Policy broadcast_update;
/// All PEs of the sites that the object left and came to are told of every move; of the sender's
/// site, when a message was forwarded.
extern const Policy partitioned_update;
/// Those who have sent to the object since its last move are told of the next.
extern const Policy eager_update;
/// broadcast_update:published. All PEs are told of every move, each by the one that it leaves.
extern const Policy broadcast_update_published;
/// partitioned_update:published. As partitioned_update, but the PE that it leaves tells its own
/// site, and the home is told as one of its site.
extern const Policy partitioned_update_published;
/// eager_update:published. As eager_update, but the PE that it leaves tells, and the home only if
/// it has sent.
extern const Policy eager_update_published;
/// The home is told of every move, and every message goes by it.
extern const Policy home_based;
/// The home is told of every move, and the sender whose message took a detour where the object is.
extern const Policy home_and_sender;
/// Each PE measures how its elements are sent to and how they move, and follows what suits that.
extern const Policy adaptive;

/// All of them.
std::span<const Policy* const> policies();
/// The policy's place among them.
std::uint8_t position_of(const Policy& policy);
/// Null if there is none of this name.
const Policy* find_policy(std::string_view name);
/// "lazy_forwarding, jump_update, ..." for error texts and help.
std::string policy_names();

}  // namespace isthmus::engine::location

/// What programs name.
namespace isthmus::location {

using engine::location::adaptive;
using engine::location::broadcast_update;
using engine::location::broadcast_update_published;
using engine::location::eager_update;
using engine::location::eager_update_published;
using engine::location::find_policy;
using engine::location::home_and_sender;
using engine::location::home_based;
using engine::location::jump_update;
using engine::location::lazy_forwarding;
using engine::location::partitioned_update;
using engine::location::partitioned_update_published;
using engine::location::path_compression;
using engine::location::policies;
using engine::location::Policy;
using engine::location::policy_names;
using engine::location::position_of;

}  // namespace isthmus::location
