// isthmus/base/reconnector.hpp: where a carrier gets new connections to its peers from.
#pragma once

#include <optional>
#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine {

/// Makes connections in a running job. Each pair of processes has a number of slots for them; a new
/// connection for a slot takes the place of the old one. Several carriers may share one
/// reconnector, each for its own peers. Never blocks; any thread.
class Reconnector {
 public:
  struct Event {
    enum class Kind {
      connected,  ///< `socket` is for that slot; the peer has proven who it is.
      asked,      ///< The peer has no connection in that slot and waits for this process to call.
      answered,   ///< The peer has heard that this process waits for its call.
      gone,       ///< The peer's machine answers, and says that the process is not there: `why`.
    };
    Kind kind{};
    unsigned slot = 0;
    Socket socket = {};
    std::string why = {};
  };

  virtual ~Reconnector() = default;
  /// Tries until there is a connection, however long that takes, or hang_up is called.
  virtual void call(ProcessId peer, unsigned slot) = 0;
  virtual void hang_up(ProcessId peer) = 0;
  /// Whether a call has come through to the peer's machine, and the peer says nothing: its PEs may
  /// all be busy.
  virtual bool is_waiting_for_answer(ProcessId peer) const = 0;
  /// What the last call came to; empty where nobody knows.
  virtual std::string why_in_vain(ProcessId peer) const = 0;
  /// Goes on with what is under way.
  virtual void progress(TimeNs now_ns) = 0;
  /// When there is something to go on with; never_ns where only a peer's call can make that.
  virtual TimeNs deadline_ns() const = 0;
  /// Whether something has happened with anybody that was not taken yet.
  virtual bool has_news() const = 0;
  /// Likewise with that peer.
  virtual bool has_news_of(ProcessId peer) const = 0;
  /// The next thing that happened with that peer.
  virtual std::optional<Event> take(ProcessId peer) = 0;
  /// Readable when a peer calls. Constant.
  virtual int descriptor() const = 0;
};

}  // namespace isthmus::engine
