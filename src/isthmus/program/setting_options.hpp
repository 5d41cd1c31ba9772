// isthmus/program/setting_options.hpp: the command line's options that set a job's settings.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/runtime/settings.hpp"

namespace isthmus::program {

/// One option. Plain data.
struct SettingOption {
  std::string_view name;  ///< Without "--".
  std::string help;
  /// ErrorCode::bad_input, without saying where, for a text that makes no sense.
  Expected<void> (*set)(const std::string& text, runtime::Settings& settings);
};

/// All of them, in the order of --help.
std::span<const SettingOption> setting_options();

/// What the texts of several options make together: to be called after the last of them.
Expected<void> complete(runtime::Settings& settings);

}  // namespace isthmus::program
