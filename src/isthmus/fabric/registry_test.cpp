#include "isthmus/fabric/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/base/secret.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/filter/crypt.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/filter/profile.hpp"
#include "isthmus/fabric/filter/zfp_blocks.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/fabric/test_disorder.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr ProcessId self(0);

topology::DeviceSpec spec(std::string name, std::map<std::string, std::string> parameters = {},
                          int line = 12) {
  topology::DeviceSpec result{std::move(name), std::move(parameters), line, "grid.toml"};
  int parameter_line = line;
  for (const auto& [key, value] : result.parameters) {
    result.parameter_lines[key] = ++parameter_line;
  }
  return result;
}

topology::LinkClass link_of(std::vector<topology::DeviceSpec> chain) {
  return {"between_sites", std::move(chain)};
}

std::string complaint(std::vector<topology::DeviceSpec> chain) {
  const auto checked = check_chain(link_of(std::move(chain)));
  return checked ? "none" : checked.error().text();
}

TEST(Registry, BuildsTheChainThatTheGridFileNames) {
  const auto link =
      link_of({spec("profile"), spec("delay", {{"latency", "8ms"}, {"bandwidth", "unlimited"}}),
               spec("local")});
  Expected<std::unique_ptr<Device>> top = build_chain(link, {.self = self, .within_process = true});
  ASSERT_TRUE(top) << top.error().text();
  ASSERT_NE(find_device<ProfileFilter>(**top), nullptr);
  auto* delay = find_device<DelayFilter>(**top);
  ASSERT_NE(delay, nullptr);
  EXPECT_EQ(delay->latency_ns(), 8'000'000);
  EXPECT_NE(dynamic_cast<LocalCarrier*>(&delay->below()), nullptr);
  EXPECT_NE(dynamic_cast<ProfileFilter*>(top->get()), nullptr);
}

TEST(Registry, BuildsAllChainsThatHoldByDefault) {
  for (const topology::LinkKind kind : topology::link_kinds) {
    const auto top =
        build_chain(topology::default_link(kind), {.self = self, .within_process = true});
    EXPECT_TRUE(top) << top.error().text();
  }
}

TEST(Registry, GivesEveryParameterItsMeaning) {
  const auto link =
      link_of({spec("delay", {{"latency", "1ms"}, {"jitter", "0"}, {"bandwidth", "8kb/s"}}),
               spec("local", {{"capacity", "1"}})});
  auto top = build_chain(link, {.self = self, .within_process = true});
  ASSERT_TRUE(top);
  RecordingReceiver receiver;
  Pool pool;
  (*top)->attach(receiver);
  Frame first{bytes_message(pool, 1), self};
  Frame second{bytes_message(pool, 2), self};
  ASSERT_EQ((*top)->try_send(first, 0), SendStatus::sent);
  EXPECT_EQ((*top)->try_send(second, 0), SendStatus::busy);
  (*top)->progress(0, 10);
  EXPECT_EQ((*top)->deadline_ns(), 64'000'000 + 1'000'000);
}

TEST(Registry, AsksTheProcessForCarriersOfTheOutsideWorld) {
  int made = 0;
  Parts parts{.self = self};
  parts.carriers["tcp"] = [&made](const Settings&) {
    ++made;
    return std::unique_ptr<Device>(new LocalCarrier(self));
  };
  EXPECT_TRUE(build_chain(link_of({spec("delay"), spec("tcp")}), parts));
  EXPECT_EQ(made, 1);
  parts.within_process = true;
  EXPECT_TRUE(build_chain(link_of({spec("delay"), spec("tcp")}), parts));
  EXPECT_EQ(made, 1) << "a process reaches itself without sockets";
}

TEST(Registry, HandsOnWhatTheCarrierSays) {
  Parts parts{.self = self};
  const auto missing = build_chain(link_of({spec("tcp")}), parts);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().text(), "grid.toml:12: carrier 'tcp' is not to be had here");
  parts.carriers["tcp"] = [](const Settings&) -> Expected<std::unique_ptr<Device>> {
    return fail(ErrorCode::io, "no port");
  };
  const auto failed = build_chain(link_of({spec("delay"), spec("tcp")}), parts);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().text(), "no port");
}

