#include "isthmus/live/server.hpp"

#include <poll.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace isthmus::engine::live {

namespace {

/// Of one round, so that those who are in wait for no crowd.
constexpr int accepts_max = 16;
/// With no descriptor left nobody can be taken in for a while.
constexpr TimeNs rest_ns = 100'000'000;
/// For one who was refused to read why.
constexpr TimeNs linger_ns = 1'000'000'000;
constexpr std::size_t request_bytes_max = head_bytes_max + body_bytes_max;
constexpr const char* status_line = "{\"request\":\"status\"}";
constexpr const char* json_type = "application/json";

HttpAnswer plain(int status, std::string text) {
  return {.status = status, .body = std::move(text) + "\n"};
}

std::string event_of(const std::string& status) {
  return "event: status\ndata: " + status + "\n\n";
}

}  // namespace

void Server::serve(int wake, TimeNs at_most_ns) {
  begin_look();
  now_ns_ = parts_.clock.now_ns();
  std::vector<pollfd> polled = {{wake, POLLIN, 0}};
  const bool listens = !is_closed_ && now_ns_ >= listens_ns_;
  polled.push_back({listens ? parts_.listener.descriptor() : -1, POLLIN, 0});
  polled.push_back({status_call_ == nullptr ? -1 : status_call_->descriptor(),
                    status_call_ == nullptr ? short{0} : status_call_->awaits(), 0});
  for (const auto& [number, call] : calls_) polled.push_back({call.descriptor(), call.awaits(), 0});
  const std::size_t first_connection = polled.size();
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, connection] : connections_) {
    polled.push_back(
        {connection.wire.descriptor(), connection.wire.awaits(!connection.out.empty()), 0});
    numbers.push_back(number);
  }
  const TimeNs until_ns = std::min(wake_ns(), now_ns_ + at_most_ns);
  const TimeNs left_ms = (std::max<TimeNs>(until_ns - now_ns_, 0) + 999'999) / 1'000'000;
  const int ready = poll(polled.data(), polled.size(), static_cast<int>(left_ms));
  now_ns_ = parts_.clock.now_ns();
  progress_status();
  progress_calls();
  if (ready > 0) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto found = connections_.find(numbers[i]);
      if (polled[first_connection + i].revents == 0 || found == connections_.end()) continue;
      Connection& connection = found->second;
      if (hear(numbers[i], connection) || send_on(connection)) connections_.erase(found);
    }
    if (polled[1].revents != 0) accept_some();
  }
  end_late_ones();
  refusals_.progress(now_ns_);
}

void Server::close() {
  is_closed_ = true;
  parts_.listener.close();
  std::erase_if(connections_, [](const auto& one) {
    const State state = one.second.state;
    return state != State::waits && state != State::leaves;
  });
}

void Server::end() {
  // What has been asked by now may have been answered before the end.
  status_call_.reset();
  end_ = stream_count() > 0 || !status_requests_.empty() ? End::looks : End::told;
  next_look_ns_ = now_ns_;
}

bool Server::owes_answers() const { return !connections_.empty(); }

std::size_t Server::stream_count() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      connections_, [](const auto& one) { return one.second.state == State::streams; }));
}

TimeNs Server::wake_ns() const {
  TimeNs wake_ns = refusals_.wake_ns();
  const auto at = [&](TimeNs when_ns) { wake_ns = std::min(wake_ns, when_ns); };
  for (const auto& [number, connection] : connections_) at(connection.deadline_ns);
  for (const auto& [number, call] : calls_) at(call.deadline_ns());
  if (status_call_ != nullptr) at(status_call_->deadline_ns());
  if (listens_ns_ > now_ns_) at(listens_ns_);
  const bool looks = end_ != End::told && (stream_count() > 0 || now_ns_ < scraped_until_ns_);
  if (looks && status_call_ == nullptr) at(next_look_ns_);
  return wake_ns;
}

// --- who comes ---------------------------------------------------------------------------------

