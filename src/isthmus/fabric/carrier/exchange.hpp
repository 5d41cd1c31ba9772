// isthmus/fabric/carrier/exchange.hpp: what processes tell each other over a new connection, before
// another carrier takes over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::fabric {

/// Bytes on their way to and from one peer; the memory is the caller's.
struct Transfer {
  const Socket& connection;
  const std::string& name;  ///< Of the peer, for errors.
  std::span<const std::byte> out;
  std::span<std::byte> in;
  /// Judges what has come, once, as soon as all of it is there; what it refuses has failed. Empty:
  /// anything will do.
  std::function<Expected<void>()> judge = {};
  std::optional<Error> failure = {};

  bool is_done() const { return failure || (out.empty() && in.empty()); }
};

enum class Until : std::uint8_t {
  all_are_done,
  one_has_failed,  ///< Or all are done. The others stay as far as they have come.
};

/// Sends and receives with all peers at once, until each transfer has done both or failed: peers do
/// the same in any order. `about` says in errors what was to be agreed upon. ErrorCode::unreachable
/// for those that go away or are silent until the deadline. Blocks the calling thread.
void exchange(std::vector<Transfer>& transfers, const std::string& about, const Clock& clock,
              TimeNs deadline_ns, Until until = Until::all_are_done);
/// The same for those of whom none may fail: returns with the first failure as soon as there is
/// one, whoever is still silent then.
Expected<void> exchange_all(std::vector<Transfer> transfers, const std::string& about,
                            const Clock& clock, TimeNs deadline_ns);

/// `own` goes there as it lies in memory, and `other` comes from there.
template <class Words>
Transfer transfer_of(const Socket& connection, const std::string& name, const Words& own,
                     Words& other) {
  static_assert(std::is_trivially_copyable_v<Words>);
  return {connection, name, std::as_bytes(std::span(&own, 1)),
          std::as_writable_bytes(std::span(&other, 1))};
}

/// Of a peer whose greeting is that of another carrier or version: ErrorCode::refused.
std::unexpected<Error> speaks_otherwise(const std::string& about, const std::string& name);
/// That error where the other's greeting does not begin as one's own does.
template <class Greeting>
Expected<void> check_alike(const Greeting& own, const Greeting& other, const std::string& about,
                           const std::string& name) {
  if (own.magic == other.magic && own.version == other.version) return {};
  return speaks_otherwise(about, name);
}

/// "process 3 at 10.0.0.7:41000".
std::string peer_name(ProcessId peer, const Socket& connection);

/// Names this run of this machine's system: another machine has another one. Zeros where the system
/// does not tell.
using BootId = std::array<char, 36>;
BootId own_boot_id();

}  // namespace isthmus::engine::fabric
