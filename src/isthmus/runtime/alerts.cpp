#include "isthmus/runtime/alerts.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::runtime {

namespace {

constexpr TimeNs ms_ns = 1'000'000;

}  // namespace

void Alerts::attach(Objects& objects) {
  if (first_ == nullptr) {
    first_ = &objects;
    objects.pe().add_source(*this);
  }
  handler_ = objects.pe().add_handler<&Alerts::receive>(this);
}

std::string Alerts::text_of(const Alert& alert) const {
  const std::string peer = alert.peer < peers_.size() ? peers_[alert.peer].text()
                                                      : "process " + std::to_string(alert.peer);
  const std::string duration =
      topology::format_duration(std::max(TimeNs{1}, alert.duration_ns / ms_ns) * ms_ns);
  switch (alert.kind) {
    case Alert::Kind::connection_cut:
      return peer + ": " + alert.text;
    case Alert::Kind::connection_back:
      return peer + ": " + alert.text + " after " + duration + ", " +
             std::to_string(alert.frames_resent) + " frames sent again";
    case Alert::Kind::connection_stalled:
      return peer + ": " + alert.text + " for " + duration +
             ": it computes or is stopped, or something on the way holds it up";
    case Alert::Kind::waits_for_room:
    case Alert::Kind::memory_high:
    case Alert::Kind::stalled:
      break;
  }
  return alert.text;
}

void Alerts::raise(Alert alert) {
  alert.text = text_of(alert);
  if (alert.kind == Alert::Kind::connection_back) {
    log_.info(alert.text);
  } else {
    log_.warning(alert.text);
  }
  {
    const std::lock_guard lock(lock_);
    raised_.push_back(std::move(alert));
    has_raised_.store(true, std::memory_order_relaxed);
  }
  first_->pe().mailbox().nudge();
}

int Alerts::poll(sched::Pe& pe, TimeNs, bool) {
  if (!has_raised_.load(std::memory_order_relaxed)) return 0;
  std::vector<Alert> raised;
  {
    const std::lock_guard lock(lock_);
    has_raised_.store(false, std::memory_order_relaxed);
    raised.swap(raised_);
  }
  for (Alert& alert : raised) {
    MessagePtr message = detail::make_value<Alert>(pe.pool(), std::move(alert));
    message->handler = handler_;
    message->flags |= flag_uncounted;
    message->priority = runtime_priority;  // also where the process is stopped
    message->source = pe.id();
    message->destination = first_->members().first();
    pe.send(std::move(message));
  }
  return static_cast<int>(raised.size());
}

/// On PE 0.
void Alerts::receive(MessagePtr message) {
  // On another PE's thread nothing of the first PE may be touched.
  if (message->destination != first_->members().first()) {
    return first_->refuse(*message, "an alert", "PE 0 to be told");
  }
  Expected<Alert> alert = detail::take_value<Alert>(*message);
  first_->pool().release(std::move(message));
  if (!alert) return first_->fail(alert.error());
  if (follower_) follower_(*alert);
  for (const CallbackTarget& watcher : watchers_) {
    first_->replies().fire(watcher, detail::make_value<Alert>(first_->pool(), *alert));
  }
}

}  // namespace isthmus::engine::runtime