TEST(Registry, LeavesOutEncryptionWhereNobodyElseListens) {
  const Secret secret{{std::byte{1}}};
  const auto link = link_of({spec("crypt"), spec("tcp")});
  Parts parts{.self = self};
  parts.carriers["tcp"] = [](const Settings&) {
    return std::unique_ptr<Device>(new LocalCarrier(self));
  };
  const auto has_crypt = [&](const Parts& of) {
    const auto top = build_chain(link, of);
    EXPECT_TRUE(top) << top.error().text();
    return top && find_device<CryptFilter>(**top) != nullptr;
  };
  Parts within = parts;
  within.within_process = true;
  EXPECT_FALSE(has_crypt(within));
  Parts simulated = parts;
  simulated.is_private = true;
  EXPECT_FALSE(has_crypt(simulated));
  const auto without_key = build_chain(link, parts);
  ASSERT_FALSE(without_key) << "in the clear";
  EXPECT_EQ(without_key.error().text(),
            "grid.toml:12: filter 'crypt' has no key here (expected a job with a job key)");
  parts.secret = &secret;
  EXPECT_TRUE(has_crypt(parts));
}

TEST(Registry, NamesAWordThatAParameterDoesNotKnow) {
  EXPECT_THAT(complaint({spec("compress", {{"codec", "zsdt"}}), spec("tcp")}),
              AllOf(StartsWith("grid.toml:13: 'codec' of device 'compress': unknown word 'zsdt'"),
                    HasSubstr("did you mean 'zstd'?")));
  EXPECT_THAT(complaint({spec("compress", {{"level", "20"}}), spec("tcp")}),
              HasSubstr("'20' is no count (expected a whole number from 1 to 19)"));
  EXPECT_EQ(complaint({spec("compress", {{"codec", "lz4"}, {"min_bytes", "4KiB"}}), spec("tcp")}),
            "none");
}

TEST(Registry, RefusesAFilterThatRewritesFramesTooFarDown) {
  std::vector<topology::DeviceSpec> chain(8, spec("profile"));
  chain[7] = spec("checksum");
  chain.push_back(spec("tcp"));
  EXPECT_THAT(complaint(chain), HasSubstr("filter 'checksum' stands in place 8 of the chain of "
                                          "'between_sites' (expected one of the first 7)"));
  chain.erase(chain.begin());
  EXPECT_EQ(complaint(chain), "none");
}

TEST(Registry, RefusesALocalCarrierBetweenProcesses) {
  const auto top = build_chain(link_of({spec("local")}), {.self = self});
  ASSERT_FALSE(top);
  EXPECT_EQ(top.error().code, ErrorCode::bad_input);
  EXPECT_THAT(top.error().text(), StartsWith("grid.toml:12: carrier 'local' does not reach"));
}

TEST(Registry, NamesTheLineOfACarrierThatReachesNoProcess) {
  EXPECT_TRUE(check_reach(link_of({spec("crypt"), spec("tcp")})));
  const auto checked = check_reach(link_of({spec("delay"), spec("local", {}, 13)}));
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().text(), StartsWith("grid.toml:13: carrier 'local' does not reach"));
}

TEST(Registry, NamesTheLineOfASettingThatIsOutOfBounds) {
  EXPECT_EQ(complaint({spec("tcp", {{"connections", "64"}, {"window", "64KiB"}})}), "none");
  EXPECT_EQ(complaint({spec("tcp", {{"connections", "65"}})}),
            "grid.toml:13: 'connections' of device 'tcp': '65' is no count (expected a whole "
            "number from 1 to 64)");
  EXPECT_EQ(complaint({spec("tcp", {{"window", "63KiB"}})}),
            "grid.toml:13: 'window' of device 'tcp': '63KiB' is too small (expected at least "
            "64KiB)");
}

