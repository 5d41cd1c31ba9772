#include "isthmus/program/options.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "isthmus/program/option_row.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {
namespace {

Expected<Parsed> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return parse_options(static_cast<int>(arguments.size()), arguments.data(), 8);
}

topology::Topology topology_of(const Parsed& parsed) {
  return topology::Topology::from_grid(parsed.options.grid).value();
}

TEST(Options, DefaultToOneSiteOnAllCores) {
  const Parsed parsed = parse({}).value();
  EXPECT_EQ(parsed.options.backend, Backend::threads);
  EXPECT_EQ(topology_of(parsed).site_count(), 1);
  EXPECT_EQ(topology_of(parsed).pe_count(), 8);
  EXPECT_TRUE(parsed.options.arguments.empty());
  EXPECT_FALSE(parsed.help);
}

TEST(Options, AddWhatIsToBeProbedToWhatTheGridFileWants) {
  EXPECT_FALSE(parse({}).value().options.grid.probe.has_any());
  EXPECT_EQ(parse({"--probe", "speeds,sites"}).value().options.grid.probe,
            (topology::ProbeWishes{.sites = true, .speeds = true}));
  const auto wrong = parse({"--probe", "sites,tea"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text(),
            "--probe: nothing called 'tea' can be probed (expected sites, links or speeds)");
}

TEST(Options, SayWhetherSpeedsAreMeasured) {
  EXPECT_EQ(parse({}).value().options.speed_measuring, SpeedMeasuring::automatic);
  EXPECT_EQ(parse({"--measure-speeds", "never"}).value().options.speed_measuring,
            SpeedMeasuring::never);
  EXPECT_EQ(parse({"--measure-speeds", "always"}).value().options.speed_measuring,
            SpeedMeasuring::always);
  EXPECT_FALSE(parse({"--measure-speeds", "yes"}));
  const auto simulated = parse({"--backend", "sim", "--measure-speeds", "always"});
  ASSERT_FALSE(simulated);
  EXPECT_EQ(simulated.error().text(),
            "--measure-speeds: virtual time has the grid's speeds (expected --backend threads or "
            "processes)");
}

TEST(Options, SayWhenLinksGetOtherDevices) {
  const auto changes = parse({"--change-chain", "5s:between_sites:same_site"});
  ASSERT_TRUE(changes) << changes.error().text();
  ASSERT_EQ(changes->options.chain_changes.size(), 1u);
  EXPECT_EQ(changes->options.chain_changes[0].after_ns, 5'000'000'000);
  EXPECT_EQ(changes->options.chain_changes[0].link_class, "between_sites");
  EXPECT_EQ(changes->options.chain_changes[0].to, "same_site");
}

TEST(Options, DrawATimeFromTheSeedWhereItIsARange) {
  const char* const wish = "1s..9s:between_sites:same_site,2s..2s:between_sites:between_sites";
  std::set<TimeNs> drawn;
  for (const char* const seed : {"1", "2", "3"}) {
    const auto changes = parse({"--seed", seed, "--change-chain", wish}).value();
    const TimeNs after_ns = changes.options.chain_changes.at(0).after_ns;
    EXPECT_GE(after_ns, 1'000'000'000);
    EXPECT_LE(after_ns, 9'000'000'000);
    EXPECT_EQ(changes.options.chain_changes.at(1).after_ns, 2'000'000'000);
    drawn.insert(after_ns);
  }
  EXPECT_EQ(drawn.size(), 3u);
}

TEST(Options, SplitTheCoresAmongTheSites) {
  const topology::Topology topology = topology_of(parse({"--sites", "3"}).value());
  EXPECT_EQ(topology.site_count(), 3);
  EXPECT_EQ(topology.pe_count(), 6);
}

TEST(Options, ShapeTheGrid) {
  const Parsed parsed =
      parse({"--backend", "processes", "--sites", "2", "--pes", "4", "--processes", "2",
             "--latency", "8ms", "--jitter", "1ms", "--bandwidth", "100Mb/s"})
          .value();
  EXPECT_EQ(parsed.options.backend, Backend::processes);
  const topology::Topology topology = topology_of(parsed);
  EXPECT_EQ(topology.process_count(), 4);
  EXPECT_EQ(topology.pe_count(), 8);
  const auto* delay = topology.link_class(topology::LinkKind::between_sites).find("delay");
  ASSERT_NE(delay, nullptr);
  EXPECT_EQ(delay->parameters.at("latency"), "8ms");
  EXPECT_EQ(delay->parameters.at("jitter"), "1ms");
  EXPECT_EQ(delay->parameters.at("bandwidth"), "100Mb/s");
}

TEST(Options, SayWhatCarriesMessagesInASite) {
  const auto carrier_of = [](const Parsed& parsed, topology::LinkKind kind) {
    return topology_of(parsed).link_class(kind).chain.back().name;
  };
  const Parsed by_default = parse({}).value();
  EXPECT_EQ(carrier_of(by_default, topology::LinkKind::same_node), "shm");
  EXPECT_EQ(carrier_of(by_default, topology::LinkKind::same_site), "tcp");
  for (const std::string carrier : {"mpi", "shm", "tcp", "ucx", "udp"}) {
    const Parsed parsed = parse({"--carrier", carrier.c_str()}).value();
    EXPECT_EQ(carrier_of(parsed, topology::LinkKind::same_process), "local");
    EXPECT_EQ(carrier_of(parsed, topology::LinkKind::same_node), carrier);
    EXPECT_EQ(carrier_of(parsed, topology::LinkKind::same_site), carrier);
    EXPECT_EQ(carrier_of(parsed, topology::LinkKind::between_sites), "tcp");
  }
  const auto wrong = parse({"--carrier", "local"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text(),
            "--carrier: 'local' is not a carrier between processes of a site (expected mpi, shm, "
            "tcp, ucx or udp)");
}

TEST(Options, AreNamedWhereTheyLackAValueAlsoThoseThatHelpLeavesOut) {
  for (const std::string option : {"--balancer", "--name", "--carrier", "--fault"}) {
    const auto wrong = parse({(option + "=").c_str()});
    ASSERT_FALSE(wrong) << option;
    EXPECT_EQ(wrong.error().text(), option + ": no value (expected a value)");
  }
}

TEST(Options, LetAJobGoOnOnlyFromACheckpoint) {
  EXPECT_TRUE(parse({"--on-loss", "go-on", "--checkpoint", "1s", "--checkpoint-dir", "none"}));
  const auto nothing = parse({"--on-loss", "go-on"});
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().text(),
            "--on-loss go-on: a job that goes on from nothing (expected --checkpoint EVERY beside "
            "it)");
  const auto nowhere = parse({"--checkpoint", "1s", "--checkpoint-dir", "none"});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().text(),
            "--checkpoint-dir: no directory (expected one, or --on-loss go-on beside none)");
  const auto forwarded = parse({"--on-loss", "go-on", "--checkpoint", "1s", "--advertise",
                                "gate:7000", "--rendezvous", "localhost:1234", "--rank", "1"});
  ASSERT_FALSE(forwarded);
  EXPECT_EQ(forwarded.error().text(),
            "--advertise: an address that only this process knows of is forwarded (expected "
            "'advertise' in the grid file, with --on-loss go-on)");
}

TEST(Options, HaveProcessesComeAndGoWhereTheJobOutlivesLosses) {
  const auto text_of = [](const std::vector<const char*>& words) {
    const auto parsed = parse(words);
    return parsed ? std::string("well") : parsed.error().text();
  };
  const std::vector<const char*> kept = {"--on-loss", "go-on", "--checkpoint", "auto"};
  const auto with = [&](std::vector<const char*> words) {
    words.insert(words.end(), kept.begin(), kept.end());
    return text_of(words);
  };
  EXPECT_EQ(with({"--begin-with", "2", "--on-warning", "leave"}), "well");
  EXPECT_EQ(text_of({"--begin-with", "2"}),
            "--begin-with: a job that cannot take anybody in (expected --checkpoint EVERY and "
            "--on-loss go-on beside it)");
  EXPECT_EQ(text_of({"--on-warning", "checkpoint"}),
            "--on-warning: a job that nobody can leave (expected --checkpoint EVERY and --on-loss "
            "go-on beside it)");
  EXPECT_EQ(with({"--late", "--rendezvous", "a:1", "--backend", "processes"}), "well");
  EXPECT_EQ(with({"--late"}),
            "--late: a job that cannot be joined (expected --rendezvous HOST:PORT, --checkpoint "
            "EVERY and --on-loss go-on beside it)");
  EXPECT_EQ(with({"--begin-with", "2 processes"}), "well");
  EXPECT_EQ(with({"--begin-with", "1 sites"}), "well");
  for (const std::string wrong : {"0", "-1", "two", "2 nodes", "sites", "2sites", "99999999999"}) {
    EXPECT_EQ(with({"--begin-with", wrong.c_str()}),
              "--begin-with: '" + wrong +
                  "' (expected at least 1, such as 4, '4 processes' or '2 sites')");
  }
  EXPECT_EQ(with({"--begin-with", "1", "--probe", "links"}),
            "--begin-with: what is not there yet cannot be probed (expected a grid that is known, "
            "without --probe)");
  EXPECT_EQ(with({"--begin-with", "1", "--measure-speeds", "always"}),
            "--begin-with: what is not there yet cannot be measured (expected no --measure-speeds "
            "always beside it)");
}

TEST(Options, HaveAWitnessWhereTheJobMayComeApart) {
  const std::vector<const char*> kept = {"--on-loss", "go-on", "--checkpoint", "auto"};
  const auto with = [&](std::vector<const char*> words) {
    words.insert(words.end(), kept.begin(), kept.end());
    return parse(words);
  };
  const auto real = with({"--witness", "login:7100"});
  ASSERT_TRUE(real);
  EXPECT_EQ(real->options.witness.text(), "login:7100");
  const auto simulated = with({"--backend", "sim", "--witness", "site1"});
  ASSERT_TRUE(simulated);
  EXPECT_EQ(simulated->options.witness_site, "site1");
  EXPECT_FALSE(with({"--witness", "login"}));
  const auto whole = parse({"--witness", "login:7100"});
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().text(),
            "--witness: a job that does not go on in halves (expected --checkpoint EVERY and "
            "--on-loss go-on beside it)");
}

TEST(Options, HaveACommandThatWarnsWhereWarningsAreHeeded) {
  EXPECT_TRUE(parse({"--on-loss", "go-on", "--checkpoint", "auto", "--on-warning", "leave",
                     "--warning-command", "false"}));
  const auto unheeded = parse({"--warning-command", "false"});
  ASSERT_FALSE(unheeded);
  EXPECT_EQ(unheeded.error().text(),
            "--warning-command: a warning that nobody heeds (expected --on-warning leave or "
            "checkpoint beside it)");
}

TEST(Options, TakeTheRest) {
  const Parsed parsed = parse({"--seed", "7", "--tune", "branching=2,quiescence=safra", "--report",
                               "out.json", "--quiet", "--tune", "spin=5us,pin=no", "--tune",
                               "stall-after=2s", "--rendezvous", "localhost:1234", "--rank", "3"})
                            .value();
  EXPECT_EQ(parsed.options.settings.seed, 7u);
  EXPECT_EQ(parsed.options.settings.branching, 2);
  EXPECT_EQ(parsed.options.settings.quiescence, collective::QuiescenceStrategy::safra);
  EXPECT_EQ(parsed.options.report_file, "out.json");
  EXPECT_TRUE(parsed.options.quiet);
  EXPECT_EQ(parsed.options.spin_ns, 5'000);
  EXPECT_EQ(parsed.options.settings.stall_ns, 2'000'000'000);
  EXPECT_FALSE(parsed.options.pin);
  EXPECT_EQ(parsed.options.rendezvous, (HostPort{"localhost", 1234}));
  EXPECT_EQ(parsed.options.rank, 3u);
}

TEST(Options, SayWhetherBorderObjectsComeFirst) {
  const auto border_first = [](const std::vector<const char*>& arguments) {
    return parse(arguments).value().options.settings.border_first;
  };
  EXPECT_EQ(border_first({}), BorderFirst::automatic);
  EXPECT_EQ(border_first({"--border-first", "auto"}), BorderFirst::automatic);
  EXPECT_EQ(border_first({"--border-first", "yes"}), BorderFirst::yes);
  EXPECT_EQ(border_first({"--border-first", "no"}), BorderFirst::no);
}

TEST(Options, TellWhichOfThemDecideHowASimulatedRunGoes) {
  const Parsed parsed = parse({"--backend",
                               "sim",
                               "--pes",
                               "2",
                               "--verify",
                               "--seed",
                               "7",
                               "--report",
                               "out.json",
                               "--latency",
                               "8ms",
                               "--sim",
                               "same_pe.send=1us",
                               "--sim",
                               "same_pe.receive=1us",
                               "--record-costs",
                               "costs.txt",
                               "--",
                               "--mesh",
                               "64"})
                            .value();
  EXPECT_EQ(parsed.options.words_of_run,
            (std::vector<std::string>{"--latency 8ms", "--sim same_pe.send=1us same_pe.receive=1us",
                                      "--verify true"}));
}

TEST(Options, RecordNoCostsInVirtualTimeThatAreNotMeasured) {
  const auto wrong = parse({"--backend", "sim", "--costs", "charged", "--record-costs", "out"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text(),
            "--record-costs: costs that are not measured (expected --costs measured; other runs "
            "are the same each time)");
  EXPECT_TRUE(parse({"--costs", "charged", "--record-costs", "out"}));
  const auto probed = parse({"--backend", "sim", "--probe", "links", "--record-costs", "out"});
  ASSERT_FALSE(probed);
  EXPECT_EQ(probed.error().text(),
            "--record-costs: what is probed may be found otherwise the next time (expected a grid "
            "that is known, without --probe)");
}

TEST(Options, LeaveTheProgramsOwnToTheProgram) {
  const Parsed parsed = parse({"--pes", "2", "--", "--mesh", "64", "--", "--pes"}).value();
  EXPECT_EQ(parsed.options.arguments, (std::vector<std::string>{"--mesh", "64", "--", "--pes"}));
}

TEST(Options, SayOfAWrongValueWhatWasExpectedOfIt) {
  const auto refusal = [](const std::vector<const char*>& arguments) {
    return parse(arguments).error().text();
  };
  EXPECT_EQ(refusal({"--backend", "magic"}),
            "--backend: 'magic' (expected threads, processes or sim)");
  EXPECT_EQ(refusal({"--sites", "two"}), "--sites: 'two' (expected a whole number)");
  EXPECT_EQ(refusal({"--mesh", "64"}),
            "'--mesh' is not an option (expected one that --help=all lists; the program's own "
            "come after --)");
}

std::string help_of(const char* option) { return parse({option}).value().help.value(); }

TEST(Options, ExplainThemselves) {
  const std::string help = help_of("--help");
  for (const char* option : {"--sites", "--latency", "--grid", "--border-first", "--tune"}) {
    EXPECT_NE(help.find(option), std::string::npos) << option;
  }
  for (const Group group : {Group::where, Group::links, Group::balancing, Group::watching}) {
    EXPECT_NE(help.find(title_of(group)), std::string::npos) << title_of(group);
  }
}

TEST(Options, ExplainOnWishWhatIsSeldomNeeded) {
  const std::string usual = help_of("--help");
  const std::string all = help_of("--help=all");
  EXPECT_EQ(parse({"--help", "all"}).value().help.value(), all);
  EXPECT_EQ(parse({"--sites", "2", "--help"}).value().help.value(), usual);
  const auto rows_in = [](const std::string& text) {
    return std::ranges::count_if(option_rows(), [&](const OptionRow& row) {
      return text.find("\n  --" + std::string(row.name) + " ") != std::string::npos;
    });
  };
  EXPECT_LE(rows_in(usual), 22);
  EXPECT_EQ(rows_in(all), std::ssize(option_rows()));
  for (const char* option : {"--rendezvous", "--jitter", "--bootstrap"}) {
    EXPECT_EQ(usual.find(option), std::string::npos) << option;
    EXPECT_NE(all.find(option), std::string::npos) << option;
  }
  for (const OptionRow& row : tuning_rows()) {
    const std::string key = "\n  " + std::string(row.name) + "=";
    EXPECT_EQ(usual.find(key), std::string::npos) << key;
    EXPECT_NE(all.find(key), std::string::npos) << key;
  }
}

TEST(Options, PrintTheirTableForWhoStartsPrograms) {
  const auto table = nlohmann::json::parse(help_of("--options-json"));
  std::set<std::string> groups;
  for (const auto& group : table.at("groups")) groups.insert(group.at("name"));
  std::set<std::string> names;
  for (const auto& row : table.at("options")) {
    names.insert(row.at("name"));
    EXPECT_TRUE(groups.contains(row.at("group"))) << row;
    EXPECT_EQ(row.at("kind") == "flag", row.at("metavar") == "") << row;
  }
  EXPECT_EQ(names.size(), option_rows().size());
  EXPECT_EQ(table.at("tune").size(), tuning_rows().size());
  EXPECT_TRUE(names.contains("backend"));
  EXPECT_FALSE(names.contains("batch"));
}

TEST(Options, TuneAsTheGridFileSaysAndThenAsTheCommandLineDoes) {
  const std::string path = ::testing::TempDir() + "/tuned.toml";
  std::ofstream(path) << "[[site]]\n[tune]\nbranching = 2\nbatch = 3\npin = false\n";
  const Options tuned = parse({"--grid", path.c_str(), "--tune", "batch=5"}).value().options;
  EXPECT_EQ(tuned.settings.branching, 2);
  EXPECT_EQ(tuned.settings.batch, 5);
  EXPECT_FALSE(tuned.pin);
  EXPECT_EQ(tuned.words_of_run, std::vector<std::string>{"--tune batch=5"});
}

TEST(Options, NameTheLineOfWhatCannotBeTuned) {
  const std::string path = ::testing::TempDir() + "/untuned.toml";
  const auto refusal = [&](const char* line) {
    std::ofstream(path) << "[[site]]\n[tune]\n" << line << "\n";
    return parse({"--grid", path.c_str()}).error().text();
  };
  EXPECT_EQ(refusal("batch = 0"),
            path + ":3: [tune] batch: '0' (expected a whole number from 1 to 1000000)");
  EXPECT_NE(refusal("bach = 1").find(":3: [tune] bach: nothing called 'bach' is tuned (expected "),
            std::string::npos);
  EXPECT_NE(refusal("bach = 1").find("did you mean 'batch'?"), std::string::npos)
      << refusal("bach = 1");
}

struct Wrong {
  std::vector<const char*> arguments;
  const char* named;
};

class WrongOptions : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongOptions, GetOneLineThatNamesThem) {
  const Expected<Parsed> parsed = parse(GetParam().arguments);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::bad_input);
  EXPECT_EQ(exit_status(parsed.error().code), 2);
  const std::string text = parsed.error().text();
  EXPECT_NE(text.find(GetParam().named), std::string::npos) << text;
  EXPECT_NE(text.find("(expected"), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongOptions,
    ::testing::Values(
        Wrong{{"--colour", "red"}, "--colour"}, Wrong{{"stray"}, "stray"},
        Wrong{{"--sites"}, "--sites"}, Wrong{{"--sites", "two"}, "--sites"},
        Wrong{{"--sites", "0"}, "--sites"}, Wrong{{"--sites", "-1"}, "--sites"},
        Wrong{{"--pes", "0"}, "PE"}, Wrong{{"--pes", "2", "--processes", "3"}, "process"},
        Wrong{{"--backend", "magic"}, "--backend"},
        Wrong{{"--tune", "branching=0"}, "--tune branching"},
        Wrong{{"--tune", "quiescence=hope"}, "--tune quiescence"}, Wrong{{"--seed", "x"}, "--seed"},
        Wrong{{"--latency", "8"}, "8"}, Wrong{{"--latency", "fast"}, "fast"},
        Wrong{{"--jitter", "-1ms"}, "-1ms"}, Wrong{{"--bandwidth", "100"}, "100"},
        Wrong{{"--tune", "spin=soon"}, "--tune spin"},
        Wrong{{"--tune", "batch=2,stall-after=1"}, "--tune stall-after"},
        Wrong{{"--tune", "batch"}, "--tune"}, Wrong{{"--tune", "cups=3"}, "cups"},
        Wrong{{"--balancer", "gready"}, "--balancer"},
        Wrong{{"--balancer", "greedy:tolerance=2"}, "--balancer"},
        Wrong{{"--batch", "3"}, "--batch"}, Wrong{{"--location-policy", "guesswork"}, "guesswork"},
        Wrong{{"--border-first", "maybe"}, "--border-first"},
        Wrong{{"--rendezvous", "here"}, "--rendezvous"}, Wrong{{"--rank", "-1"}, "--rank"},
        Wrong{{"--grid", "/no/such/grid.toml"}, "/no/such/grid.toml"},
        Wrong{{"--grid", "grid.toml", "--sites", "2"}, "--sites"}));

}  // namespace
}  // namespace isthmus::engine::program
