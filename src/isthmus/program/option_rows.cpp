#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "isthmus/fabric/registry.hpp"
#include "isthmus/program/option_row.hpp"
#include "isthmus/program/setting_options.hpp"

namespace isthmus::engine::program {

namespace {

constexpr std::array<std::pair<Group, std::pair<std::string_view, std::string_view>>, 9> groups = {{
    {Group::where, {"where", "where it runs"}},
    {Group::links, {"links", "links"}},
    {Group::objects, {"objects", "objects and messages"}},
    {Group::balancing, {"balancing", "load balancing"}},
    {Group::failures, {"failures", "when machines fail"}},
    {Group::watching, {"watching", "watching it"}},
    {Group::virtual_time, {"virtual_time", "virtual time (--backend sim)"}},
    {Group::tuning, {"tuning", "tuning"}},
    {Group::joining, {"joining", "how processes meet (set by `isthmus run`)"}},
}};

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::flag:
      return "flag";
    case Kind::count:
      return "count";
    case Kind::number:
      return "number";
    case Kind::time:
      return "time";
    case Kind::size:
      return "size";
    case Kind::rate:
      return "rate";
    case Kind::input:
      return "input";
    case Kind::output:
      return "output";
    case Kind::word:
      return "word";
    case Kind::words:
      return "words";
    case Kind::address:
      return "address";
    case Kind::settings:
      return "settings";
    case Kind::text:
      return "text";
  }
  std::unreachable();
}

std::string_view word_of(OfTime time) {
  return time == OfTime::any ? "any" : time == OfTime::real ? "real" : "virtual";
}

std::string_view word_of(Changes changes) {
  switch (changes) {
    case Changes::never:
      return "never";
    case Changes::at_any_time:
      return "at any time";
    case Changes::at_a_balancing_step:
      return "at a balancing step";
  }
  std::unreachable();
}

std::string_view word_of(Group group) {
  return std::ranges::find(groups, group, [](const auto& one) { return one.first; })->second.first;
}

std::vector<OptionRow> rows_of_places() {
  return {
      {"backend",
       Group::where,
       "NAME",
       Kind::word,
       "threads (the default): all PEs in one process. processes: one process or more for each "
       "site, started by `isthmus run`, mpirun or srun. sim: all of them in virtual time, in this "
       "one process.",
       Shown::usually,
       {"threads", "processes", "sim"}},
      {"grid", Group::where, "FILE", Kind::input,
       "Sites, nodes, PEs and links, and what is tuned, from this TOML file.", Shown::usually},
      {"sites", Group::where, "N", Kind::count, "Number of sites, without --grid; 1.",
       Shown::usually},
      {"pes", Group::where, "N", Kind::count,
       "PEs of each site, without --grid; by default this machine's cores, split among the sites.",
       Shown::usually},
      {"processes", Group::where, "N", Kind::count, "Processes of each site, without --grid; 1.",
       Shown::usually},
      {"probe",
       Group::where,
       "WHAT,...",
       Kind::words,
       "What to find out at the start, of sites (which nodes form one, by their round trips), "
       "links "
       "(latency and bandwidth between sites) and speeds (of each PE), separated by commas; "
       "whatever the grid file says of it.",
       Shown::usually,
       {"sites", "links", "speeds"}},
      {.name = "wait",
       .group = Group::where,
       .metavar = "TIME",
       .kind = Kind::time,
       .help =
           "How long to wait for the other processes of the job, such as 10min; 30s by default.",
       .time = OfTime::real},
      {"describe", Group::where, "", Kind::flag, "Print the topology as JSON, and end."},
  };
}

std::vector<OptionRow> rows_of_links() {
  return {
      {.name = "latency",
       .group = Group::links,
       .metavar = "TIME",
       .kind = Kind::time,
       .help = "One-way delay between sites, such as 8ms.",
       .shown = Shown::usually},
      {"bandwidth", Group::links, "RATE", Kind::rate, "Bandwidth between sites, such as 100Mb/s.",
       Shown::usually},
      {"jitter", Group::links, "TIME", Kind::time,
       "Random delay on top, up to this much, such as 1ms."},
      {"carrier", Group::links, "NAME", Kind::word,
       "What carries messages between the processes of a site, whatever the grid file says; by "
       "default shm on one node, else tcp.",
       Shown::usually, fabric::carriers_between_processes()},
      {"gateways",
       Group::links,
       "WHETHER",
       Kind::word,
       "yes: what leaves a site goes through its first process to that of the other site, and no "
       "others have connections between sites. reserved: and the PEs of these hold no objects of "
       "arrays. By default as the grid file says, or no.",
       Shown::on_wish,
       {"yes", "no", "reserved"}},
      {.name = "change-chain",
       .group = Group::links,
       .metavar = "TIME:CLASS:TO,...",
       .kind = Kind::text,
       .help =
           "Such as 30s:between_sites:thin: so long after the start, the links of CLASS get the "
           "devices of the class TO, which the grid file has, too. A range such as 1s..9s: "
           "drawn from the seed.",
       .changes = Changes::at_any_time},
  };
}