void Server::accept_some() {
  for (int i = 0; i < accepts_max; ++i) {
    HostPort from;
    Expected<Socket> socket = accept_from(parts_.listener, &from);
    if (!socket) {
      listens_ns_ = now_ns_ + rest_ns;
      return refusals_.note(socket.error(), now_ns_);
    }
    if (!*socket) return;
    admit(std::move(*socket), std::move(from));
  }
}

void Server::admit(Socket socket, HostPort from) {
  tune_for_messages(socket);
  connections_.emplace(++last_number_, Connection{.wire = Wire(std::move(socket), parts_.tls.get()),
                                                  .from = std::move(from),
                                                  .deadline_ns = now_ns_ + request_ns});
  if (connections_.size() <= connections_max) return;
  // The newest one at worst: it has shown nothing yet.
  const auto oldest =
      std::ranges::find_if(connections_, [](const auto& one) { return !one.second.is_admitted; });
  refusals_.note({ErrorCode::refused, "made room for newer ones", oldest->second.from.text(), {}},
                 now_ns_);
  connections_.erase(oldest);
}

bool Server::hear(std::uint64_t number, Connection& connection) {
  if (connection.state != State::asks) {
    // Nothing more is expected but that it goes.
    std::string ignored;
    return connection.wire.read(ignored, request_bytes_max) == Wire::State::gone;
  }
  const auto state = connection.wire.read(
      connection.in, request_bytes_max - std::min(connection.in.size(), request_bytes_max - 1));
  auto request = read_http_request(connection.in);
  if (!request) {
    refuse(connection, request.error().status, request.error().why);
  } else if (auto& whole = *request; whole.has_value()) {
    connection.in = {};
    handle(number, connection, std::move(*whole));
  }
  if (state != Wire::State::gone || connection.state == State::leaves) return false;
  // One without a word is as nothing: browsers call beforehand, and may not need it.
  if (connection.state == State::asks && !connection.in.empty()) {
    refusals_.note({ErrorCode::refused, "half a request", connection.from.text(), {}}, now_ns_);
  }
  return true;
}

bool Server::send_on(Connection& connection) {
  if (connection.state == State::asks || connection.state == State::waits ||
      connection.state == State::lingers) {
    return false;
  }
  const std::size_t before = connection.out.size();
  if (connection.wire.write(connection.out) == Wire::State::gone) return true;
  if (connection.state == State::leaves && connection.out.empty()) {
    if (connection.is_admitted) return true;
    // Of one who still sends, the answer would be lost with what nobody has read.
    connection.wire.end_writing();
    connection.state = State::lingers;
    connection.deadline_ns = now_ns_ + linger_ns;
  }
  if (connection.state != State::streams) return false;
  if (connection.out.empty()) {
    connection.deadline_ns = never_ns;
  } else if (connection.out.size() < before) {
    connection.deadline_ns = now_ns_ + taking_ns;
  }
  return false;
}

void Server::end_late_ones() {
  std::erase_if(connections_, [&](const auto& one) {
    const Connection& connection = one.second;
    if (now_ns_ < connection.deadline_ns) return false;
    if (connection.state == State::asks) {
      refusals_.note({ErrorCode::refused, "was silent for too long", connection.from.text(), {}},
                     now_ns_);
    }
    return true;
  });
}

// --- what is asked -----------------------------------------------------------------------------

