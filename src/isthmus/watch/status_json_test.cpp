#include "isthmus/watch/status_json.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::watch {
namespace {

TEST(StatusesAsJson, HaveAPanelOfEachKindOfRowAndSayWhoIsSilent) {
  const topology::Topology topology = testing::uniform_topology(2, 1, "1ms", "0", 1);
  JobStatus status;
  status.at_ns = 2'500'000'000;
  status.over_ns = 500'000'000;
  status.pe_count = 2;
  status.job_rows = {
      {.panel = "arrays", .figures = {{"objects", 7}}, .words = {{"array", "A #1"}}}};
  status.bounds["waits"] = {40, 1};
  status.pes[PeId(0)] = {
      .at_ns = 2'000'000'000,
      .rows = {{.panel = "pes", .figures = {{"entry_s", 0.25}, {"objects", 12}}},
               {.panel = "waits", .words = {{"who", "a \"b\"\n\xff"}}}},
      .process_rows = {{.panel = "links",
                        .figures = {{"rate", std::numeric_limits<double>::quiet_NaN()}},
                        .words = {{"class", "between_sites"}}}}};
  status.silent_ns[PeId(1)] = 1'000'000'000;
  const std::string a(topology.site_name(SiteId(0)));
  const std::string b(topology.site_name(SiteId(1)));
  EXPECT_EQ(to_json(status, topology),
            "{\"at_s\":2.5,\"over_s\":0.5,\"pes\":2,\"sites\":[\"" + a + "\",\"" + b +
                "\"],\"silent\":[{\"pe\":1,\"process\":1,\"site\":\"" + b +
                "\",\"for_s\":1.0}],\"bounds\":{\"waits\":{\"of\":40,\"told\":1}},\"panels\":{"
                "\"pes\":[{\"pe\":0,\"process\":0,\"site\":\"" +
                a +
                "\",\"at_s\":2.0,\"entry_s\":0.25,\"objects\":12}],"
                "\"waits\":[{\"pe\":0,\"process\":0,\"site\":\"" +
                a +
                "\",\"at_s\":2.0,\"who\":\"a \\\"b\\\"\\n\uFFFD\"}],"
                "\"links\":[{\"process\":0,\"site\":\"" +
                a +
                "\",\"at_s\":2.0,\"class\":\"between_sites\",\"rate\":null}],"
                "\"arrays\":[{\"array\":\"A #1\",\"objects\":7}]}}");
}

TEST(StatusesAsJson, SayOfAnEndedJobHowItEnded) {
  const topology::Topology topology = testing::uniform_topology(1, 1, "1ms", "0", 1);
  EXPECT_EQ(to_json({}, topology).find("ended"), std::string::npos);
  EXPECT_TRUE(to_json({}, topology, JobEnd{}).ends_with(",\"ended\":{\"failure\":null}}"));
  EXPECT_TRUE(to_json({}, topology, JobEnd{"PE 1 is lost"})
                  .ends_with(",\"ended\":{\"failure\":\"PE 1 is lost\"}}"));
}

}  // namespace
}  // namespace isthmus::engine::watch
