// isthmus/runtime/pe_recorder.hpp: what one PE handles and sends, as it does it, for a timeline.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/observer.hpp"

namespace isthmus::engine::runtime {

/// Used by its PE's thread alone, and after the PE's last step by whoever reads it. Allocates as it
/// grows, up to a number of events; then it is full and stays as it is.
class PeRecorder final : public sched::Observer {
 public:
  struct Parts {
    PeId id;
    Objects& objects;
    const Clock& clock;
    std::uint32_t events_max;
    HandlerId deliver_value;  ///< The handler that resumes coroutines.
  };

  /// What happened, in order of time. Each `begin` has its `end` behind it, with nothing but `sent`
  /// between them.
  enum class Kind : std::uint8_t { begin, end, sent };
  struct Mark {
    TimeNs time_ns;
    std::uint64_t digest;  ///< Of the message; what is sent and handled has it at both ends.
    std::uint32_t other;   ///< begin: which Handling. sent: the destination.
    Kind kind;
  };

  enum class Role : std::uint8_t {
    handler,  ///< The message goes to a handler, which may call an entry method.
    resumed,  ///< It resumes the entry method `ops` of the object `key`, a coroutine.
    main,     ///< It resumes the main program.
  };
  struct Handling {
    const PayloadOps* ops;  ///< What the message calls or carries; may be null.
    Key key;
    TimeNs step_ns;  ///< When the PE's step began that handles it.
    std::uint32_t bytes;
    PeId source;
    std::int32_t priority;
    HandlerId handler;
    std::uint16_t hops;
    Role role;
  };

  explicit PeRecorder(const Parts& parts) : parts_(parts) {}

  void handling(const Message& message) override;
  void handled() override;
  void sending(const Message& message) override;
  void charged(TimeNs) override {}
  void noted(std::string_view name, std::string_view text) override;

  /// After the PE's last step: no two marks have one time afterwards. What happens at one time in
  /// virtual time would be one thing inside another to a viewer.
  void finish();

  PeId id() const { return parts_.id; }
  bool is_full() const { return is_full_; }
  const std::deque<Mark>& marks() const { return marks_; }
  const std::deque<Handling>& handlings() const { return handlings_; }
  /// What happened beside messages, in order of time; not counted among the events.
  struct Note {
    TimeNs time_ns;
    std::string name;
    std::string text;
  };
  const std::vector<Note>& notes() const { return notes_; }

 private:
  void see_who_resumes(Handling& handling, std::uint64_t inbox_name);

  const Parts parts_;
  bool is_full_ = false;
  bool is_open_ = false;
  std::deque<Mark> marks_;
  std::deque<Handling> handlings_;
  std::vector<Note> notes_;  // few
};

}  // namespace isthmus::engine::runtime