TEST(Registry, NamesTheLineOfAnUnknownDeviceAndTheNearestName) {
  EXPECT_THAT(complaint({spec("dealy"), spec("tcp")}),
              AllOf(StartsWith("grid.toml:12: unknown device 'dealy'"),
                    HasSubstr("did you mean 'delay'?")));
}

TEST(Registry, NamesTheLineOfAnUnknownParameterAndTheNearestName) {
  EXPECT_THAT(complaint({spec("delay", {{"latenzy", "8ms"}}), spec("tcp")}),
              AllOf(StartsWith("grid.toml:13: device 'delay' has no parameter 'latenzy'"),
                    HasSubstr("did you mean 'latency'?")));
  EXPECT_THAT(complaint({spec("profile", {{"x", "1"}}), spec("tcp")}),
              HasSubstr("(expected none at all)"));
}

TEST(Registry, NamesTheLineOfAValueThatDoesNotRead) {
  EXPECT_THAT(complaint({spec("delay", {{"latency", "8 parsecs"}}), spec("tcp")}),
              StartsWith("grid.toml:13: 'latency' of device 'delay': '8 parsecs'"));
  EXPECT_THAT(complaint({spec("delay", {{"bandwidth", "fast"}}), spec("tcp")}),
              StartsWith("grid.toml:13: 'bandwidth' of device 'delay': 'fast'"));
  for (const char* bad : {"0", "-1", "1.5", "many", "", "2147483648"}) {
    EXPECT_THAT(complaint({spec("local", {{"capacity", bad}})}), HasSubstr("is no count")) << bad;
  }
}

TEST(Registry, WantsOneCarrierAtTheEnd) {
  EXPECT_THAT(complaint({spec("delay")}), HasSubstr("filter 'delay' comes last"));
  EXPECT_THAT(complaint({spec("tcp"), spec("tcp")}), HasSubstr("'tcp' is not the last device"));
  EXPECT_THAT(complaint({}), HasSubstr("has an empty chain"));
  EXPECT_EQ(complaint({spec("tcp")}), "none");
}

TEST(Registry, TakesSeveralCarriersBehindStripe) {
  EXPECT_EQ(complaint({spec("stripe"), spec("shm"), spec("tcp")}), "none");
  EXPECT_EQ(complaint({spec("compress"), spec("stripe"), spec("ucx"), spec("tcp"), spec("shm")}),
            "none");
  EXPECT_THAT(complaint({spec("stripe")}), HasSubstr("'stripe' has 0 carriers behind it"));
  EXPECT_THAT(complaint({spec("stripe"), spec("tcp")}), HasSubstr("has 1 carriers behind it"));
  EXPECT_THAT(complaint({spec("stripe"), spec("tcp"), spec("delay")}),
              HasSubstr("'delay' stands behind 'stripe'"));
  EXPECT_THAT(complaint({spec("stripe"), spec("local"), spec("tcp")}),
              HasSubstr("'local' stands behind 'stripe'"));
  EXPECT_THAT(complaint({spec("stripe"), spec("stripe"), spec("tcp")}),
              HasSubstr("'stripe' stands behind 'stripe'"));
  EXPECT_THAT(complaint({spec("stripe"), spec("tcp"), spec("tcp")}),
              HasSubstr("carrier 'tcp' stands twice"));
  EXPECT_THAT(complaint({spec("stripe", {{"window", "1KiB"}}), spec("shm"), spec("tcp")}),
              HasSubstr("'window' of device 'stripe'"));
}

