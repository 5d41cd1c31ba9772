// isthmus/bootstrap/line_answer.hpp: the called end of a check of a line.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/door.hpp"
#include "isthmus/bootstrap/flood.hpp"

namespace isthmus::bootstrap {

/// What a `check` asks for; without a flood, an answer alone.
Bytes encode(const Flood& flood);
/// Nothing for bytes that are no such record, or ask for more than is allowed.
std::optional<Flood> decode_flood(std::span<const std::byte> body);

/// One visitor of a door of Purpose::check. Never blocks; one thread.
class LineAnswer {
 public:
  /// The clock outlives the answer.
  LineAnswer(Visitor visitor, const Clock& clock);

  /// Goes on. False when it is over, however that came.
  bool step();
  pollfd poll_entry() const;
  TimeNs wake_ns() const;

 private:
  bool answer(const Record& record);

  std::unique_ptr<Channel> channel_;
  const Clock& clock_;
  std::optional<Record> first_;
  Flood asked_;
  std::optional<FloodEnd> flood_;
  TimeNs deadline_ns_;
};

}  // namespace isthmus::bootstrap