std::vector<OptionRow> rows_of_watching() {
  return {
      {"report", Group::watching, "FILE", Kind::output,
       "Write the run's metrics and counters to this file, as JSON.", Shown::usually},
      {"timeline", Group::watching, "FILE", Kind::output,
       "Write what every PE did when to this file, for ui.perfetto.dev.", Shown::usually},
      {"explain", Group::watching, "", Kind::flag,
       "Print where the time of all PEs goes: entry methods, the runtime, waiting for which site.",
       Shown::usually},
      {"record-costs", Group::watching, "FILE", Kind::output,
       "Write to this file, for --costs FILE, what each entry method takes on the PEs of the first "
       "process; in virtual time, with measured costs, what each message takes: with that the same "
       "run can be had again."},
      {.name = "name",
       .group = Group::watching,
       .metavar = "NAME",
       .kind = Kind::text,
       .help = "What `isthmus ps`, `set` and `stop` call the job while it runs; by default the "
               "program's name and a number."},
      {.name = "alert-command",
       .group = Group::watching,
       .metavar = "CMD",
       .kind = Kind::text,
       .help = "Run this by the shell, on the machine of rank 0, when a connection breaks, a "
               "process is lost, the job stalls, or a process has much memory: $1 is link, loss, "
               "stall or memory, $2 says what. Once a minute of each at most.",
       .time = OfTime::real},
      {.name = "alert-memory",
       .group = Group::watching,
       .metavar = "SIZE",
       .kind = Kind::size,
       .help = "How much of memory, such as 8GB, is much for --alert-command.",
       .time = OfTime::real},
      {.name = "live",
       .group = Group::watching,
       .metavar = "ADDRESS",
       .kind = Kind::address,
       .help =
           "Serve a page about the running job, at PORT or HOST:PORT, by default for this "
           "machine alone and at any port; the job says where. For other machines: by TLS, with "
           "the certificates of crypt between sites.",
       .shown = Shown::usually,
       .optional = true},
      {"quiet", Group::watching, "", Kind::flag, "No lines about the runtime's own doings.",
       Shown::usually},
      {"log",
       Group::watching,
       "WHERE",
       Kind::word,
       "Where lines about the runtime's own doings and about what goes wrong go: stderr (the "
       "default), syslog (this machine's own log) or both. What ends the job stands on standard "
       "error in any case.",
       Shown::on_wish,
       {"stderr", "syslog", "both"}},
  };
}

std::vector<OptionRow> rows_of_virtual_time() {
  std::vector<OptionRow> rows = {
      {"costs", Group::virtual_time, "KIND", Kind::text,
       "What entry methods cost. measured: the processor time of their execution here. charged: "
       "what the program says. FILE: as recorded by --record-costs.",
       Shown::usually},
      {.name = "sim",
       .group = Group::virtual_time,
       .metavar = "REACH.PARAMETER=VALUE",
       .kind = Kind::text,
       .help =
           "What messages cost, such as same_site.latency=10us. REACH is same_pe, "
           "same_process, same_node, same_site or between_sites; PARAMETER is send, receive, "
           "latency, gap, jitter, bandwidth, send_byte, receive_byte, segment, window, "
           "slow_start or medium. Or "
           "delay=filter: leave latencies between sites to the delay filters, as on real links. "
           "Or look.segments=NUMBER, entry.jitter=SHARE. May be given again.",
       .repeats = true},
      {.name = "fault",
       .group = Group::virtual_time,
       .metavar = "FAULT",
       .kind = Kind::text,
       .help = "What goes wrong, such as \"crash process=1 at=5ms\" or \"cut sites=site0,site1 "
               "at=1ms..9ms for=100ms\"; the guide lists all kinds. May be given again.",
       .shown = Shown::usually,
       .repeats = true},
      {"verify", Group::virtual_time, "", Kind::flag,
       "Check that every message is handled exactly once, that quiescence is not told early, that "
       "every object lives once and is found from everywhere, and that all buffers come home."},
      {"time-limit", Group::virtual_time, "TIME", Kind::time,
       "When the job is taken for stalled, such as 100s."},
  };
  for (OptionRow& row : rows) row.time = OfTime::virtual_alone;
  return rows;
}

