#include "isthmus/live/http.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::live {
namespace {

HttpRequest request_of(const std::string& bytes) {
  auto request = read_http_request(bytes);
  EXPECT_TRUE(request && *request) << bytes;
  return request && *request ? **request : HttpRequest{};
}

int fault_of(const std::string& bytes) {
  const auto request = read_http_request(bytes);
  return request ? 0 : request.error().status;
}

TEST(HttpRequests, HaveAPathParametersHeadersCookiesAndABody) {
  const HttpRequest request = request_of(
      "POST /proxy/8080/request?a=1&token=x%2Fy+z&b HTTP/1.1\r\nHost: here:1\r\n"
      "Cookie: other=1; isthmus_1=abc\r\nX-Empty:\r\nContent-Length: 5\r\n\r\nhellomore");
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/proxy/8080/request");
  EXPECT_EQ(request.last_part(), "request");
  EXPECT_EQ(request.parameter("token"), "x/y z");
  EXPECT_EQ(request.parameter("b"), std::nullopt);
  EXPECT_EQ(request.header("host"), "here:1");
  EXPECT_EQ(request.header("x-empty"), "");
  EXPECT_EQ(request.cookie("isthmus_1"), "abc");
  EXPECT_EQ(request.cookie("isthmus"), std::nullopt);
  EXPECT_EQ(request.body, "hello");
}

TEST(HttpRequests, AreWaitedForUntilTheyAreComplete) {
  const std::string whole = "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const auto request = read_http_request(std::string_view(whole).substr(0, bytes));
    ASSERT_TRUE(request) << bytes;
    EXPECT_FALSE(*request) << bytes;
  }
  EXPECT_EQ(request_of(whole).body, "abc");
}

TEST(HttpRequests, ThatMakeNoSenseOrTakeTooMuchAreFaults) {
  EXPECT_EQ(fault_of("hello\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("GET  HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("GET http://elsewhere/ HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("GET /\x01 HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("GET / HTTP/2.0\r\n\r\n"), 505);
  EXPECT_EQ(fault_of("GET / HTTP/1.1\r\nno header\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("GET / HTTP/1.1\r\n folded: x\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
  EXPECT_EQ(fault_of("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx"), 400);
  EXPECT_EQ(fault_of("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"), 400);
  EXPECT_EQ(fault_of("POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n"), 413);
  EXPECT_EQ(fault_of("GET /" + std::string(head_bytes_max, 'x')), 431);
  // However much is still to come.
  EXPECT_EQ(fault_of("GET / HTTP/1.1\r\n" + std::string(head_bytes_max, 'x')), 431);
}

TEST(HttpAnswers, SayHowLongTheyAreAndThatNobodyKeepsThem) {
  const HttpAnswer answer{.status = 503, .body = "later", .headers = {{"Retry-After", "5"}}};
  const std::string bytes = to_bytes(answer);
  EXPECT_TRUE(bytes.starts_with("HTTP/1.1 503 Service Unavailable\r\n")) << bytes;
  EXPECT_TRUE(bytes.ends_with("\r\nRetry-After: 5\r\n\r\nlater")) << bytes;
  EXPECT_NE(bytes.find("\r\nContent-Length: 5\r\n"), std::string::npos);
  EXPECT_NE(bytes.find("\r\nCache-Control: no-store\r\n"), std::string::npos);
  EXPECT_EQ(bytes.substr(0, bytes.size() - 5), to_bytes(answer, false));
}

}  // namespace
}  // namespace isthmus::engine::live
