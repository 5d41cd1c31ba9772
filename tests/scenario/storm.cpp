// A storm of messages in which everything that a program can do happens at once, and of which
// everything is known beforehand: each result is compared with the plan, computed serially. What
// differs is a fault of the runtime and ends the job with the difference.

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/isthmus.hpp"
#include "scenario/actors.hpp"
#include "scenario/plan.hpp"

namespace storm {
namespace {

using isthmus::Expected;
using isthmus::Future;
using isthmus::Job;
using isthmus::Random;
using isthmus::Task;

constexpr int runners_of_a_round = 4;

// "48", or "16..64" for a number drawn from the seed.
Expected<std::int32_t> read_count(const std::string& text, const char* option, std::int32_t least,
                                  std::int32_t most, std::uint64_t seed) {
  const auto number = [](std::string_view word, std::int32_t& to) {
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), to);
    return status == std::errc() && end == word.data() + word.size();
  };
  const std::size_t dots = text.find("..");
  const std::string_view view = text;
  std::int32_t low = 0;
  std::int32_t high = 0;
  const bool reads = dots == std::string::npos
                         ? number(view, low) && number(view, high)
                         : number(view.substr(0, dots), low) && number(view.substr(dots + 2), high);
  if (!reads || low < least || high > most || low > high) {
    return isthmus::fail(isthmus::ErrorCode::bad_input, "'" + text + "'", option,
                         "a number or a range such as 8..64, from " + std::to_string(least) +
                             " to " + std::to_string(most));
  }
  Random random = Random::for_purpose(seed, isthmus::hash_name(option));
  return low + static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(high - low) + 1));
}

struct Words {
  std::uint64_t seed = 1;
  std::string rounds = "2";
  std::string objects = "48";
  std::string messages = "24";
  std::string bytes = "16384";
  std::string moves = "0";
  std::string policy;
  std::string ordered = "no";
};

