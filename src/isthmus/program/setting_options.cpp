#include "isthmus/program/setting_options.hpp"

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::program {

namespace {

using runtime::Settings;

std::unexpected<Error> wrong(const std::string& text, std::string expected) {
  return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", {}, std::move(expected));
}

template <std::integral Number>
Expected<void> read_number(const std::string& text, Number least, Number most, Number& to) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end || number < least || number > most) {
    return wrong(text,
                 "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  to = number;
  return {};
}

template <class Value, std::size_t Count>
Expected<void> read_word(const std::string& text,
                         const std::array<std::pair<std::string_view, Value>, Count>& words,
                         Value& to) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) {
    if (word == text) {
      to = value;
      return {};
    }
    known.emplace_back(word);
  }
  return wrong(text, topology::one_of(known, text));
}

Expected<void> read_duration(const std::string& text, TimeNs& to) {
  Expected<std::int64_t> duration = topology::parse_duration_ns(text);
  if (!duration) return forward_error(duration);
  to = *duration;
  return {};
}

Expected<void> read_size(const std::string& text, std::size_t& to) {
  Expected<std::int64_t> bytes = topology::parse_size_bytes(text);
  if (!bytes) return forward_error(bytes);
  to = static_cast<std::size_t>(*bytes);
  return {};
}

Expected<void> set_seed(const std::string& text, Settings& settings) {
  return read_number<std::uint64_t>(text, 0, ~std::uint64_t{0}, settings.seed);
}

Expected<void> set_branching(const std::string& text, Settings& settings) {
  return read_number(text, 1, 1024, settings.branching);
}

Expected<void> set_batch(const std::string& text, Settings& settings) {
  return read_number(text, 1, 1'000'000, settings.batch);
}

Expected<void> set_location_policy(const std::string& text, Settings& settings) {
  const location::Policy* const policy = location::find_policy(text);
  if (policy == nullptr) {
    return fail(ErrorCode::bad_input,
                "'" + topology::printable(text) + "' is not a location policy", {},
                location::policy_names());
  }
  settings.location_policy = policy;
  return {};
}

Expected<void> set_location_cache(const std::string& text, Settings& settings) {
  return read_number<std::size_t>(text, 1, 1'000'000'000, settings.location_cache);
}

Expected<void> set_quiescence(const std::string& text, Settings& settings) {
  const auto found = collective::find_quiescence_strategy(text);
  if (!found) {
    return fail(ErrorCode::bad_input,
                "'" + topology::printable(text) + "' is not a way of detecting quiescence", {},
                "counting_waves or safra");
  }
  settings.quiescence = *found;
  return {};
}

Expected<void> set_border_first(const std::string& text, Settings& settings) {
  constexpr std::array<std::pair<std::string_view, BorderFirst>, 3> words = {
      {{"yes", BorderFirst::yes}, {"no", BorderFirst::no}, {"auto", BorderFirst::automatic}}};
  return read_word(text, words, settings.border_first);
}

Expected<void> set_aggregate(const std::string& text, Settings& settings) {
  using runtime::Aggregation;
  constexpr std::array<std::pair<std::string_view, Aggregation>, 3> words = {
      {{"yes", Aggregation::on}, {"no", Aggregation::off}, {"auto", Aggregation::automatic}}};
  return read_word(text, words, settings.aggregation.mode);
}

Expected<void> set_aggregate_delay(const std::string& text, Settings& settings) {
  return read_duration(text, settings.aggregation.delay_ns);
}

Expected<void> set_queue_limit(const std::string& text, Settings& settings) {
  return read_size(text, settings.flow_limits.queue_bytes);
}

Expected<void> set_backlog_limit(const std::string& text, Settings& settings) {
  return read_size(text, settings.flow_limits.backlog_bytes);
}

Expected<void> set_balancer(const std::string& text, Settings& settings) {
  settings.balancing.strategy = balance::find_strategy(text);
  if (settings.balancing.strategy != nullptr) return {};
  return fail(ErrorCode::bad_input, "no strategy '" + topology::printable(text) + "'", {},
              "one of " + balance::strategy_names());
}

Expected<void> set_balance_every(const std::string& text, Settings& settings) {
  if (auto read = read_duration(text, settings.balancing.every_ns); !read) return read;
  if (settings.balancing.every_ns > 0) return {};
  return fail(ErrorCode::bad_input, "no time between two steps", {}, "a duration above 0");
}

Expected<void> set_balance_snapshots(const std::string& text, Settings& settings) {
  settings.balancing.snapshots = text;
  return {};
}

Expected<void> set_stall_after(const std::string& text, Settings& settings) {
  return read_duration(text, settings.stall_ns.emplace());
}

}  // namespace

