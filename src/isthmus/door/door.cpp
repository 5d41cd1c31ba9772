#include "isthmus/door/door.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace isthmus::engine::door {

namespace {

constexpr TimeNs look_every_ns = 1'000'000;
/// As many as the system lets: who finds no place there gets no answer.
constexpr int backlog = SOMAXCONN;
/// Of one look, so that messages wait for no crowd.
constexpr int accepts_max = 16;
constexpr std::size_t events_max = 32;
constexpr std::uint64_t listener_number = 0;

/// In a line for people: no control characters, and not the whole of it.
std::string shown(const std::string& text) {
  std::string line = text.substr(0, 200);
  std::replace_if(
      line.begin(), line.end(), [](unsigned char byte) { return byte < 32 || byte == 127; }, '?');
  return line;
}

}  // namespace

Expected<std::unique_ptr<Door>> Door::open(const JobEntry& entry, Controls controls, Log& log) {
  std::unique_ptr<Door> door(new Door(entry, std::move(controls), log));
  if (auto done = door->listen(); !done) return forward_error(done);
  return door;
}

Expected<void> Door::listen() {
  const std::string path = entry_.directory().path() + "/" + entry_.socket_name();
  const auto failed = [&](const char* what) {
    return fail(ErrorCode::io, with_errno(what, errno), path);
  };
  listener_ = Socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!listener_) return failed("cannot make a socket");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string short_path = entry_.directory().short_path(entry_.socket_name());
  if (short_path.size() >= sizeof(address.sun_path)) {
    errno = ENAMETOOLONG;
    return failed("cannot open the job's door");
  }
  std::memcpy(address.sun_path, short_path.c_str(), short_path.size() + 1);
  // Before it has its name: it is never open to others.
  if (fchmod(listener_.descriptor(), 0600) != 0 ||
      bind(listener_.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) !=
          0 ||
      ::listen(listener_.descriptor(), backlog) != 0) {
    return failed("cannot open the job's door");
  }
  events_ = Socket(epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{.events = EPOLLIN, .data = {.u64 = listener_number}};
  if (!events_ ||
      epoll_ctl(events_.descriptor(), EPOLL_CTL_ADD, listener_.descriptor(), &event) != 0) {
    return failed("cannot watch the job's door");
  }
  return {};
}

int Door::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (now_ns < next_look_ns_) return 0;
  next_look_ns_ = now_ns + look_every_ns;
  return serve(now_ns);
}

TimeNs Door::deadline_ns() const {
  TimeNs deadline_ns = refusals_.wake_ns();
  for (const auto& [number, caller] : callers_) {
    deadline_ns = std::min(deadline_ns, caller.deadline_ns);
  }
  return deadline_ns == never_ns ? never_ns : std::max(deadline_ns, next_look_ns_);
}

int Door::serve(TimeNs now_ns) {
  now_ns_ = now_ns;
  std::array<epoll_event, events_max> events;
  const int count =
      epoll_wait(events_.descriptor(), events.data(), static_cast<int>(events_max), 0);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t number = events[static_cast<std::size_t>(i)].data.u64;
    if (number == listener_number) {
      accept_some(now_ns);
      continue;
    }
    const auto found = callers_.find(number);
    if (found == callers_.end()) continue;  // pushed out in this very look
    Caller& caller = found->second;
    // Of one that waits nothing is expected but that it goes.
    const bool has_gone = caller.state == State::asks     ? hear(number, caller)
                          : caller.state == State::leaves ? send_on(caller)
                                                          : true;
    if (has_gone) callers_.erase(number);
  }
  if (!callers_.empty()) {
    std::erase_if(callers_, [&](const auto& one) {
      const bool is_late = now_ns >= one.second.deadline_ns;
      if (is_late) note("was silent for too long");
      return is_late;
    });
  }
  refusals_.progress(now_ns);
  return std::max(count, 0);
}

void Door::accept_some(TimeNs now_ns) {
  for (int i = 0; i < accepts_max; ++i) {
    Expected<Socket> socket = accept_from(listener_);
    if (!socket) return refusals_.note(socket.error(), now_ns);
    if (!*socket) return;
    if (is_of_this_user(*socket, now_ns)) admit(std::move(*socket), now_ns);
  }
}

bool Door::is_of_this_user(const Socket& socket, TimeNs now_ns) {
  ucred caller{};
  socklen_t bytes = sizeof(caller);
  const bool is_known =
      getsockopt(socket.descriptor(), SOL_SOCKET, SO_PEERCRED, &caller, &bytes) == 0;
  if (is_known && caller.uid == geteuid()) return true;
  const Error why{ErrorCode::refused,
                  "the job's door is for user " + std::to_string(geteuid()),
                  is_known ? "user " + std::to_string(caller.uid) : "somebody",
                  {}};
  // One line, as far as it goes at once; then the caller is put out.
  const std::string text = answer_error(why);
  [[maybe_unused]] const auto sent =
      ::send(socket.descriptor(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  refusals_.note(why, now_ns);
  return false;
}

void Door::admit(Socket socket, TimeNs now_ns) {
  const std::uint64_t number = ++last_number_;
  epoll_event event{.events = EPOLLIN, .data = {.u64 = number}};
  if (epoll_ctl(events_.descriptor(), EPOLL_CTL_ADD, socket.descriptor(), &event) != 0) return;
  callers_.emplace(number, Caller{std::move(socket), now_ns + patience_ns});
  if (count_of_askers() <= askers_max) return;
  const auto oldest = std::ranges::find_if(
      callers_, [](const auto& one) { return one.second.state == State::asks; });
  note("made room for newer ones");
  answer(oldest->first, oldest->second,
         answer_error({ErrorCode::refused,
                       "the job's door made room for newer callers",
                       {},
                       "a request as soon as the door is open"}));
  callers_.erase(oldest);
}

std::size_t Door::count_of_askers() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      callers_, [](const auto& one) { return one.second.state == State::asks; }));
}