std::vector<OptionRow> rows_of_joining() {
  return {
      {"rendezvous", Group::joining, "HOST:PORT", Kind::text,
       "Where rank 0 waits for the other processes."},
      {"listen", Group::joining, "HOST:PORT", Kind::text,
       "Where this process waits for the others; by default its node's address and any port."},
      {"advertise", Group::joining, "HOST:PORT", Kind::text,
       "At which the others reach it, where something between forwards connections; by default "
       "where it listens."},
      {"rank", Group::joining, "N", Kind::number, "This process's rank."},
      {"late", Group::joining, "", Kind::flag,
       "The job has begun without this process, which joins it at --rendezvous, also as rank 0."},
      {"begin-with", Group::failures, "N", Kind::text,
       "The job begins when the first N processes are there, or those of the first sites ('2 "
       "sites'), and takes in each of the others when it comes, at the next checkpoint; with "
       "--on-loss go-on."},
      {"witness", Group::failures, "WHERE", Kind::text,
       "With --on-loss go-on: of two halves of the job that cannot reach each other the one goes "
       "on "
       "that reaches this witness, at the HOST:PORT of an `isthmus relay --votes FILE`; in virtual "
       "time a site. By default the half with the lowest PE goes on."},
      {.name = "warning-command",
       .group = Group::failures,
       .metavar = "COMMAND",
       .kind = Kind::text,
       .help = "With --on-warning: each process has the shell run this, and again 5 s after it has "
               "ended; that it ends well is a warning, as a signal is.",
       .time = OfTime::real},
      {"bootstrap",
       Group::joining,
       "NAME",
       Kind::word,
       "How processes find each other. pmix: through the manager that started them (mpirun, "
       "prterun, srun --mpi=pmix). rendezvous: as --rendezvous and --rank say. auto (the default): "
       "pmix where such a manager is there and neither of the two is given.",
       Shown::on_wish,
       {"auto", "pmix", "rendezvous"}},
      {"site", Group::joining, "NAME", Kind::text,
       "With --rendezvous: which site of the grid this manager's processes are; their ranks count "
       "from the site's first, as --rank does then."},
  };
}

std::vector<OptionRow> all_rows() {
  std::vector<OptionRow> rows;
  for (const auto& of_group :
       {rows_of_places, rows_of_links, rows_of_watching, rows_of_virtual_time, rows_of_joining}) {
    std::ranges::move(of_group(), std::back_inserter(rows));
  }
  for (const SettingOption& option : setting_options()) {
    if (option.row.group != Group::tuning) rows.push_back(option.row);
  }
  rows.push_back({.name = "tune",
                  .group = Group::tuning,
                  .metavar = "KEY=VALUE,...",
                  .kind = Kind::settings,
                  .help = "What is seldom touched, such as branching=2; --help=all lists the keys, "
                          "which the grid file has under [tune]. May be given again.",
                  .shown = Shown::usually,
                  .repeats = true});
  std::ranges::stable_sort(rows, {}, &OptionRow::group);
  return rows;
}

nlohmann::ordered_json as_json(const OptionRow& row) {
  nlohmann::ordered_json json = {
      {"name", row.name},
      {"group", word_of(row.group)},
      {"metavar", row.metavar},
      {"kind", word_of(row.kind)},
      {"help", row.help},
      {"shown", row.shown == Shown::usually},
      {"repeats", row.repeats},
      {"time", word_of(row.time)},
      {"changes", word_of(row.changes)},
      {"optional", row.optional},
  };
  if (!row.words.empty()) json["words"] = row.words;
  return json;
}

}  // namespace

std::string_view title_of(Group group) {
  return std::ranges::find(groups, group, [](const auto& one) { return one.first; })->second.second;
}

std::span<const OptionRow> option_rows() {
  static const std::vector<OptionRow> rows = all_rows();
  return rows;
}

std::span<const OptionRow> tuning_rows() {
  static const std::vector<OptionRow> rows = [] {
    std::vector<OptionRow> found;
    for (const SettingOption& option : setting_options()) {
      if (option.row.group == Group::tuning) found.push_back(option.row);
    }
    return found;
  }();
  return rows;
}

std::string options_json() {
  nlohmann::ordered_json json = {{"version", 1}};
  for (const auto& [group, words] : groups) {
    json["groups"].push_back({{"name", words.first}, {"title", words.second}});
  }
  for (const OptionRow& row : option_rows()) json["options"].push_back(as_json(row));
  for (const OptionRow& row : tuning_rows()) json["tune"].push_back(as_json(row));
  return json.dump(1);
}

}  // namespace isthmus::engine::program
