// isthmus/runtime/trace_json.hpp: a file in the Trace Event Format, which ui.perfetto.dev reads.
#pragma once

#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"

namespace isthmus::engine::runtime {

/// "text" as JSON has it, in quotes; bytes from 0x80 up pass as they are.
std::string json_text(std::string_view text);

/// Writes events as they come, one a line, so that a file of any size needs no memory and a
/// launcher can merge several by lines. Times go out in µs with three decimals. One thread.
class TraceJson {
 public:
  /// A row of the trace: a thread of a process.
  struct Row {
    std::uint32_t process;
    std::uint32_t thread;
  };
  /// A detail of an event; left out where the value is empty text.
  struct Argument {
    std::string_view name;
    std::variant<std::int64_t, double, std::string> value;
  };
  using Arguments = std::initializer_list<Argument>;

  /// `header` is the JSON text of the object "otherData".
  TraceJson(const std::string& path, std::string_view header);
  TraceJson(const TraceJson&) = delete;
  TraceJson& operator=(const TraceJson&) = delete;

  void name_process(std::uint32_t process, std::string_view name);
  void name_thread(Row row, std::string_view name);
  void slice(Row row, TimeNs begin_ns, TimeNs end_ns, std::string_view category,
             std::string_view name, Arguments arguments);
  void instant(Row row, TimeNs time_ns, std::string_view name, Arguments arguments);
  /// An arrow's two ends have one id. Each lies in a slice of its row that was written before.
  void arrow_begin(Row row, TimeNs time_ns, std::uint64_t id) {
    arrow_end_of('s', row, time_ns, id);
  }
  void arrow_end(Row row, TimeNs time_ns, std::uint64_t id) { arrow_end_of('f', row, time_ns, id); }

  /// Ends the file. ErrorCode::io where any of it could not be written.
  Expected<void> close();

 private:
  void begin_event(TimeNs time_ns);
  void add_row(Row row);
  void add_metadata(std::string_view kind, Row row, std::string_view name);
  void add_arguments(Arguments arguments);
  void arrow_end_of(char phase, Row row, TimeNs time_ns, std::uint64_t id);
  void end_event();

  std::string path_;
  std::ofstream file_;
  std::string text_;  // what is not in the file yet
  bool is_first_ = true;
  int first_errno_ = 0;
};

}  // namespace isthmus::engine::runtime