std::span<const SettingOption> setting_options() {
  static const std::array options = {
      SettingOption{"seed", "Seed of all random numbers.", set_seed},
      SettingOption{"branching", "Children of a PE in spanning trees.", set_branching},
      SettingOption{"batch",
                    "Messages that a busy PE handles between two looks at the network; by default "
                    "it looks about every 20 us.",
                    set_batch},
      SettingOption{"location-policy",
                    "How objects that move are found: " + location::policy_names() +
                        ". For arrays that do not say it themselves.",
                    set_location_policy},
      SettingOption{"location-cache",
                    "Of how many objects elsewhere a PE remembers where they are; 65536 by "
                    "default.",
                    set_location_cache},
      SettingOption{"quiescence",
                    "How the job notices that nothing is under way: counting_waves (the default), "
                    "or safra, a token that goes round all PEs.",
                    set_quiescence},
      SettingOption{"border-first",
                    "Serve objects that talk to another site before those that do not: yes, no, or "
                    "auto (the default): on PEs that are busy 7/8 of their time, with messages of "
                    "2 us or more. Changes nothing where there is one site.",
                    set_border_first},
      SettingOption{"aggregate",
                    "Send small messages to one process together: yes, no, or auto (the default): "
                    "where a PE that is done with each entry method soon sends many at once.",
                    set_aggregate},
      SettingOption{"aggregate-delay",
                    "How long a small message may wait for others, such as 20us (the default).",
                    set_aggregate_delay},
      SettingOption{"queue-limit",
                    "While more waits to be handled at one of its PEs, a process takes nothing "
                    "from others; such as 256MiB (the default).",
                    set_queue_limit},
      SettingOption{"backlog-limit",
                    "While more waits for room on its way to other processes, a process handles "
                    "nothing; such as 1GiB (the default).",
                    set_backlog_limit},
      SettingOption{"balancer",
                    "Measure all objects, and move them as this strategy says, whenever the "
                    "program comes to a point for it: " +
                        balance::strategy_names() + ". `none` measures alone.",
                    set_balancer},
      SettingOption{"balance-every",
                    "With --balancer: also so long after the last time, such as 5s, wherever the "
                    "program is.",
                    set_balance_every},
      SettingOption{"balance-snapshots",
                    "With --balancer: write what was measured to NAME-1.json, NAME-2.json and so "
                    "on, for `isthmus balance replay`.",
                    set_balance_snapshots},
      SettingOption{"stall-after",
                    "How long the job may be idle before it is checked for a stall, such as 200ms.",
                    set_stall_after},
  };
  return options;
}

Expected<void> complete(Settings& settings) {
  balance::Plan& balancing = settings.balancing;
  balancing.options.seed = settings.seed;
  if (balancing.strategy != nullptr) return {};
  const char* const alone = !balancing.snapshots.empty()     ? "--balance-snapshots"
                            : balancing.every_ns != never_ns ? "--balance-every"
                                                             : nullptr;
  if (alone == nullptr) return {};
  return fail(ErrorCode::bad_input, "no load balancer", alone, "--balancer NAME beside it");
}

}  // namespace isthmus::program
