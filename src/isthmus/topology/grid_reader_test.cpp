#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Grid read(std::string_view text) {
  auto grid = read_grid(text, "g.toml");
  EXPECT_TRUE(grid) << grid.error().text();
  return grid ? *grid : Grid();
}

std::string error_of(std::string_view text) {
  const auto grid = read_grid(text, "g.toml");
  if (grid) return "no error";
  EXPECT_EQ(grid.error().code, ErrorCode::bad_input);
  EXPECT_EQ(grid.error().text().find('\n'), std::string::npos);
  return grid.error().text();
}

/// Line 1 is a site, line 2 another; the text starts on line 3.
std::string after_two_sites(const std::string& text) {
  return error_of("[[site]]\n[[site]]\n" + text);
}

TEST(GridReader, TakesDefaultsForEverything) {
  const Grid grid = read("[[site]]\n[[site]]\n");
  EXPECT_EQ(grid, uniform_grid(2, 1));
  EXPECT_EQ(grid.file_name, "g.toml");
}

TEST(GridReader, TakesASiteOfOneNodeInShort) {
  const Grid grid = read(
      "grid.name = 'two'\n"
      "[[site]]\nname = 'urbana'\npes = 4\nprocesses = 2\nspeed = 2\naddress = 'u.edu'\n");
  EXPECT_EQ(grid.name, "two");
  ASSERT_EQ(grid.sites.size(), 1u);
  EXPECT_EQ(grid.sites[0], (Site{"urbana", {{"urbana-0", 4, 2, 2.0, "u.edu"}}}));
}

TEST(GridReader, TakesNodesAndTheirCopies) {
  const Grid grid = read(R"(
[[site]]
name = "chicago"
speed = 1.5
  [[site.node]]
  name = "head"
  pes = 3
  speed = 0.5
  [[site.node]]
  name = "c"
  count = 2
  pes = 2
  address = "10.0.0.{}.net"
  [[site.node]]
  address = "{}"
)");
  ASSERT_EQ(grid.sites.size(), 1u);
  const std::vector<Node> expected = {{"head", 3, 1, 0.5},
                                      {"c-0", 2, 1, 1.5, "10.0.0.0.net"},
                                      {"c-1", 2, 1, 1.5, "10.0.0.1.net"},
                                      {"chicago-3", 1, 1, 1.5, "{}"}};
  EXPECT_EQ(grid.sites[0].nodes, expected);
}

TEST(GridReader, SaysWhereNodesListenAndWhichRelayLeadsToThem) {
  const Grid grid = read(R"([[site]]
relay = "relay.net:7100"
  [[site.node]]
  name = "c"
  count = 2
  listen = "0.0.0.0:7000"
  advertise = "gate{}.net:70"
  [[site.node]]
  relay = "other.net:7100"
[[site]]
listen = "[::]:0"
)");
  const std::vector<Node>& nodes = grid.sites[0].nodes;
  EXPECT_EQ(nodes[0].reach, (Reach{"0.0.0.0:7000", "gate0.net:70", "relay.net:7100"}));
  EXPECT_EQ(nodes[1].reach, (Reach{"0.0.0.0:7000", "gate1.net:70", "relay.net:7100"}));
  EXPECT_EQ(nodes[2].reach, (Reach{"", "", "other.net:7100"}));
  EXPECT_EQ(grid.sites[1].nodes[0].reach, (Reach{"[::]:0", "", ""}));
  EXPECT_EQ(read_grid(to_toml(grid), "again").value(), grid);
}

TEST(GridReader, RefusesAReachWithoutAPort) {
  EXPECT_EQ(error_of("[[site]]\nlisten = 'node1'\n"),
            "g.toml:1: 'listen' is 'node1' (expected HOST:PORT, as in node1:7000 or [::1]:7000)");
  EXPECT_THAT(error_of("[[site]]\nrelay = 'node1:0'\n"), HasSubstr("and a port above 0"));
  for (const std::string key : {"listen", "advertise", "relay"}) {
    EXPECT_EQ(error_of("[[site]]\n" + key + " = ''\n"),
              "g.toml:2: '" + key + "' is empty (expected HOST:PORT, or no such key)");
  }
  EXPECT_THAT(error_of("[[site]]\npes = 3\nprocesses = 3\nadvertise = 'a:65534'\n"),
              HasSubstr("with ports for 3 processes"));
}

