#include "isthmus/runtime/trace_json.hpp"

#include <array>
#include <cerrno>
#include <cstdio>

namespace isthmus::engine::runtime {

namespace {

constexpr std::size_t flush_bytes = std::size_t{1} << 20;

void add_us(std::string& text, TimeNs time_ns) {
  std::array<char, 32> buffer;
  const int size =
      std::snprintf(buffer.data(), buffer.size(), "%lld.%03lld",
                    static_cast<long long>(time_ns / 1000), static_cast<long long>(time_ns % 1000));
  text.append(buffer.data(), static_cast<std::size_t>(size));
}

void add_escaped(std::string& text, std::string_view raw) {
  text += '"';
  for (const char c : raw) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> buffer;
      std::snprintf(buffer.data(), buffer.size(), "\\u%04x", static_cast<unsigned>(c));
      text += buffer.data();
    } else {
      text += c;
    }
  }
  text += '"';
}

void add_value(std::string& text, const TraceJson::Argument& argument) {
  if (const auto* number = std::get_if<std::int64_t>(&argument.value)) {
    text += std::to_string(*number);
  } else if (const auto* real = std::get_if<double>(&argument.value)) {
    std::array<char, 40> buffer;
    std::snprintf(buffer.data(), buffer.size(), "%.3f", *real);
    text += buffer.data();
  } else {
    add_escaped(text, std::get<std::string>(argument.value));
  }
}

bool is_empty(const TraceJson::Argument& argument) {
  const auto* text = std::get_if<std::string>(&argument.value);
  return text != nullptr && text->empty();
}

}  // namespace

std::string json_text(std::string_view text) {
  std::string quoted;
  add_escaped(quoted, text);
  return quoted;
}

TraceJson::TraceJson(const std::string& path, std::string_view header)
    : path_(path), file_(path, std::ios::trunc | std::ios::binary) {
  if (!file_) first_errno_ = errno;
  text_ = "{\"otherData\":" + std::string(header) + ",\"traceEvents\":[\n";
}

void TraceJson::begin_event(TimeNs time_ns) {
  if (!is_first_) text_ += ",\n";
  is_first_ = false;
  text_ += "{\"ts\":";
  add_us(text_, time_ns);
}

void TraceJson::end_event() {
  text_ += '}';
  if (text_.size() < flush_bytes) return;
  file_ << text_;
  if (!file_ && first_errno_ == 0) first_errno_ = errno;
  text_.clear();
}

void TraceJson::add_row(Row row) {
  text_ += ",\"pid\":" + std::to_string(row.process) + ",\"tid\":" + std::to_string(row.thread);
}

void TraceJson::add_arguments(Arguments arguments) {
  text_ += ",\"args\":{";
  bool is_first = true;
  for (const Argument& argument : arguments) {
    if (is_empty(argument)) continue;
    if (!is_first) text_ += ',';
    is_first = false;
    add_escaped(text_, argument.name);
    text_ += ':';
    add_value(text_, argument);
  }
  text_ += '}';
}

void TraceJson::add_metadata(std::string_view kind, Row row, std::string_view name) {
  begin_event(0);
  text_ += ",\"ph\":\"M\"";
  add_row(row);
  text_ += ",\"name\":";
  add_escaped(text_, kind);
  add_arguments({{"name", std::string(name)}});
  end_event();
}

void TraceJson::name_process(std::uint32_t process, std::string_view name) {
  add_metadata("process_name", {process, process}, name);
}

void TraceJson::name_thread(Row row, std::string_view name) {
  add_metadata("thread_name", row, name);
}

void TraceJson::slice(Row row, TimeNs begin_ns, TimeNs end_ns, std::string_view category,
                      std::string_view name, Arguments arguments) {
  begin_event(begin_ns);
  text_ += ",\"dur\":";
  add_us(text_, end_ns - begin_ns);
  text_ += ",\"ph\":\"X\"";
  add_row(row);
  text_ += ",\"cat\":";
  add_escaped(text_, category);
  text_ += ",\"name\":";
  add_escaped(text_, name);
  add_arguments(arguments);
  end_event();
}

void TraceJson::instant(Row row, TimeNs time_ns, std::string_view name, Arguments arguments) {
  begin_event(time_ns);
  text_ += ",\"ph\":\"i\",\"s\":\"t\"";
  add_row(row);
  text_ += ",\"name\":";
  add_escaped(text_, name);
  add_arguments(arguments);
  end_event();
}

void TraceJson::arrow_end_of(char phase, Row row, TimeNs time_ns, std::uint64_t id) {
  begin_event(time_ns);
  text_ += ",\"ph\":\"";
  text_ += phase;
  text_ += '"';
  add_row(row);
  // As text: 64 bits do not fit a number of JSON's readers.
  std::array<char, 24> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%016llx", static_cast<unsigned long long>(id));
  text_ += ",\"id\":\"0x";
  text_ += buffer.data();
  text_ += "\",\"cat\":\"message\",\"name\":\"message\",\"bp\":\"e\"";
  end_event();
}

Expected<void> TraceJson::close() {
  text_ += "\n]}\n";
  errno = 0;
  file_ << text_;
  file_.close();
  if (file_ && first_errno_ == 0) return {};
  const int cause = first_errno_ != 0 ? first_errno_ : errno;
  return fail(
      ErrorCode::io,
      cause != 0 ? with_errno("cannot write the timeline", cause) : "cannot write the timeline",
      path_);
}

}  // namespace isthmus::engine::runtime
