#include "isthmus/program/setting_options.hpp"

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "isthmus/balance/strategy_choice.hpp"
#include "isthmus/network/aggregator.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::program {

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

Expected<void> set_seed(const std::string& text, Options& options) {
  return read_number<std::uint64_t>(text, 0, ~std::uint64_t{0}, options.settings.seed);
}

Expected<void> set_branching(const std::string& text, Options& options) {
  return read_number(text, 1, 1024, options.settings.branching);
}

Expected<void> set_batch(const std::string& text, Options& options) {
  return read_number(text, 1, 1'000'000, options.settings.batch);
}

Expected<void> set_location_policy(const std::string& text, Options& options) {
  const location::Policy* const policy = location::find_policy(text);
  if (policy == nullptr) {
    return fail(ErrorCode::bad_input,
                "'" + topology::printable(text) + "' is not a location policy", {},
                location::policy_names());
  }
  options.settings.location_policy = policy;
  return {};
}

Expected<void> set_location_cache(const std::string& text, Options& options) {
  return read_number<std::size_t>(text, 1, 1'000'000'000, options.settings.location_cache);
}

Expected<void> set_quiescence(const std::string& text, Options& options) {
  const auto found = collective::find_quiescence_strategy(text);
  if (!found) {
    return fail(ErrorCode::bad_input,
                "'" + topology::printable(text) + "' is not a way of detecting quiescence", {},
                "counting_waves or safra");
  }
  options.settings.quiescence = *found;
  return {};
}

Expected<void> set_border_first(const std::string& text, Options& options) {
  return read_word(text, border_first_words, options.settings.border_first);
}

Expected<void> set_aggregation(const std::string& text, Options& options) {
  using network::Aggregation;
  constexpr std::array<std::pair<std::string_view, Aggregation>, 3> words = {
      {{"yes", Aggregation::on}, {"no", Aggregation::off}, {"auto", Aggregation::automatic}}};
  return read_word(text, words, options.settings.aggregation.mode);
}

Expected<void> set_aggregation_delay(const std::string& text, Options& options) {
  return read_duration(text, options.settings.aggregation.delay_ns);
}

Expected<void> set_queue_limit(const std::string& text, Options& options) {
  return read_size(text, options.settings.flow_limits.queue_bytes);
}

Expected<void> set_backlog_limit(const std::string& text, Options& options) {
  return read_size(text, options.settings.flow_limits.backlog_bytes);
}

Expected<void> set_site_log_limit(const std::string& text, Options& options) {
  return read_size(text, options.settings.checkpoints.site_log_bytes);
}

Expected<void> set_balancer(const std::string& text, Options& options) {
  balance::Plan& balancing = options.settings.balancing;
  auto strategy = balance::read_strategy(text, balancing.options);
  if (!strategy) return forward_error(strategy);
  balancing.strategy = *strategy;
  return {};
}

Expected<void> set_balance_every(const std::string& text, Options& options) {
  if (auto read = read_duration(text, options.settings.balancing.every_ns); !read) return read;
  if (options.settings.balancing.every_ns > 0) return {};
  return fail(ErrorCode::bad_input, "no time between two steps", {}, "a duration above 0");
}

Expected<void> set_balance_snapshots(const std::string& text, Options& options) {
  options.settings.balancing.snapshots = text;
  return {};
}

Expected<void> set_checkpoint(const std::string& text, Options& options) {
  store::Plan& plan = options.settings.checkpoints;
  if (text == "always" || text == "auto") {
    plan.when = text == "always" ? store::When::always : store::When::automatic;
    return {};
  }
  plan.when = store::When::every;
  if (auto read = read_duration(text, plan.every_ns); read && plan.every_ns > 0) return {};
  return wrong(text, "always, auto, or a time above 0 such as 30s");
}

Expected<void> set_checkpoint_directory(const std::string& text, Options& options) {
  if (text.empty()) return wrong(text, "a directory");
  options.checkpoint_directory = text;
  return {};
}

Expected<void> set_keep(const std::string& text, Options& options) {
  return read_number<std::uint32_t>(text, 1, 1'000'000, options.settings.checkpoints.keep);
}

Expected<void> set_checkpoint_compress(const std::string& text, Options& options) {
  static constexpr std::array<std::pair<std::string_view, store::Compression>, 2> words = {
      {{"none", store::Compression::none}, {"zstd", store::Compression::zstd}}};
  return read_word(text, words, options.settings.checkpoints.compression);
}

Expected<void> set_between_failures(const std::string& text, Options& options) {
  TimeNs& time_ns = options.settings.checkpoints.between_failures_ns;
  if (auto read = read_duration(text, time_ns); !read) return read;
  if (time_ns > 0) return {};
  return wrong(text, "a time above 0 such as 1h");
}

Expected<void> set_on_loss(const std::string& text, Options& options) {
  static constexpr std::array<std::pair<std::string_view, store::OnLoss>, 2> words = {
      {{"end", store::OnLoss::end}, {"go-on", store::OnLoss::go_on}}};
  return read_word(text, words, options.settings.checkpoints.on_loss);
}

Expected<void> set_on_warning(const std::string& text, Options& options) {
  static constexpr std::array<std::pair<std::string_view, OnWarning>, 3> words = {
      {{"end", OnWarning::end},
       {"leave", OnWarning::leave},
       {"checkpoint", OnWarning::checkpoint}}};
  return read_word(text, words, options.on_warning);
}

Expected<void> set_partners(const std::string& text, Options& options) {
  static constexpr std::array<std::pair<std::string_view, store::Apart>, 3> words = {
      {{"process", store::Apart::process},
       {"node", store::Apart::node},
       {"site", store::Apart::site}}};
  return read_word(text, words, options.settings.checkpoints.apart);
}

Expected<void> set_site_logs(const std::string& text, Options& options) {
  static constexpr std::array<std::pair<std::string_view, bool>, 2> words = {
      {{"no", false}, {"yes", true}}};
  return read_word(text, words, options.settings.checkpoints.site_logs);
}

Expected<void> set_restart(const std::string& text, Options& options) {
  if (text.empty()) return wrong(text, "a checkpoint, or a directory with checkpoints");
  options.restart_path = text;
  return {};
}

Expected<void> set_stall_after(const std::string& text, Options& options) {
  return read_duration(text, options.settings.stall_ns.emplace());
}

Expected<void> set_silence(const std::string& text, Options& options) {
  TimeNs& silence_ns = options.settings.silence_ns.emplace();
  if (auto read = read_duration(text, silence_ns); !read) return read;
  if (silence_ns < 1'000'000'000) return wrong(text, "a second or more");
  return {};
}

Expected<void> set_spin(const std::string& text, Options& options) {
  return read_duration(text, options.spin_ns);
}

Expected<void> set_live_every(const std::string& text, Options& options) {
  if (auto read = read_duration(text, options.live_every_ns); !read) return read;
  // The PEs of a job are asked no more often.
  constexpr TimeNs least_ns = 100'000'000;
  constexpr TimeNs most_ns = 60'000'000'000;
  if (options.live_every_ns >= least_ns && options.live_every_ns <= most_ns) return {};
  return wrong(text, "100ms to 1min");
}

Expected<void> set_pin(const std::string& text, Options& options) {
  constexpr std::array<std::pair<std::string_view, bool>, 2> words = {
      {{"yes", true}, {"no", false}}};
  return read_word(text, words, options.pin);
}

Expected<void> set_measure_speeds(const std::string& text, Options& options) {
  constexpr std::array<std::pair<std::string_view, SpeedMeasuring>, 3> words = {
      {{"always", SpeedMeasuring::always},
       {"never", SpeedMeasuring::never},
       {"auto", SpeedMeasuring::automatic}}};
  return read_word(text, words, options.speed_measuring);
}

}  // namespace

std::span<const SettingOption> setting_options() {
  static const std::array options = {
      SettingOption{{"seed", Group::objects, "N", Kind::number, "Seed of all random numbers; 1.",
                     Shown::usually},
                    set_seed},
      SettingOption{{.name = "border-first",
                     .group = Group::objects,
                     .metavar = "WHEN",
                     .kind = Kind::word,
                     .help = "Serve objects that talk to another site before those that do not: "
                             "yes, no, or auto (the default): on PEs that are busy 7/8 of their "
                             "time, with messages of 2 us or more. Changes nothing where there is "
                             "one site.",
                     .shown = Shown::usually,
                     .words = {"yes", "no", "auto"},
                     .changes = Changes::at_any_time},
                    set_border_first},
      SettingOption{{.name = "aggregation",
                     .group = Group::objects,
                     .metavar = "WHEN",
                     .kind = Kind::word,
                     .help = "Send small messages to one process together: yes, no, or auto (the "
                             "default): where a PE that is done with each entry method soon sends "
                             "many at once.",
                     .words = {"yes", "no", "auto"},
                     .changes = Changes::at_any_time},
                    set_aggregation},
      SettingOption{{"location-policy", Group::objects, "NAME", Kind::text,
                     "How objects that move are found: " + location::policy_names() +
                         ". For arrays that do not say it themselves."},
                    set_location_policy},
      SettingOption{
          {.name = "balancer",
           .group = Group::balancing,
           .metavar = "NAME[:KEY=VALUE,...]",
           .kind = Kind::text,
           .help = "Measure all objects, and move them as this strategy says, whenever "
                   "the program comes to a point for it: " +
                   balance::strategy_names() +
                   ". `none` measures alone. Keys are those that `isthmus balance replay` "
                   "has as options: tolerance, slack, hybrid-mode, periods.",
           .shown = Shown::usually,
           .changes = Changes::at_a_balancing_step},
          set_balancer},
      SettingOption{{"balance-every", Group::balancing, "TIME", Kind::time,
                     "With --balancer: also so long after the last time, such as 5s, wherever the "
                     "program is."},
                    set_balance_every},
      SettingOption{{"balance-snapshots", Group::balancing, "NAME", Kind::output,
                     "With --balancer: write what was measured to NAME-1.json, NAME-2.json and so "
                     "on, for `isthmus balance replay`."},
                    set_balance_snapshots},
      SettingOption{{"measure-speeds",
                     Group::balancing,
                     "WHEN",
                     Kind::word,
                     "Before the job, have all PEs work at once for some 20 ms, and go by how fast "
                     "they were and by what other programs left them of their cores: always, "
                     "never, or auto (the default): with --balancer, where the grid file does not "
                     "say speeds.",
                     Shown::on_wish,
                     {"auto", "always", "never"}},
                    set_measure_speeds},
      SettingOption{{"checkpoint", Group::failures, "EVERY", Kind::text,
                     "Keep the job in checkpoints, at the points that the program has for that: "
                     "always, at the first one after a time such as 30s, or auto, by what a "
                     "checkpoint costs. --on-loss go-on: outlive the loss of processes.",
                     Shown::usually},
                    set_checkpoint},
      SettingOption{{"checkpoint-dir", Group::failures, "DIR", Kind::text,
                     "The directory that checkpoints are written to, each into a folder of its "
                     "own; ./checkpoints. none: they are in memory alone, for --on-loss go-on."},
                    set_checkpoint_directory},
      SettingOption{{"checkpoint-compress",
                     Group::failures,
                     "CODEC",
                     Kind::text,
                     "What checkpoints are compressed by, on the disk and in memory, while the job "
                     "goes on; none (the default) or zstd.",
                     Shown::on_wish,
                     {"none", "zstd"}},
                    set_checkpoint_compress},
      SettingOption{{"keep", Group::failures, "N", Kind::number,
                     "Checkpoints that stay, the newest ones; 2."},
                    set_keep},
      SettingOption{{"between-failures", Group::failures, "TIME", Kind::time,
                     "For --checkpoint auto: how often something fails of what the job runs on, on "
                     "average; 1h."},
                    set_between_failures},
      SettingOption{{"on-loss",
                     Group::failures,
                     "WHAT",
                     Kind::text,
                     "When a process is lost: end the job, or go-on from the last checkpoint with "
                     "those that are left. For that each process holds its image in memory, and "
                     "a partner a copy of it.",
                     Shown::on_wish,
                     {"end", "go-on"}},
                    set_on_loss},
      SettingOption{{"on-warning",
                     Group::failures,
                     "WHAT",
                     Kind::text,
                     "When a process gets its first SIGTERM or SIGUSR1: end, leave the job at the "
                     "next checkpoint, or have it take a checkpoint; with --on-loss go-on.",
                     Shown::on_wish,
                     {"end", "leave", "checkpoint"}},
                    set_on_warning},
      SettingOption{{.name = "silence",
                     .group = Group::failures,
                     .metavar = "TIME",
                     .kind = Kind::time,
                     .help = "A process that says nothing for so long is lost, though its machine "
                             "vouches for it: longer than any entry method, and than any cut that "
                             "is to be survived. By default silence alone loses nobody.",
                     .time = OfTime::real},
                    set_silence},
      SettingOption{{"partners",
                     Group::failures,
                     "OTHER",
                     Kind::text,
                     "For --on-loss go-on: who holds the copy is on another node (the default) or "
                     "site, as far as there is one, or just another process.",
                     Shown::on_wish,
                     {"node", "site", "process"}},
                    set_partners},
      SettingOption{{"site-logs",
                     Group::failures,
                     "WHEN",
                     Kind::text,
                     "Whether sites keep what they send to others, so that one that is lost is "
                     "made again alone and the others do not go back, where the program has "
                     "declared its arrays to be repeatable: yes, or no (the default). Real "
                     "processes: of two sites the one without the main program, with --replace.",
                     Shown::on_wish,
                     {"no", "yes"}},
                    set_site_logs},
      SettingOption{{"restart", Group::failures, "PATH", Kind::text,
                     "Go on from this checkpoint, or from the newest one of a directory, whatever "
                     "the shape of the job that wrote it.",
                     Shown::usually},
                    set_restart},
      SettingOption{{"branching", Group::tuning, "N", Kind::count,
                     "Children of a PE in spanning trees, 1 to 1024; 4."},
                    set_branching},
      SettingOption{{"batch", Group::tuning, "N", Kind::count,
                     "Messages that a busy PE handles between two looks at the network; by default "
                     "it looks about every 20 us."},
                    set_batch},
      SettingOption{{"location-cache", Group::tuning, "N", Kind::count,
                     "Of how many objects elsewhere a PE remembers where they are; 65536."},
                    set_location_cache},
      SettingOption{{"quiescence",
                     Group::tuning,
                     "NAME",
                     Kind::word,
                     "How the job notices that nothing is under way: counting_waves (the default), "
                     "or safra, a token that goes round all PEs.",
                     Shown::on_wish,
                     {"counting_waves", "safra"}},
                    set_quiescence},
      SettingOption{{"aggregation-delay", Group::tuning, "TIME", Kind::time,
                     "How long a small message may wait for others; 20us."},
                    set_aggregation_delay},
      SettingOption{{"queue-limit", Group::tuning, "SIZE", Kind::size,
                     "While more waits to be handled at one of its PEs, a process takes nothing "
                     "from others; 256MiB."},
                    set_queue_limit},
      SettingOption{{"backlog-limit", Group::tuning, "SIZE", Kind::size,
                     "While more waits for room on its way to other processes, a process handles "
                     "nothing; 1GiB."},
                    set_backlog_limit},
      SettingOption{{"site-log-limit", Group::tuning, "SIZE", Kind::size,
                     "While a process would keep more by --site-logs, sites that are lost are not "
                     "made again alone, those with the largest part first; 1GiB."},
                    set_site_log_limit},
      SettingOption{{"stall-after", Group::tuning, "TIME", Kind::time,
                     "How long the job may be idle before it is checked for a stall; 200ms."},
                    set_stall_after},
      SettingOption{{.name = "spin",
                     .group = Group::tuning,
                     .metavar = "TIME",
                     .kind = Kind::time,
                     .help = "How long an idle PE spins before it sleeps; 24us.",
                     .time = OfTime::real},
                    set_spin},
      SettingOption{{.name = "pin",
                     .group = Group::tuning,
                     .metavar = "WHETHER",
                     .kind = Kind::word,
                     .help = "Whether threads are bound to cores: yes (the default), where there "
                             "are enough, or no.",
                     .words = {"yes", "no"},
                     .time = OfTime::real},
                    set_pin},
      SettingOption{{.name = "live-every",
                     .group = Group::tuning,
                     .metavar = "TIME",
                     .kind = Kind::time,
                     .help = "How often the page of --live is told of the job while somebody has "
                             "it open, 100ms to 1min; 500ms."},
                    set_live_every},
  };
  return options;
}

Expected<void> tune(std::string_view key, const std::string& text, Options& options) {
  std::vector<std::string> known;
  for (const SettingOption& option : setting_options()) {
    if (option.row.group != Group::tuning) continue;
    if (option.row.name == key) return option.set(text, options);
    known.emplace_back(option.row.name);
  }
  return fail(ErrorCode::bad_input, "nothing called '" + topology::printable(key) + "' is tuned",
              {}, topology::one_of(known, key));
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

}  // namespace isthmus::engine::program