TEST(GridReader, TakesChainsAndParametersAsText) {
  const Grid grid = read(R"([[site]]
[link.between_sites]
chain = ["profile", "delay", "tcp"]
  [link.between_sites.delay]
  latency = "8ms"
  loss = 0.25
  seed = 7
  fifo = true
[link.same_site]
tcp.port = 0x10
)");
  const LinkClass& link = grid.links.at(LinkKind::between_sites);
  ASSERT_EQ(link.chain.size(), 3u);
  EXPECT_EQ(link.chain[1],
            (DeviceSpec{"delay",
                        {{"latency", "8ms"}, {"loss", "0.25"}, {"seed", "7"}, {"fifo", "true"}}}));
  EXPECT_EQ(link.chain[1].where(), "g.toml:3");
  EXPECT_EQ(link.chain[1].where("loss"), "g.toml:6");
  EXPECT_EQ(link.chain[1].where("absent"), "g.toml:3");
  EXPECT_EQ(grid.links.at(LinkKind::same_site).find("tcp")->parameters.at("port"), "16");
}

TEST(GridReader, LetsAPairInheritFromTheGeneralLink) {
  const Grid grid = read(R"([[site]]
[[site]]
[[site]]
[[between]]
sites = ["site0", "site1"]
delay.latency = "30ms"
[[between]]
sites = ["site1", "site2"]
directed = true
chain = ["count", "delay", "tcp"]
count.file = "x"
[link.between_sites]
delay.latency = "8ms"
delay.jitter = "1ms"
)");
  ASSERT_EQ(grid.overrides.size(), 2u);
  EXPECT_EQ(grid.overrides[0], (LinkOverride{"site0", "site1", "site0-site1"}));
  EXPECT_EQ(grid.overrides[1], (LinkOverride{"site1", "site2", "site1->site2", true}));
  const DeviceSpec tcp = {"tcp"};
  EXPECT_EQ(grid.link_classes.at("site0-site1").chain,
            (std::vector<DeviceSpec>{
                {"crypt"}, {"delay", {{"latency", "30ms"}, {"jitter", "1ms"}}}, tcp}));
  EXPECT_EQ(grid.link_classes.at("site0-site1").chain[1].where("jitter"), "g.toml:14");
  EXPECT_EQ(
      grid.link_classes.at("site1->site2").chain,
      (std::vector<DeviceSpec>{
          {"count", {{"file", "x"}}}, {"delay", {{"latency", "8ms"}, {"jitter", "1ms"}}}, tcp}));
}

TEST(GridReader, LetsPairsShareANamedClass) {
  const Grid grid = read(R"([[site]]
[[site]]
[[site]]
[link.between_sites]
delay.jitter = "1ms"
[class.ocean]
delay.latency = "70ms"
[[between]]
sites = ["site0", "site1"]
class = "ocean"
[[between]]
sites = ["site0", "site2"]
class = "ocean"
delay.bandwidth = "1Mb/s"
[[between]]
sites = ["site1", "site2"]
)");
  const auto chain = [&](std::size_t i) {
    return grid.find_class(grid.overrides[i].link_class)->chain[1].parameters;
  };
  using Parameters = std::map<std::string, std::string>;
  EXPECT_EQ(chain(0), (Parameters{{"latency", "70ms"}}));
  EXPECT_EQ(chain(1), (Parameters{{"latency", "70ms"}, {"bandwidth", "1Mb/s"}}));
  EXPECT_EQ(chain(2), (Parameters{{"jitter", "1ms"}}));
}

TEST(GridReader, GivesANamedClassTheDevicesOfTheGeneralLinkWhereverThatStands) {
  const Grid grid = read(R"([[site]]
[class.ocean]
delay.latency = "70ms"
[link.between_sites]
chain = ["profile", "delay", "tcp"]
delay.jitter = "1ms"
)");
  EXPECT_EQ(grid.link_classes.at("ocean").chain,
            (std::vector<DeviceSpec>{{"profile"}, {"delay", {{"latency", "70ms"}}}, {"tcp"}}));
}

TEST(GridReader, GivesADeviceThatStandsTwiceItsParametersTwice) {
  const Grid grid = read(
      "[[site]]\n[link.same_site]\nchain = ['profile', 'zip', 'profile', 'tcp']\n"
      "profile.file = 'x'\n");
  const LinkClass& link = grid.links.at(LinkKind::same_site);
  EXPECT_EQ(link.chain[0].parameters.at("file"), "x");
  EXPECT_EQ(link.chain[2].parameters.at("file"), "x");
}

