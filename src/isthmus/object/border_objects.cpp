#include "isthmus/object/border_objects.hpp"

#include <algorithm>

namespace isthmus::engine {

namespace {

// Long enough that what talks to another site in every step of its program does so in each period.
constexpr std::uint64_t period_min = 1024;
constexpr std::uint64_t period_per_object = 64;
// Sorting a message costs one look-up, some 20 ns where the object is in no cache: 1 % of this.
constexpr TimeNs long_message_ns = 2'000;
// A PE that idles more than one part in so many of its time has little queued that could be
// overtaken. In virtual time such PEs lost by it: what two border objects wait for comes at once.
constexpr TimeNs idle_parts_max = 8;

}  // namespace

BorderObjects::BorderObjects(const PeContext& context, const Execution& execution,
                             const ObjectTable& table, BorderFirst mode, HandlerId entry_handler)
    : context_(context),
      execution_(execution),
      table_(table),
      mode_(mode),
      entry_handler_(entry_handler) {
  context.pe().set_border_watch(*this);
  context.pe().add_source(*this);
}

void BorderObjects::crosses(const Message& message) {
  Object* object = execution_.running().object;
  if (object == nullptr || state_of(*object).crosses) return;
  if (message.handler != entry_handler_ || message.hops > 0) return;
  if (object->collection().shared.is_group) return;
  state_of(*object).crosses = true;
  if (state_of(*object).border) return;
  objects_.push_back(object);
  note_change();
}

bool BorderObjects::is_for_border(const Message& message) const {
  if (message.handler != entry_handler_) return false;
  const Object* object = table_.find(message.object());
  return object != nullptr && state_of(*object).border;
}

void BorderObjects::left(Object& object) {
  if (!state_of(object).crosses && !state_of(object).border) return;
  state_of(object).crosses = false;
  state_of(object).border = false;
  std::erase(objects_, &object);
  note_change();
}

void BorderObjects::note_change() {
  changed_ = true;
  context_.pe().wake(*this);
}

int BorderObjects::poll(sched::Pe& pe, TimeNs, bool) {
  if (objects_.empty() && !changed_) {
    pe.rest(*this);
    return 0;
  }
  const std::uint64_t executed = pe.counters().messages_executed.value();
  const bool period_over = !objects_.empty() && executed >= period_ends_at_;
  // As many messages as are queued are handled between two times that they are sorted.
  if ((changed_ || period_over) && executed >= reviewed_at_ + pe.queued()) review(executed);
  return 0;
}

void BorderObjects::review(std::uint64_t executed) {
  reviewed_at_ = executed;
  if (period_ends_at_ == 0) {
    begin_period(executed);
  } else if (executed >= period_ends_at_ && end_period(executed)) {
    changed_ = true;
  }
  for (Object* object : objects_) {
    if (state_of(*object).border) continue;
    state_of(*object).border = true;
    context_.pe().counters().border_objects.increment();
  }
  const bool sorts = wants_sorting();
  if (!changed_ && sorts == sorts_) return;
  changed_ = false;
  if (sorts || sorts_) context_.pe().sort_queues(sorts);
  sorts_ = sorts;
}

void BorderObjects::begin_period(std::uint64_t executed) {
  period_began_at_ = executed;
  period_ends_at_ =
      executed + std::max<std::uint64_t>(period_min, period_per_object * table_.size());
  began_ns_ = context_.pe().now_ns();
  busy_at_began_ns_ = context_.pe().busy_ns();
}

/// Returns whether objects have ceased to be border objects.
bool BorderObjects::end_period(std::uint64_t executed) {
  const auto count = static_cast<TimeNs>(executed - period_began_at_);
  const TimeNs period_ns = context_.pe().now_ns() - began_ns_;
  const TimeNs busy_ns = context_.pe().busy_ns() - busy_at_began_ns_;
  pays_ = busy_ns >= long_message_ns * count && (period_ns - busy_ns) * idle_parts_max <= period_ns;
  begin_period(executed);
  return std::erase_if(objects_, [](Object* object) {
           const bool ceases = !state_of(*object).crosses;
           if (ceases) state_of(*object).border = false;
           state_of(*object).crosses = false;
           return ceases;
         }) > 0;
}

/// Where all objects are at the border there is nothing to choose from.
bool BorderObjects::wants_sorting() const {
  if (objects_.empty() || objects_.size() >= table_.size()) return false;
  const BorderFirst mode = this->mode();
  return mode == BorderFirst::yes || (mode == BorderFirst::automatic && pays_);
}

}  // namespace isthmus::engine