TEST(Registry, TakesTcpOverSeveralNetworksForSeveralCarriers) {
  const auto over = [](const std::string& networks) {
    return spec("tcp", {{"networks", networks}});
  };
  EXPECT_EQ(complaint({spec("stripe"), over("10.0.0.0/24, 10.1.0.0/24")}), "none");
  EXPECT_EQ(complaint({spec("stripe"), spec("ucx"), over("10.0.0.0/24,fd00:1::/64")}), "none");
  EXPECT_EQ(complaint({spec("stripe"), spec("ucx"), over("10.0.0.0/24")}), "none");
  EXPECT_THAT(complaint({spec("stripe"), over("10.0.0.0/24")}),
              HasSubstr("'stripe' has 1 carriers behind it"));
  EXPECT_THAT(
      complaint({over("10.0.0.0/24, 10.1.0.0/24")}),
      HasSubstr("'networks' of device 'tcp': the chain of 'between_sites' has no 'stripe'"));
  EXPECT_THAT(complaint({spec("stripe"), over("eth0, eth1")}),
              StartsWith("grid.toml:13: 'networks' of device 'tcp': 'eth0' is no network"));
  topology::DeviceSpec patient = over("10.0.0.0/24, 10.1.0.0/24");
  patient.parameters["patience"] = "9s";
  EXPECT_THAT(complaint({spec("stripe"), patient}), HasSubstr("stand beside it"));
  const auto agreed = [&](const std::string& networks) {
    return agreed_text(link_of({spec("stripe"), over(networks)}));
  };
  EXPECT_NE(agreed("10.0.0.0/24, 10.1.0.0/24"), agreed("10.1.0.0/24, 10.0.0.0/24"));
}

TEST(Registry, MissesAnAddressInANetworkBeforeAJobBegins) {
  const auto here = [](const std::string& networks) {
    const auto link = link_of({spec("stripe"), spec("shm"), spec("tcp", {{"networks", networks}})});
    const auto checked = check_here(link);
    return checked ? "none" : checked.error().text();
  };
  EXPECT_EQ(here("127.0.0.0/8"), "none");
  EXPECT_THAT(here("127.0.0.0/8, 198.51.100.0/24"),
              HasSubstr("this machine has no address in network 198.51.100.0/24"));
}

TEST(Registry, NamesTheCarriersOfAChain) {
  const auto names = [](std::vector<topology::DeviceSpec> chain) {
    const topology::LinkClass link = link_of(std::move(chain));
    std::string text;
    for (const auto& carrier : carriers_of(link)) text += carrier.name + ' ';
    return text + "of " + std::to_string(carrier_end(link).size());
  };
  EXPECT_EQ(names({spec("delay"), spec("tcp")}), "tcp of 1");
  EXPECT_EQ(names({spec("delay"), spec("stripe"), spec("ucx"), spec("tcp")}), "ucx tcp of 3");
}