TEST(GridReader, NamesTheLineOfAnUnknownKeyAndTheNearestKnownOne) {
  EXPECT_EQ(error_of("[[site]]\nname = 'a'\npess = 2\n"),
            "g.toml:3: unknown key 'pess' in [[site]] (expected name, pes, processes, speed, "
            "address, listen, advertise, relay or node; did you mean 'pes'?)");
  EXPECT_THAT(error_of("[[site]]\n[[sites]]\n"),
              StartsWith("g.toml:2: unknown key 'sites' in the grid file (expected grid, site, "
                         "link, class, between or tune; did you mean 'site'?)"));
  EXPECT_THAT(error_of("[[site]]\n[[site.node]]\nsped = 2.0\n"),
              StartsWith("g.toml:3: unknown key 'sped' in [[site.node]]"));
  EXPECT_THAT(
      error_of("[[site]]\n[grid]\ncolour = 1\n"),
      StartsWith("g.toml:3: unknown key 'colour' in [grid] (expected name, probe or gateways)"));
  EXPECT_THAT(error_of("[[site]]\n[link.between_site]\nchain = ['tcp']\n"),
              AllOf(StartsWith("g.toml:2: unknown key 'between_site' in [link]"),
                    HasSubstr("did you mean 'between_sites'?")));
  EXPECT_THAT(error_of("[[site]]\n[link.same_node]\nchian = ['tcp']\n"),
              AllOf(StartsWith("g.toml:3: unknown key 'chian' in [link.same_node]"),
                    HasSubstr("did you mean 'chain'?")));
}

TEST(GridReader, NamesTheLineOfADeviceThatIsNotInTheChain) {
  EXPECT_EQ(error_of("[[site]]\n[link.between_sites]\ndealy.latency = '8ms'\n"),
            "g.toml:3: device 'dealy' is not in the chain of [link.between_sites] (expected chain, "
            "measured, crypt, delay or tcp; did you mean 'delay'?)");
  EXPECT_THAT(error_of("[[site]]\n[link.same_node.delay]\nlatency = '8ms'\n"),
              StartsWith("g.toml:2: device 'delay' is not in the chain of [link.same_node]"));
}

TEST(GridReader, NamesTheLineOfAWrongType) {
  EXPECT_EQ(error_of("[[site]]\npes = '2'\n"),
            "g.toml:2: 'pes' in [[site]] is a string (expected an integer from 1 to 1000000)");
  EXPECT_THAT(error_of("[[site]]\npes = 2.0\n"), HasSubstr("is a floating-point number"));
  EXPECT_THAT(error_of("[[site]]\nname = 3\n"),
              StartsWith("g.toml:2: 'name' in [[site]] is an integer (expected a string"));
  EXPECT_THAT(error_of("[[site]]\nspeed = true\n"),
              StartsWith("g.toml:2: 'speed' in [[site]] is a boolean (expected a number"));
  EXPECT_THAT(error_of("\n[site]\nname = 'a'\n"),
              StartsWith("g.toml:2: 'site' in the grid file is a table (expected tables, each "
                         "under a line [[site]])"));
  EXPECT_THAT(error_of("site = [{}, 3]\n"), StartsWith("g.toml:1: [[site]] holds an integer"));
  EXPECT_THAT(error_of("grid = 1979-05-27\n[[site]]\n"),
              StartsWith("g.toml:1: 'grid' in the grid file is a date or time (expected a table"));
  EXPECT_THAT(error_of("[[site]]\n[link]\nsame_site = 'tcp'\n"),
              StartsWith("g.toml:3: 'same_site' in [link] is a string (expected a table "
                         "[link.same_site])"));
  EXPECT_THAT(error_of("[[site]]\n[class]\nx = []\n"),
              StartsWith("g.toml:3: 'x' in [class] is an array (expected a table [class.x])"));
  EXPECT_THAT(error_of("[[site]]\n[link.same_site]\ntcp = 5\n"),
              StartsWith("g.toml:3: 'tcp' in [link.same_site] is an integer (expected a table of "
                         "parameters)"));
  EXPECT_THAT(error_of("[[site]]\n[link.same_site]\ntcp.x = []\n"),
              StartsWith("g.toml:3: 'x' of device 'tcp' is an array (expected a string"));
  EXPECT_THAT(error_of("[[site]]\n[link.same_site]\ntcp.x = nan\n"),
              HasSubstr("expected a string, a finite number or a boolean"));
  EXPECT_THAT(after_two_sites("[[between]]\nsites = ['site0', 'site1']\ndirected = 1\n"),
              StartsWith("g.toml:5: 'directed' in [[between]] is an integer (expected true or"));
}