Expected<Settings> settings_of(const Words& words, int pes) {
  Settings settings;
  settings.seed = words.seed;
  settings.pes = pes;
  const auto read = [&](const std::string& text, const char* option, std::int32_t least,
                        std::int32_t most, std::int32_t& to) -> Expected<void> {
    auto count = read_count(text, option, least, most, words.seed);
    if (!count) return isthmus::forward_error(count);
    to = *count;
    return {};
  };
  Expected<void> all = read(words.rounds, "--rounds", 1, 1000, settings.rounds);
  if (all) all = read(words.objects, "--objects", 1, 100'000, settings.objects);
  if (all) all = read(words.messages, "--messages", 0, 100'000, settings.messages);
  if (all) all = read(words.bytes, "--bytes", 0, 1 << 26, settings.bytes);
  if (all) all = read(words.moves, "--moves", 0, 100, settings.moves);
  if (!all) return isthmus::forward_error(all);
  const auto policies = isthmus::location::policies();
  if (words.policy == "any") {
    settings.policy = static_cast<std::int32_t>(
        Random::for_purpose(words.seed, isthmus::hash_name("--policy")).below(policies.size()));
  } else if (!words.policy.empty()) {
    const auto* policy = isthmus::location::find_policy(words.policy);
    if (policy == nullptr) {
      return isthmus::fail(isthmus::ErrorCode::bad_input, "'" + words.policy + "'", "--policy",
                           "any, " + isthmus::location::policy_names());
    }
    settings.policy = isthmus::location::position_of(*policy);
  }
  if (words.ordered == "any") {
    settings.ordered =
        Random::for_purpose(words.seed, isthmus::hash_name("--ordered")).below(2) == 1;
  } else if (words.ordered == "yes" || words.ordered == "no") {
    settings.ordered = words.ordered == "yes";
  } else {
    return isthmus::fail(isthmus::ErrorCode::bad_input, "'" + words.ordered + "'", "--ordered",
                         "yes, no or any");
  }
  return settings;
}

// Empty: the user asked for help, and got it.
std::optional<Settings> read_settings(const Job& job) {
  Words words;
  CLI::App app("A storm of messages, of which every result is known beforehand.");
  app.name("scenario_storm [runtime options] --");
  app.add_option("--seed", words.seed, "Of what happens; the runtime's --seed is another.");
  app.add_option("--rounds", words.rounds, "Rounds, each ended by quiescence. N, or LEAST..MOST.");
  app.add_option("--objects", words.objects, "Elements of the dense array. N, or LEAST..MOST.");
  app.add_option("--messages", words.messages,
                 "Messages of each element in a round. N, or LEAST..MOST.");
  app.add_option("--bytes", words.bytes, "Payload of the largest message. N, or LEAST..MOST.");
  app.add_option("--moves", words.moves,
                 "Percent of what elements receive after which they move. N, or LEAST..MOST.");
  app.add_option("--policy", words.policy,
                 "How elements that move are found: any, " + isthmus::location::policy_names() +
                     ". Default: the job's.");
  app.add_option("--ordered", words.ordered,
                 "Whether arrays keep each sender's messages in order: yes, no, any.");
  const auto help = isthmus::read_command_line(app, job.arguments(), "one that `-- --help` lists");
  if (!help) throw isthmus::BadInput(help.error());
  if (*help) {
    std::fputs((*help)->c_str(), stdout);
    return std::nullopt;
  }
  Expected<Settings> settings = settings_of(words, job.pe_count());
  if (!settings) throw isthmus::BadInput(settings.error());
  return *settings;
}

Company create_company(Job& job, const Settings& settings) {
  const auto homes =
      drawn(settings, Purpose::homes, 0) % 2 == 0 ? isthmus::Homes::origin : isthmus::Homes::spread;
  const auto tracked = [&](const auto& mapping) {
    auto placed = isthmus::placed(mapping).with_homes(homes);
    if (settings.ordered) placed = placed.in_order();
    if (settings.policy < 0) return placed;
    return placed.tracked_by(
        *isthmus::location::policies()[static_cast<std::size_t>(settings.policy)]);
  };
  const auto cells = [&](const auto& mapping) {
    return job.create_array<Cell>(settings.objects, tracked(mapping));
  };
  Company company;
  switch (drawn(settings, Purpose::placement, 0) % 4) {
    case 0:
      company.cells = cells(isthmus::mapping::block);
      break;
    case 1:
      company.cells = cells(isthmus::mapping::naive);
      break;
    case 2:
      company.cells = cells(isthmus::mapping::round_robin);
      break;
    default:
      company.cells = cells(isthmus::mapping::hashed);
  }
  company.clerks = job.create_group<Clerk>();
  company.guests = job.create_sparse_array<Guest>(tracked(isthmus::mapping::hashed));
  return company;
}

// Lone chares on drawn PEs, and what they will answer.
struct Runners {
  std::vector<Future<std::uint64_t>> answers;
  std::vector<std::uint64_t> expected;
};

Runners send_runners(Job& job, const Settings& settings, std::int32_t round) {
  Runners runners;
  for (int k = 0; k < runners_of_a_round; ++k) {
    const std::uint64_t word = drawn(settings, Purpose::runner, round, k);
    const isthmus::PeId pe(word % static_cast<std::uint64_t>(settings.pes));
    Future<std::uint64_t> home;
    job.create_chare<Runner>(pe, word).send<&Runner::run>(home.callback());
    runners.answers.push_back(std::move(home));
    runners.expected.push_back(Random::mix(word));
  }
  return runners;
}

void compare(const std::string& whose, const std::vector<CellTally>& reported,
             const std::vector<Tally>& expected) {
  std::vector<bool> seen(expected.size());
  for (const auto& [cell, tally] : reported) {
    const auto at = static_cast<std::size_t>(cell);
    const std::string who = whose + " " + std::to_string(cell);
    expect(at < expected.size() && !seen[at], who + " reports twice");
    seen[at] = true;
    expect(tally == expected[at],
           who + " has received " + text(tally) + ", not " + text(expected[at]));
  }
  expect(reported.size() == expected.size(), std::to_string(reported.size()) + " of " +
                                                 std::to_string(expected.size()) + " " + whose +
                                                 "s report");
}

void compare(const std::vector<GuestTally>& reported, const std::map<GuestId, Tally>& expected) {
  std::map<GuestId, Tally> found;
  for (const auto& [guest, tally] : reported) {
    const std::string who =
        "guest " + std::to_string(guest.owner) + "/" + std::to_string(guest.number);
    expect(found.emplace(guest, tally).second, who + " reports twice");
    const auto known = expected.find(guest);
    expect(known != expected.end(), who + " reports, which is not there");
    expect(tally == known->second,
           who + " has received " + text(tally) + ", not " + text(known->second));
  }
  expect(found.size() == expected.size(), std::to_string(found.size()) + " of " +
                                              std::to_string(expected.size()) + " guests report");
}

// Everything of the round has been received: each element tells what, and all see one order.
Task<void> settle(Job& job, const Company& company, const Ledger& ledger, std::int32_t round) {
  company.cells.all().send<&Cell::settle>(round);
  company.clerks.all().send<&Clerk::settle>();
  company.guests.all().send<&Guest::settle>();
  const auto cells = co_await job.reduction<std::vector<CellTally>>("cells");
  const auto clerks = co_await job.reduction<std::vector<CellTally>>("clerks");
  const auto guests = co_await job.reduction<std::vector<GuestTally>>("guests");
  const auto order = co_await job.reduction<std::vector<std::uint64_t>>("order");
  compare("cell", cells, ledger.cells());
  compare("clerk", clerks, ledger.clerks());
  compare(guests, ledger.guests());
  expect(order[0] == ledger.announcements() && order[1] == ~order[0],
         "a cell has not heard " + std::to_string(ledger.announcements()) + " announcements");
  expect(order[3] == ~order[2], "two cells have heard announcements in different orders");
}

// Guests that will not be there in the coming round go.
Task<void> send_away(Job& job, const Company& company, Ledger& ledger, const Settings& settings,
                     std::int32_t coming) {
  company.guests.all().send<&Guest::prepare>(coming);
  for (const auto& [guest, tally] : ledger.guests()) {
    if (!leaves_by_itself(guest) && !is_present(settings, coming, guest)) {
      company.guests[guest].destroy();
    }
  }
  ledger.drop_absent(coming);
  co_await job.quiescence();
}

Task<void> run_round(Job& job, const Company& company, Ledger& ledger, const Settings& settings,
                     std::int32_t round) {
  company.cells.all().send<&Cell::begin>(round);
  company.cells.all().send<&Cell::interview>(round);
  const Runners runners = send_runners(job, settings, round);
  ledger.add_round(round);
  const auto sum = co_await job.reduction<std::vector<std::uint64_t>>("sum");
  expect(sum == sum_of(settings, round), "the sum of round " + std::to_string(round) + ", over " +
                                             std::to_string(sum[0]) +
                                             " cells, is not the serial one");
  const int interviewed = co_await job.reduction<int>("interviewed");
  expect(interviewed == settings.objects, std::to_string(interviewed) + " cells interviewed");
  for (std::size_t k = 0; k < runners.answers.size(); ++k) {
    const std::uint64_t answer = co_await runners.answers[k];
    expect(answer == runners.expected[k], "runner " + std::to_string(k) + " answers wrongly");
  }
  co_await job.quiescence();
  co_await settle(job, company, ledger, round);
  if (round + 1 < settings.rounds) {
    co_await send_away(job, company, ledger, settings, round + 1);
  }
}

Task<void> run_main(Job& job) {
  const std::optional<Settings> settings = read_settings(job);
  if (!settings) co_return;
  job.set_readonly(*settings);
  const Company company = create_company(job, *settings);
  job.set_readonly(company);
  Ledger ledger(*settings);
  for (std::int32_t round = 0; round < settings->rounds; ++round) {
    co_await run_round(job, company, ledger, *settings, round);
  }
  std::printf("storm: %d rounds, %d cells on %d PEs, %llu messages received, all as planned\n",
              settings->rounds, settings->objects, settings->pes,
              static_cast<unsigned long long>(ledger.received()));
}

}  // namespace
}  // namespace storm

int main(int argc, char** argv) { return isthmus::run(argc, argv, storm::run_main); }
