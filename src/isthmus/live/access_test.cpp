#include "isthmus/live/access.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::live {
namespace {

HttpRequest asked(const std::string& method, const std::string& query,
                  std::vector<std::pair<std::string, std::string>> headers) {
  HttpRequest request{.method = method, .path = "/status", .query = query};
  request.headers = std::move(headers);
  return request;
}

TEST(LiveAccess, IsForWhoShowsTheTokenInTheAddressAHeaderOrTheCookie) {
  Access access(8080, {});
  const std::string token = access.token();
  EXPECT_EQ(token.size(), 32u);
  const std::pair<std::string, std::string> host = {"host", "127.0.0.1:8080"};
  const auto status = [&](const std::string& query,
                          std::vector<std::pair<std::string, std::string>> headers) {
    headers.push_back(host);
    return access.judge(asked("GET", query, std::move(headers))).status;
  };
  EXPECT_EQ(status("token=" + token, {}), 200);
  EXPECT_EQ(status("", {{"authorization", "Bearer " + token}}), 200);
  EXPECT_EQ(status("", {{"cookie", "isthmus_8080=" + token}}), 200);
  EXPECT_EQ(status("", {}), 401);
  EXPECT_EQ(status("token=", {}), 401);
  EXPECT_EQ(status("token=" + token + "0", {}), 401);
  EXPECT_EQ(status("token=" + token.substr(1), {}), 401);
  EXPECT_EQ(status("", {{"authorization", "Basic " + token}}), 401);
  EXPECT_EQ(status("", {{"cookie", "isthmus_8081=" + token}}), 401);
  std::string other = token;
  other.back() = other.back() == '0' ? '1' : '0';
  EXPECT_EQ(status("token=" + other, {}), 401);
  EXPECT_NE(Access(8080, {}).token(), token);
}

TEST(LiveAccess, GivesTheCookieToWhoHasTheTokenFromTheAddress) {
  Access access(8080, {});
  const auto verdict =
      access.judge(asked("GET", "token=" + access.token(), {{"host", "localhost"}}));
  EXPECT_TRUE(verdict.is_new);
  EXPECT_EQ(access.cookie(), "isthmus_8080=" + access.token() + "; HttpOnly; SameSite=Strict");
  EXPECT_FALSE(
      access
          .judge(asked("GET", "",
                       {{"host", "localhost"}, {"authorization", "Bearer " + access.token()}}))
          .is_new);
}

TEST(LiveAccess, ByACookieIsUnderKnownNamesAlone) {
  Access access(8080, {"node7"});
  const std::pair<std::string, std::string> cookie = {"cookie", "isthmus_8080=" + access.token()};
  const auto status = [&](const std::string& host) {
    return access.judge(asked("GET", "", {{"host", host}, cookie})).status;
  };
  for (const char* const known : {"127.0.0.1:9", "localhost", "[::1]:8080", "node7:8080"}) {
    EXPECT_EQ(status(known), 200) << known;
  }
  for (const char* const strange : {"evil.example:8080", "", "127.0.0.1.evil.example", "[::2]"}) {
    EXPECT_EQ(status(strange), 403) << strange;
  }
  // One by which somebody has shown the token, such as a hub's.
  EXPECT_EQ(access.judge(asked("GET", "token=" + access.token(), {{"host", "hub.example"}})).status,
            200);
  EXPECT_EQ(status("hub.example"), 200);
}

TEST(LiveAccess, ToChangeSomethingIsForTheTokenInAHeaderAndForThePageItself) {
  Access access(8080, {});
  const std::pair<std::string, std::string> host = {"host", "127.0.0.1:8080"};
  const std::pair<std::string, std::string> cookie = {"cookie", "isthmus_8080=" + access.token()};
  const auto status = [&](std::vector<std::pair<std::string, std::string>> headers,
                          const std::string& query = "") {
    headers.push_back(host);
    return access.judge(asked("POST", query, std::move(headers))).status;
  };
  EXPECT_EQ(status({{"authorization", "Bearer " + access.token()}}), 200);
  EXPECT_EQ(status({cookie, {"origin", "http://127.0.0.1:8080"}}), 200);
  EXPECT_EQ(status({cookie, {"sec-fetch-site", "same-origin"}, {"origin", "https://hub"}}), 200);
  EXPECT_EQ(status({cookie}), 403);
  EXPECT_EQ(status({}, "token=" + access.token()), 403);
  EXPECT_EQ(status({cookie, {"origin", "http://127.0.0.1:8081"}}), 403);
  EXPECT_EQ(status({cookie, {"origin", "http://evil.example"}}), 403);
  EXPECT_EQ(status({cookie, {"origin", "null"}}), 403);
  EXPECT_EQ(status({cookie, {"sec-fetch-site", "same-site"}, {"origin", "http://127.0.0.1:8080"}}),
            403);
  EXPECT_EQ(status({{"origin", "http://127.0.0.1:8080"}}), 401);
}

}  // namespace
}  // namespace isthmus::engine::live
