#include "isthmus/door/request.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace isthmus::engine::door {
namespace {

TEST(Requests, AreReadFromOneLine) {
  EXPECT_EQ(read_request(R"({"request":"list"})")->kind, Request::Kind::list);
  EXPECT_EQ(read_request(R"({"request":"stop","more":[1,{}]})")->kind, Request::Kind::stop);
  const auto set = read_request(R"( {"value":"0.7","name":"weight","request":"set"} )");
  ASSERT_TRUE(set);
  EXPECT_EQ(set->kind, Request::Kind::set);
  EXPECT_EQ(set->name, "weight");
  EXPECT_EQ(set->value, "0.7");
  const auto leave = read_request(R"({"request":"leave","node":"n 7"})");
  ASSERT_TRUE(leave);
  EXPECT_EQ(leave->kind, Request::Kind::leave);
  EXPECT_EQ(leave->name, "node");
  EXPECT_EQ(leave->value, "n 7");
  const auto end = read_request(R"({"request":"stop","process":"3"})");
  ASSERT_TRUE(end);
  EXPECT_EQ(end->kind, Request::Kind::end);
  EXPECT_EQ(end->value, "3");
  const auto place = read_request(R"({"request":"place","process":"3"})");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->kind, Request::Kind::place);
  EXPECT_EQ(place->value, "3");
  EXPECT_EQ(read_request(R"({"request":"place"})")->value, "");
}

TEST(Requests, AreRefusedInOneLineWhereTheyMakeNoSense) {
  const auto why = [](const std::string& line) {
    const auto request = read_request(line);
    return request ? std::string("well") : request.error().text();
  };
  const std::string no_object = "a request that is no JSON object (expected one, on one line)";
  for (const std::string& line :
       {std::string(), std::string("hello"), std::string("[]"), std::string("{\"request\":"),
        std::string("\0\0", 2), std::string("{\"request\":\"\xff\"}"), std::string(60'000, '[')}) {
    EXPECT_EQ(why(line), no_object) << line.substr(0, 20);
  }
  const std::string unknown =
      "an unknown request (expected \"request\" is \"list\", \"status\", \"waits\", \"set\", "
      "\"leave\", \"place\" or \"stop\")";
  for (const char* line : {"{}", R"({"request":1})", R"({"request":"fly"})"}) {
    EXPECT_EQ(why(line), unknown);
  }
  for (const char* line : {R"({"request":"set"})", R"({"request":"set","name":"a","value":1})",
                           R"({"request":"set","name":["a"],"value":"1"})"}) {
    EXPECT_EQ(why(line), "a request to set nothing (expected \"name\" and \"value\", both text)");
  }
  for (const char* line : {R"({"request":"leave"})", R"({"request":"leave","process":3})"}) {
    EXPECT_EQ(
        why(line),
        "a request to leave of nobody (expected \"process\", \"node\", \"site\" or \"pes\", as "
        "text)");
  }
  EXPECT_EQ(why(R"({"request":"stop","process":3})"),
            "a request to stop nobody (expected \"process\" as text)");
  EXPECT_EQ(why(std::string(request_bytes_max + 1, ' ')),
            "a request that is too long (expected 65536 bytes at most)");
}

TEST(Answers, CarryAStatusAsItIs) {
  const auto request = read_request(R"({"request":"status"})");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->kind, Request::Kind::status);
  EXPECT_EQ(answer_status({.name = "test-1", .program = "test"}, "{\"pes\":2}", {}),
            "{\"ok\":true,\"job\":\"test-1\",\"program\":\"test\",\"status\":{\"pes\":2}}\n");
  const auto waits = read_request(R"({"request":"waits"})");
  ASSERT_TRUE(waits);
  EXPECT_EQ(waits->kind, Request::Kind::waits);
}

TEST(Answers, AddTheVerbsToAStatus) {
  const std::vector<Verb> verbs = {{.name = "weight",
                                    .metavar = "NUMBER",
                                    .what = "How much.",
                                    .kind = VerbKind::number,
                                    .least = 0.5,
                                    .value = [] { return std::string("2"); },
                                    .set = {}}};
  EXPECT_EQ(answer_status({.name = "test-1", .program = "test"}, "{\"pes\":2}", verbs),
            "{\"ok\":true,\"job\":\"test-1\",\"program\":\"test\",\"status\":{\"pes\":2,"
            "\"verbs\":[{\"name\":\"weight\",\"metavar\":\"NUMBER\",\"what\":\"How much.\","
            "\"value\":\"2\",\"takes_effect\":\"at once\",\"of\":\"job\",\"kind\":\"number\","
            "\"choices\":[],\"least\":0.5,\"most\":null,\"whole\":false}]}}\n");
}

TEST(Answers, AreOneLineWhateverIsInThem) {
  const std::vector<Verb> verbs = {
      {.name = "title",
       .metavar = "TEXT",
       .what = "What it\nis called.",
       .of = VerbOf::each_process,
       .value = [] { return std::string("a\n\"b\"\xff"); },
       .set = {}},
      {.name = "plan",
       .metavar = "NAME",
       .what = "Which.",
       .takes_effect = TakesEffect::at_the_next_balancing_step,
       .kind = VerbKind::choice,
       .choices = {"this", "that"},
       .set = {}},
  };
  EXPECT_EQ(answer_list({.name = "test-1", .program = "test"}, verbs),
            "{\"ok\":true,\"job\":\"test-1\",\"verbs\":["
            "{\"name\":\"title\",\"metavar\":\"TEXT\",\"what\":\"What it\\nis called.\","
            "\"value\":\"a\\n\\\"b\\\"\uFFFD\",\"takes_effect\":\"at once\","
            "\"of\":\"each process\",\"kind\":\"text\",\"choices\":[]},"
            "{\"name\":\"plan\",\"metavar\":\"NAME\",\"what\":\"Which.\",\"value\":null,"
            "\"takes_effect\":\"at the next balancing step\",\"of\":\"job\","
            "\"kind\":\"choice\",\"choices\":[\"this\",\"that\"]}]}\n");
  EXPECT_EQ(answer_error({ErrorCode::bad_input, "no\nsuch", "here", "that"}),
            "{\"ok\":false,\"error\":\"here: no?such (expected that)\",\"status\":2}\n");
  EXPECT_EQ(answer_error({ErrorCode::malformed, "nonsense", {}, {}}),
            "{\"ok\":false,\"error\":\"nonsense\",\"status\":1}\n");
}

}  // namespace
}  // namespace isthmus::engine::door
