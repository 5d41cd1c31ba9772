#include "isthmus/sim/cost_record.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "isthmus/sim/cost_meter.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::sim {

namespace {

constexpr std::string_view first_line = "isthmus: costs of each message, version 1";
constexpr std::string_view costs_follow = "costs";
constexpr std::string_view end_word = "end ";
constexpr std::size_t hash_digits = 16;
/// Longer than all words of a command line.
constexpr std::size_t line_bytes_max = 4 << 20;
constexpr std::size_t run_lines_max = 1 << 20;

/// The whole of `text`, or nothing.
template <class Number>
bool read_number(std::string_view text, Number& number, int base = 10) {
  const char* const end = text.data() + text.size();
  const auto [read_end, status] = std::from_chars(text.data(), end, number, base);
  return status == std::errc() && read_end == end;
}

/// Of a file that is read line by line, whatever it holds.
class Lines {
 public:
  explicit Lines(const std::string& path) : path_(path), file_(path), line_(line_bytes_max, '\0') {}

  /// Into `text`, until the next call. False at the end and for a line that does not end in time.
  bool next(std::string_view& text) {
    ++number_;
    file_.getline(line_.data(), static_cast<std::streamsize>(line_.size()));
    if (!file_ || file_.eof()) return false;
    text = std::string_view(line_.data(), static_cast<std::size_t>(file_.gcount() - 1));
    return true;
  }
  bool at_end() { return file_.peek() == std::ifstream::traits_type::eof(); }
  std::unexpected<Error> refuse(std::string what, std::string expected) const {
    return fail(ErrorCode::bad_input, std::move(what), path_ + ":" + std::to_string(number_),
                std::move(expected));
  }

 private:
  const std::string path_;
  std::ifstream file_;
  std::string line_;
  std::size_t number_ = 0;
};

/// "end COUNT HASH", behind which nothing may stand.
Expected<void> read_end(std::string_view text, Lines& lines, CostRecord& record) {
  text.remove_prefix(end_word.size());
  const std::size_t space = text.find(' ');
  std::size_t count = 0;
  if (space == std::string_view::npos || text.size() - space - 1 != hash_digits ||
      !read_number(text.substr(0, space), count) ||
      !read_number(text.substr(space + 1), record.trace_hash, 16)) {
    return lines.refuse("no end of a record", "end, the number of costs and the trace hash");
  }
  if (count != record.laps_ns.size()) {
    return lines.refuse(std::to_string(record.laps_ns.size()) + " costs",
                        std::to_string(count) + " as the end says");
  }
  if (!lines.at_end()) return lines.refuse("more behind the end", "one record");
  return {};
}

}  // namespace

bool is_cost_record(const std::string& path) {
  std::ifstream file(path);
  std::array<char, first_line.size()> begin = {};
  file.read(begin.data(), begin.size());
  return file && std::string_view(begin.data(), begin.size()) == first_line;
}

Expected<CostRecord> read_cost_record(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) {
    return fail(ErrorCode::bad_input, "cannot read the costs of each message", path,
                "a file that --record-costs has written");
  }
  Lines lines(path);
  std::string_view text;
  if (!lines.next(text) || text != first_line) {
    return lines.refuse("no costs of each message", "'" + std::string(first_line) + "'");
  }
  CostRecord record;
  while (lines.next(text) && text != costs_follow) {
    if (text.empty() || record.run.size() == run_lines_max) {
      return lines.refuse("no line about the run", "what the run was, then 'costs'");
    }
    record.run.emplace_back(text);
  }
  while (lines.next(text) && !text.starts_with(end_word)) {
    TimeNs lap_ns = 0;
    if (!read_number(text, lap_ns) || lap_ns < 0 || lap_ns > end_of_time_ns) {
      return lines.refuse("'" + topology::printable(text) + "' is no cost", "nanoseconds");
    }
    record.laps_ns.push_back(lap_ns);
  }
  if (!text.starts_with(end_word)) {
    return lines.refuse("the record breaks off", "its end");
  }
  if (auto end = read_end(text, lines, record); !end) return forward_error(end);
  return record;
}

Expected<void> write_cost_record(const CostRecord& record, const std::string& path) {
  std::ofstream file(path, std::ios::trunc);
  file << first_line << '\n';
  for (const std::string& line : record.run) file << line << '\n';
  file << costs_follow << '\n';
  for (const TimeNs lap_ns : record.laps_ns) file << lap_ns << '\n';
  std::array<char, hash_digits + 1> hash = {};
  std::snprintf(hash.data(), hash.size(), "%016llx",
                static_cast<unsigned long long>(record.trace_hash));
  file << end_word << record.laps_ns.size() << ' ' << hash.data() << '\n';
  file.close();
  if (!file) return fail(ErrorCode::io, "cannot write the recorded costs", path);
  return {};
}

Expected<void> check_same_run(const CostRecord& record, const std::vector<std::string>& run,
                              const std::string& path) {
  const auto [recorded, own] = std::ranges::mismatch(record.run, run);
  if (recorded == record.run.end() && own == run.end()) return {};
  const auto told = [](auto line, auto end) {
    return line == end ? std::string("nothing more") : topology::in_quotes(*line);
  };
  return fail(ErrorCode::bad_input,
              "the record is of another run: of one with " + told(recorded, record.run.end()), path,
              told(own, run.end()) + ", as this run has it");
}

}  // namespace isthmus::engine::sim
