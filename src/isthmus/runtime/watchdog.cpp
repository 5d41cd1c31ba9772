#include "isthmus/runtime/watchdog.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/object_reports.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/thread/bell.hpp"

namespace isthmus::runtime {

namespace {

struct PeLines {
  std::uint32_t pe;
  bool may_be_called;  ///< by a thread that is none of the runtime's
  std::vector<std::string> lines;
};

std::string seconds(TimeNs ns) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f s", static_cast<double>(ns) * 1e-9);
  return text;
}

}  // namespace

Watchdog::Watchdog(Objects& objects, collective::PeCollectives& collectives,
                   const store::Checkpoints& checkpoints, Log& log, TimeNs patience_ns,
                   const Atomic<bool>& is_over)
    : objects_(objects),
      collectives_(collectives),
      checkpoints_(checkpoints),
      log_(log),
      patience_ns_(patience_ns),
      is_over_(is_over),
      request_handler_(objects.pe().add_handler<&Watchdog::receive_request>(this)),
      lines_handler_(objects.pe().add_handler<&Watchdog::receive_lines>(this)) {
  if (objects.pe_id() == objects.members().first()) objects.pe().add_source(*this);
}

int Watchdog::poll(sched::Pe&, TimeNs now_ns, bool idle) {
  if (!idle || is_over_.load(std::memory_order_relaxed)) {
    idle_since_ns_ = never_ns;
    if (std::exchange(watching_, false)) collectives_.quiescence().watch(nullptr);
  } else if (idle_since_ns_ == never_ns) {
    idle_since_ns_ = now_ns;
  } else if (!watching_ && now_ns - idle_since_ns_ >= patience_ns_) {
    watching_ = true;
    collectives_.quiescence().watch([this] { stalled(); });
    return 1;
  }
  return 0;
}

TimeNs Watchdog::deadline_ns() const {
  return watching_ || idle_since_ns_ == never_ns ? never_ns : idle_since_ns_ + patience_ns_;
}

void Watchdog::stalled() {
  if (checkpoints_.awaits_disk()) return begin_again();
  lines_.clear();
  may_be_called_ = false;
  asking_ = true;
  MessagePtr message = detail::make_value<void>(objects_.pool());
  message->flags |= flag_uncounted;
  message->source = objects_.pe_id();
  collectives_.broadcast(std::move(message), request_handler_);
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
  const TimeNs now_ns = objects_.pe().now_ns();
  for (const Activity& activity : objects_.replies().activities().all()) {
    const std::string who = activity.object == nullptr
                                ? "the main program"
                                : activity.object->text() + " in " + activity.entry->name;
    lines.push_back(who + " waits for " + activity.awaits + " since " +
                    seconds(now_ns - activity.since_ns));
  }
  for (std::string& line : waiting_objects(objects_)) lines.push_back(std::move(line));
  for (std::string& line : collectives_.reductions().unfinished()) lines.push_back(std::move(line));
  for (std::string& line : undeliverable(objects_)) lines.push_back(std::move(line));
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
  if (lines_.size() < objects_.members().count() || is_over_.load(std::memory_order_relaxed))
    return;
  if (may_be_called_) return begin_again();
  std::ranges::sort(lines_);
  const topology::Topology& topology = objects_.topology();
  log_.error("the job cannot go on: no message is under way, and the main program has not ended");
  for (const auto& [pe, texts] : lines_) {
    const std::string where = "site " +
                              std::string(topology.site_name(topology.site_of(PeId(pe)))) +
                              ", PE " + std::to_string(pe) + ": ";
    for (const std::string& text : texts) log_.error(where + readable_name(text));
  }
  const auto& first = lines_.front().second;
  objects_.fail({ErrorCode::stalled,
                 "the job stalled" + (first.empty() ? std::string() : ": " + first.front()),
                 {},
                 {}});
}

}  // namespace isthmus::runtime
