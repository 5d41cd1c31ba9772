#include "isthmus/balance/strategy_choice.hpp"

#include <array>
#include <charconv>
#include <ranges>
#include <utility>
#include <vector>

#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::balance {

namespace {

Expected<void> read_number(const std::string& text, double most, const char* expected, double& to) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end || !(number >= 0 && number <= most)) {
    return fail(ErrorCode::bad_input, topology::in_quotes(text), {}, expected);
  }
  to = number;
  return {};
}

constexpr const char* share = "a number from 0 to 1";

Expected<void> set_tolerance(const std::string& text, Options& options) {
  return read_number(text, 1, share, options.tolerance);
}

Expected<void> set_slack(const std::string& text, Options& options) {
  return read_number(text, 1, share, options.slack);
}

Expected<void> set_periods(const std::string& text, Options& options) {
  return read_number(text, 1e9, "a number from 0 to 1000000000", options.periods_ahead);
}

Expected<void> set_hybrid_mode(const std::string& text, Options& options) {
  constexpr std::array<std::pair<std::string_view, HybridMode>, 3> modes = {
      {{"spread", HybridMode::spread},
       {"border_seeds", HybridMode::border_seeds},
       {"seeds", HybridMode::seeds}}};
  std::vector<std::string> known;
  for (const auto& [word, mode] : modes) {
    if (word == text) {
      options.hybrid_mode = mode;
      return {};
    }
    known.emplace_back(word);
  }
  return fail(ErrorCode::bad_input, topology::in_quotes(text), {}, topology::one_of(known, text));
}

}  // namespace

std::span<const StrategyOption> strategy_options() {
  static constexpr std::array<StrategyOption, 4> options = {{
      {"tolerance", "Loads this near count as equal where messages are to decide", set_tolerance},
      {"slack", "A load this much too large is good enough", set_slack},
      {"hybrid-mode", "grid_hybrid within a site: spread, border_seeds, seeds", set_hybrid_mode},
      {"periods", "auto: how many periods as long as the snapshot's are ahead", set_periods},
  }};
  return options;
}

Expected<void> set_strategy_option(std::string_view key, const std::string& text,
                                   Options& options) {
  std::vector<std::string> known;
  for (const StrategyOption& option : strategy_options()) {
    if (option.key == key) return option.set(text, options);
    known.emplace_back(option.key);
  }
  return fail(ErrorCode::bad_input, "strategies have no option " + topology::in_quotes(key), {},
              topology::one_of(known, key));
}

Expected<const Strategy*> read_strategy(std::string_view text, Options& options) {
  // A name may have a colon of its own, as grid_comm:published has; then a comma follows it.
  std::size_t end = text.find(',');
  const Strategy* strategy = find_strategy(text.substr(0, end));
  if (strategy == nullptr) {
    end = text.find(':');
    strategy = find_strategy(text.substr(0, end));
  }
  const std::string_view name = text.substr(0, text.find(':'));
  if (strategy == nullptr) {
    return fail(ErrorCode::bad_input, "no strategy " + topology::in_quotes(name), {},
                "one of " + strategy_names());
  }
  if (end == text.npos) return strategy;
  Options changed = options;
  for (const auto part : std::views::split(text.substr(end + 1), ',')) {
    const std::string_view setting(part.begin(), part.end());
    const std::size_t equals = setting.find('=');
    if (equals == setting.npos) {
      return fail(
          ErrorCode::bad_input, topology::in_quotes(setting), {},
          "NAME:KEY=VALUE,..., such as grid_hybrid:tolerance=0.05, or one of " + strategy_names());
    }
    const std::string_view key = setting.substr(0, equals);
    auto set = set_strategy_option(key, std::string(setting.substr(equals + 1)), changed);
    if (!set) return forward_error(set);
  }
  options = changed;
  return strategy;
}

}  // namespace isthmus::engine::balance
