// isthmus/live/live_page.hpp: the page of a running job, served by a thread of its own.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/door/door_way.hpp"
#include "isthmus/live/access.hpp"
#include "isthmus/live/page_settings.hpp"
#include "isthmus/live/server.hpp"

namespace isthmus::engine::live {

/// Serves from when it is opened until it ends, on a thread that the others go before. It comes to
/// the job by its door, as any caller does, and takes nothing of it but what the door says.
class LivePage {
 public:
  /// ErrorCode::bad_input for an address that is not this machine's, is taken, or that others can
  /// reach where there are no certificates. Clock and log outlive it; both are used by its thread.
  static Expected<std::unique_ptr<LivePage>> open(const PageSettings& settings, const Clock& clock,
                                                  Log& log);
  LivePage(const LivePage&) = delete;
  LivePage& operator=(const LivePage&) = delete;
  /// Answers what has been asked, for as long as that takes, but not long.
  ~LivePage();

  /// "http://127.0.0.1:8080/": where it is, and with its token.
  const std::string& address() const { return address_; }
  std::string address_with_token() const { return address_ + "?token=" + access_.token(); }
  /// The job has ended, and its door answers for a moment yet. Returns at once.
  void tell_end();
  /// Whoever looks has been told of that, or is being told; nothing more is asked at the door.
  bool has_told_end() const { return has_told_end_.load(); }
  /// By which it comes to the job.
  door::DoorWay& way() { return way_; }

 private:
  LivePage(std::string address, std::uint16_t port, std::vector<std::string> hosts)
      : address_(std::move(address)), access_(port, std::move(hosts)) {}

  void run(const Clock& clock);
  void wake() const;

  const std::string address_;
  Access access_;  // the thread's, but for the token
  door::DoorWay way_;
  std::unique_ptr<Server> server_;  // the thread's
  Socket wake_;  // readable when the thread is to look at these; no socket, but owned so
  Atomic<bool> is_to_end_ = false;
  Atomic<bool> has_job_ended_ = false;
  Atomic<bool> has_told_end_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace isthmus::engine::live
