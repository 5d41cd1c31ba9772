#include "mesh/output/csv_table.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "mesh/output/new_file.hpp"
#include "mesh/output/number_text.hpp"

namespace isthmus::mesh {

namespace {

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char letter : name) {
    if (letter == '"') text += '"';
    text += letter == '\n' ? ' ' : letter;
  }
  return text + "\"";
}

/// How many of the bytes are whole lines of steps up to `last_step`.
std::size_t length_up_to(std::string_view text, std::size_t at, std::int64_t last_step) {
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    std::int64_t step = 0;
    const auto [stopped, error] = std::from_chars(text.data() + at, text.data() + end, step);
    if (error != std::errc() || *stopped != ',' || step > last_step) break;
    at = end + 1;
  }
  return at;
}

}  // namespace

CsvTable::CsvTable(std::string path, std::vector<std::string> columns)
    : path_(std::move(path)), columns_(std::move(columns)) {}

std::string CsvTable::header() const {
  std::string text = "step,time";
  for (const std::string& column : columns_) text += "," + quoted(column);
  return text + "\n";
}

Expected<void> CsvTable::begin(std::int64_t last_step) {
  std::string text;
  if (last_step >= 0) {
    std::ifstream file(path_, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  const std::string first = header();
  if (text.empty()) {
    auto written = write_text_file(path_, first);
    if (!written) written.error().code = ErrorCode::bad_input;
    return written;
  }
  if (!text.starts_with(first)) {
    return fail(ErrorCode::bad_input, "this table has other columns than the job", path_,
                first.substr(0, first.size() - 1));
  }
  const std::size_t length = length_up_to(text, first.size(), last_step);
  if (::truncate(path_.c_str(), static_cast<off_t>(length)) != 0) {
    return fail(ErrorCode::bad_input, with_errno("cannot write", errno), path_);
  }
  return {};
}

Expected<void> CsvTable::append(const Moment& moment,
                                const std::vector<std::vector<double>>& lines) {
  const std::string begin = std::to_string(moment.step) + "," + number_text(moment.time);
  std::string text;
  for (const std::vector<double>& line : lines) {
    ISTHMUS_ASSERT(line.size() == columns_.size());
    text += begin;
    for (const double value : line) text += "," + number_text(value);
    text += '\n';
  }
  const int file = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return cannot_write(path_, errno);
  int error = 0;
  for (std::size_t at = 0; at < text.size() && error == 0;) {
    const ssize_t written = ::write(file, text.data() + at, text.size() - at);
    if (written >= 0) {
      at += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) return cannot_write(path_, error);
  return {};
}

}  // namespace isthmus::mesh