TEST(GridReader, NamesTheLineOfNumbersOutOfRange) {
  EXPECT_EQ(error_of("[[site]]\npes = 0\n"),
            "g.toml:2: 'pes' in [[site]] is 0 (expected an integer from 1 to 1000000)");
  EXPECT_THAT(error_of("[[site]]\n\npes = -3\n"), StartsWith("g.toml:3: 'pes' in [[site]] is -3"));
  EXPECT_THAT(error_of("[[site]]\npes = 1000001\n"), StartsWith("g.toml:2: 'pes'"));
  EXPECT_THAT(error_of("[[site]]\nprocesses = 0\n"), StartsWith("g.toml:2: 'processes'"));
  EXPECT_EQ(error_of("[[site]]\npes = 2\nprocesses = 3\n"),
            "g.toml:3: 3 processes for 2 PEs (expected at most as many processes as PEs)");
  EXPECT_THAT(error_of("[[site]]\nspeed = 0\n"),
              StartsWith("g.toml:2: 'speed' in [[site]] is 0 (expected a number from 0.000001"));
  EXPECT_THAT(error_of("[[site]]\nspeed = -1.5\n"), HasSubstr("is -1.5"));
  EXPECT_THAT(error_of("[[site]]\nspeed = nan\n"), HasSubstr("is nan"));
  EXPECT_THAT(error_of("[[site]]\n[[site.node]]\ncount = 0\n"), StartsWith("g.toml:3: 'count'"));
}

TEST(GridReader, BoundsTheNumberOfPesBeforeItCopiesNodes) {
  EXPECT_EQ(error_of("[[site]]\n[[site.node]]\ncount = 1000000\npes = 1000000\n"),
            "g.toml:2: the grid has too many PEs (expected at most 1000000 in all)");
  EXPECT_THAT(error_of("[[site]]\npes = 600000\n[[site]]\npes = 600000\n"),
              StartsWith("g.toml:3: the grid has too many PEs"));
}

TEST(GridReader, NamesBothLinesOfADuplicate) {
  EXPECT_EQ(error_of("[[site]]\nname = 'a'\n[[site]]\nname = 'a'\n"),
            "g.toml:3: site 'a' stands twice (expected another name; the first is on line 1)");
  EXPECT_EQ(error_of("[[site]]\n[[site.node]]\nname = 'n'\n[[site.node]]\nname = 'n'\n"),
            "g.toml:4: node 'n' stands twice in site 'site0' (expected another name; the first is "
            "on line 2)");
  EXPECT_EQ(after_two_sites("[[between]]\nsites = ['site0', 'site1']\n"
                            "[[between]]\nsites = ['site1', 'site0']\n"),
            "g.toml:5: a second [[between]] for 'site1' and 'site0' (expected one for each pair of "
            "sites; the first is on line 3)");
}

TEST(GridReader, RefusesASiteWithPesAndNodes) {
  EXPECT_EQ(error_of("[[site]]\npes = 2\n[[site.node]]\npes = 2\n"),
            "g.toml:2: 'pes' in [[site]] stands beside [[site.node]] (expected it in each "
            "[[site.node]])");
  EXPECT_THAT(error_of("[[site]]\nnode = []\n"), StartsWith("g.toml:1: site 'site0' has no node"));
}

TEST(GridReader, RefusesAPairThatIsNone) {
  EXPECT_THAT(after_two_sites("[[between]]\n"), StartsWith("g.toml:3: [[between]] has no sites"));
  EXPECT_EQ(after_two_sites("[[between]]\nsites = ['site0', 'site1', 'site2']\n"),
            "g.toml:4: 'sites' in [[between]] is no pair (expected sites = [\"A\", \"B\"], the "
            "names of two sites)");
  EXPECT_EQ(after_two_sites("[[between]]\nsites = ['site0', 'site2']\n"),
            "g.toml:3: unknown site 'site2' in [[between]] (expected site0 or site1; did you mean "
            "'site0'?)");
  EXPECT_THAT(after_two_sites("[[between]]\nsites = ['site0', 'site0']\n"),
              StartsWith("g.toml:3: [[between]] joins site 'site0' with itself"));
  EXPECT_THAT(after_two_sites("[class.ocean]\n[[between]]\nsites = ['site0', 'site1']\n"
                              "class = 'ocaen'\ndelay.latency = '1ms'\n"),
              AllOf(StartsWith("g.toml:4: unknown link class 'ocaen' in [[between]]"),
                    HasSubstr("did you mean 'ocean'?")));
}