void Server::handle(std::uint64_t number, Connection& connection, HttpRequest request) {
  connection.with_body = request.method != "HEAD";
  const Access::Verdict verdict = parts_.access.judge(request);
  if (verdict.status != 200) return refuse(connection, verdict.status, verdict.why);
  connection.is_admitted = true;
  if (verdict.is_new) connection.cookie = parts_.access.cookie();
  const std::string_view what = request.last_part();
  const bool posts = what == "request";
  const bool is_known = what.empty() || what == "index.html" || what == "status" ||
                        what == "events" || what == "metrics" || posts;
  if (!is_known) return answer(connection, plain(404, "There is no such thing here."));
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (posts ? request.method != "POST" : !reads) {
    HttpAnswer refused = plain(405, "Not so.");
    refused.headers.emplace_back("Allow", posts ? "POST" : "GET, HEAD");
    return answer(connection, std::move(refused));
  }
  if (posts) return ask_door(number, connection, std::move(request.body));
  if (what == "events" && connection.with_body) return open_stream(connection);
  if (what == "events") return answer(connection, {.type = "text/event-stream"});
  if (what == "status") return ask_status(number, connection, StatusForm::status);
  if (what == "metrics") {
    connection.format = metrics_format(request.header("accept"));
    return ask_status(number, connection, StatusForm::metrics);
  }
  answer(connection, {.type = "text/html; charset=utf-8", .body = parts_.page()});
}

void Server::answer(Connection& connection, HttpAnswer answer) {
  if (!connection.cookie.empty()) answer.headers.emplace_back("Set-Cookie", connection.cookie);
  connection.out = to_bytes(answer, connection.with_body);
  connection.state = State::leaves;
  connection.deadline_ns = now_ns_ + taking_ns;
}

void Server::refuse(Connection& connection, int status, const std::string& why) {
  refusals_.note({ErrorCode::refused, why, connection.from.text(), {}}, now_ns_);
  HttpAnswer refused = plain(status, why);
  if (status == 401) {
    refused.body += "The job has said the address of its page, and `isthmus ps` shows it.\n";
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
  }
  answer(connection, std::move(refused));
}

void Server::open_stream(Connection& connection) {
  if (stream_count() >= streams_max) {
    HttpAnswer full = plain(503, "So many look already as may.");
    full.headers.emplace_back("Retry-After", "5");
    return answer(connection, std::move(full));
  }
  std::string head = head_of_stream("text/event-stream");
  if (!connection.cookie.empty()) {
    head.insert(head.size() - 2, "Set-Cookie: " + connection.cookie + "\r\n");
  }
  connection.out = std::move(head);
  // Who loses the connection comes again after so many milliseconds.
  connection.out += "retry: 2000\n\n";
  connection.state = State::streams;
  connection.deadline_ns = now_ns_ + taking_ns;
  next_look_ns_ = std::min(next_look_ns_, now_ns_);
}

// --- at the door -------------------------------------------------------------------------------

void Server::ask_door(std::uint64_t number, Connection& connection, std::string request) {
  if (calls_.size() >= calls_max) {
    HttpAnswer full = plain(503, "So many ask already as may.");
    full.headers.emplace_back("Retry-After", "1");
    return answer(connection, std::move(full));
  }
  // At the door a request is one line; in JSON the end of a line is a space like any other.
  std::ranges::replace_if(request, [](char byte) { return byte == '\n' || byte == '\r'; }, ' ');
  Expected<Socket> door = parts_.call_door();
  if (!door) return answer(connection, plain(503, door.error().text()));
  connection.state = State::waits;
  connection.deadline_ns = never_ns;  // its call has one
  calls_.emplace(number, DoorCall(std::move(*door), std::move(request), now_ns_ + change_ns));
}

void Server::progress_calls() {
  for (auto at = calls_.begin(); at != calls_.end();) {
    const auto one = at++;
    const auto connection = connections_.find(one->first);
    const DoorCall::State state = one->second.progress();
    const bool is_late = state == DoorCall::State::waits && now_ns_ >= one->second.deadline_ns();
    if (state == DoorCall::State::waits && !is_late) continue;
    if (connection != connections_.end()) {
      if (state == DoorCall::State::answered) {
        answer(connection->second, {.type = json_type, .body = one->second.take_answer() + "\n"});
      } else if (is_late) {
        answer(connection->second, plain(504, "No answer in time; it may be done after that."));
      } else {
        answer(connection->second, plain(503,
                                         "The job ended, or went on without some of its "
                                         "processes, before it answered."));
      }
      if (send_on(connection->second)) connections_.erase(connection);
    }
    calls_.erase(one);
  }
}

