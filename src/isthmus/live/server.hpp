// isthmus/live/server.hpp: answers browsers, and whoever else speaks HTTP, for a running job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/refusal_log.hpp"
#include "isthmus/live/access.hpp"
#include "isthmus/live/door_call.hpp"
#include "isthmus/live/http.hpp"
#include "isthmus/live/metrics.hpp"
#include "isthmus/live/wire.hpp"

namespace isthmus::engine::live {

/// Serves one request a connection, many connections at once: who is slow, silent or talks nonsense
/// holds up nobody. It knows of the job what the door says, and asks there alone. While nobody
/// looks it asks nothing. One thread, which has SIGPIPE blocked.
class Server {
 public:
  /// One more pushes out the oldest that has not shown the token.
  static constexpr std::size_t connections_max = 128;
  static constexpr std::size_t streams_max = 4;
  /// Requests at the door, beside the one for the status.
  static constexpr std::size_t calls_max = 32;
  /// For a request to come.
  static constexpr TimeNs request_ns = 5'000'000'000;
  /// For an answer, or an event, to be taken.
  static constexpr TimeNs taking_ns = 30'000'000'000;
  static constexpr TimeNs status_ns = 10'000'000'000;
  /// For a value to be set in all processes.
  static constexpr TimeNs change_ns = 60'000'000'000;
  /// Somebody who has asked for metrics will again: so long the job is looked at so often, that
  /// what it measures while somebody looks goes on from one time to the next.
  static constexpr TimeNs scraped_ns = 150'000'000'000;
  static constexpr TimeNs scraped_every_ns = 5'000'000'000;

  struct Parts {
    Socket listener;
    Access& access;
    std::unique_ptr<TlsServer> tls;               ///< Null: none.
    std::function<Expected<Socket>()> call_door;  ///< A connection to the job's door.
    std::function<std::string()> page;            ///< HTML.
    TimeNs every_ns = 500'000'000;                ///< From one event to the next.
    const Clock& clock;
    Log& log;
  };
  explicit Server(Parts parts) : parts_(std::move(parts)), refusals_(parts_.log) {}
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Sleeps until there is something to do or `wake` is readable, which may be -1 for nothing, for
  /// `at_most_ns` at most, and does it.
  void serve(int wake, TimeNs at_most_ns);
  /// Takes in nobody from now on, and ends the streams.
  void close();
  /// The job has ended, and answers at its door for a moment yet: who looks is told of that state
  /// once, and streams end behind it. Who asks later gets the same.
  void end();
  /// All that is to be asked at the door after the job's end has been.
  bool has_told_end() const { return end_ == End::told; }
  /// Somebody has asked something, and not got the whole answer.
  bool owes_answers() const;
  std::size_t connection_count() const { return connections_.size(); }
  /// When there is something to do, whoever comes or says something; in the past: at once.
  TimeNs wake_ns() const;

 private:
  enum class State {
    asks,     ///< Its request is not complete.
    waits,    ///< For the door.
    leaves,   ///< With its answer.
    lingers,  ///< Has its answer, and may still send.
    streams   ///< Gets events.
  };
  enum class StatusForm { status, metrics };
  enum class End {
    none,   ///< The job works.
    looks,  ///< It has ended, and is to be looked at once more.
    told
  };
  struct Connection {
    Wire wire;
    HostPort from;
    TimeNs deadline_ns = 0;
    State state = State::asks;
    std::string in = {};
    std::string out = {};  // what is left of it
    bool with_body = true;
    bool is_admitted = false;   // it has shown the token
    std::string cookie = {};    // to be set
    MetricsFormat format = {};  // that it takes
  };
  using Connections = std::map<std::uint64_t, Connection>;  // by number: oldest first

  void begin_look();
  void accept_some();
  void admit(Socket socket, HostPort from);
  /// These say whether the connection has gone.
  bool hear(std::uint64_t number, Connection& connection);
  bool send_on(Connection& connection);
  void handle(std::uint64_t number, Connection& connection, HttpRequest request);
  void ask_status(std::uint64_t number, Connection& connection, StatusForm form);
  void open_stream(Connection& connection);
  void ask_door(std::uint64_t number, Connection& connection, std::string request);
  void answer(Connection& connection, HttpAnswer answer);
  void refuse(Connection& connection, int status, const std::string& why);
  void progress_status();
  void progress_calls();
  void tell_status(const std::string& answer);
  void tell_streams(const std::string& event);
  void tell_no_status(int status);
  void end_late_ones();
  std::size_t stream_count() const;

  Parts parts_;
  bootstrap::RefusalLog refusals_;
  bool is_closed_ = false;
  TimeNs now_ns_ = 0;
  TimeNs listens_ns_ = 0;    // not before: it has run out of descriptors
  TimeNs next_look_ns_ = 0;  // for streams and those that scrape
  TimeNs scraped_until_ns_ = 0;
  std::uint64_t last_number_ = 0;
  Connections connections_;
  std::unique_ptr<DoorCall> status_call_;  // null: none
  std::vector<std::pair<std::uint64_t, StatusForm>> status_requests_;
  std::map<std::uint64_t, DoorCall> calls_;  // by connection
  Counters counters_;                        // as they were told last
  End end_ = End::none;
  std::string last_status_;  // after the end; empty: nobody has looked
};

}  // namespace isthmus::engine::live
