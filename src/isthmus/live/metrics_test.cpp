#include "isthmus/live/metrics.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

namespace isthmus::engine::live {
namespace {

using Json = nlohmann::ordered_json;

Json pe_row(int pe, const std::string& site) {
  return {{"pe", pe},       {"process", pe},      {"site", site},          {"at_s", 2.0},
          {"entry_s", 0.5}, {"runtime_s", 0.25},  {"idle_s", 1},           {"objects", 3},
          {"queued", 2},    {"queued_bytes", 64}, {"messages_executed", 7}};
}

/// Of a job of two sites with so many PEs, each in a process of its own.
Json answer_of(int pes) {
  Json panels = {
      {"links",
       {{{"process", 0},
         {"site", "a"},
         {"at_s", 2.0},
         {"class", "between_sites"},
         {"joins", "sites"},
         {"chain", "crypt | delay latency=8ms | tcp"},
         {"bytes_sent", 1000},
         {"frames_resent", 1},
         {"compress_ns", 2000000000}},
        {{"process", 1},
         {"site", "a"},
         {"at_s", 2.0},
         {"class", "between_sites"},
         {"joins", "sites"},
         {"chain", "crypt | delay latency=8ms | tcp"},
         {"bytes_sent", 500}}}},
      {"program", {{{"phase", "the \"last\"\n"}, {"done", 3}, {"of", 10}}}},
      {"results",
       {{{"name", "residual"}, {"value", nullptr}}, {{"name", "sum"}, {"value", 1e-9}}}}};
  for (int pe = 0; pe < pes; ++pe) {
    const std::string site = pe < pes / 2 ? "a" : "b";
    panels["pes"].push_back(pe_row(pe, site));
    panels["processes"].push_back({{"process", pe},
                                   {"site", site},
                                   {"host", "node"},
                                   {"resident_bytes", 1024},
                                   {"user_s", 1.5},
                                   {"system_s", 0.5}});
  }
  return {{"ok", true},
          {"job", "heat"},
          {"program", "jacobi2d"},
          {"status",
           {{"at_s", 2.0},
            {"pes", pes + 1},
            {"sites", {"a", "b"}},
            {"silent", {{{"pe", pes}, {"site", "b"}, {"for_s", 3.0}}}},
            {"panels", std::move(panels)}}}};
}

/// To whoever asks for the first time.
Expected<std::string> first_text(const std::string& answer,
                                 MetricsFormat format = MetricsFormat::openmetrics) {
  Counters counters;
  return metrics_of(answer, format, counters);
}

std::string text_of(int pes) { return first_text(answer_of(pes).dump()).value(); }

bool has_line(const std::string& text, const std::string& wanted) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == wanted) return true;
  }
  return false;
}

TEST(Metrics, SayWhatTheJobIsAndWhatItsSitesAndPesDid) {
  const std::string text = text_of(4);
  for (const char* const line :
       {"isthmus_job_info{job=\"heat\",program=\"jacobi2d\"} 1", "isthmus_pes 5",
        "isthmus_site_silent_pes{site=\"a\"} 0", "isthmus_site_silent_pes{site=\"b\"} 1",
        "isthmus_site_time_seconds_total{site=\"a\",part=\"entry\"} 1",
        "isthmus_site_objects{site=\"b\"} 6", "isthmus_site_queued_bytes{site=\"a\"} 128",
        "isthmus_pe_time_seconds_total{pe=\"3\",site=\"b\",part=\"runtime\"} 0.25",
        "isthmus_pe_messages_executed_total{pe=\"0\",site=\"a\"} 7",
        "isthmus_process_resident_bytes{process=\"1\",site=\"a\",host=\"node\"} 1024",
        "isthmus_site_cpu_seconds_total{site=\"b\",mode=\"user\"} 3", "isthmus_progress_done 3",
        "isthmus_progress_whole 10"}) {
    EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
  }
  EXPECT_TRUE(has_line(text, "isthmus_phase_info{phase=\"the \\\"last\\\"\\n\"} 1"));
}

TEST(Metrics, OfLinksNameBothSitesWhereThereAreTwo) {
  const std::string text = text_of(2);
  const std::string labels = "{site=\"a\",to=\"b\",class=\"between_sites\"} ";
  EXPECT_TRUE(has_line(text, "isthmus_link_latency_seconds" + labels + "0.008")) << text;
  EXPECT_TRUE(has_line(text, "isthmus_link_sent_bytes_total" + labels + "1500"));
  EXPECT_TRUE(has_line(text, "isthmus_link_resent_frames_total" + labels + "1"));
  EXPECT_TRUE(has_line(text, "isthmus_link_compress_seconds_total" + labels + "2"));
  Json three = answer_of(2);
  three["status"]["sites"].push_back("c");
  EXPECT_NE(first_text(three.dump())->find("{site=\"a\",to=\"others\","), std::string::npos);
}