void Server::ask_status(std::uint64_t number, Connection& connection, StatusForm form) {
  connection.state = State::waits;
  connection.deadline_ns = never_ns;  // the look has one
  status_requests_.emplace_back(number, form);
  if (form == StatusForm::metrics) scraped_until_ns_ = now_ns_ + scraped_ns;
  next_look_ns_ = std::min(next_look_ns_, now_ns_);
}

/// Where somebody wants to know it, and it is time.
void Server::begin_look() {
  now_ns_ = parts_.clock.now_ns();
  const std::size_t streams = stream_count();
  const bool is_due = (streams > 0 || now_ns_ < scraped_until_ns_) && now_ns_ >= next_look_ns_;
  if (end_ == End::told) {
    if (streams == 0 && status_requests_.empty()) return;
    return last_status_.empty() ? tell_no_status(503) : tell_status(std::string(last_status_));
  }
  if (status_call_ != nullptr || (!is_due && status_requests_.empty())) return;
  next_look_ns_ = now_ns_ + (streams > 0 ? parts_.every_ns : scraped_every_ns);
  Expected<Socket> door = parts_.call_door();
  if (!door) return tell_no_status(503);
  status_call_ = std::make_unique<DoorCall>(std::move(*door), status_line, now_ns_ + status_ns);
  progress_status();
}

void Server::progress_status() {
  if (status_call_ == nullptr) return;
  const DoorCall::State state = status_call_->progress();
  const bool is_late = state == DoorCall::State::waits && now_ns_ >= status_call_->deadline_ns();
  if (state == DoorCall::State::waits && !is_late) return;
  const std::unique_ptr<DoorCall> call = std::move(status_call_);
  if (state == DoorCall::State::answered) return tell_status(call->take_answer());
  tell_no_status(is_late ? 504 : 503);
}

void Server::tell_status(const std::string& status) {
  if (end_ != End::none) last_status_ = status;
  for (const auto& [number, form] : std::exchange(status_requests_, {})) {
    const auto found = connections_.find(number);
    if (found == connections_.end()) continue;
    Connection& connection = found->second;
    if (form == StatusForm::status) {
      answer(connection, {.type = json_type, .body = status + "\n"});
    } else {
      const auto text = metrics_of(status, connection.format, counters_);
      const std::string type(content_type(connection.format));
      answer(connection,
             text ? HttpAnswer{.type = type, .body = *text} : plain(503, text.error().text()));
    }
    if (send_on(connection)) connections_.erase(found);
  }
  tell_streams(event_of(status));
  if (end_ == End::looks) end_ = End::told;
}

void Server::tell_streams(const std::string& event) {
  for (auto at = connections_.begin(); at != connections_.end();) {
    const auto one = at++;
    Connection& connection = one->second;
    if (connection.state != State::streams) continue;
    // Who has not taken the last one gets the next; there is none behind the very last.
    if (!connection.out.empty() && end_ == End::none) continue;
    connection.out += event;
    if (end_ != End::none) connection.state = State::leaves;
    connection.deadline_ns = now_ns_ + taking_ns;
    if (send_on(connection)) connections_.erase(one);
  }
}

void Server::tell_no_status(int status) {
  if (end_ != End::none) tell_streams("");
  if (end_ == End::looks) end_ = End::told;
  for (const auto& [number, form] : std::exchange(status_requests_, {})) {
    const auto found = connections_.find(number);
    if (found == connections_.end()) continue;
    const char* const why = end_ != End::none ? "The job has ended."
                            : status == 504
                                ? "No answer in time: a long entry method at the first PE?"
                                : "The job's door is not open now.";
    HttpAnswer none = plain(status, why);
    none.headers.emplace_back("Retry-After", "1");
    answer(found->second, std::move(none));
    if (send_on(found->second)) connections_.erase(found);
  }
}

}  // namespace isthmus::engine::live
