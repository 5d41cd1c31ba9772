// isthmus/object/border_objects.hpp: which objects of a PE talk to another site, and are served
// first.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/object/border_first.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/object_table.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine {

class Object;

/// One PE's part in serving border objects first; for the PE's thread alone.
///
/// An object is a border object from its first entry message to another site until it has sent none
/// for a whole period, or has moved. Periods are counted in messages that the PE handles. Elements
/// of groups are none: they stand for their PEs and talk to all of them.
class BorderObjects final : public sched::BorderWatch, public sched::WorkSource {
 public:
  /// Of entry messages.
  BorderObjects(const PeContext& context, const Execution& execution, const ObjectTable& table,
                BorderFirst mode, HandlerId entry_handler);

  /// Holds from the next time that the PE looks at its border objects, after some messages. Any
  /// thread.
  void set_mode(BorderFirst mode) { mode_.store(mode, std::memory_order_relaxed); }
  BorderFirst mode() const { return mode_.load(std::memory_order_relaxed); }

  void crosses(const Message& message) override;
  bool is_for_border(const Message& message) const override;
  /// The object leaves the PE or ends.
  void left(Object& object);

  /// Looks at the objects anew, now and then; rests where there are none. Is no work.
  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return never_ns; }

 private:
  void note_change();
  void review(std::uint64_t executed);
  void begin_period(std::uint64_t executed);
  bool end_period(std::uint64_t executed);
  bool wants_sorting() const;

  const PeContext& context_;
  const Execution& execution_;
  const ObjectTable& table_;
  Atomic<BorderFirst> mode_;
  const HandlerId entry_handler_;
  std::vector<Object*> objects_;  // border objects, and those that are about to be
  bool changed_ = false;
  bool sorts_ = false;             // the PE's queues
  bool pays_ = true;               // for `automatic`, judged by the last period
  std::uint64_t reviewed_at_ = 0;  // messages executed by the PE then; likewise below
  std::uint64_t period_began_at_ = 0;
  std::uint64_t period_ends_at_ = 0;
  TimeNs began_ns_ = 0;
  TimeNs busy_at_began_ns_ = 0;
};

}  // namespace isthmus::engine
