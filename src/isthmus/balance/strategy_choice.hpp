// isthmus/balance/strategy_choice.hpp: a strategy and its options as text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/base/error.hpp"

namespace isthmus::engine::balance {

/// An option of strategies that users may set. Plain data.
struct StrategyOption {
  std::string_view key;
  std::string_view what;
  /// ErrorCode::bad_input, without saying where.
  Expected<void> (*set)(const std::string& text, Options& options);
};

/// tolerance, slack, hybrid-mode, periods.
std::span<const StrategyOption> strategy_options();

/// Sets one by its key. ErrorCode::bad_input, without saying where, for a key that there is not, or
/// a text that makes no sense.
Expected<void> set_strategy_option(std::string_view key, const std::string& text, Options& options);

/// Reads NAME, or NAME:KEY=VALUE,..., such as grid_hybrid:tolerance=0.05,hybrid-mode=spread or
/// grid_hybrid:published,tolerance=0.05; what it does not say stays in `options`. Never null.
/// ErrorCode::bad_input, without saying where.
Expected<const Strategy*> read_strategy(std::string_view text, Options& options);

}  // namespace isthmus::engine::balance