bool Door::hear(std::uint64_t number, Caller& caller) {
  std::array<char, 4096> bytes;
  while (true) {
    const ssize_t count = recv(caller.socket.descriptor(), bytes.data(), bytes.size(), 0);
    if (count < 0) return errno != EAGAIN && errno != EINTR;
    if (count == 0) {
      if (caller.request.empty()) return true;  // one that only looked whether somebody is here
      return handle(number, caller,
                    fail(ErrorCode::malformed, "half a request", {}, "a line with its end"));
    }
    const std::string_view part(bytes.data(), static_cast<std::size_t>(count));
    const std::size_t end = part.find('\n');
    caller.request += part.substr(0, end);
    if (end != std::string_view::npos || caller.request.size() > request_bytes_max) {
      return handle(number, caller, read_request(caller.request));
    }
  }
}

bool Door::handle(std::uint64_t number, Caller& caller, const Expected<Request>& request) {
  if (!request) {
    note(request.error().what);
    return answer(number, caller, answer_error(request.error()));
  }
  switch (request->kind) {
    case Request::Kind::list:
      return answer(number, caller, answer_list(entry_.facts(), controls_.verbs.all()));
    case Request::Kind::place: {
      const auto rank = controls_.place(request->value);
      return answer(number, caller, rank ? answer_place(*rank) : answer_error(rank.error()));
    }
    case Request::Kind::stop: {
      const bool has_gone = answer(number, caller, answer_done());
      controls_.stop();
      return has_gone;
    }
    case Request::Kind::set:
    case Request::Kind::leave:
    case Request::Kind::end:
    case Request::Kind::status:
    case Request::Kind::waits:
      break;
  }
  if (callers_.size() - count_of_askers() >= waiting_max) {
    const std::string what = std::to_string(waiting_max) + " callers wait for this job already";
    note(what);
    return answer(number, caller,
                  answer_error({ErrorCode::refused, what, {}, "fewer: ask again later"}));
  }
  caller.state = State::waits;
  caller.deadline_ns = never_ns;
  caller.request = {};
  expect(number, caller, 0);
  const auto& [kind, name, value] = *request;
  const auto done_or_not = [this, number](const Expected<void>& done) {
    answer_later(number, done ? answer_done() : answer_error(done.error()));
  };
  if (kind == Request::Kind::status) {
    controls_.status([this, number](const std::string& json) {
      answer_later(number, answer_status(entry_.facts(), json, controls_.verbs.all()));
    });
  } else if (kind == Request::Kind::waits) {
    controls_.waits([this, number](const std::string& json) {
      answer_later(number, answer_status(entry_.facts(), json, {}));
    });
  } else if (kind == Request::Kind::leave) {
    controls_.leave(name, value, done_or_not);
  } else if (kind == Request::Kind::end) {
    controls_.end(value, done_or_not);
  } else {
    controls_.set(name, value, [this, number, name, value](const Expected<void>& done) {
      if (!done) return answer_later(number, answer_error(done.error()));
      log_.info(shown(name) + " is set to '" + shown(value) + "'");
      answer_later(number, answer_set(*controls_.verbs.find(name)));
    });
  }
  // The caller may have been answered by now, and stays until it has gone or the time is over.
  return false;
}

void Door::answer_later(std::uint64_t number, std::string text) {
  const auto found = callers_.find(number);
  if (found == callers_.end()) return;
  // Whether it has gone shows at the next look.
  answer(number, found->second, std::move(text));
}

/// A short answer goes at once; of a long one the rest waits.
bool Door::answer(std::uint64_t number, Caller& caller, std::string text) {
  caller.state = State::leaves;
  caller.deadline_ns = now_ns_ + patience_ns;
  caller.answer = std::move(text);
  expect(number, caller, EPOLLOUT);
  return send_on(caller);
}

bool Door::send_on(Caller& caller) {
  while (!caller.answer.empty()) {
    const ssize_t count = ::send(caller.socket.descriptor(), caller.answer.data(),
                                 caller.answer.size(), MSG_NOSIGNAL);
    if (count < 0) return errno != EAGAIN && errno != EINTR;
    caller.answer.erase(0, static_cast<std::size_t>(count));
  }
  return true;
}

void Door::expect(std::uint64_t number, const Caller& caller, std::uint32_t events) {
  epoll_event event{.events = events, .data = {.u64 = number}};
  epoll_ctl(events_.descriptor(), EPOLL_CTL_MOD, caller.socket.descriptor(), &event);
}

}  // namespace isthmus::engine::door
