// isthmus/program/setting_options.hpp: options and keys of [tune] that set one value each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/program/option_row.hpp"
#include "isthmus/program/options.hpp"

namespace isthmus::engine::program {

/// One option, or one key of `--tune`. Plain data.
struct SettingOption {
  OptionRow row;
  /// ErrorCode::bad_input, without saying where, for a text that makes no sense.
  Expected<void> (*set)(const std::string& text, Options& options);
};

/// All of them, in the order of --help.
std::span<const SettingOption> setting_options();

/// Sets a key of `--tune`, or of [tune] in the grid file. ErrorCode::bad_input, without saying
/// where, for a key that there is not, or a text that makes no sense.
Expected<void> tune(std::string_view key, const std::string& text, Options& options);

/// What the texts of several options make together: to be called after the last of them.
Expected<void> complete(runtime::Settings& settings);

}  // namespace isthmus::engine::program