TEST(Metrics, OfAnyNumberOfPesAreSoMany) {
  const std::string few = text_of(63);
  const std::string many = text_of(10000);
  EXPECT_NE(few.find("isthmus_pe_objects{"), std::string::npos);
  EXPECT_EQ(many.find("isthmus_pe_"), std::string::npos);
  EXPECT_EQ(many.find("isthmus_process_"), std::string::npos);
  EXPECT_TRUE(has_line(many, "isthmus_site_objects{site=\"a\"} 15000"));
  EXPECT_LT(std::ranges::count(many, '\n'), 200);
}

TEST(Metrics, OfJobsThatTellOfSomePesAloneAreTheSumsOfAll) {
  Json answer = answer_of(64);
  Json& status = answer["status"];
  status["pes"] = 1001;
  status["bounds"] = {{"pes", {{"of", 1000}, {"told", 64}}},
                      {"links", {{"of", 500}, {"told", 2}}},
                      {"processes", {{"of", 1000}, {"told", 64}}}};
  status["panels"]["site_pes"] = {
      {{"site", "a"}, {"count", 500}, {"entry_s", 250}, {"objects", 1500}},
      {{"site", "b"}, {"count", 500}, {"entry_s", 125}, {"objects", 4}}};
  status["panels"]["site_processes"] = {
      {{"site", "a"}, {"count", 500}, {"resident_bytes", 4096}, {"user_s", 7}, {"system_s", 0}}};
  status["panels"]["site_pairs"] = {{{"site", "a"}, {"for_site", "b"}, {"waited_s", 12.5}}};
  status["panels"]["site_links"] = {{{"site", "a"},
                                     {"class", "between_sites"},
                                     {"joins", "sites"},
                                     {"chain", "tcp"},
                                     {"bytes_sent", 90000}}};
  const std::string text = first_text(answer.dump()).value();
  for (const char* const line :
       {"isthmus_site_answering_pes{site=\"b\"} 500",
        "isthmus_site_time_seconds_total{site=\"a\",part=\"entry\"} 250",
        "isthmus_site_objects{site=\"a\"} 1500",
        "isthmus_site_waited_seconds_total{site=\"a\",for_site=\"b\"} 12.5",
        "isthmus_link_sent_bytes_total{site=\"a\",to=\"b\",class=\"between_sites\"} 90000",
        "isthmus_site_resident_bytes{site=\"a\"} 4096",
        "isthmus_site_cpu_seconds_total{site=\"a\",mode=\"user\"} 7"}) {
    EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
  }
}

/// Of the sample, which is there once.
double value_of(const std::string& text, const std::string& sample) {
  const std::size_t at = text.find("\n" + sample + " ");
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << sample << "\n" << text;
    return -1;
  }
  return std::stod(text.substr(at + sample.size() + 2));
}

/// By the name with its labels.
std::map<std::string, double> counters_in(const std::string& text) {
  std::map<std::string, double> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (line.substr(0, line.find('{')).ends_with("_total")) {
      found[line.substr(0, space)] = std::stod(line.substr(space));
    }
  }
  return found;
}

TEST(Metrics, HaveCountersThatNeverFallWhoeverIsSilentOrHasGone) {
  Counters counters;
  const auto text = [&](const Json& answer) {
    return metrics_of(answer.dump(), MetricsFormat::openmetrics, counters).value();
  };
  Json answer = answer_of(4);
  const std::string before = text(answer);
  const std::string executed = "isthmus_site_messages_executed_total{site=\"b\"}";
  EXPECT_EQ(value_of(before, executed), 14);
  EXPECT_EQ(value_of(before, "isthmus_site_objects{site=\"b\"}"), 6);

  // PE 3 says nothing, PE 2 goes on.
  Json silent = answer;
  silent["status"]["panels"]["pes"].erase(3);
  silent["status"]["panels"]["pes"][2]["messages_executed"] = 10;
  const std::string then = text(silent);
  EXPECT_EQ(value_of(then, executed), 17);
  EXPECT_EQ(value_of(then, "isthmus_site_objects{site=\"b\"}"), 3);
  EXPECT_EQ(value_of(then, "isthmus_site_answering_pes{site=\"b\"}"), 1);

  // All of the site have left, and one of the links.
  Json left = silent;
  left["status"]["panels"]["pes"].erase(2);
  left["status"]["panels"]["processes"].erase(3);
  left["status"]["panels"]["processes"].erase(2);
  left["status"]["panels"]["links"].erase(1);
  const std::string later = text(left);
  EXPECT_EQ(value_of(later, executed), 17);
  EXPECT_EQ(value_of(later, "isthmus_site_cpu_seconds_total{site=\"b\",mode=\"user\"}"), 3);

  // PE 3 is there again, in a process that begins anew.
  Json anew = answer;
  anew["status"]["panels"]["pes"][2]["messages_executed"] = 11;
  anew["status"]["panels"]["pes"][3]["messages_executed"] = 2;
  const std::string last = text(anew);
  EXPECT_EQ(value_of(last, executed), 11 + 7 + 2);

  std::map<std::string, double> known;
  for (const std::string& each : {before, then, later, last}) {
    const std::map<std::string, double> now = counters_in(each);
    for (const auto& [name, value] : known) {
      ASSERT_TRUE(now.contains(name)) << name;
      EXPECT_GE(now.at(name), value) << name;
    }
    known = now;
  }
}