TEST(GridReader, RefusesAChainThatIsNone) {
  EXPECT_EQ(error_of("[[site]]\n[link.same_node]\nchain = []\n"),
            "g.toml:3: 'chain' in [link.same_node] is empty (expected 1 to 32 devices, a carrier "
            "such as tcp last)");
  EXPECT_THAT(error_of("[[site]]\n[link.same_node]\nchain = 'tcp'\n"),
              StartsWith("g.toml:3: 'chain' in [link.same_node] is a string (expected an array"));
  EXPECT_THAT(
      error_of("[[site]]\n[link.same_node]\nchain = [\n'tcp',\n7]\n"),
      StartsWith("g.toml:5: 'chain' in [link.same_node] holds an integer (expected device"));
  EXPECT_THAT(
      error_of("[[site]]\n[link.same_node]\nchain = ['stripe(4)']\n"),
      StartsWith("g.toml:3: 'chain' in [link.same_node] holds 'stripe(4)' (expected letters"));
  EXPECT_THAT(error_of("[[site]]\n[class.same_site]\n"),
              StartsWith("g.toml:2: [class.same_site] has the name of a kind of link"));
}

TEST(GridReader, ReportsTheFaultThatStandsFirstInTheFile) {
  EXPECT_THAT(error_of("[[site]]\nspeed = 0\npes = 0\naddress = 5\nzoo = 1\n"),
              StartsWith("g.toml:2: "));
  EXPECT_THAT(error_of("[[between]]\n[[site]]\npes = 0\n"), StartsWith("g.toml:1: "));
}

TEST(GridReader, NamesLineAndColumnOfASyntaxError) {
  EXPECT_THAT(error_of("[[site]]\nname = \n"), StartsWith("g.toml:2:8: not TOML: "));
  EXPECT_THAT(error_of("[[site]]\npes = 2\npes = 3\n"), StartsWith("g.toml:3:"));
  EXPECT_THAT(error_of("[[site]\n"), StartsWith("g.toml:1:"));
  EXPECT_THAT(error_of("[[site]]\nname = \"\xff\"\n"), StartsWith("g.toml:2:"));
  EXPECT_THAT(error_of("name = '\n"), HasSubstr("not TOML"));
}

TEST(GridReader, RefusesHeadersThatTheParserDoesNotExpect) {
  for (const char* text :
       {"[[[1]]]", "[[[a]]", "[[[]]", "[[=", "[&", "[", "[[", "[[a", "[a.", "a."}) {
    EXPECT_THAT(error_of(text), StartsWith("g.toml:1:")) << text;
  }
}

TEST(GridReader, TakesCharactersBeyondAsciiWhereTomlHasThem) {
  const Grid grid = read(
      "\xef\xbb\xbf# \u00e9\n[grid]\nname = \"\"\"\\\n  \u00e9\"\"\"# \u00e9\n"
      "[[site]]\nname = '\u0416'\n");
  EXPECT_EQ(grid.name, "\u00e9");
  EXPECT_EQ(grid.sites[0].name, "\u0416");
}

TEST(GridReader, RefusesCharactersBeyondAsciiElsewhere) {
  for (const char* text :
       {"\u00e9", "a = \u00e9", "a = \"x\"\u00e9", "a.\u00e9 = 1", "[\u00e9]", "a = \"\\\u00e9\"",
        "a = 1e99[\"\u00e9\"]", "a = \u1234", "\u0416 = 1"}) {
    EXPECT_THAT(error_of(text), StartsWith("g.toml:1:")) << text;
  }
}

TEST(GridReader, RefusesAnEmptyFile) {
  EXPECT_EQ(error_of(""), "g.toml: the grid has no site (expected at least one [[site]])");
  EXPECT_THAT(error_of("# nothing\n"), HasSubstr("no site"));
}

