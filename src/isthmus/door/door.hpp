// isthmus/door/door.hpp: where others of the same user speak to a running job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/bootstrap/refusal_log.hpp"
#include "isthmus/door/job_entry.hpp"
#include "isthmus/door/request.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::door {

/// What callers may do with the job. All are called on the PE's thread.
struct Controls {
  /// Nothing when it has been done; else why not.
  using Done = std::function<void(const Expected<void>& done)>;

  const Verbs& verbs;
  /// Sets a verb wherever it is; tells later, or at once, or never where the job ends first.
  std::function<void(const std::string& name, const std::string& value, Done done)> set;
  /// Has processes leave the job: the "process", "node" or "site" of that name, or those of the
  /// highest ranks with so many "pes". Tells as they go.
  std::function<void(const std::string& of, const std::string& name, Done done)> leave;
  /// Ends the "process" of that name at once, where the job goes on without it; tells before that.
  std::function<void(const std::string& name, Done done)> end;
  /// Keeps a place for a process that is about to come: the "process" of that name, or, where there
  /// is no name, any; its rank.
  std::function<Expected<std::uint32_t>(const std::string& name)> place;
  /// Tells, later, what the job knows of itself: a JSON object on one line.
  std::function<void(std::function<void(const std::string& json)> told)> status;
  /// Likewise who waits for what.
  std::function<void(std::function<void(const std::string& json)> told)> waits;
  /// Ends the job; returns before it has ended.
  std::function<void()> stop;
};

/// A socket in the directory of running jobs, which the kernel lets nobody else of the machine
/// reach, and who else comes is sent away. Serves one request a connection, many connections at
/// once: who is slow, silent or talks nonsense holds up nobody, and who has asked for something
/// that takes its time is waited for. A source of work of one PE, on
/// whose thread all is done; never blocks. While nobody calls it costs that PE a look at the time
/// of its step, and a system call a millisecond, and does not wake it.
class Door final : public sched::WorkSource {
 public:
  /// Who have not said what they want. One more pushes out the oldest, which is told so.
  static constexpr std::size_t askers_max = 128;
  /// Who have, and are not answered, or have not taken the answer. What one more asks for is
  /// refused, unless it can be answered at once.
  static constexpr std::size_t waiting_max = 128;
  /// For a request to come, and for an answer to be taken.
  static constexpr TimeNs patience_ns = 5'000'000'000;

  /// The entry, what the controls refer to and the log outlive it. ErrorCode::io.
  static Expected<std::unique_ptr<Door>> open(const JobEntry& entry, Controls controls, Log& log);
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override;
  std::size_t caller_count() const { return callers_.size(); }
  /// Becomes readable when there is something to poll for.
  int descriptor() const { return events_.descriptor(); }

 private:
  enum class State {
    asks,   ///< Its request is not complete.
    waits,  ///< For the job to do it.
    leaves  ///< With its answer.
  };
  struct Caller {
    Socket socket;
    TimeNs deadline_ns;
    State state = State::asks;
    std::string request = {};
    std::string answer = {};  // what is left of it
  };
  using Callers = std::map<std::uint64_t, Caller>;  // by number: oldest first

  Door(const JobEntry& entry, Controls controls, Log& log)
      : entry_(entry), controls_(std::move(controls)), log_(log), refusals_(log) {}

  Expected<void> listen();
  int serve(TimeNs now_ns);
  void accept_some(TimeNs now_ns);
  bool is_of_this_user(const Socket& socket, TimeNs now_ns);
  void admit(Socket socket, TimeNs now_ns);
  /// These say whether the caller has gone.
  bool hear(std::uint64_t number, Caller& caller);
  std::size_t count_of_askers() const;
  bool handle(std::uint64_t number, Caller& caller, const Expected<Request>& request);
  bool answer(std::uint64_t number, Caller& caller, std::string text);
  bool send_on(Caller& caller);
  /// The caller may have gone, or given up.
  void answer_later(std::uint64_t number, std::string text);
  void expect(std::uint64_t number, const Caller& caller, std::uint32_t events);
  void note(const std::string& what) {
    refusals_.note({ErrorCode::refused, what, "this user", {}}, now_ns_);
  }

  const JobEntry& entry_;
  const Controls controls_;
  Log& log_;
  bootstrap::RefusalLog refusals_;
  Socket listener_;
  Socket events_;  // of the listener and all callers; no socket, but owned as one
  TimeNs now_ns_ = 0;
  TimeNs next_look_ns_ = 0;
  std::uint64_t last_number_ = 0;
  Callers callers_;
};

}  // namespace isthmus::engine::door