TEST(Registry, AsksForOneCarrierWhereThereAreSeveral) {
  const auto link = link_of({spec("delay"), spec("stripe"), spec("shm"), spec("tcp")});
  Parts parts{.self = self};
  int made = 0;
  parts.carriers["stripe"] = [&made](const Settings& settings) {
    EXPECT_EQ(settings.duration_ns("patience"), 10'000'000'000);
    ++made;
    return std::unique_ptr<Device>(new LocalCarrier(self));
  };
  const auto top = build_chain(link, parts);
  ASSERT_TRUE(top) << top.error().text();
  EXPECT_NE(find_device<DelayFilter>(**top), nullptr);
  EXPECT_EQ(made, 1);
  parts.within_process = true;
  EXPECT_TRUE(build_chain(link, parts));
  EXPECT_EQ(made, 1) << "a process reaches itself without any of them";
}

TEST(Registry, DescribesEveryDeviceWithDefaultsThatRead) {
  EXPECT_GE(known_devices().size(), 4u);
  for (const DeviceInfo& info : known_devices()) {
    EXPECT_EQ(find_device_info(info.name)->help, info.help);
    EXPECT_FALSE(info.help.empty()) << info.name;
    const auto settings = Settings::read(info, {std::string(info.name)});
    EXPECT_TRUE(settings) << info.name;
    for (const ParameterInfo& parameter : info.parameters) {
      EXPECT_FALSE(parameter.help.empty()) << info.name << ' ' << parameter.name;
    }
  }
  EXPECT_EQ(find_device_info("teleporter"), nullptr);
}

std::string complaint_of_both(std::vector<topology::DeviceSpec> one,
                              std::vector<topology::DeviceSpec> other) {
  const auto checked = check_both_ways({"there", std::move(one)}, {"back", std::move(other)});
  return checked ? "none" : checked.error().text();
}

TEST(Registry, WantsTheSameCarrierBothWays) {
  EXPECT_EQ(complaint_of_both({spec("profile"), spec("tcp")}, {spec("delay"), spec("tcp")}), "none")
      << "each way has its own filters";
  EXPECT_EQ(complaint_of_both({spec("shm", {}, 7)}, {spec("tcp")}),
            "grid.toml:7: carrier 'shm' of 'there' joins processes that 'back' joins the other "
            "way, where the carrier is 'tcp' (expected the same for both ways)");
}

TEST(Registry, WantsTheSameCarriersInTheSameOrderBothWays) {
  EXPECT_EQ(complaint_of_both({spec("stripe", {}, 7), spec("shm"), spec("tcp")},
                              {spec("delay"), spec("stripe"), spec("shm"), spec("tcp")}),
            "none");
  EXPECT_THAT(complaint_of_both({spec("stripe", {}, 7), spec("shm"), spec("tcp")},
                                {spec("stripe"), spec("tcp"), spec("shm")}),
              AllOf(StartsWith("grid.toml:7: carrier 'stripe|shm|tcp"),
                    HasSubstr("the carrier is 'stripe|tcp")));
  EXPECT_THAT(complaint_of_both({spec("tcp", {}, 7)}, {spec("stripe"), spec("shm"), spec("tcp")}),
              HasSubstr("the carrier is 'stripe|shm|tcp"));
  EXPECT_THAT(complaint_of_both({spec("checksum"), spec("stripe"), spec("shm"), spec("tcp")},
                                {spec("stripe"), spec("shm"), spec("tcp")}),
              HasSubstr("it is not in place 1"));
}

TEST(Registry, WantsBothEndsOfOneMindWhetherTcpIsASession) {
  EXPECT_EQ(complaint_of_both({spec("tcp", {{"patience", "9s"}}, 7)}, {spec("tcp")}), "none")
      << "each end has its own patience";
  EXPECT_EQ(complaint_of_both({spec("tcp", {{"patience", "0"}}, 7)}, {spec("tcp")}),
            "grid.toml:7: carrier 'tcp without patience' of 'there' joins processes that 'back' "
            "joins the other way, where the carrier is 'tcp' (expected the same for both ways)");
  EXPECT_THAT(complaint_of_both({spec("tcp", {{"connections", "3"}}, 7)}, {spec("tcp")}),
              HasSubstr("'tcp of 3 connections'"));
}

TEST(Registry, SaysWhatBothEndsMustHaveInCommon) {
  const auto text = [](std::string name, std::vector<topology::DeviceSpec> chain) {
    return agreed_text({std::move(name), std::move(chain)});
  };
  EXPECT_EQ(text("between_sites", {spec("crypt"), spec("tcp")}), "crypt|tcp");
  EXPECT_EQ(text("between_sites", {spec("tcp", {{"patience", "0"}})}), "tcp without patience");
  EXPECT_EQ(text("same_site", {spec("tcp")}), "tcp without patience");
  EXPECT_EQ(text("same_site", {spec("delay"), spec("tcp", {{"connections", "2"}})}),
            "delay|tcp of 2 connections");
  EXPECT_EQ(text("same_node", {spec("shm")}), "shm");
  EXPECT_EQ(text("between_sites", {spec("stripe"), spec("ucx"), spec("tcp")}),
            "stripe|ucx|tcp without patience");
  EXPECT_EQ(text("between_sites", {spec("stripe"), spec("ucx"), spec("tcp", {{"patience", "9s"}})}),
            "stripe|ucx|tcp");
  const auto certified =
      spec("crypt", {{"certificate", "a"}, {"private_key", "b"}, {"authority", "c"}});
  EXPECT_EQ(text("between_sites", {certified, spec("tcp")}), "crypt by certificates|tcp");
}

TEST(Registry, WantsFiltersThatRewriteBothWays) {
  const auto crypt = spec("crypt", {}, 8);
  EXPECT_EQ(complaint_of_both({crypt, spec("tcp")}, {spec("crypt"), spec("delay"), spec("tcp")}),
            "none");
  EXPECT_EQ(complaint_of_both({spec("delay"), spec("tcp")}, {crypt, spec("tcp")}),
            "grid.toml:8: filter 'crypt' of 'back' joins processes that 'there' joins the other "
            "way, where it is not in place 1 (expected the same for both ways)");
  EXPECT_THAT(complaint_of_both({crypt, spec("delay"), spec("tcp")},
                                {spec("delay"), spec("crypt"), spec("tcp")}),
              HasSubstr("it is not in place 1"))
      << "a frame bears the places of those who rewrote it";
  EXPECT_THAT(complaint_of_both({crypt, spec("tcp")}, {spec("tcp")}), HasSubstr("'crypt'"));
}

TEST(Registry, ChecksTheLinkClassesThatNobodyUsesToo) {
  topology::Grid grid = topology::uniform_grid(1, 1);
  EXPECT_TRUE(check_links(grid));
  grid.link_classes["ocean"] = {"ocean", {spec("delay"), spec("teleport")}};
  const auto named = check_links(grid);
  ASSERT_FALSE(named);
  EXPECT_THAT(named.error().text(), AllOf(StartsWith("grid.toml:12: "), HasSubstr("'teleport'")));
  grid.links[topology::LinkKind::same_site] = link_of({spec("tcp", {{"speed", "9"}}, 3)});
  const auto kind = check_links(grid);
  ASSERT_FALSE(kind);
  EXPECT_THAT(kind.error().text(), AllOf(StartsWith("grid.toml:4: "), HasSubstr("'speed'")));
}

TEST(Registry, WantsReorderOverUdpBeforeAnythingIsMade) {
  EXPECT_THAT(complaint({spec("profile"), spec("udp")}),
              HasSubstr("carrier 'udp' in the chain of 'between_sites' does not keep the order of "
                        "frames (expected 'reorder' above it)"));
  EXPECT_THAT(complaint({spec("reorder"), spec("crypt"), spec("udp")}),
              HasSubstr("'reorder' above it, below 'crypt'"));
  EXPECT_EQ(complaint({spec("crypt"), spec("reorder"), spec("delay"), spec("udp")}), "none");
  EXPECT_THAT(complaint({spec("reorder"), spec("udp", {{"datagram", "511"}})}),
              HasSubstr("at least 512"));
}

/// Of the chain's filters on a carrier that does not keep order; empty if they are made.
std::string complaint_of_disorder(std::vector<topology::DeviceSpec> chain) {
  auto [a, b] = MemoryEnd::pair();
  const Secret secret{{std::byte{1}}};
  Parts parts;
  parts.secret = &secret;
  const auto made =
      build_filters(link_of(std::move(chain)), std::make_unique<Disorder>(std::move(a), 1), parts);
  return made ? "" : made.error().text();
}

TEST(Registry, WantsReorderOverACarrierThatDoesNotKeepOrder) {
  EXPECT_THAT(complaint_of_disorder({spec("delay"), spec("tcp", {}, 9)}),
              AllOf(StartsWith("grid.toml:9: carrier 'tcp' in the chain of "),
                    HasSubstr("does not keep the order of frames (expected 'reorder' above it)")));
  EXPECT_THAT(complaint_of_disorder({spec("reorder"), spec("crypt"), spec("tcp")}),
              HasSubstr("(expected 'reorder' above it, below 'crypt')"));
  EXPECT_EQ(complaint_of_disorder({spec("reorder"), spec("tcp")}), "");
  EXPECT_EQ(complaint_of_disorder({spec("crypt"), spec("reorder"), spec("checksum"), spec("tcp")}),
            "");
}

TEST(Registry, WantsZfpForNumbersWithAnError) {
  const std::string said = complaint({spec("compress", {{"loss", "admitted"}}), spec("tcp")});
  if (ZfpBlocks::are_available()) {
    EXPECT_EQ(said, complaint({spec("compress"), spec("tcp")}));
  } else {
    EXPECT_THAT(said, HasSubstr("this build has no zfp"));
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
