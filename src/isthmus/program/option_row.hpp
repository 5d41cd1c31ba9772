// isthmus/program/option_row.hpp: what an option is called, what it takes and what it means.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus::engine::program {

/// What an option's value is: as much as somebody can check who does not know the option.
enum class Kind {
  flag,      ///< It has none.
  count,     ///< A whole number of at least 1.
  number,    ///< A whole number from 0 to 2^64 - 1.
  time,      ///< As topology::parse_duration_ns takes it.
  size,      ///< As topology::parse_size_bytes takes it.
  rate,      ///< As topology::parse_bandwidth_bytes_per_s takes it.
  input,     ///< A file that is read.
  output,    ///< A file that is written.
  word,      ///< One of OptionRow::words.
  words,     ///< Some of them, separated by commas.
  address,   ///< PORT or HOST:PORT.
  settings,  ///< KEY=VALUE,..., where a row of the same table has the key.
  text,      ///< The program alone can say.
};

/// The question that an option answers, in the order of --help.
enum class Group {
  where,
  links,
  objects,
  balancing,
  failures,
  watching,
  virtual_time,
  tuning,
  joining
};

enum class Shown {
  usually,  ///< By --help.
  on_wish,  ///< By --help=all.
};

/// In which time it means something.
enum class OfTime { any, real, virtual_alone };

/// Whether it may be given another value while the job runs.
enum class Changes { never, at_any_time, at_a_balancing_step };

/// One option, `--name`, or one key of `--tune` and of the grid file's [tune]. Plain data.
struct OptionRow {
  std::string_view name;  ///< Without "--".
  Group group;
  std::string_view metavar;
  Kind kind;
  std::string help;
  Shown shown = Shown::on_wish;
  std::vector<std::string> words = {};  ///< Of Kind::word and Kind::words.
  bool repeats = false;                 ///< May be given again, for another value beside the first.
  OfTime time = OfTime::any;
  Changes changes = Changes::never;
  bool optional = false;  ///< Its value may be left out.
};

/// A heading of --help.
std::string_view title_of(Group group);

/// All that a program takes, by group; of the group `tuning` it is `--tune` alone.
std::span<const OptionRow> option_rows();
/// The keys of `--tune`.
std::span<const OptionRow> tuning_rows();

/// The table as JSON, for who starts programs: docs/formats/options.md.
std::string options_json();

}  // namespace isthmus::engine::program