TEST(GridReader, RefusesNestingThatWouldOverflowTheStack) {
  std::string dotted = "a";
  for (int i = 0; i < 100'000; ++i) dotted += ".a";
  EXPECT_EQ(error_of("[[site]]\n" + dotted + " = 1\n"),
            "g.toml:2: a line has too many dots (expected at most 500)");
  EXPECT_THAT(error_of("a = " + std::string(100'000, '[')), HasSubstr("g.toml:1:"));
  std::string deep = "a";
  for (int i = 0; i < 500; ++i) deep += ".a";
  std::string all = "[" + deep + "]\n" + deep + " = ";
  for (int i = 0; i < 12; ++i) all += "[\n{" + deep + " = ";
  EXPECT_THAT(error_of(all), HasSubstr("not TOML"));
  for (int i = 0; i < 12; ++i) all += i == 0 ? "1}]" : "}]";
  EXPECT_THAT(error_of(all), HasSubstr("g.toml:"));
}

std::string file_text(const std::string& name) {
  std::ifstream file(std::string(ISTHMUS_FORMATS_FOLDER) + "/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(GridReader, ReadsWhatIsToBeProbed) {
  const Grid grid = read("[grid]\nprobe = ['speeds', 'sites']\n[[site]]\n");
  EXPECT_EQ(grid.probe, (ProbeWishes{.sites = true, .speeds = true}));
  EXPECT_FALSE(grid.gateways);
  EXPECT_FALSE(read("[[site]]\n").probe.has_any());
}

TEST(GridReader, ReadsWhetherThereAreGatewaysAndWhetherTheyHoldObjects) {
  const std::string sites = "[[site]]\npes = 2\nprocesses = 2\n";
  const Grid open = read("[grid]\ngateways = true\n" + sites);
  EXPECT_TRUE(open.gateways);
  EXPECT_FALSE(open.gateways_reserved);
  const Grid reserved = read("[grid]\ngateways = 'reserved'\n" + sites);
  EXPECT_TRUE(reserved.gateways);
  EXPECT_TRUE(reserved.gateways_reserved);
  EXPECT_FALSE(read("[grid]\ngateways = false\n" + sites).gateways);
  EXPECT_EQ(error_of("[grid]\ngateways = 'reserve'\n" + sites),
            "g.toml:2: 'gateways' in [grid] is 'reserve' (expected true, false or \"reserved\")");
  EXPECT_THAT(error_of("[grid]\ngateways = 1\n" + sites), StartsWith("g.toml:2: 'gateways'"));
}

TEST(GridReader, KeepsWhatIsTunedAsText) {
  const Grid grid = read("[[site]]\n[tune]\nbatch = 3\npin = false\nspin = '5us'\n");
  ASSERT_EQ(grid.tuning.size(), 3u);
  EXPECT_EQ(grid.tuning[0], (Tuning{"batch", "3"}));
  EXPECT_EQ(grid.tuning[0].line, 3);
  EXPECT_EQ(grid.tuning[1], (Tuning{"pin", "no"}));
  EXPECT_EQ(grid.tuning[2], (Tuning{"spin", "5us"}));
  EXPECT_EQ(error_of("[[site]]\n[tune]\nbatch = [3]\n"),
            "g.toml:3: 'batch' in [tune] is an array (expected a string, a finite number or a "
            "boolean)");
  EXPECT_THAT(error_of("tune = 3\n[[site]]\n"), StartsWith("g.toml:1: 'tune'"));
}

TEST(GridReader, NamesTheLineOfAWishThatCannotBeProbed) {
  EXPECT_EQ(error_of("[grid]\nprobe = ['speed']\n[[site]]\n"),
            "g.toml:2: nothing called 'speed' can be probed (expected sites, links or speeds; did "
            "you mean 'speeds'?)");
  EXPECT_THAT(error_of("[grid]\nprobe = 'sites'\n[[site]]\n"), StartsWith("g.toml:2: 'probe'"));
  EXPECT_THAT(error_of("[grid]\nprobe = []\n[[site]]\n"), StartsWith("g.toml:2: 'probe'"));
  EXPECT_THAT(error_of("[grid]\nprobe = [['sites']]\n[[site]]\n"), StartsWith("g.toml:2: "));
}

TEST(GridReader, ReadsASpeedForEachPe) {
  const Grid grid = read("[[site]]\npes = 3\nspeed = [1, 0.5, 2]\n[[site]]\nspeed = 2\n");
  EXPECT_EQ(grid.sites[0].nodes[0].pe_speeds, (std::vector<double>{1, 0.5, 2}));
  EXPECT_EQ(grid.sites[0].nodes[0].speed_of(1), 0.5);
  EXPECT_EQ(grid.sites[1].nodes[0].speed_of(0), 2);
}

TEST(GridReader, NamesTheLineOfSpeedsThatDoNotFitThePes) {
  EXPECT_EQ(error_of("[[site]]\npes = 3\nspeed = [1, 0.5]\n"),
            "g.toml:3: 2 speeds for 3 PEs (expected one number, or one for each PE)");
  EXPECT_THAT(error_of("[[site]]\nspeed = []\n"), StartsWith("g.toml:2: "));
  EXPECT_THAT(error_of("[[site]]\nspeed = [0]\n"),
              StartsWith("g.toml:2: 'speed' in [[site]] is 0"));
  EXPECT_THAT(error_of("[[site]]\nspeed = ['fast']\n"), StartsWith("g.toml:2: 'speed'"));
}

TEST(GridReader, ReadsWhatLinksWereMeasuredToBe) {
  const Grid grid = read(
      "[[site]]\n[[site]]\n[link.between_sites]\nmeasured.latency = '8ms'\n"
      "[[between]]\nsites = ['site0', 'site1']\nmeasured.bandwidth = '80Mb/s'\n");
  EXPECT_EQ(grid.links.at(LinkKind::between_sites).measured, (MeasuredLink{8'000'000, {}}));
  const LinkClass* own = grid.find_class(grid.overrides.at(0).link_class);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->measured, (MeasuredLink{8'000'000, 1e7}));
}

TEST(GridReader, NamesTheLineOfAMeasurementThatDoesNotRead) {
  const std::string link = "[[site]]\n[link.same_site]\n";
  EXPECT_THAT(error_of(link + "measured.latency = 'soon'\n"), StartsWith("g.toml:3: 'soon'"));
  EXPECT_THAT(error_of(link + "measured.bandwidth = '0Mb/s'\n"), StartsWith("g.toml:3: '0Mb/s'"));
  EXPECT_THAT(error_of(link + "measured.latency = 8\n"), StartsWith("g.toml:3: 'latency'"));
  EXPECT_THAT(error_of(link + "measured.jitter = '1ms'\n"),
              StartsWith("g.toml:3: unknown key 'jitter' in 'measured' in [link.same_site]"));
  EXPECT_THAT(error_of(link + "measured = 8\n"), StartsWith("g.toml:3: 'measured'"));
}

TEST(GridFormat, ItsPageShowsFilesThatRead) {
  const std::string page = file_text("grid.md");
  const std::string fence = "```toml\n";
  int shown = 0;
  for (auto at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
    const auto begin = at + fence.size();
    const std::string text = page.substr(begin, page.find("```\n", begin) - begin);
    const auto grid = read_grid(text, "grid.md");
    EXPECT_TRUE(grid) << grid.error().text() << "\n" << text;
    ++shown;
  }
  EXPECT_GE(shown, 3);
}

TEST(GridFormat, ItsSchemaAndPageNameEveryKeyThatIsRead) {
  const std::string schema = file_text("grid.schema.json");
  const std::string page = file_text("grid.md");
  const std::vector<std::string> sections = {
      "%",
      "[[site]]\n%",
      "[[site]]\n[[site.node]]\n%",
      "[grid]\n%",
      "[link]\n%",
      "[[site]]\n[[site]]\n[[between]]\nsites=['site0','site1']\n%=1\nchain=['tcp']"};
  for (const std::string& section : sections) {
    std::string text = section;
    text.replace(text.find('%'), 1, "qqqqqqqqqqqq = 1");
    if (const auto rest = text.find("=1\nchain"); rest != std::string::npos) text.erase(rest, 2);
    const std::string error = error_of(text);
    const auto begin = error.find("(expected ");
    ASSERT_NE(begin, std::string::npos) << error;
    std::string list = error.substr(begin + 10, error.size() - begin - 11);
    for (auto at = list.find(" or "); at != std::string::npos; at = list.find(" or ")) {
      list.replace(at, 4, ", ");
    }
    std::stringstream keys(list);
    for (std::string key; keys >> key;) {
      if (key.ends_with(',')) key.pop_back();
      if (key == "tcp" || key == "shm") continue;
      EXPECT_THAT(schema, HasSubstr('"' + key + "\":")) << error;
      EXPECT_THAT(page, HasSubstr(key)) << error;
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::topology
