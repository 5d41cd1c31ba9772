#include "isthmus/runtime/watchdog.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/runtime/waits.hpp"
#include "isthmus/thread/bell.hpp"

namespace isthmus::engine::runtime {

namespace {

struct PeLines {
  std::uint32_t pe;
  bool may_be_called;  ///< by a thread that is none of the runtime's
  std::vector<std::string> lines;
};

}  // namespace

Watchdog::Watchdog(Parts parts)
    : parts_(std::move(parts)),
      objects_(parts_.objects),
      request_handler_(objects_.pe().add_handler<&Watchdog::receive_request>(this)),
      lines_handler_(objects_.pe().add_handler<&Watchdog::receive_lines>(this)) {
  if (objects_.pe_id() == objects_.members().first()) objects_.pe().add_source(*this);
}

int Watchdog::poll(sched::Pe& pe, TimeNs now_ns, bool) {
  const std::uint64_t done = pe.created() + pe.processed();
  const bool is_over = parts_.is_over.load(std::memory_order_relaxed);
  if (done != seen_ || is_over) {
    seen_ = done;
    // Perhaps it steps no more until something comes, and that is the deadline from now on.
    idle_since_ns_ = is_over ? never_ns : now_ns;
    if (std::exchange(watching_, false)) parts_.collectives.quiescence().watch(nullptr);
  } else if (idle_since_ns_ == never_ns) {
    idle_since_ns_ = now_ns;
  } else if (!watching_ && now_ns - idle_since_ns_ >= parts_.patience_ns) {
    watching_ = true;
    parts_.collectives.quiescence().watch([this] { stalled(); });
    return 1;
  }
  return 0;
}

TimeNs Watchdog::deadline_ns() const {
  return watching_ || idle_since_ns_ == never_ns ? never_ns : idle_since_ns_ + parts_.patience_ns;
}

void Watchdog::stalled() {
  if (parts_.is_at_work()) return begin_again();
  lines_.clear();
  may_be_called_ = false;
  asking_ = true;
  MessagePtr message = detail::make_value<void>(objects_.pool());
  message->flags |= flag_uncounted;
  message->source = objects_.pe_id();
  parts_.collectives.broadcast(std::move(message), request_handler_);
}

/// What would go on is not seen here.
void Watchdog::begin_again() {
  asking_ = false;
  watching_ = false;
  idle_since_ns_ = never_ns;
}

void Watchdog::receive_request(MessagePtr request) {
  objects_.pool().release(std::move(request));
  MessagePtr answer = detail::make_value<PeLines>(
      objects_.pool(), PeLines{objects_.pe_id().value, Bell::any_may_ring(), lines_here()});
  answer->flags |= flag_uncounted;
  answer->handler = lines_handler_;
  answer->source = objects_.pe_id();
  answer->destination = objects_.members().first();
  objects_.pe().send(std::move(answer));
}

std::vector<std::string> Watchdog::lines_here() const {
  std::vector<std::string> lines;
  for (Wait& wait : waits_of(objects_, parts_.collectives)) lines.push_back(std::move(wait.text));
  return lines;
}

void Watchdog::receive_lines(MessagePtr message) {
  const PeId from = message->source;
  const auto have = std::ranges::find(lines_, from.value, [](const auto& of) { return of.first; });
  if (!asking_ || have != lines_.end()) {
    return objects_.refuse(*message, "word of who waits", "an answer to a question");
  }
  Expected<PeLines> lines = detail::take_value<PeLines>(*message);
  objects_.pool().release(std::move(message));
  if (!lines) return objects_.fail(lines.error());
  may_be_called_ |= lines->may_be_called;
  lines_.emplace_back(from.value, std::move(lines->lines));
  if (lines_.size() < objects_.members().count() ||
      parts_.is_over.load(std::memory_order_relaxed)) {
    return;
  }
  // It may have begun since all was quiet: somebody looks from outside and sets something.
  if (may_be_called_ || parts_.is_at_work()) return begin_again();
  std::ranges::sort(lines_);
  const topology::Topology& topology = objects_.topology();
  parts_.log.error(
      "the job cannot go on: no message is under way, and the main program has not ended");
  for (const auto& [pe, texts] : lines_) {
    const std::string where = "site " +
                              std::string(topology.site_name(topology.site_of(PeId(pe)))) +
                              ", PE " + std::to_string(pe) + ": ";
    for (const std::string& text : texts) parts_.log.error(where + readable_name(text));
  }
  const auto& first = lines_.front().second;
  std::string what = "the job stalled" + (first.empty() ? std::string() : ": " + first.front());
  parts_.stalls(what);
  objects_.fail({ErrorCode::stalled, std::move(what), {}, {}});
}

}  // namespace isthmus::engine::runtime