TEST(Metrics, SayIdleTimeByAGaugeSinceWhatIsWaitedForIsIdleTimeUntilItComes) {
  Counters counters;
  Json answer = answer_of(4);
  const auto text = [&] {
    return metrics_of(answer.dump(), MetricsFormat::openmetrics, counters).value();
  };
  EXPECT_EQ(value_of(text(), "isthmus_site_idle_seconds{site=\"a\"}"), 2);
  for (Json& row : answer["status"]["panels"]["pes"]) row["idle_s"] = 0.25;
  const std::string later = text();
  EXPECT_EQ(value_of(later, "isthmus_site_idle_seconds{site=\"a\"}"), 0.5);
  EXPECT_EQ(value_of(later, "isthmus_pe_idle_seconds{pe=\"3\",site=\"b\"}"), 0.25);
  EXPECT_NE(later.find("# TYPE isthmus_site_idle_seconds gauge"), std::string::npos);
  EXPECT_EQ(later.find("part=\"idle\""), std::string::npos);
}

TEST(Metrics, HaveEachFamilyOnceWithItsTypeItsUnitAndWhatItIs) {
  std::istringstream lines(text_of(4));
  std::set<std::string> families;
  std::string family;
  std::string type;
  bool is_helped = false;
  std::string line;
  while (std::getline(lines, line) && line != "# EOF") {
    std::istringstream words(line);
    std::string first;
    std::string what;
    words >> first;
    if (first == "#") {
      std::string name;
      words >> what >> name;
      if (what == "TYPE") {
        words >> type;
        EXPECT_TRUE(families.insert(name).second) << name << " is there twice";
        family = name;
        is_helped = false;
      }
      EXPECT_EQ(name, family);
      if (what == "HELP") is_helped = true;
      if (what == "UNIT") {
        std::string unit;
        words >> unit;
        EXPECT_TRUE(name.ends_with("_" + unit)) << name;
      }
      continue;
    }
    EXPECT_TRUE(is_helped) << line;
    const std::string suffix = type == "counter" ? "_total" : type == "info" ? "_info" : "";
    EXPECT_EQ(first.substr(0, first.find('{')).substr(0, family.size() + suffix.size()),
              family + suffix);
  }
  EXPECT_EQ(line, "# EOF");
  EXPECT_FALSE(std::getline(lines, line));
  EXPECT_GT(families.size(), 20u);
}

TEST(Metrics, SayTheSameInTheOlderFormatToWhoeverTakesThatAlone) {
  EXPECT_EQ(metrics_format(""), MetricsFormat::openmetrics);
  EXPECT_EQ(metrics_format("*/*"), MetricsFormat::openmetrics);
  EXPECT_EQ(metrics_format("application/openmetrics-text;version=1.0.0,text/plain;q=0.5"),
            MetricsFormat::openmetrics);
  EXPECT_EQ(metrics_format("text/plain; version=0.0.4"), MetricsFormat::prometheus);
  const std::string old = first_text(answer_of(4).dump(), MetricsFormat::prometheus).value();
  std::set<std::string> samples;
  std::istringstream lines(text_of(4));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# ")) samples.insert(line);
  }
  std::istringstream old_lines(old);
  std::string family;
  for (std::string line; std::getline(old_lines, line);) {
    if (!line.starts_with("# ")) {
      EXPECT_EQ(samples.erase(line), 1u) << line;
      EXPECT_EQ(line.substr(0, line.find_first_of("{ ")), family);
    } else if (line.starts_with("# TYPE ")) {
      family = line.substr(7, line.find(' ', 7) - 7);
      const std::string type = line.substr(line.rfind(' ') + 1);
      EXPECT_TRUE(type == "counter" || type == "gauge") << line;
    } else {
      EXPECT_TRUE(line.starts_with("# HELP ")) << line;
    }
  }
  EXPECT_TRUE(samples.empty());
}

TEST(Metrics, LeaveOutWhatIsNoNumberAndRefuseWhatIsNoStatus) {
  const std::string text = text_of(2);
  EXPECT_EQ(text.find("residual"), std::string::npos);
  EXPECT_TRUE(has_line(text, "isthmus_result{name=\"sum\"} 1e-09"));
  for (const char* const wrong :
       {"", "[]", "{\"ok\":false}", "{\"status\":7}", "{\"status\":{\"sites\":[]}}",
        "{\"status\":{\"sites\":[7],\"silent\":[],\"panels\":{}}}"}) {
    const auto refused = first_text(wrong);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().code, ErrorCode::malformed);
  }
}

}  // namespace
}  // namespace isthmus::engine::live
